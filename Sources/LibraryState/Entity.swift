package import Operations

/// Is what a set or a register belongs to.
package enum Entity: Hashable, Sendable {
  /// An asset's life.
  case asset(AssetID)
  /// The purges of an asset.
  case purge(AssetID)
  /// One tag of an asset.
  case tag(AssetID, ExactText)
  /// An album or folder.
  case album(AlbumID)
  /// One asset's membership in one album.
  case reference(AlbumID, AssetID)
  /// A content at a place.
  case copy(ContentID, PlaceID)
  /// A log.
  case log(LogID)
}
