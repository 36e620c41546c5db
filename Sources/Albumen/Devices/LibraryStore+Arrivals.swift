import Catalogue
import LibraryState
import Operations

extension LibraryStore {
  /// Counts what `conflicts` lists and has part in it of what was delivered behind a state.
  ///
  /// Where whoever did that had seen all that is here, which costs little to tell, no history is searched.
  ///
  /// - Parameter own: logs whose news are none, such as this machine's own.
  func conflictCount(
    behind vector: VersionVector, without own: Set<LogID>
  ) throws(AlbumenError) -> Int {
    try readWithLogs { catalogue throws(AlbumenError) in
      let news = try asking { () throws(CatalogueError) in
        try catalogue.transactions(behind: vector, without: own)
      }
      var isApart = false
      for first in news.compactMap(\.first) where !isApart {
        isApart = try asking { () throws(CatalogueError) in try !catalogue.hadSeenAll(first.dot) }
      }
      var arrivals = Arrivals()
      try forEachTransaction(named: news.lazy.joined().map(\.dot)) { arrivals.note($0) }
      var count = 0
      for content in arrivals.contents {
        let isShared = try asking { () throws(CatalogueError) in try catalogue.isShared(content) }
        if isShared { count += 1 }
      }
      guard isApart else { return count }
      var search = try ConflictSearch(self, catalogue)
      let found = try search.run(albums: arrivals.albums, assets: arrivals.assets)
      return count
        + found.count { conflict in
          ([conflict.kept].compactMap { $0 } + conflict.lost).contains { act in
            !own.contains(act.transaction.log)
              && act.transaction.seq > vector[act.transaction.log]
          }
        }
    }
  }
}

/// Is what some transactions are about.
private struct Arrivals {
  private(set) var albums: Set<AlbumID> = []
  private(set) var assets: Set<AssetID> = []
  /// The contents that assets were given, or came to live with.
  private(set) var contents: Set<ContentID> = []

  mutating func note(_ transaction: Transaction) {
    guard transaction.hlc < HybridClock.end else { return }
    for operation in transaction.operationList {
      switch operation.change {
      case .addAsset(let asset, _), .restoreAsset(let asset):
        assets.insert(asset)
        contents.insert(asset.cast())
      case .setAsset(let asset, let field, let value):
        assets.insert(asset)
        if field == .content, case .digest(let content) = value { contents.insert(content.cast()) }
      case .trashAsset(let asset, _, _), .purgeAsset(let asset): assets.insert(asset)
      case .addTag(let asset, _), .removeTag(let asset, _, _): assets.insert(asset)
      case .createAlbum(let album, _), .setAlbum(let album, _, _), .deleteAlbum(let album, _),
        .restoreAlbum(let album):
        albums.insert(album)
      case .addReference(let album, _, _), .removeReference(let album, _, _),
        .moveReference(let album, _, _):
        albums.insert(album)
      default: break
      }
    }
  }
}
