import Operations
import Platform
import ReferenceFold
import TestSupport
import Testing

@testable import Albumen

/// Is one history of several devices that have one library, and of what lies between them.
struct SyncHistory {
  /// What lies between the devices.
  enum Kind: CaseIterable {
    case directory, git
    /// One of each, and a device that has both.
    case both
    /// Two directories, between which another program copies what is there.
    case mirrored

    var hasTwo: Bool { self == .both || self == .mirrored }

    func isGit(_ remote: Int) -> Bool { self == .git || self == .both && remote == 2 }
  }

  let devices: Devices
  let seed: UInt64
  let kind: Kind
  var acts: SyncActs
  var libraries: [PhotoLibrary] = []
  /// How many milliseconds each device's clock is off.
  private var clocks: [Int64] = []
  /// Which remotes each device has.
  private var remotes: [[Int]] = []
  /// Of these, the ones that it has seen a library in.
  private var seen: [Set<Int>] = []
  /// Whether machines are set back, and cloned: then some logs have several histories for a while.
  private let hasForks: Bool
  /// The devices of which there is a backup, and what these had seen.
  private var backups: [Int: Set<Int>] = [:]
  /// The devices that were cloned, and what the other one had seen, which is not running now.
  private var clones: [Int: Set<Int>] = [:]

  init(_ devices: Devices, seed: UInt64) async throws {
    self.devices = devices
    self.seed = seed
    acts = SyncActs(seed: seed)
    let count = acts.number(2...5)
    kind = acts.pick(Kind.allCases + [.both, .both]) ?? .both
    // A program that copies files cannot tell two histories apart.
    hasForks = acts.bool(oneIn: 3) && kind != .mirrored
    for remote in 1...2 where kind.isGit(remote) {
      let made = try TestSupport.run(
        "/usr/bin/git", ["init", "-q", "--bare", "\(devices.remote(remote))"], environment: [])
      guard made.exitCode == 0 else { throw TestFailure(made.errorText) }
    }
    for device in 1...count {
      let library = device == 1 ? try await devices.create() : try await devices.open(device)
      let one = 1 + device % 2
      let hasBoth = kind == .both && (device == 1 || acts.bool(oneIn: 3))
      let own = hasBoth ? [1, 2] : kind.hasTwo ? [one] : [1]
      for number in own {
        let scheme = kind.isGit(number) && acts.bool(oneIn: 2) ? "file://" : ""
        _ = try await library.addRemote(
          "r\(number)", Array("\(scheme)\(devices.remote(number))".utf8), from: devices.top)
      }
      libraries.append(library)
      remotes.append(own)
      seen.append([])
      clocks.append(Int64(acts.number(-1...1)) * 20 * 365 * 86_400_000)
    }
  }

  func close() async { for library in libraries { await library.close() } }

  // MARK: Acts

  mutating func step() async throws {
    let device = acts.number(0...(libraries.count - 1))
    switch acts.number(0...(hasForks ? 14 : 11)) {
    case 0...5: try await write(device)
    case 6: try await libraries[device].album("made \(acts.number(1...9))")
    case 7...9: try await sync(device, only: acts.bool(oneIn: 3) ? acts.pick(remotes[device]) : nil)
    case 10: try await reopen(device)
    default:
      try mirror(isWhole: false)
      if hasForks { try await fork(device) }
    }
  }

  // MARK: Two histories of one log

  /// Backs a device up or puts its backup back, or makes a clone of it or goes on on that.
  private mutating func fork(_ device: Int) async throws {
    switch acts.number(0...5) {
    case 0: try await backUp(device)
    case 1: try await putBack(device)
    case 2 where clones[device] == nil:
      try await reopening(device) { history in
        try history.copy(device, to: "clone")
        history.clones[device] = history.seen[device]
      }
    case 3: try await reopening(device) { try $0.swap(device) }
    default:
      // It writes, is set back, and writes again before it meets what it had written.
      let first = acts.pick(remotes[device]) ?? 1
      let other = remotes[device].last { $0 != first } ?? first
      try await backUp(device)
      try await write(device)
      try await sync(device, only: first)
      if acts.bool(oneIn: 2) { try await sync(acts.number(0...(libraries.count - 1))) }
      try await putBack(device)
      try await write(device)
      try await sync(device, only: other)
    }
  }

