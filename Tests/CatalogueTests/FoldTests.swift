import LibraryState
import Operations
import SQLiteKit
import TestSupport
import Testing

@testable import Catalogue

/// The catalogue's fold is the one in memory, however the transactions come.
@Suite struct FoldTests {
  @Test(arguments: [1, 51, 101, 151])
  func histories(from start: Int) throws {
    var generator = SeededGenerator(seed: testSeed())
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    for number in start..<start + 50 {
      let history = try History(number)
      let delivered = history.delivered(using: &generator)
      #expect(delivered.count > 0)
      let expected = delivered.state
      let shuffled = history.delivered(using: &generator)
      #expect(shuffled.count == delivered.count)

      // One by one; then another build on top of it, which replaces it.
      try build(catalogue, [])
      for transaction in delivered { try catalogue.deliver([transaction]) }
      try check(catalogue, expected, "history \(number) one by one, seed \(generator.seed)")
      try build(catalogue, shuffled)
      try check(catalogue, expected, "history \(number) built, seed \(generator.seed)")

      // A build of the beginning, and the rest in batches.
      let count = Int.random(in: 0...shuffled.count, using: &generator)
      try build(catalogue, Array(shuffled.prefix(count)))
      var rest = shuffled.dropFirst(count)
      while !rest.isEmpty {
        let batch = rest.prefix(Int.random(in: 1...20, using: &generator))
        try catalogue.deliver(batch)
        rest = rest.dropFirst(batch.count)
      }
      try check(catalogue, expected, "history \(number) in batches, seed \(generator.seed)")
    }
  }

  private func check(
    _ catalogue: Catalogue, _ expected: LibraryState, _ what: Comment
  ) throws {
    let state = try catalogue.state()
    #expect(state.pruned == expected.pruned, what)
    #expect(state.json == expected.json, what)
    #expect(try catalogue.vector == expected.vector, what)
    #expect(try catalogue.integrity() == [], what)
  }

  /// Building drops indexes and makes them again: all are there, and a failed build changes nothing.
  @Test func aBuildLeavesTheSchemaAsItWas() throws {
    var generator = SeededGenerator(seed: testSeed())
    let catalogue = try TemporaryCatalogue().open()
    let schema = { () throws(SQLiteError) in
      try catalogue.connection.prepare(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
      ).map { "\($0.text(0)) \($0.text(1)) \($0.text(2)) \($0.text(3))" }
    }
    let before = try schema()
    #expect(before.contains { $0.hasPrefix("index asset_living") })
    let delivered = try History(7).delivered(using: &generator)
    try build(catalogue, delivered)
    #expect(try schema() == before)
    let state = try catalogue.state().json

    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try catalogue.build(mapError: { $0 as any Error }) { builder in
        try builder.deliver(delivered[0])
        throw Stop()
      }
    }
    #expect(try schema() == before)
    #expect(try catalogue.state().json == state)
    #expect(try catalogue.integrity() == [])
  }
}
