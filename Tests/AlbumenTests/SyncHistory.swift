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

  init(_ devices: Devices, seed: UInt64) async throws {
    self.devices = devices
    self.seed = seed
    acts = SyncActs(seed: seed)
    let count = acts.number(2...5)
    kind = acts.pick(Kind.allCases + [.both, .both]) ?? .both
    for remote in 1...2 where kind.isGit(remote) {
      let made = try TestSupport.run(
        "/usr/bin/git", ["init", "-q", "--bare", "\(devices.remote(remote))"], environment: [])
      guard made.exitCode == 0 else { throw TestFailure(made.errorText) }
    }
    for device in 1...count {
      let library = device == 1 ? try await devices.create() : try await devices.open(device)
      let one = 1 + device % 2
      let own = kind.hasTwo ? kind == .both && device == 1 ? [1, 2] : [one] : [1]
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
    switch acts.number(0...11) {
    case 0...5:
      let wishes = (0..<acts.number(1...3)).map { _ in acts.wish() }
      try await libraries[device].write(wishes, clockOff: clocks[device])
    case 6: try await libraries[device].album("made \(acts.number(1...9))")
    case 7...9: try await sync(device)
    case 10: try await reopen(device)
    default: try mirror(isWhole: false)
    }
  }

  /// Opens a device's library anew, perhaps without what is only kept for speed.
  private mutating func reopen(_ device: Int) async throws {
    await libraries[device].close()
    let state = devices.directory(device + 1) / "state"
    if acts.bool(oneIn: 2) {
      for path in try listTree(state)
      where path.lastComponent.display.hasPrefix("catalogue.sqlite") {
        try Files.unlink(state / path)
      }
    }
    if acts.bool(oneIn: 2) { removeTree(state / "cache") }
    libraries[device] = try await devices.open(device + 1)
  }

  /// Exchanges with some remotes, of which one may be away.
  private mutating func sync(_ device: Int) async throws {
    // One that was never seen would be begun anew.
    let away = acts.bool(oneIn: 5) ? acts.pick(seen[device].sorted()) : nil
    let hidden = devices.top / "away"
    if let away {
      try Files.rename(devices.remote(away), to: hidden)
      // An empty mount point, sometimes.
      if acts.bool(oneIn: 2) { try Files.createDirectory(devices.remote(away)) }
    }
    let reports = try await libraries[device].sync()
    if let away {
      try? Files.removeDirectory(devices.remote(away))
      try Files.rename(hidden, to: devices.remote(away))
    }
    for (report, number) in zip(reports, remotes[device]) {
      if report.error == nil, !(try await libraries[device].extents()).isEmpty {
        seen[device].insert(number)
      }
      try #require(report.problems.isEmpty && report.forks.isEmpty, "\(report)")
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
    for _ in 0..<(libraries.count + 3) {
      try mirror(isWhole: true)
      var isNews = false
      for library in libraries {
        for report in try await library.mustSync() {
          isNews = isNews || report.fetched > 0 || report.sentOperations > 0
        }
      }
      // Once more has brought nothing.
      if !isNews { return try await compare() }
    }
    throw TestFailure("it never comes to an end")
  }

  private mutating func compare() async throws {
    let extents = try await libraries[0].extents()
    let state = try await libraries[0].stateJSON()
    var union: [Dot: Transaction] = [:]
    for library in libraries {
      try #require(try await library.extents() == extents)
      try #require(try await library.stateJSON() == state)
      try #require(try await library.verify().problems.isEmpty)
      try #require(try await library.status().waiting.isEmpty)
      let collector = Collector()
      try await library.exportLog { collector.append($0) }
      for line in collector.bytes.split(separator: 10) {
        let transaction = try Transaction(jsonLine: line)
        try #require(union[transaction.dot].map { $0 == transaction } ?? true)
        union[transaction.dot] = transaction
      }
    }
    // Nothing is lost, and nothing waits.
    try #require(
      union.values.map { UInt64($0.operationList.count) }.reduce(0, +)
        == extents.values.map(\.seq).reduce(0, +))
    let expected = SetFold(union.values).json
    try #require(
      try StateDigest.of(Array(state.utf8)) == StateDigest.of(expected), "\(expected)\n\(state)")
  }
}
