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
    state.albums = state.albums.mapValues { album in
      var album = album
      album.references = album.references.filter { $0.value != Reference() }
      return album
    }.filter { $0.value != Album() }
    state.copies = state.copies.mapValues { $0.filter { !$0.value.isEmpty } }
      .filter { !$0.value.isEmpty }
    state.dead = state.dead.filter { !state.vector.contains($0.dot) }
    return state
  }
}
