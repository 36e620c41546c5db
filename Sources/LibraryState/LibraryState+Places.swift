package import Operations

/// The records by their places in the tables, which stay the same whatever is folded in: for who goes
/// through all of them, or keeps numbers of its own beside them. Not generic, so that other targets call
/// the tables' code as it was made for these records.
extension LibraryState {
  /// The place of an asset's record, which is made where there was none.
  package mutating func place(of asset: AssetID) -> Int {
    assets.place(of: asset, orNew: Asset())
  }

  /// The place of an album's record, which is made where there was none.
  package mutating func place(of album: AlbumID) -> Int {
    albums.place(of: album, orNew: Album())
  }

  /// The asset at a place.
  package func asset(at place: Int) -> (id: AssetID, record: Asset) {
    (assets[place].key, assets[at: place])
  }

  /// The album at a place.
  package func album(at place: Int) -> (id: AlbumID, record: Album) {
    (albums[place].key, albums[at: place])
  }

  /// The ids of all assets, in the order of their places.
  package var assetIDs: [AssetID] { assets.keys }
  /// The ids of all albums, in the order of their places.
  package var albumIDs: [AlbumID] { albums.keys }
}

extension LibraryState.Album {
  /// The references with the assets they are to, in no order.
  package var members: [(asset: AssetID, reference: LibraryState.Reference)] {
    references.map { (asset: $0.key, reference: $0.value) }
  }
}
