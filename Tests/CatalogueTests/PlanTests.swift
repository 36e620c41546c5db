import Operations
import SQLiteKit
import TestSupport
import Testing

@testable import Catalogue

/// Queries that are asked often look up what they need and never go through a table.
@Suite struct PlanTests {
  private static let tables = [
    Catalogue.identifierQuery, Catalogue.everPartsQuery,
    "SELECT id FROM asset WHERE asset = ?1", "SELECT id FROM album WHERE album = ?1",
    Catalogue.assetPrefixQuery, Catalogue.contentQuery, Catalogue.partQuery,
    Catalogue.lastReferenceQuery, Catalogue.memberQuery, Catalogue.memberCountQuery,
    Catalogue.containingQuery, Catalogue.chainQuery, Catalogue.touchingQuery,
    Catalogue.referencedLivesQuery, Catalogue.laterQuery, Catalogue.placesQuery,
    Catalogue.laterHeightsQuery,
    "\(Catalogue.edgeColumns) WHERE album.album = ?1 AND album.alive > 0",
    "\(Catalogue.fileColumns) WHERE path = ?1",
    "\(Catalogue.fileColumns) WHERE asset = ?1 ORDER BY path",
    Catalogue.transactionQuery(.init(album: AlbumID(high: 0, low: 0))),
    Catalogue.transactionQuery(.init(asset: AssetID(words: (0, 0, 0, 0)))),
    Catalogue.transactionQuery(.init(log: LogID(high: 0, low: 0))),
  ]

  private func plan(_ sql: String) throws -> [String] {
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    return try catalogue.connection.prepare("EXPLAIN QUERY PLAN \(sql)").map { $0.text(3) }
  }

  @Test(arguments: tables) func lookUp(_ sql: String) throws {
    let plan = try plan(sql)
    #expect(!plan.isEmpty)
    #expect(plan.allSatisfy { !$0.hasPrefix("SCAN") }, "\(plan.joined(separator: "\n"))")
  }

  /// A list of the newest goes along an index and stops where it has enough.
  @Test func newestTransactions() throws {
    let plan = try plan(Catalogue.transactionQuery(.init()))
    #expect(plan.contains { $0.hasPrefix("SCAN txn USING INDEX txn_time") }, "\(plan)")
    #expect(!plan.contains("USE TEMP B-TREE FOR ORDER BY"), "\(plan)")
    let page = try self.plan(Catalogue.transactionQuery(.init(), isPage: true))
    #expect(page.contains { $0.hasPrefix("SEARCH txn USING INDEX txn_time") }, "\(page)")
  }

  /// The roll is listed in the order of its index, without sorting.
  @Test(arguments: [AssetFilter.alive, .trashed, .purged]) func roll(_ filter: AssetFilter) throws {
    let plan = try plan(Catalogue.assetQuery(filter))
    let index = filter == .alive ? "asset_living" : "asset_gone"
    #expect(plan == ["SCAN asset USING INDEX \(index)"])
  }

  /// The members of an album come in the order of their index; only ids of equal places are sorted.
  @Test func members() throws {
    let plan = try plan(Catalogue.memberQuery)
    #expect(plan.contains { $0.contains("reference_order") }, "\(plan)")
    #expect(!plan.contains("USE TEMP B-TREE FOR ORDER BY"), "\(plan)")
    let last = try self.plan(Catalogue.lastReferenceQuery)
    #expect(last.contains { $0.contains("reference_order") }, "\(last)")
    #expect(!last.contains("USE TEMP B-TREE FOR ORDER BY"), "\(last)")
  }
}
