import Operations

extension LibraryState {
  /// The state without records that hold nothing, which depend on the order of arrival.
  package var pruned: LibraryState {
    var state = self
    state.assets = state.assets.mapValues { asset in
      var asset = asset
      asset.tags = asset.tags.filter { !$0.value.isEmpty }
      return asset
    }.filter { $0.value != Asset() }
    state.albums = state.albums.filter { $0.value != Album() }
    // By other places than before.
    state.references = ReferenceTable()
    state.segmentPlaces = SegmentPlaces()
    for album in albumIDs {
      for (asset, reference) in references(of: album) where reference != Reference() {
        let place = state.place(of: album, asset)
        state.references.put(reference, at: place)
      }
    }
    state.copies = state.copies.mapValues { $0.filter { !$0.value.isEmpty } }
      .filter { !$0.value.isEmpty }
    state.dead = state.dead.filter { !state.vector.contains($0.dot) }
    return state
  }
}
