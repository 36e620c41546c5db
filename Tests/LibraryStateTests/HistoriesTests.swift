import Foundation
import LibraryState
import Operations
import ReferenceFold
import TestSupport
import Testing

/// Holds the fold to states that an independent reference computed (Fixtures/histories/README.md).
@Suite struct HistoriesTests {
  private static let directory = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/histories")

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
    .filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }.sorted()

  @Test func allOfThemAreThere() {
    #expect(Self.names.count { UInt($0) != nil } == 200)
    #expect(Self.names.count { $0.hasPrefix("lost-") } == 20)
  }

  @Test(arguments: names)
  func comesToTheExpectedState(_ name: String) throws {
    let lines = try Data(contentsOf: Self.directory.appending(path: "\(name).jsonl"))
    let transactions = try lines.split(separator: 10).map { try Transaction(jsonLine: $0) }
    let expected = try normalized(
      try Data(contentsOf: Self.directory.appending(path: "\(name).state.json")))
    var generator = SeededGenerator(seed: testSeed())
    let half = transactions.count / 2
    let orders = [
      ("as they stand", transactions),
      ("in reverse", transactions.reversed()),
      ("shuffled", transactions.shuffled(using: &generator)),
      ("the second half first", Array(transactions[half...] + transactions[..<half])),
      ("each twice", transactions.flatMap { [$0, $0] }),
    ]
    var first: LibraryState?
    for (order, transactions) in orders {
      let state = Feeder(transactions).state
      let actual = try state.normalizedJSON()
      if actual != expected {
        Issue.record(
          """
          \(name), \(order), seed \(generator.seed):
          \(difference(actual, expected))
          """)
      }
      #expect(first ?? state.pruned == state.pruned, "\(name), \(order), seed \(generator.seed)")
      first = first ?? state.pruned
    }
    #expect(SetFold(transactions) == SetFold(Feeder(transactions).state), "\(name)")
  }
}
