import LibraryState
import OperationLog
import Operations
import Platform
import TestSupport
import Testing

@testable import Albumen

/// Whatever several devices do, and whenever and through whatever they exchange: those that have the same
/// transactions have the same state, and in the end all have all.
///
/// A seed that fails is replayed with ALBUMEN_TEST_SEED.
@Suite struct SyncConvergenceTests {
  static let seeds: [UInt64] =
    environmentValue("ALBUMEN_TEST_SEED").flatMap { UInt64($0) }.map { [$0] }
    ?? [1, 2, 3] + (0..<rounds(3, nightly: 1_000)).map { _ in .random(in: .min ... .max) }

  /// In two parts, which can run beside each other.
  @Test(arguments: 0..<2) func equalVectorsGiveEqualStates(part: Int) async throws {
    for (index, seed) in Self.seeds.enumerated() where index % 2 == part {
      try await Devices.run { devices in
        var run = try await Run(devices, seed: seed)
        do {
          for _ in 0..<run.acts.number(20...40) { try await run.step() }
          try await run.finish()
        } catch {
          Issue.record("seed \(seed): \(error)")
        }
        await run.close()
      }
    }
  }

  /// Is one history of several devices.
  private struct Run {
    let devices: Devices
    let seed: UInt64
    var acts: SyncActs
    var libraries: [PhotoLibrary] = []
    /// How many milliseconds each device's clock is off.
    var clocks: [Int64] = []
    /// The remotes that each device has seen a library in.
    var seen: [Set<Int>] = []
    /// Which remotes each device has.
    var remotes: [[Int]] = []
    /// Whether another program copies what is in one directory to the other, instead of a device that has both.
    let isMirrored: Bool

    init(_ devices: Devices, seed: UInt64) async throws {
      self.devices = devices
      self.seed = seed
      var acts = SyncActs(seed: seed)
      let count = acts.number(2...5)
      let hasTwo = acts.bool(oneIn: 2)
      let isMirrored = hasTwo && acts.bool(oneIn: 2)
      self.isMirrored = isMirrored
      for device in 1...count {
        let library = device == 1 ? try await devices.create() : try await devices.open(device)
        let own: [Int] =
          !hasTwo ? [1] : isMirrored ? [1 + device % 2] : device == 1 ? [1, 2] : [1 + device % 2]
        for number in own { try await devices.connect(library, number) }
        libraries.append(library)
        remotes.append(own)
        seen.append([])
        clocks.append(Int64(acts.number(-1...1)) * 20 * 365 * 86_400_000)
      }
      self.acts = acts
    }

    mutating func step() async throws {
      let device = acts.number(0...(libraries.count - 1))
      switch acts.number(0...11) {
      case 0...5:
        let wishes = (0..<acts.number(1...3)).map { _ in acts.wish() }
        try await libraries[device].write(wishes, clockOff: clocks[device])
      case 6:
        try await libraries[device].album("made \(acts.number(1...9))")
      case 7...9: try await sync(device)
      case 10:
        // The catalogue is a cache.
        let library = libraries[device]
        await library.close()
        if acts.bool(oneIn: 2) {
          for path in try listTree(devices.directory(device + 1))
          where path.lastComponent.display.hasPrefix("catalogue.sqlite") {
            try Files.unlink(devices.directory(device + 1) / path)
          }
        }
        libraries[device] = try await devices.open(device + 1)
      default: try mirror(isWhole: false)
      }
    }

    /// Exchanges with some remotes, of which one may be away.
    private mutating func sync(_ device: Int) async throws {
      // One that was never seen would be begun anew.
      let away = acts.bool(oneIn: 5) ? acts.pick(seen[device].sorted()) : nil
      let hidden = devices.top / "away"
      if let away, (try? FileStatus.ofLink(at: devices.remote(away))) != nil {
        try Files.rename(devices.remote(away), to: hidden)
        // An empty mount point, sometimes.
        if acts.bool(oneIn: 2) { try Files.createDirectory(devices.remote(away)) }
      }
      let reports = try await libraries[device].sync()
      if (try? FileStatus.ofLink(at: hidden)) != nil, let away {
        try? Files.removeDirectory(devices.remote(away))
        try Files.rename(hidden, to: devices.remote(away))
      }
      for (report, number) in zip(reports, remotes[device]) {
        if report.error == nil, !(try await libraries[device].heights()).isEmpty {
          seen[device].insert(number)
        }
        try #require(report.problems.isEmpty && report.forks.isEmpty, "seed \(seed): \(report)")
        if let error = report.error { try #require(error.code == .unreachable, "\(report)") }
      }
    }

    /// Copies files between the directories, as a program that syncs them does; perhaps not all, not in order,
    /// and not whole.
    private mutating func mirror(isWhole: Bool) throws {
      guard isMirrored else { return }
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

    /// Exchanges until all have all, and compares.
    mutating func finish() async throws {
      for _ in 0..<(libraries.count + 3) {
        try mirror(isWhole: true)
        for library in libraries {
          for report in try await library.sync() where !report.isDone {
            throw TestFailure("\(report)")
          }
        }
      }
      let heights = try await libraries[0].heights()
      let state = try await libraries[0].stateJSON()
      for library in libraries {
        try #require(try await library.heights() == heights, "seed \(seed)")
        try #require(try await library.stateJSON() == state, "seed \(seed)")
        try #require(try await library.verify().problems.isEmpty, "seed \(seed)")
        try #require(try await library.status().waiting.isEmpty, "seed \(seed)")
      }
      let all = try await libraries[0].allEntries()
      try #require(
        UInt64(all.map(\.transaction.operationList.count).reduce(0, +))
          == heights.values.reduce(0, +))
      try #require(try expected(all) == state, "seed \(seed)")
      // Once more brings nothing.
      for library in libraries {
        for report in try await library.sync() {
          try #require(report.fetched == 0 && report.sentOperations == 0, "\(report)")
        }
      }
    }

    /// What the transactions fold to, taken in another order.
    private mutating func expected(_ all: [LogEntry]) throws -> String {
      var state = LibraryState()
      var delivery = Delivery()
      var merge = CausalMerge<Transaction> { $0 }
      let chains = Dictionary(
        uniqueKeysWithValues: all.map {
          (Dot(log: $0.transaction.log, seq: $0.transaction.lastSeq), $0.chain.prefix)
        })
      var queues = Dictionary(
        grouping: all.map(\.transaction).sorted { $0.seq > $1.seq }, by: \.log)
      let rest = merge.run(
        queues.keys.shuffled(using: &acts.generator), &delivery,
        next: { queues[$0]?.popLast() }, chainAt: { chains[Dot(log: $0, seq: $1)] },
        deliver: { state.deliver($0) })
      try #require(rest.isEmpty)
      var out = JSONWriter()
      state.write(to: &out)
      return String(decoding: out.bytes, as: UTF8.self)
    }

    func close() async { for library in libraries { await library.close() } }
  }
}
