package import Operations

/// Is an album or folder as it shows.
package struct AlbumRow: Sendable, Equatable {
  /// The album.
  package let id: AlbumID
  /// Whether it is there, not deleted.
  package let isAlive: Bool
  /// Whether it is a folder; an unknown type is an album.
  package let isFolder: Bool
  /// Its title; empty where it has none that is a text.
  package let title: String
  /// The folder that it shows in; nil at the top, and for a deleted one.
  package let parent: AlbumID?
  /// The smallest stamp of its creations; nil if it was only ever restored.
  package let created: Stamp?
  /// How many references show in it, those of parts included; 0 for a folder.
  package let memberCount: Int
  /// What its registers show: no null, and parent as it was written.
  package let fields: [FieldName: Value]
}

/// Is a reference as it shows.
package struct Member: Sendable, Hashable {
  /// The asset.
  package let asset: AssetID
  /// Its place among the members; nil for one that comes last for want of a place.
  package let position: Position?
}
