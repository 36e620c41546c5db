package import Operations

/// Is what a look at the album view found.
package struct ViewSnapshot: Sendable {
  /// A name in a directory that is not a directory's.
  package struct Entry: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
      /// A link, and what it says.
      case link([UInt8])
      /// A photo or video that was read.
      case media(ContentID)
      /// Anything else, and what cannot be read or may still be written.
      case other
    }

    package let name: [UInt8]
    package var kind: Kind
    /// By what a photo or video is known again that may have been made here; nil for what is none.
    package var mark: ViewBase.Mark?
    /// The asset of which it is a file as well, by another name: a hard link.
    package let shared: AssetID?

    package init(
      name: [UInt8], kind: Kind, mark: ViewBase.Mark? = nil, shared: AssetID? = nil
    ) {
      self.name = name
      self.kind = kind
      self.mark = mark
      self.shared = shared
    }
  }

  /// A directory.
  package struct Directory: Sendable, Equatable {
    /// The names that lead to it from the view's own directory, which has none.
    package let path: [[UInt8]]
    package let inode: UInt64
    package let birth: Int64?
    package var entries: [Entry] = []
    /// The names of files in it that may be photos or videos and could not be looked at: nobody has read them
    /// yet, or they are still being written.
    package var unread: Set<[UInt8]> = []
    /// Whether it was read to its end.
    package var isWhole = true
    /// Whether nothing has come or gone in it for a moment: what is not there can be concluded from.
    package var isQuiet = true
    /// Whether nothing has come or gone in it for so long that it is done although it is empty.
    package var isRipe = true

    package init(path: [[UInt8]], inode: UInt64, birth: Int64?) {
      self.path = path
      self.inode = inode
      self.birth = birth
    }
  }

  /// Each directory before those in it, the view's own first; empty where that is not there.
  package var directories: [Directory] = []

  /// Says whether the view's own directory is the one that was recorded.
  package enum Top: Sendable, Equatable {
    case same
    /// Another one: a disk is not mounted there, or another one is.
    case other
    /// Nothing was recorded of it.
    case unknown
  }
  package var top = Top.same

  package init() {}
}

/// Is what the albums are, as far as the view shows it.
package struct ViewState: Sendable, Equatable {
  /// A member whose asset is alive.
  package struct Member: Sendable, Equatable {
    package let asset: AssetID
    /// The path of its file, relative to the root; nil where it is missing here.
    package let target: [UInt8]?
    /// What that file holds; only asked for where files stand in the place of links, like the inode.
    package let content: ContentID?
    package let inode: UInt64

    package init(
      asset: AssetID, target: [UInt8]?, content: ContentID? = nil, inode: UInt64 = 0
    ) {
      self.asset = asset
      self.target = target
      self.content = content
      self.inode = inode
    }
  }

  /// An album or folder.
  package struct Album: Sendable, Equatable {
    package var title: String
    package var isFolder: Bool
    /// The folder that it shows in.
    package var parent: AlbumID?
    /// In order; none for a folder.
    package var members: [Member] = []

    package init(title: String, isFolder: Bool, parent: AlbumID?) {
      self.title = title
      self.isFolder = isFolder
      self.parent = parent
    }
  }

  /// The living ones.
  package var albums: [AlbumID: Album] = [:]
  /// Deleted ones that a directory that has come back could be.
  package var deleted: [AlbumID: Album] = [:]

  package init() {}
}

/// Answers what the planner of the view asks about the roll.
package protocol ViewKnowledge {
  associatedtype Failure: Error

  /// The asset whose file is at a path relative to the root.
  func asset(at path: [UInt8]) throws(Failure) -> AssetID?

  /// The asset that has, or ever had, a content.
  func asset(ofContent content: ContentID) throws(Failure) -> AssetID?

  /// Whether an asset is in the roll.
  func isAlive(_ asset: AssetID) throws(Failure) -> Bool

  /// Whether a file here holds an asset.
  func isHere(_ asset: AssetID) throws(Failure) -> Bool

  /// Whether a file here holds a content of an asset.
  func isHere(_ content: ContentID, of asset: AssetID) throws(Failure) -> Bool
}
