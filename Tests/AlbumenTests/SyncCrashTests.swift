import Albumen
import TestSupport
import Testing

/// Exchanges by the real program, killed at any file that is written (SIGKILL).
@Suite struct SyncCrashTests {
  /// What is going on when it is killed.
  enum Plan: CaseIterable {
    /// Something to fetch, and something to send that joins pieces which are there.
    case exchange
    /// The first exchange with a directory that is not there yet.
    case first
    /// A log that a copy of this disk has gone on with.
    case fork

    /// The albums that there are in the end.
    var titles: [String] {
      switch self {
      case .exchange: ["Common", "Mine", "Theirs"]
      case .first: ["Common", "Mine"]
      case .fork: ["Common", "Mine", "Of the clone", "Theirs"]
      }
    }

    /// The logs that there are in the end.
    var logs: Int {
      switch self {
      case .exchange: 2
      case .first: 1
      case .fork: 3
      }
    }
  }

  /// Brings the first device to where it is about to exchange.
  private func prepare(_ devices: Devices, _ plan: Plan) async throws {
    var twins = Twins(devices)
    var first = try await devices.create(forProgram: true)
    try await devices.connect(first)
    try await first.album("Common")
    if plan != .first {
      try await first.mustSync()
      if plan == .fork {
        await first.close()
        try twins.clone()
        try twins.swap()
        first = try await devices.open(1, forProgram: true)
        try await first.album("Of the clone")
        try await first.mustSync()
        await first.close()
        try twins.swap()
        first = try await devices.open(1, forProgram: true)
      }
      let second = try await devices.open(2, forProgram: true)
      try await devices.connect(second)
      try await second.mustSync()
      try await second.album("Theirs")
      try await second.mustSync()
      await second.close()
    }
    try await first.album("Mine")
    await first.close()
  }

  /// Looks at what is in the end.
  private func check(_ devices: Devices, _ plan: Plan, _ note: Comment) async throws {
    let first = try await devices.open(1, forProgram: true)
    let second = try await devices.open(2, forProgram: true)
    if plan == .first { try await devices.connect(second) }
    try await first.mustSync()
    try await second.mustSync()
    try await first.mustSync()
    for library in [first, second] {
      #expect(try await library.titles() == plan.titles, note)
      #expect(try await library.verify().problems.isEmpty, note)
      #expect(try await library.status().waiting.isEmpty, note)
    }
    #expect(try await first.stateJSON() == (try await second.stateJSON()), note)
    for device in [1, 2] { #expect(try devices.logs(device).count == plan.logs, note) }
    // Every file of the remote is a piece, and nothing is there twice without need.
    for path in try devices.files() {
      let name = path.lastComponent.display
      #expect(name == "albumen-remote" || name.hasSuffix(".segment"), "\(path); \(note)")
    }
    #expect(
      try listTree(devices.directory(1) / "state").allSatisfy {
        $0.lastComponent != "yield"
      }, note)
    // And it goes on from there.
    try await first.album("Later")
    try await first.mustSync()
    try await second.mustSync()
    #expect(try await second.titles() == (plan.titles + ["Later"]).sorted(), note)
    for library in [first, second] { await library.close() }
  }

  @Test(arguments: Plan.allCases)
  func aKillAtAnyFailpointLosesNothing(plan: Plan) async throws {
    var passed: [String: Int] = [:]
    try await Devices.run { devices in
      try await prepare(devices, plan)
      let first = try await devices.open(1, forProgram: true)
      passed = try await Failpoint.withScope { _ = try await first.mustSync() }.hits
      await first.close()
      try await check(devices, plan, "undisturbed")
    }
    let expected =
      switch plan {
      case .exchange: ["remote.piece.rename", "log.segment.write", "exchange.knowledge.rename"]
      case .first:
        ["remote.directory", "remote.marker.rename", "remote.log", "log.identity.rename"]
      case .fork: ["yield.rename", "yield.unlink", "aside.rename", "log.mend.rename"]
      }
    for name in expected { #expect(passed[name] != nil, "\(name) of \(passed.keys.sorted())") }
    for (name, times) in passed.sorted(by: { $0.key < $1.key }) where name != "lock.opened" {
      // How often the cache is committed is nobody's promise.
      let last = name.hasPrefix("catalogue.") ? 1 : times
      for passage in Set([1, (last + 1) / 2, last]) {
        let note: Comment = "killed at \(name), passage \(passage)"
        try await Devices.run { devices in
          try await prepare(devices, plan)
          let result = try devices.run(
            1, ["sync"], ["ALBUMEN_FAILPOINTS": "\(name)=kill@\(passage)"])
          #expect(result.status == .signalled(9), "\(name) \(passage) of \(times)")
          try await check(devices, plan, note)
        }
      }
    }
  }
}
