package import Operations

/// Is what a person did in the album view since it and the albums last agreed.
package struct ViewFindings: Sendable, Equatable {
  /// What becomes operations, in their order.
  package enum Act: Sendable, Equatable {
    case create(AlbumID, title: String, isFolder: Bool, parent: AlbumID?)
    case setTitle(AlbumID, String)
    case move(AlbumID, into: AlbumID?)
    case delete(AlbumID)
    case restore(AlbumID)
    /// References, behind all others.
    case add(AlbumID, [AssetID])
    case remove(AlbumID, [AssetID])
    /// Members go behind another one; to the front where there is none.
    case order(AlbumID, [AssetID], after: AssetID?)
  }

  /// A photo or video itself, where links should be.
  package struct File: Sendable, Equatable {
    package let album: AlbumID
    /// The names that lead to it from the view's own directory.
    package let path: [[UInt8]]
    package let content: ContentID
    /// The asset that it is an edit of, or that is missing here and has come back by it; nil for a new
    /// one.
    package let asset: AssetID?
    /// Whether it is an edit.
    package let isEdit: Bool

    /// By directory, and in one by the order of the names, as what links lead to comes into an album.
    func precedes(_ other: Self) -> Bool {
      let (one, two) = (path.dropLast(), other.path.dropLast())
      if one != two { return Array(one).precedes(Array(two)) }
      return LinkName.precedes(path.last ?? [], other.path.last ?? [])
    }
  }

  /// Something that is left as it is.
  package enum Reason: Sendable, Equatable {
    /// A photo in a directory of albums.
    case inFolder
    /// A photo in the view's own directory.
    case atTop
    /// A directory that stands for no album: it is one of an album that is no more.
    case outside
    /// A photo, or a link to one, in an album's directory that is no reference: it was there before the
    /// directory was the album's, or the album has lost the reference since.
    case withoutReference
    /// A directory in an album's.
    case inAlbum
    /// A link to an asset that is in the trash.
    case trashed
    /// A link that leads to no photo or video of the library, and what it says.
    case untaken([UInt8])
  }

  package var acts: [Act] = []
  /// Files to be put into the roll, with links in their places.
  package var files: [File] = []
  /// What the view has now.
  package var base = ViewBase()
  /// What is gone, but so much at once that nothing is concluded without being confirmed.
  package var withheld: [[[UInt8]]] = []
  /// Whether all is withheld because another directory is in the place of the view's own.
  package var isOfOtherDirectory = false
  /// Directories that may still be changing.
  package var waiting: [[[UInt8]]] = []
  /// Albums whose directories are not touched, because something in them waits or is withheld.
  package var held: Set<AlbumID> = []
  /// What stands where a photo or video did, and is none: nothing is concluded from it.
  package var unclear: [[[UInt8]]] = []
  package var left: [(path: [[UInt8]], reason: Reason)] = []
  /// Names in the directories, by the folder or album (nil for the view's own), that are nobody's of ours.
  package var occupied: [AlbumID?: Set<[UInt8]>] = [:]

  package init() {}

  package static func == (one: Self, other: Self) -> Bool {
    one.acts == other.acts && one.files == other.files && one.base == other.base
      && one.withheld == other.withheld && one.waiting == other.waiting && one.held == other.held
  }
}