  private mutating func backUp(_ device: Int) async throws {
    try await reopening(device) { history in
      try history.copy(device, to: "backup")
      history.backups[device] = history.seen[device]
    }
  }

  private mutating func putBack(_ device: Int) async throws {
    guard let known = backups[device] else { return }
    try await reopening(device) { history in
      for part in history.parts(of: device) {
        removeTree(part.place)
        try copyTree(part.kept("backup"), to: part.place)
      }
      history.seen[device] = known
    }
  }

  /// Does something to a device's files, which nobody has open.
  private mutating func reopening(
    _ device: Int, _ body: (inout SyncHistory) throws -> Void
  ) async throws {
    await libraries[device].close()
    try body(&self)
    libraries[device] = try await devices.open(device + 1)
  }

  /// Is one of the two directories that hold what a machine knows of a library.
  private struct Part {
    let place: Path
    let device: Path
    let name: Path

    func kept(_ kind: Path) -> Path { device / kind / name }
  }

  private func parts(of device: Int) -> [Part] {
    let top = devices.directory(device + 1)
    return [
      Part(place: top / "state", device: top, name: "state"),
      Part(place: devices.root(device + 1) / ".albumen", device: top, name: "own"),
    ]
  }

  private func copy(_ device: Int, to kind: Path) throws {
    for part in parts(of: device) {
      removeTree(part.kept(kind))
      try Files.createDirectories(part.kept(kind).parent)
      try copyTree(part.place, to: part.kept(kind))
    }
  }

  /// Lets the clone of a device run in its place; it is closed.
  private mutating func swap(_ device: Int) throws {
    guard let other = clones[device] else { return }
    for part in parts(of: device) {
      try Files.createDirectories(part.kept("moving").parent)
      try moveFile(part.place, to: part.kept("moving"))
      try moveFile(part.kept("clone"), to: part.place)
      try moveFile(part.kept("moving"), to: part.kept("clone"))
    }
    clones[device] = seen[device]
    seen[device] = other
  }

  /// Whether some log had two ends that both had left their machines, and was taken back to where they
  /// part.
  var hasPartedLogs: Bool {
    get throws {
      try libraries.indices.contains { device in
        try listTree(devices.directory(device + 1) / "state").contains {
          $0.lastComponent == "parted"
        }
      }
    }
  }

  /// Lets the clones run in the place of all that were cloned.
  private mutating func swapAll() async throws {
    for device in clones.keys.sorted() { try await reopening(device) { try $0.swap(device) } }
  }

  private mutating func write(_ device: Int) async throws {
    let wishes = (0..<acts.number(1...3)).map { _ in acts.wish() }
    try await libraries[device].write(wishes, clockOff: clocks[device])
  }

  /// Opens a device's library anew, perhaps without what is only kept for speed.
  private mutating func reopen(_ device: Int) async throws {
    await libraries[device].close()
    let state = devices.directory(device + 1) / "state"
    if acts.bool(oneIn: 2) {
      for path in try listTree(state)
      where path.lastComponent.display.hasPrefix("catalogue.sqlite") {
        try removeFile(state / path)
      }
    }
    if acts.bool(oneIn: 2) { removeTree(state / "cache") }
    libraries[device] = try await devices.open(device + 1)
  }

