package import Operations

/// The records by their places in the tables, which stay the same whatever is folded in: for who goes
/// through all of them, or keeps numbers of its own beside them. Not generic, so that other targets call
/// the tables' code as it was made for these records.
extension LibraryState {
  /// The place of an asset's record, which is made where there was none.
  package mutating func place(of asset: AssetID) -> Int {
    if let known = segmentPlaces.place { return known }
    let place = assets.place(of: asset, orNew: Asset())
    segmentPlaces.keep(place)
    return place
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

/// The references, by album and asset.
extension LibraryState {
  /// What is known of an asset's membership in an album; nil where nothing was ever said of it.
  package func reference(_ album: AlbumID, _ asset: AssetID) -> Reference? {
    guard let album = albums.place(of: album), let asset = assets.place(of: asset),
      let place = references.place(ofAlbum: album, asset: asset)
    else { return nil }
    return references[place]
  }

  /// The references of an album with the assets that they are to, in no order.
  package func references(
    of album: AlbumID
  ) -> [(asset: AssetID, reference: Reference)] {
    albums.place(of: album).map { references(ofAlbumAt: $0) } ?? []
  }

  /// Whether an album has the same references as in another state.
  package func hasReferences(of album: AlbumID, like other: Self) -> Bool {
    let own = references(of: album)
    let count = other.albums.place(of: album)
      .map { other.references.places(ofAlbum: $0).count }
    return own.count == count ?? 0
      && own.allSatisfy { other.reference(album, $0.asset) == $0.reference }
  }

  /// The references of the album at a place with the assets that they are to, in no order.
  package func references(
    ofAlbumAt album: Int
  ) -> [(asset: AssetID, reference: Reference)] {
    references.places(ofAlbum: album).map { (assets[references.asset(at: $0)].key, references[$0]) }
  }
}
