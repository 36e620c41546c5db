package import LibraryState
package import Operations
import SQLiteKit

extension Catalogue {
  /// Builds the fold anew from all logs: for a first build, and where the catalogue does not fit them.
  ///
  /// What `body` delivers replaces all that was delivered before, in one change. It is folded in
  /// memory and written at the end in the order of the tables, which takes less time than
  /// `deliver(_:)` but memory for the whole state. The index of files stays as it is.
  package func build<Result, Failure: Error>(
    mapError: (CatalogueError) -> Failure,
    _ body: (CatalogueBuilder) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withChange(mapError: mapError) { () throws(Failure) -> Result in
      let builder = CatalogueBuilder(self)
      let indexes: [String]
      do throws(CatalogueError) { indexes = try clearFold() } catch { throw mapError(error) }
      let result = try body(builder)
      do throws(CatalogueError) {
        try builder.finish()
        try writing { () throws(SQLiteError) in try makeIndexes(indexes) }
      } catch { throw mapError(error) }
      return result
    }
  }

  /// Empties the tables of the fold; returns the SQL of their indexes, which are dropped.
  private func clearFold() throws(CatalogueError) -> [String] {
    loadedLogs = LogTable()
    loadedContexts = [:]
    do throws(SQLiteError) {
      let indexes = try dropIndexes()
      try connection.execute(Self.emptyFold())
      return indexes
    } catch { throw CatalogueError(error) }
  }
}

/// Takes all transactions of a library, in an order in which each one's turn has come.
package final class CatalogueBuilder {
  /// What has been delivered so far.
  package private(set) var state = LibraryState()
  private(set) var delivery = Delivery()
  let catalogue: Catalogue
  /// The last transaction delivered of each log.
  private(set) var heights: [LogID: DeliveredTransaction] = [:]
  var numbers = BuilderNumbers()
  /// The numbers of assets and albums, once everything was delivered.
  var order = BuilderOrder(LibraryState())
  private(set) var touchedAssets = TouchLog()
  private(set) var touchedAlbums = TouchLog()
  /// The places of what the transaction at hand is about; kept for their memory.
  private var assetsAtHand: [UInt32] = []
  private var albumsAtHand: [UInt32] = []
  /// The contents that assets were given, with the places of those.
  private(set) var versions: [(content: ContentID, asset: Int)] = []
  /// Where each log's transactions end, ascending, and the chains there.
  private var ends: [LogID: [(seq: UInt64, chain: UInt64)]] = [:]
  /// The rows of the transactions, and how many there are.
  let transactions: BulkInsert
  private var transactionCount: Int64 = 0

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    transactions = BulkInsert(
      catalogue.connection, into: "txn", Catalogue.transactionColumns)
  }

  /// Folds in the next transaction.
  ///
  /// - Throws: `.outOfOrder` where it is not the next one of its log.
  package func deliver(_ delivered: DeliveredTransaction) throws(CatalogueError) {
    let transaction = delivered.transaction
    try catalogue.requireNext(transaction, after: delivery.vector[transaction.log])
    state.deliver(transaction)
    _ = delivery.deliver(transaction)
    heights[transaction.log] = delivered
    ends[transaction.log, default: []].append((transaction.lastSeq, delivered.chain.prefix))
    let log = numbers.number(of: transaction.log)
    let undoes = transaction.undoes.map { (log: numbers.number(of: $0.log), seq: $0.seq) }
    transactionCount += 1
    do throws(SQLiteError) {
      try Catalogue.write(
        delivered, as: transactionCount, log: log, undoes: undoes, to: transactions)
      try catalogue.recordSeen(transaction)
      try catalogue.insertFrame(delivered, log: log)
    } catch { throw CatalogueError(error) }
    noteSubjects(transaction, transactionCount)
  }

  /// The place of an asset in the state, which has one for each that anything names.
  func place(of asset: AssetID) -> Int { state.place(of: asset) }

  /// The place of an album in the state.
  func place(of album: AlbumID) -> Int { state.place(of: album) }

  /// Notes what a transaction is about, each thing once, and the contents that it gives to assets.
  private func noteSubjects(_ transaction: Transaction, _ id: Int64) {
    guard transaction.hlc < HybridClock.end else { return }
    assetsAtHand.removeAll(keepingCapacity: true)
    albumsAtHand.removeAll(keepingCapacity: true)
    for operation in transaction.operationList {
      let (album, asset) = operation.change.subjects
      if let album { albumsAtHand.append(UInt32(place(of: album))) }
      guard let asset else { continue }
      let place = place(of: asset)
      assetsAtHand.append(UInt32(place))
      if case .setAsset(_, .content, .digest(let content)) = operation.change {
        versions.append((content.cast(), place))
      }
    }
    Self.forEachOnce(&assetsAtHand) { touchedAssets.append($0, id) }
    Self.forEachOnce(&albumsAtHand) { touchedAlbums.append($0, id) }
  }

  private static func forEachOnce(_ places: inout [UInt32], _ body: (UInt32) -> Void) {
    places.sort()
    var last: UInt32?
    for place in places where place != last {
      body(place)
      last = place
    }
  }

  /// Returns the first eight bytes of a log's chain behind the transaction that ends at `seq`; nil
  /// where none that was delivered ends there.
  package func chainAt(_ log: LogID, _ seq: UInt64) -> UInt64? {
    guard let ends = ends[log] else { return nil }
    let place = ends.partitionPoint { $0.seq >= seq }
    return place < ends.count && ends[place].seq == seq ? ends[place].chain : nil
  }
}
