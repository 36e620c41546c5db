import LibraryState
import Operations
import Platform
import SQLiteKit
import TestSupport
import Testing

@testable import Catalogue

/// A live change is one transaction: seen while it is made, and gone without a trace if it fails.
@Suite struct ChangeTests {
  private struct Refusal: Error, Equatable {}

  /// All rows of the fold's tables, as text.
  private func dump(_ catalogue: Catalogue) throws -> [String] {
    var lines: [String] = []
    for table in [
      "meta", "log", "txn", "touched", "name", "content", "place", "dot", "dead", "register",
      "asset", "version", "album", "reference", "file",
    ] {
      let statement = try catalogue.connection.prepare("SELECT * FROM \(table)")
      var rows = statement.rows()
      while let row = try rows.next() {
        let cells = (0..<row.columnCount).map { "\(row.type($0)) \(row.bytes($0))" }
        lines.append("\(table): \(cells.joined(separator: ", "))")
      }
    }
    return lines
  }

  private func refuse<Result>(
    _ catalogue: Catalogue, _ body: () throws -> Result
  ) {
    #expect(throws: Refusal.self) {
      try catalogue.withChange(mapError: { $0 as any Error }) {
        _ = try body()
        throw Refusal()
      }
    }
  }

  @Test func rollbackLeavesNoTrace() throws {
    var generator = SeededGenerator(seed: testSeed())
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    for number in [3, 77, 150] {
      try build(catalogue, [])
      let delivered = try History(number).delivered(using: &generator)
      for (index, next) in delivered.enumerated() {
        let what: Comment = "history \(number), transaction \(index), seed \(generator.seed)"
        if Bool.random(using: &generator) {
          let before = try dump(catalogue)
          let count = Int.random(in: 0...next.transaction.operations.count, using: &generator)
          refuse(catalogue) {
            for operation in next.transaction.operations.prefix(count).enumerated() {
              try catalogue.apply(
                operation.element, as: next.transaction.dot(at: operation.offset),
                hlc: next.transaction.hlc)
            }
            if count == next.transaction.operations.count { try catalogue.record(next) }
          }
          #expect(try dump(catalogue) == before, what)
        }
        try live(catalogue, next)
      }
      #expect(try catalogue.state().pruned == delivered.state.pruned)
    }
  }

  /// Applies and records a transaction as the engine does while a change block runs.
  private func live(_ catalogue: Catalogue, _ delivered: DeliveredTransaction) throws {
    let transaction = delivered.transaction
    try catalogue.withChange { () throws(CatalogueError) in
      for (index, operation) in transaction.operations.enumerated() {
        try catalogue.apply(operation, as: transaction.dot(at: index), hlc: transaction.hlc)
      }
      try catalogue.record(delivered)
    }
  }

  @Test func readsSeeWhatWasAppliedSoFar() throws {
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    let other = try temporary.open()
    let log = LogID(high: 7, low: 7)
    let asset = AssetID(words: (1, 2, 3, 4))
    let album = AlbumID(high: 5, low: 5)
    refuse(catalogue) {
      var seq: UInt64 = 0
      func apply(_ change: Operation.Change) throws {
        seq += 1
        try catalogue.apply(Operation(change), as: Dot(log: log, seq: seq), hlc: 100)
      }
      try apply(.addAsset(asset, initial: [Field(.filename, .text("a.jpg"))]))
      #expect(try catalogue.asset(asset)?.fields == [.filename: .text("a.jpg")])
      try apply(
        .createAlbum(
          album, initial: [Field(.title, .text("Rome")), Field(.type, .text("album"))]))
      #expect(try catalogue.albums(titled: "Rome").map(\.id) == [album])
      try apply(.addReference(album, asset, Position(bytes: [0x80])))
      #expect(try catalogue.members(of: album).map(\.asset) == [asset])
      let observed = try catalogue.observedDots(of: .reference(album, asset))
      #expect(observed == [Dot(log: log, seq: 3)])
      try apply(.removeReference(album, asset, observed: observed))
      #expect(try catalogue.members(of: album) == [])
      // A dot of the transaction under way was removed as it was there: nothing is left dead.
      #expect(try catalogue.state().dead.isEmpty)
      #expect(try catalogue.vector.isEmpty)
      // Others see nothing of it.
      #expect(try other.asset(asset) == nil)
    }
    #expect(try catalogue.asset(asset) == nil)
  }

  @Test func changesOutsideAndOutOfOrderAreRefused() throws {
    var generator = SeededGenerator(seed: 1)
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    let delivered = try History(1).delivered(using: &generator)
    let first = delivered[0]
    try expectFailure(.misuse) { () throws(CatalogueError) in try catalogue.record(first) }
    try expectFailure(.misuse) { () throws(CatalogueError) in
      try catalogue.apply(
        first.transaction.operations[0], as: first.transaction.dot, hlc: first.transaction.hlc)
    }
    try catalogue.deliver([first])
    // A transaction that was delivered is not delivered again.
    let before = try dump(catalogue)
    try expectFailure(.outOfOrder) { () throws(CatalogueError) in try catalogue.deliver([first]) }
    #expect(try dump(catalogue) == before)
    try expectFailure(.outOfOrder) { () throws(CatalogueError) in
      try build(catalogue, [first, first])
    }
    #expect(try dump(catalogue) == before)
  }

  /// A part of a change that fails takes back only what it did, the numbers it gave included.
  @Test func aPartOfAChangeMayFail() throws {
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    let log = LogID(high: 7, low: 7)
    let asset = AssetID(words: (1, 2, 3, 4))
    func addAsset() throws(CatalogueError) {
      try catalogue.apply(
        Operation(.addAsset(asset, initial: [])), as: Dot(log: log, seq: 1), hlc: 1)
    }
    try catalogue.withChange { () throws(CatalogueError) in
      do throws(CatalogueError) {
        try catalogue.withChange { () throws(CatalogueError) in
          try addAsset()
          throw CatalogueError(.misuse, "for the sake of the test", path: nil)
        }
      } catch { #expect(error.code == .misuse) }
      let gone = try catalogue.asset(asset)
      #expect(gone == nil)
      try addAsset()
    }
    #expect(try catalogue.observedDots(of: .asset(asset)) == [Dot(log: log, seq: 1)])
  }

  @Test func aCommitThatFailsLeavesNoTrace() throws {
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    var generator = SeededGenerator(seed: 1)
    let delivered = try History(1).delivered(using: &generator)
    let before = try dump(catalogue)
    _ = try Failpoint.withScope {
      Failpoint.arm("catalogue.commit", action: .error(5))
      try expectFailure(.io) { () throws(CatalogueError) in try catalogue.deliver(delivered) }
    }
    #expect(try dump(catalogue) == before)
    try catalogue.deliver(delivered)
    #expect(try catalogue.state().pruned == delivered.state.pruned)
  }

  @Test func aBuildKeepsTheFileIndex() throws {
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    #expect(try !catalogue.hasBase)
    try catalogue.setBase(files: 0)
    let file = FileRow(
      path: "a.jpg", inode: .max, size: 3, modified: -1, changed: 2, born: nil,
      content: ContentID(words: (1, 2, 3, 4)), asset: AssetID(words: (1, 2, 3, 4)), hashed: 9)
    try catalogue.put(file)
    try build(catalogue, [])
    #expect(try catalogue.files() == [file])
    #expect(try catalogue.hasBase)
  }

  @Test func anotherProcessMayWriteInBetween() throws {
    var generator = SeededGenerator(seed: testSeed())
    let temporary = try TemporaryCatalogue()
    let catalogues = [try temporary.open(), try temporary.open()]
    let delivered = try History(42).delivered(using: &generator)
    for next in delivered {
      try catalogues[Int.random(in: 0...1, using: &generator)].deliver([next])
    }
    for catalogue in catalogues {
      #expect(try catalogue.state().pruned == delivered.state.pruned)
    }
    // A build gives all things other numbers.
    try build(catalogues[0], History(42).delivered(using: &generator))
    for catalogue in catalogues {
      #expect(try catalogue.state().pruned == delivered.state.pruned)
      let newest = try catalogue.transactions(limit: 1).first
      #expect(newest?.stamp == delivered.map(\.transaction.stamp).max())
    }
  }
}

/// Expects `body` to throw an error with a code, and returns it.
@discardableResult
func expectFailure(
  _ code: CatalogueError.Code, _ location: SourceLocation = #_sourceLocation,
  _ body: () throws(CatalogueError) -> Void
) throws -> CatalogueError {
  do {
    try body()
  } catch {
    #expect(error.code == code, "\(error)", sourceLocation: location)
    return error
  }
  throw TestFailure("nothing was thrown where \(code) is due (\(location))")
}