  /// Exchanges with all remotes of a device or one, of which one may be away.
  private mutating func sync(_ device: Int, only remote: Int? = nil) async throws {
    // One that was never seen would be begun anew.
    let away = acts.bool(oneIn: 5) ? acts.pick(seen[device].sorted()) : nil
    let hidden = devices.top / "away"
    if let away {
      try moveFile(devices.remote(away), to: hidden)
      // An empty mount point, sometimes.
      if acts.bool(oneIn: 2) { try Files.createDirectory(devices.remote(away)) }
    }
    let numbers = remote.map { [$0] } ?? remotes[device]
    let reports = try await libraries[device].sync(numbers.map { "r\($0)" })
    if let away {
      try? Files.removeDirectory(devices.remote(away))
      try moveFile(hidden, to: devices.remote(away))
    }
    for (report, number) in zip(reports, numbers) {
      if report.error == nil, !(try await libraries[device].extents()).isEmpty {
        seen[device].insert(number)
      }
      // Of what is being copied, half is told.
      let isWhole = report.problems.isEmpty || kind == .mirrored
      try #require(isWhole && report.forks.isEmpty || hasForks, "\(report)")
      if let error = report.error {
        // Of a directory that is copied, the marker may be what has not come yet.
        let isExpected = number == away || kind == .mirrored
        try #require(error.code == .unreachable && isExpected, "\(report)")
      }
    }
    // Whoever has the same has come to the same.
    let extents = try await libraries[device].extents()
    for other in libraries.indices where other != device {
      guard try await libraries[other].extents() == extents else { continue }
      let (one, two) = (
        try await libraries[device].stateJSON(), try await libraries[other].stateJSON()
      )
      try #require(one == two, "devices \(device + 1) and \(other + 1)\n\(one)\n\(two)")
    }
  }

  /// Copies files between the directories, as a program that syncs them does; perhaps not all, not in order,
  /// and not whole.
  private mutating func mirror(isWhole: Bool) throws {
    guard kind == .mirrored else { return }
    for (from, to) in [(1, 2), (2, 1)] {
      guard (try? FileStatus.ofLink(at: devices.remote(from))) != nil else { continue }
      for path in try devices.files(from).shuffled(using: &acts.generator)
      where isWhole || acts.bool(oneIn: 2) {
        let source = try readFile(devices.remote(from) / path)
        let target = devices.remote(to) / path
        let there = (try? readFile(target)) ?? []
        if there == source { continue }
        // Half a copy is completed; what is whole is another writer's and as good.
        guard there.isEmpty || there.count < source.count else { continue }
        try Files.createDirectories(target.parent)
        let count = isWhole || acts.bool(oneIn: 2) ? source.count : acts.number(0...source.count)
        try writeFile(target, bytes: Array(source.prefix(count)))
      }
    }
  }

  // MARK: The end

  /// Exchanges until all have all, and compares.
  mutating func finish() async throws {
    for round in 0..<(2 * libraries.count + 6) {
      try mirror(isWhole: true)
      var news: [SyncReport] = []
      for _ in 0..<2 {
        for library in libraries {
          for report in try await library.sync() {
            // Others settle a fork in their turn, and bring what a log that was set back waits for.
            try #require(report.isDone || hasForks, "\(report)")
            if !report.isDone || report.fetched > 0 || report.sentOperations > 0 {
              news.append(report)
            }
          }
        }
        try await swapAll()
      }
      // Once more has brought nothing.
      if news.isEmpty, round > 0 { break }
      try #require(round < 2 * libraries.count + 5, "it never comes to an end: \(news)")
    }
    let extents = try await libraries[0].extents()
    let state = try await libraries[0].stateJSON()
    var union: [Dot: Transaction] = [:]
    for _ in 0..<2 {
      for library in libraries {
        try #require(try await library.extents() == extents)
        try #require(try await library.stateJSON() == state)
        try #require(try await library.verify().problems.isEmpty)
        try #require(try await library.status().waiting.isEmpty)
        try #require(try await library.devices().allSatisfy { !$0.hasOtherHistory })
        for transaction in try await Self.transactions(library) {
          try #require(union[transaction.dot].map { $0 == transaction } ?? true)
          union[transaction.dot] = transaction
        }
      }
      try await swapAll()
    }
    // Nothing is lost, and nothing waits.
    try #require(
      union.values.map { UInt64($0.operationList.count) }.reduce(0, +)
        == extents.values.map(\.seq).reduce(0, +))
    let expected = SetFold(union.values).json
    try #require(
      try StateDigest.of(Array(state.utf8)) == StateDigest.of(expected), "\(expected)\n\(state)")
  }

  private static func transactions(_ library: PhotoLibrary) async throws -> [Transaction] {
    let collector = Collector()
    try await library.exportLog { collector.append($0) }
    return try collector.bytes.split(separator: 10).map { try Transaction(jsonLine: $0) }
  }
}
