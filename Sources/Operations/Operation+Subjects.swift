extension Operation.Change {
  /// The album or folder, and the asset, that it is about; both for a reference.
  package var subjects: (album: AlbumID?, asset: AssetID?) {
    switch self {
    case .addAsset(let asset, _), .setAsset(let asset, _, _), .trashAsset(let asset, _, _),
      .restoreAsset(let asset), .purgeAsset(let asset), .addTag(let asset, _),
      .removeTag(let asset, _, _):
      (nil, asset)
    case .createAlbum(let album, _), .setAlbum(let album, _, _), .deleteAlbum(let album, _),
      .restoreAlbum(let album):
      (album, nil)
    case .addReference(let album, let asset, _), .removeReference(let album, let asset, _),
      .moveReference(let album, let asset, _):
      (album, asset)
    case .addCopy, .removeCopy, .setLog, .retireLog, .opaque: (nil, nil)
    }
  }
}
