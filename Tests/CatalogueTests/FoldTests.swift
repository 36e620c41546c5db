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

  /// A catalogue that is built has the rows of one that was brought forward, number by number where the
  /// numbers say the same, and by what they stand for where they are drawn in another order.
  @Test(arguments: [1, 60, 120, 180])
  func aBuildHasTheRowsOfWhatWasBroughtForward(_ number: Int) throws {
    var generator = SeededGenerator(seed: testSeed())
    let delivered = try History(number).delivered(using: &generator)
    let (built, forward) = try (TemporaryCatalogue(), TemporaryCatalogue())
    let first = try built.open()
    try build(first, delivered)
    let second = try forward.open()
    for transaction in delivered { try second.deliver([transaction]) }
    var count = 0
    for sql in Self.rows {
      let rows = try first.rowTexts(sql)
      let expected = try second.rowTexts(sql)
      #expect(rows == expected, "history \(number), seed \(generator.seed): \(sql)")
      count += rows.count
    }
    #expect(count > delivered.count)
  }

  /// All columns of the fold's tables, with ids in place of the numbers that stand for them.
  private static let rows: [String] = {
    let asset = "(SELECT hex(asset) FROM asset WHERE id = %)"
    let album = "(SELECT hex(album) FROM album WHERE id = %)"
    let log = "(SELECT hex(log) FROM log WHERE id = %)"
    func name(_ pattern: String, _ column: String) -> String {
      pattern.split(separator: "%", omittingEmptySubsequences: false).joined(separator: column)
    }
    let entity =
      "kind, CASE WHEN kind <= 3 THEN \(name(asset, "a")) WHEN kind <= 5 THEN \(name(album, "a")) "
      + "WHEN kind = 6 THEN (SELECT hex(content) FROM content WHERE id = a) ELSE \(name(log, "a")) END, "
      + "CASE kind WHEN 3 THEN (SELECT hex(name) FROM name WHERE id = b) WHEN 5 THEN "
      + "\(name(asset, "b")) WHEN 6 THEN (SELECT hex(place) FROM place WHERE id = b) ELSE b END"
    return [
      "SELECT hex(asset), known, alive, purged, quote(captured), quote(filename), quote(part_of) "
        + "FROM asset",
      "SELECT hex(album), known, alive, created_hlc, \(name(log, "created_log")), created_seq, "
        + "quote(title), folder, quote(parent) FROM album",
      "SELECT \(name(album, "album")), \(name(asset, "asset")), alive, quote(position) "
        + "FROM reference",
      "SELECT \(entity), \(name(log, "log")), seq FROM dot",
      "SELECT \(entity), \(name(log, "log")), seq FROM dead",
      "SELECT \(entity), field, written_hlc, \(name(log, "written_log")), written_seq, "
        + "quote(written), initial_hlc, \(name(log, "initial_log")), initial_seq, quote(initial) "
        + "FROM register",
      "SELECT id, \(name(log, "log")), seq, last, hlc, wall, quote(origin), quote(label), "
        + "\(name(log, "undoes_log")), undoes_seq, chain, segment, offset, hex(effects) FROM txn",
      "SELECT kind, CASE kind WHEN 1 THEN \(name(asset, "entity")) ELSE \(name(album, "entity")) END, "
        + "txn FROM touched",
      "SELECT hex(content), \(name(asset, "asset")) FROM version",
      "SELECT hex(log), hex(other), seq, upto FROM seen",
      "SELECT hex(log), seq, hex(chain), segment, offset, waived FROM log",
      "SELECT \(name(log, "log")), segment, offset, ids, digests, texts FROM frame",
      "SELECT key, quote(value) FROM meta",
    ]
  }()

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
