import Catalogue
import LibraryState
import OperationLog
import Operations

extension LibraryStore {
  /// Counts what `conflicts` lists and has part in it of what was delivered behind a state.
  ///
  /// Where whoever did that had seen all that is here, which costs little to tell, no log is read; else what
  /// came is read once, a transaction at a time, and only as far as that narrows the search.
  ///
  /// - Parameter own: logs whose news are none, such as this machine's own.
  func conflictCount(
    behind vector: VersionVector, without own: Set<LogID>
  ) throws(AlbumenError) -> Int {
    try readWithLogs { catalogue throws(AlbumenError) in
      let news = try asking { () throws(CatalogueError) in
        try catalogue.arrivals(behind: vector, without: own)
      }
      let isNew = { (dot: Dot) in !own.contains(dot.log) && dot.seq > vector[dot.log] }
      let contents = try asking { () throws(CatalogueError) in
        try Self.contentCount(catalogue, isNew)
      }
      var isApart = false
      for (first, _) in news where !isApart {
        isApart = try asking { () throws(CatalogueError) in try !catalogue.hadSeenAll(first) }
      }
      guard isApart else { return contents }
      let arrivals = try read(news)
      var search = try ConflictSearch(self, catalogue)
      let found = try search.run(albums: arrivals.albums, assets: arrivals.assets)
      return contents
        + found.count { conflict in
          ([conflict.kept].compactMap { $0 } + conflict.lost).contains { isNew($0.transaction) }
        }
    }
  }

  /// Counts the contents that are those of several living assets, one of which came to have it, or to live,
  /// by what is new.
  private static func contentCount(
    _ catalogue: Catalogue, _ isNew: (Dot) -> Bool
  ) throws(CatalogueError) -> Int {
    var count = 0
    for (_, assets) in try catalogue.sharedContents() {
      for asset in assets {
        let written = try catalogue.written(.content, of: .asset(asset))
        let lives = try catalogue.observedDots(of: .asset(asset))
        if written.map({ isNew($0.dot) }) ?? false || lives.contains(where: isNew) {
          count += 1
          break
        }
      }
    }
    return count
  }

  /// Reads what has come, until it is about more than can be searched one by one.
  private func read(
    _ news: [(first: Dot, last: UInt64)]
  ) throws(AlbumenError) -> Arrivals {
    var arrivals = Arrivals()
    do throws(LogError) {
      for (first, last) in news {
        var cursor = try logs.reader(first.log).entries(behind: first.seq - 1)
        while cursor.mark.seq < last, arrivals.count <= ConflictSearch.mostSubjects,
          let entry = try cursor.next()
        {
          arrivals.note(entry.transaction)
        }
      }
    } catch { throw AlbumenError(error) }
    return arrivals
  }
}

/// Is what some transactions are about.
private struct Arrivals {
  private(set) var albums: Set<AlbumID> = []
  private(set) var assets: Set<AssetID> = []

  var count: Int { albums.count + assets.count }

  mutating func note(_ transaction: Transaction) {
    guard transaction.hlc < HybridClock.end else { return }
    for operation in transaction.operationList {
      let (album, asset) = operation.change.subjects
      // A reference is searched by its album.
      if let album { albums.insert(album) } else if let asset { assets.insert(asset) }
    }
  }
}
