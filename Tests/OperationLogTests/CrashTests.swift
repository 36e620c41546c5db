import Glibc
import OperationLog
import Operations
import Platform
import TestSupport
import Testing

/// Kills processes while they write, and looks at what they leave.
@Suite struct CrashTests {
  /// The failpoints of the scenario, each with how often it is passed.
  private func passages() throws -> [(name: String, count: Int)] {
    try withTemporaryDirectory { root in
      let hits = try Failpoint.withScope { try CrashScenario(root).run() }.hits
      return hits.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }
  }

  /// All files of a log, by name.
  private func files(_ fixture: LogFixture) throws -> [UInt64: [UInt8]] {
    var result: [UInt64: [UInt8]] = [:]
    for segment in try fixture.segments() {
      result[segment] = try DurableFile.contents(of: fixture.file(segment))
    }
    return result
  }

  @Test func everyStepIsAFailpoint() throws {
    let names = Set(try passages().map(\.name))
    let expected: Set = [
      "log.append.write", "log.append.fsync", "log.append.fsyncDirectory", "log.segment.create",
      "log.segment.directory", "log.segment.fsyncDirectory", "log.segment.write", "log.seal.write",
      "log.seal.fsync", "log.head.write", "log.head.fsync", "log.head.rename",
      "log.head.fsyncDirectory", "log.identity.write", "log.identity.fsync",
      "log.identity.rename", "log.identity.fsyncDirectory",
    ]
    #expect(names == expected)
  }

  @Test func aProcessKilledAtAnyFailpointLosesNothing() async throws {
    let reference = try withTemporaryDirectory { root in
      try CrashScenario(root).run()
      return try files(LogFixture(root))
    }
    for (name, count) in try passages() {
      // The first passage, the second and the last are enough of the many of an append.
      for hit in Set([1, min(2, count), count]).sorted() {
        try await withTemporaryDirectory { root in
          let text = try #require(root.text)
          await #expect(processExitsWith: .signal(SIGKILL), "\(name) \(hit)") {
            [text = text as String, name = name as String, hit = hit as Int] in
            Failpoint.arm(name, action: .kill, onHit: hit)
            try CrashScenario(try #require(Path(text))).runWithNote()
          }
          let scenario = CrashScenario(root)
          #expect(try scenario.isIntact(), "killed at \(name), passage \(hit)")
          try scenario.run()
          #expect(try scenario.fixture.readAll() == scenario.transactions())
          #expect(try files(scenario.fixture) == reference, "killed at \(name), passage \(hit)")
        }
      }
    }
  }

  @Test func aProcessKilledAtAnyTimeLosesNothing() async throws {
    var random = SeededGenerator(seed: testSeed())
    for round in 0..<30 {
      try await withTemporaryDirectory { root in
        let text = try #require(root.text)
        // Most runs last a few milliseconds: so do the waits, the longest beyond the end.
        let delay = Int(random.next() % 12_000)
        await #expect(processExitsWith: .signal(SIGKILL), "seed \(random.seed), round \(round)") {
          [text = text as String, delay = delay as Int] in
          let scenario = CrashScenario(try #require(Path(text)))
          var thread = pthread_t()
          let argument = UnsafeMutablePointer<Int>.allocate(capacity: 1)
          argument.pointee = delay
          pthread_create(
            &thread, nil,
            { argument in
              usleep(UInt32(argument?.load(as: Int.self) ?? 0))
              kill(getpid(), SIGKILL)
              return nil
            }, argument)
          try scenario.runWithNote()
          while true { pause() }
        }
        let scenario = CrashScenario(root)
        #expect(try scenario.isIntact(), "seed \(random.seed), round \(round)")
        try scenario.run()
        #expect(try scenario.fixture.readAll() == scenario.transactions())
      }
    }
  }

  @Test func everyFailureLeavesALogThatCanGoOn() throws {
    for (name, count) in try passages() {
      for hit in Set([1, min(2, count), count]).sorted() {
        try withTemporaryDirectory { root in
          let scenario = CrashScenario(root)
          let (code, _) = try Failpoint.withScope { () -> LogError.Code? in
            Failpoint.arm(name, action: .error(EIO), onHit: hit)
            do {
              try scenario.runWithNote()
              return nil
            } catch let error as LogError {
              return error.code
            }
          }
          #expect(code != nil, "\(name), passage \(hit)")
          #expect(try scenario.isIntact(), "\(name), passage \(hit)")
          try scenario.run()
          #expect(try scenario.fixture.readAll() == scenario.transactions())
        }
      }
    }
  }
}
