import Catalogue
public import Operations

extension PhotoLibrary {
  /// Returns what devices did without knowing of each other and of which only one part shows: values that
  /// were written apart, removals that an addition overruled, and living assets with one content.
  ///
  /// What a later change has seen both sides of is settled, and not among them. Places of files, which
  /// differ from device to device, are left out. The newest come first.
  ///
  /// - Parameters:
  ///   - album: only what is about this album, its references among it.
  ///   - asset: only what is about this asset.
  public func conflicts(
    album: AlbumID? = nil, asset: AssetID? = nil
  ) async throws(AlbumenError) -> [Conflict] {
    try store.readWithLogs { catalogue throws(AlbumenError) in
      var search = try ConflictSearch(store, catalogue)
      return try search.run(album: album, asset: asset)
    }
  }
}
