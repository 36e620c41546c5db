import LibraryState
package import Operations
import SQLiteKit

extension Catalogue {
  /// Applies one operation of a transaction that is being made; reads see it from now on.
  ///
  /// Within `withChange` only; `record(_:)` has to follow in the same one when all operations of the
  /// transaction are applied.
  package func apply(
    _ operation: Operation, as dot: Dot, hlc: UInt64
  ) throws(CatalogueError) {
    try requireChange()
    var fold = CatalogueFold(catalogue: self)
    do throws(SQLiteError) {
      if try fold.applyNewAsset(operation, as: dot, hlc: hlc) { return }
      try fold.apply(operation, as: dot, hlc: hlc)
    } catch { throw CatalogueError(error) }
  }

  /// Records a transaction whose operations have been applied.
  ///
  /// Says where it stands in its log, and that its log has been delivered that far. Within
  /// `withChange` only.
  ///
  /// - Throws: `.outOfOrder` where it is not the next one of its log.
  package func record(_ delivered: DeliveredTransaction) throws(CatalogueError) {
    try requireChange()
    let transaction = delivered.transaction
    try requireNext(transaction, after: try vector[transaction.log])
    do throws(SQLiteError) {
      let log = try number(of: transaction.log)
      let undoes: (log: Int64, seq: UInt64)? =
        if let undone = transaction.undoes { (try number(of: undone.log), undone.seq) } else { nil }
      let id = try insertTransaction(delivered, log: log, undoes: undoes)
      for subject in Subject.all(of: transaction) {
        let key =
          switch subject {
          case .asset(let asset): EntityKey(.asset, try number(of: asset))
          case .album(let album): EntityKey(.album, try number(of: album))
          }
        try insertTouched(key, id)
      }
      var delivery = Delivery(vector: try logTable().vector, waivers: try logTable().waivers)
      if delivery.deliver(transaction) { try recordWaivers(delivery.waivers) }
      try advance(log, to: transaction.lastSeq, behind: delivered)
      loadedLogs?.vector = delivery.vector
      var clock = HybridClock(highest: try readHighestTime())
      clock.observe(transaction.hlc)
      try setMeta(.highest) { (statement, index) throws(SQLiteError) in
        try statement.bind(bits: clock.highest, at: index)
      }
    } catch { throw CatalogueError(error) }
  }

  /// Applies and records transactions, in an order in which each one's turn has come, as one change.
  package func deliver(_ transactions: some Sequence<DeliveredTransaction>) throws(CatalogueError) {
    try withChange { () throws(CatalogueError) in
      for delivered in transactions {
        var fold = CatalogueFold(catalogue: self)
        do throws(SQLiteError) { try fold.apply(delivered.transaction) } catch {
          throw CatalogueError(error)
        }
        try record(delivered)
      }
    }
  }

  private func requireChange() throws(CatalogueError) {
    guard isInChange else {
      throw CatalogueError(.misuse, "the catalogue is changed outside withChange", path: path)
    }
  }

  /// Throws where a transaction is not the next one of its log, of which `here` has been delivered.
  func requireNext(_ transaction: Transaction, after here: UInt64) throws(CatalogueError) {
    guard transaction.seq == here + 1 else {
      throw CatalogueError(
        .outOfOrder,
        "transaction \(transaction.dot) is not the next one of its log, of which \(here) is here",
        path: path)
    }
  }

  /// The columns of a transaction's row.
  static let transactionColumns = [
    "log", "seq", "last", "hlc", "wall", "origin", "label", "undoes_log", "undoes_seq", "chain",
    "segment", "offset", "effects", "id",
  ]

  private static let transactionInsert =
    "INSERT INTO txn (\(transactionColumns.joined(separator: ", "))) VALUES ("
    + transactionColumns.indices.map { "?\($0 + 1)" }.joined(separator: ", ") + ")"

  /// Inserts a transaction's row and returns its number.
  private func insertTransaction(
    _ delivered: DeliveredTransaction, log: Int64, undoes: (log: Int64, seq: UInt64)?
  ) throws(SQLiteError) -> Int64 {
    let statement = try connection.statement(Self.transactionInsert)
    try Self.write(delivered, as: nil, log: log, undoes: undoes, to: statement)
    let id = connection.lastInsertRowID
    try recordSeen(delivered.transaction)
    try insertFrame(delivered, log: log)
    return id
  }

