import Operations

/// Is what matters to taking back, or bringing again, what a transaction did.
struct EntityScope {
  /// The things that it changed.
  private var entities: Set<Entity> = []
  /// The assets whose life it changed: whether others have put them to use matters.
  private var assets: Set<AssetID> = []
  private var albums: Set<AlbumID> = []

  /// Makes the scope of what a transaction did.
  init(_ own: EntityHistory) {
    for entity in own.entities + own.keys.map(\.entity) {
      entities.insert(entity)
    }
    for entity in own.entities {
      switch entity {
      case .asset(let asset), .purge(let asset):
        assets.insert(asset)
        entities.formUnion([.asset(asset), .purge(asset)])
      case .album(let album): albums.insert(album)
      case .reference, .tag, .copy, .log: break
      }
    }
  }

  func contains(_ entity: Entity) -> Bool {
    if entities.contains(entity) { return true }
    switch entity {
    case .reference(let album, let asset):
      return albums.contains(album) || assets.contains(asset)
    case .tag(let asset, _): return assets.contains(asset)
    case .asset, .purge, .album, .copy, .log: return false
    }
  }
}
