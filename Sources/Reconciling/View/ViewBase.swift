package import Operations

/// Is what the album view had when it and the albums last agreed, with what was under way since.
///
/// What is under way is written down before it is done: then neither half of it is ever taken for what a
/// person did (docs/design/0013-album-view.md).
package struct ViewBase: Sendable, Equatable {
  /// The directory of an album or folder.
  package struct Directory: Sendable, Equatable {
    /// The folder whose directory it is in; nil at the top.
    package var parent: AlbumID?
    package var name: [UInt8]
    /// The title that the name stands for.
    package var title: String
    /// What told it from others when it was last seen; 0 where it was not.
    package var inode: UInt64 = 0
    /// When it was made, in nanoseconds since 1970 UTC, where the file system tells.
    package var birth: Int64?
    package var standing: Standing = .settled
    /// Where it is being moved to, and the title that it stands for there.
    package var next: Place?
    package var nextTitle: String?

    package init(parent: AlbumID?, name: [UInt8], title: String) {
      self.parent = parent
      self.name = name
      self.title = title
    }

    /// Where it is.
    package var place: Place { Place(parent: parent, name: name) }
  }

  /// A name in the directory of a folder, or at the top.
  package struct Place: Hashable, Sendable {
    package var parent: AlbumID?
    package var name: [UInt8]

    package init(parent: AlbumID?, name: [UInt8]) {
      self.parent = parent
      self.name = name
    }
  }

  /// What stands for a reference in an album's directory.
  package struct Entry: Sendable, Equatable {
    package var name: [UInt8]
    /// What the link says, or what a file made here stands for (`StandIn`); nil for a person's copy of the
    /// file, which is never touched.
    package var text: [UInt8]?
    /// Whether it was made here, or is as if it had been.
    package var isOurs: Bool
    package var standing: Standing = .settled
    /// The name that it is being given.
    package var nextName: [UInt8]?
    /// By what a file is known again that stands in the place of a link; nil for a link.
    package var mark: Mark?

    package init(name: [UInt8], text: [UInt8]?, isOurs: Bool, mark: Mark? = nil) {
      self.name = name
      self.text = text
      self.isOurs = isOurs
      self.mark = mark
    }

    /// What it stands for, where it is a file itself.
    package var standIn: StandIn? { text.flatMap { StandIn(text: $0) } }

    /// Whether it is known to be there, by this name.
    package var isCertain: Bool { standing.wasSeen && nextName == nil }
  }

  /// Says whether something is there.
  package enum Standing: UInt8, Sendable {
    /// It is.
    case settled = 0
    /// It is being made.
    case arriving = 1
    /// It is being removed.
    case leaving = 2
    /// It is there and stands for nothing: an entry that was left, or came, without a reference.
    case stray = 3
    /// It was removed by a person: remembered so as to know it again.
    case deleted = 4
    /// It was, is gone, and nothing is concluded from that until a person confirms it or it is back.
    case withheld = 5

    /// Whether it is there, or was and nothing was concluded from its being gone.
    package var wasSeen: Bool { self == .settled || self == .withheld }
  }

  /// Names a reference.
  package struct Reference: Hashable, Sendable {
    package let album: AlbumID
    package let asset: AssetID

    package init(_ album: AlbumID, _ asset: AssetID) {
      self.album = album
      self.asset = asset
    }
  }

  package private(set) var directories: [AlbumID: Directory] = [:]
  package private(set) var entries: [AlbumID: [AssetID: Entry]] = [:]
  /// Directories that stand for no album, by their path below the view, with the names that are in them.
  package private(set) var strays: [[UInt8]: Set<[UInt8]>] = [:]
  /// Whether it stands for a whole look at the view; a new one does not.
  package var isEstablished = false

  /// How many directories and entries it had when nothing was withheld.
  ///
  /// What may be gone at once is a part of them. The numbers must not change with what comes while
  /// something is withheld, or that would be concluded in the end.
  package private(set) var agreedDirectories = 0
  package private(set) var agreedEntries = 0

  /// What is different since it was read or saved.
  package private(set) var changedDirectories: Set<AlbumID> = []
  package private(set) var changedEntries: Set<Reference> = []
  package private(set) var changedStrays: Set<[UInt8]> = []

  package init() {}

  /// Whether anything is different since it was read or saved.
  package var isChanged: Bool {
    !changedDirectories.isEmpty || !changedEntries.isEmpty || !changedStrays.isEmpty
  }

  /// Takes notice that all of it has been saved.
  package mutating func noteSaved() {
    changedDirectories = []
    changedEntries = []
    changedStrays = []
  }

  /// Takes notice that view and albums agree.
  package mutating func agree() {
    agree(
      directories: directories.values.count(where: \.standing.wasSeen),
      entries: entries.values.reduce(0) { $0 + $1.values.count(where: \.isCertain) })
  }

  package mutating func agree(directories: Int, entries: Int) {
    agreedDirectories = directories
    agreedEntries = entries
  }

  package func entry(_ album: AlbumID, _ asset: AssetID) -> Entry? { entries[album]?[asset] }

  package mutating func set(_ directory: Directory?, of album: AlbumID) {
    if directories[album] == directory { return }
    directories[album] = directory
    changedDirectories.insert(album)
  }

  package mutating func set(_ entry: Entry?, of album: AlbumID, _ asset: AssetID) {
    if entries[album]?[asset] == entry { return }
    entries[album, default: [:]][asset] = entry
    if entries[album]?.isEmpty == true { entries[album] = nil }
    changedEntries.insert(Reference(album, asset))
  }

  /// Forgets the directories of albums that nobody knows: whose making was said to come, and did not.
  package mutating func forget(where isUnknown: (AlbumID) -> Bool) {
    for album in Array(directories.keys) where isUnknown(album) {
      for asset in Array((entries[album] ?? [:]).keys) { set(nil, of: album, asset) }
      set(nil, of: album)
    }
  }

  package mutating func setStray(_ names: Set<[UInt8]>?, at path: [UInt8]) {
    if strays[path] == names { return }
    strays[path] = names
    changedStrays.insert(path)
  }

  /// Whether nothing was concluded from an album's directory, or something in it, being gone.
  func hasWithheld(_ album: AlbumID) -> Bool {
    directories[album]?.standing == .withheld
      || entries[album]?.values.contains { $0.standing == .withheld } == true
  }

  /// The names of the directories that lead to an album's, from the top; nil where one is not known or
  /// they go in a circle.
  package func path(of album: AlbumID) -> [[UInt8]]? {
    var names: [[UInt8]] = []
    var next: AlbumID? = album
    while let current = next {
      guard let directory = directories[current], names.count <= directories.count else {
        return nil
      }
      names.append(directory.name)
      next = directory.parent
    }
    return names.reversed()
  }
}