  /// Inserts where the next frame of a log's segment begins, where that is the first in its stretch.
  func insertFrame(
    _ delivered: DeliveredTransaction, log: Int64
  ) throws(SQLiteError) {
    guard FrameMark.isDue(from: delivered.offset, to: delivered.end) else { return }
    let statement = try connection.statement(
      """
      INSERT OR REPLACE INTO frame (log, segment, offset, ids, digests, texts)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """)
    try statement.bind(log, at: 1)
    try statement.bind(bits: delivered.segment, at: 2)
    try statement.bind(bits: delivered.end, at: 3)
    try statement.bind(delivered.tables.identifiers, at: 4)
    try statement.bind(delivered.tables.digests, at: 5)
    try statement.bind(delivered.tables.texts, at: 6)
    try statement.run()
  }

  /// Writes a transaction's row.
  ///
  /// - Parameter id: its number; nil for the next one.
  static func write(
    _ delivered: DeliveredTransaction, as id: Int64?, log: Int64,
    undoes: (log: Int64, seq: UInt64)?, to row: some ParameterBinding
  ) throws(SQLiteError) {
    let transaction = delivered.transaction
    try row.bind(log, at: 1)
    try row.bind(bits: transaction.seq, at: 2)
    try row.bind(bits: transaction.lastSeq, at: 3)
    try row.bind(TransactionRow.column(of: transaction.hlc), at: 4)
    try row.bind(transaction.wall, at: 5)
    try row.bind(transaction.origin, at: 6)
    try row.bind(transaction.label, at: 7)
    try row.bind(undoes?.log, at: 8)
    try row.bind(undoes.map { Int64(bitPattern: $0.seq) }, at: 9)
    try row.bind(bits: delivered.chain.prefix, at: 10)
    try row.bind(bits: delivered.segment, at: 11)
    try row.bind(bits: delivered.offset, at: 12)
    try row.bind(Effect.bytes(Effect.all(of: transaction)), at: 13)
    try row.bind(id, at: 14)
    try row.run()
  }

  /// Inserts that a transaction concerns an asset or album.
  func insertTouched(_ key: EntityKey, _ transaction: Int64) throws(SQLiteError) {
    let statement = try connection.statement(
      "INSERT INTO touched (kind, entity, txn) VALUES (?1, ?2, ?3)")
    try statement.bind(key.kind.rawValue, at: 1)
    try statement.bind(key.a, at: 2)
    try statement.bind(transaction, at: 3)
    try statement.run()
  }

  /// Inserts a content that an asset was given.
  func insertVersion(_ content: ContentID, of asset: Int64) throws(SQLiteError) {
    let statement = try connection.statement(
      "INSERT OR IGNORE INTO version (content, asset) VALUES (?1, ?2)")
    try statement.bind(content, at: 1)
    try statement.bind(asset, at: 2)
    try statement.run()
  }

  /// Sets how far a log has been delivered.
  func advance(
    _ log: Int64, to seq: UInt64, behind delivered: DeliveredTransaction
  ) throws(SQLiteError) {
    let statement = try connection.statement(
      "UPDATE log SET seq = ?2, chain = ?3, segment = ?4, offset = ?5 WHERE id = ?1")
    try statement.bind(log, at: 1)
    try statement.bind(bits: seq, at: 2)
    try statement.bind(delivered.chain, at: 3)
    try statement.bind(bits: delivered.segment, at: 4)
    try statement.bind(bits: delivered.end, at: 5)
    try statement.run()
  }

  /// Sets from where on logs are not waited for.
  func recordWaivers(_ waivers: [LogID: UInt64]) throws(SQLiteError) {
    for (log, at) in waivers {
      let number = try number(of: log)
      let statement = try connection.statement("UPDATE log SET waived = ?2 WHERE id = ?1")
      try statement.bind(number, at: 1)
      try statement.bind(bits: at, at: 2)
      try statement.run()
    }
    loadedLogs?.waivers = waivers
  }
}
