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
      do throws(CatalogueError) { try clearFold() } catch { throw mapError(error) }
      let result = try body(builder)
      do throws(CatalogueError) { try builder.finish() } catch { throw mapError(error) }
      return result
    }
  }

  private func clearFold() throws(CatalogueError) {
    do throws(SQLiteError) {
      try connection.execute(
        """
        DELETE FROM log; DELETE FROM txn; DELETE FROM touched; DELETE FROM name;
        DELETE FROM content; DELETE FROM place; DELETE FROM dot; DELETE FROM dead;
        DELETE FROM register; DELETE FROM asset; DELETE FROM version; DELETE FROM album;
        DELETE FROM reference; DELETE FROM meta WHERE key = 'highest';
        """)
    } catch { throw CatalogueError(error) }
    loadedLogs = LogTable()
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
  private(set) var touched: [(key: EntityKey, transaction: Int64)] = []
  private(set) var versions: [(content: ContentID, asset: Int64)] = []
  /// Where each log's transactions end, ascending, and the chains there.
  private var ends: [LogID: [(seq: UInt64, chain: UInt64)]] = [:]

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

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
    let id: Int64
    do throws(SQLiteError) {
      id = try catalogue.insertTransaction(delivered, log: log, undoes: undoes)
    } catch { throw CatalogueError(error) }
    for subject in Subject.all(of: transaction) {
      switch subject {
      case .asset(let asset): touched.append((EntityKey(.asset, numbers.number(of: asset)), id))
      case .album(let album): touched.append((EntityKey(.album, numbers.number(of: album)), id))
      }
    }
    noteVersions(transaction)
  }

  /// Returns the first eight bytes of a log's chain behind the transaction that ends at `seq`; nil
  /// where none that was delivered ends there.
  package func chainAt(_ log: LogID, _ seq: UInt64) -> UInt64? {
    guard let ends = ends[log] else { return nil }
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if ends[middle].seq < seq { low = middle + 1 } else { high = middle }
    }
    return low < ends.count && ends[low].seq == seq ? ends[low].chain : nil
  }

  private func noteVersions(_ transaction: Transaction) {
    guard transaction.hlc < HybridClock.end else { return }
    for operation in transaction.operations {
      if case .setAsset(let asset, .content, .digest(let content)) = operation.change {
        versions.append((content.cast(), numbers.number(of: asset)))
      }
    }
  }
}

/// Gives numbers, from 1 upwards, to what rows name by one.
struct BuilderNumbers {
  private(set) var logs: [LogID] = []
  private(set) var assets: [AssetID] = []
  private(set) var albums: [AlbumID] = []
  private(set) var names: [ExactText] = []
  private(set) var contents: [ContentID] = []
  private(set) var places: [PlaceID] = []
  private var ofLog: [LogID: Int64] = [:]
  private var ofAsset: [AssetID: Int64] = [:]
  private var ofAlbum: [AlbumID: Int64] = [:]
  private var ofName: [ExactText: Int64] = [:]
  private var ofContent: [ContentID: Int64] = [:]
  private var ofPlace: [PlaceID: Int64] = [:]

  mutating func number(of log: LogID) -> Int64 { Self.number(log, &ofLog, &logs) }
  mutating func number(of asset: AssetID) -> Int64 { Self.number(asset, &ofAsset, &assets) }
  mutating func number(of album: AlbumID) -> Int64 { Self.number(album, &ofAlbum, &albums) }

  /// Returns the key of an entity.
  mutating func key(of entity: Entity) -> EntityKey {
    switch entity {
    case .asset(let asset), .purge(let asset): EntityKey(entity.kind, number(of: asset))
    case .tag(let asset, let tag):
      EntityKey(.tag, number(of: asset), Self.number(tag, &ofName, &names))
    case .album(let album): EntityKey(.album, number(of: album))
    case .reference(let album, let asset):
      EntityKey(.reference, number(of: album), number(of: asset))
    case .copy(let content, let place):
      EntityKey(
        .copy, Self.number(content, &ofContent, &contents),
        Self.number(place, &ofPlace, &places))
    case .log(let log): EntityKey(.log, number(of: log))
    }
  }

  private static func number<Element: Hashable>(
    _ element: Element, _ numbers: inout [Element: Int64], _ elements: inout [Element]
  ) -> Int64 {
    if let number = numbers[element] { return number }
    elements.append(element)
    numbers[element] = Int64(elements.count)
    return Int64(elements.count)
  }
}
