import Albumen
import TestSupport
import Testing

/// Many transactions for one place of one log: at most one of them is true.
@Suite struct ClaimTests {
  private static func line(_ label: Int) -> String {
    let log = "00000000000000010000000000000002"
    return #"{"log":"\#(log)","seq":1,"hlc":"0000000000010000","context":{},"wall":1,"#
      + #""label":"\#(1_000_000 + label)","ops":[{"kind":"assetTag"}]}"#
  }

  @Test(.timeLimit(.minutes(10))) func theyAreComparedOnceEach() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let count = 6000
      let lines = (0..<count).map { Self.line($0) } + [Self.line(0)]
      try writeFile(scenario.top / "claims.jsonl", lines.joined(separator: "\n"))
      let report = try await library.replay(scenario.top / "claims.jsonl")
      // Nothing tells which of them is true, so none is taken in.
      #expect(report.delivered == 0 && report.seen == 0 && report.kept == 0)
      #expect(report.forks.map(\.seq) == [1])
      // The same with the place taken: one of them is known.
      try writeFile(scenario.top / "true.jsonl", Self.line(7))
      #expect(try await library.replay(scenario.top / "true.jsonl").delivered == 1)
      let again = try await library.replay(scenario.top / "claims.jsonl")
      #expect(again.delivered == 0 && again.seen == 1)
      #expect(again.forks.map(\.seq) == [1])
      await library.close()
    }
  }
}
