package import Operations

/// Is the directory of an album in the album view, as the catalogue keeps it.
package struct ViewDirectoryRow: Sendable, Hashable {
  package var album: AlbumID
  package var parent: AlbumID?
  package var name: [UInt8]
  package var title: String
  package var inode: UInt64
  /// In nanoseconds since 1970 UTC.
  package var birth: Int64?
  package var standing: Int
  package var nextParent: AlbumID?
  package var nextName: [UInt8]?
  package var nextTitle: String?

  package init(album: AlbumID, name: [UInt8], title: String, inode: UInt64, standing: Int) {
    self.album = album
    self.name = name
    self.title = title
    self.inode = inode
    self.standing = standing
  }
}

/// Is what stands for a reference in the album view, as the catalogue keeps it.
package struct ViewEntryRow: Sendable, Hashable {
  package var album: AlbumID
  package var asset: AssetID
  package var name: [UInt8]
  package var text: [UInt8]?
  package var isOurs: Bool
  package var standing: Int
  package var nextName: [UInt8]?
  /// By what a file is known again; nil for a link.
  package var mark: Mark?

  /// Tells a file in the view from others.
  package struct Mark: Sendable, Hashable {
    package let inode: UInt64
    /// In bytes.
    package let size: Int64
    /// In nanoseconds since 1970 UTC, like `changed`.
    package let modified: Int64
    package let changed: Int64
    package let isMade: Bool

    package init(inode: UInt64, size: Int64, modified: Int64, changed: Int64, isMade: Bool) {
      self.inode = inode
      self.size = size
      self.modified = modified
      self.changed = changed
      self.isMade = isMade
    }
  }

  package init(
    album: AlbumID, asset: AssetID, name: [UInt8], text: [UInt8]?, isOurs: Bool, standing: Int,
    nextName: [UInt8]?
  ) {
    self.album = album
    self.asset = asset
    self.name = name
    self.text = text
    self.isOurs = isOurs
    self.standing = standing
    self.nextName = nextName
  }
}

/// Is a file in the album view that was read.
package struct ViewFileRow: Sendable, Hashable {
  package let inode: UInt64
  /// In bytes.
  package let size: Int64
  /// In nanoseconds since 1970 UTC, like `changed`.
  package let modified: Int64
  package let changed: Int64
  /// Nil for what is no photo or video.
  package let content: ContentID?

  package init(
    inode: UInt64, size: Int64, modified: Int64, changed: Int64, content: ContentID?
  ) {
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
    self.content = content
  }
}

/// Is a member of an album with where its file is.
package struct ViewMemberRow: Sendable, Hashable {
  package let album: AlbumID
  package let asset: AssetID
  /// The files of it here, in the order of their paths' bytes.
  package var files: [File]

  /// A file of an asset.
  package struct File: Sendable, Hashable {
    package let path: [UInt8]
    package let inode: UInt64
    package let content: ContentID
  }
}
