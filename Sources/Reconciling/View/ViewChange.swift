package import Operations

/// Is one step that makes the album view what the albums are.
///
/// Doing it twice does no harm. It is noted in the base before, with `intend`, and after, with `conclude`.
package enum ViewChange: Sendable, Equatable {
  case makeDirectory(AlbumID, ViewBase.Place, title: String)
  case moveDirectory(AlbumID, to: ViewBase.Place, title: String)
  case makeLink(AlbumID, AssetID, name: [UInt8], text: [UInt8])
  case renameLink(AlbumID, AssetID, to: [UInt8])
  case removeLink(AlbumID, AssetID)
  /// Removes the directory of an album that is no more, unless something is in it.
  case removeDirectory(AlbumID)

  /// Whether it is about a directory itself.
  package var isOfDirectory: Bool {
    switch self {
    case .makeDirectory, .moveDirectory, .removeDirectory: true
    case .makeLink, .renameLink, .removeLink: false
    }
  }
}

extension ViewBase {
  /// Says what came of a step.
  package enum Outcome: Sendable, Equatable {
    /// It is done, perhaps by an earlier try.
    case done
    /// It is done, and this is the file that stands there now.
    case marked(Mark)
    /// It is done, and this is the directory that was made.
    case made(inode: UInt64, birth: Int64?)
    /// Something else is in the way, or in the place of what was to be removed; all is as it was.
    case notOurs
    /// It is not empty; these names are in it.
    case notEmpty(Set<[UInt8]>)
    /// It is to be tried again.
    case failed

    /// Whether a link or a file in its place is as it was to be.
    fileprivate var isDone: Bool {
      switch self {
      case .done, .marked: true
      case .made, .notOurs, .notEmpty, .failed: false
      }
    }
  }

  /// Notes that a step is about to be done.
  package mutating func intend(_ change: ViewChange) {
    switch change {
    case .makeDirectory(let album, let place, let title):
      var directory = Directory(parent: place.parent, name: place.name, title: title)
      directory.standing = .arriving
      set(directory, of: album)
      for asset in Array((entries[album] ?? [:]).keys) { set(nil, of: album, asset) }
    case .moveDirectory(let album, let place, let title):
      guard var directory = directories[album] else { return }
      directory.next = place
      directory.nextTitle = title
      set(directory, of: album)
    case .makeLink(let album, let asset, let name, let text):
      var made = Entry(name: name, text: text, isOurs: true)
      made.standing = .arriving
      set(made, of: album, asset)
    case .renameLink(let album, let asset, let name):
      guard var entry = entry(album, asset) else { return }
      entry.nextName = name
      set(entry, of: album, asset)
    case .removeLink(let album, let asset):
      guard var entry = entry(album, asset) else { return }
      entry.standing = .leaving
      set(entry, of: album, asset)
    case .removeDirectory(let album):
      guard var directory = directories[album] else { return }
      directory.standing = .leaving
      set(directory, of: album)
    }
  }

  /// Notes what came of a step.
  ///
  /// - Parameter settled: what a look had found in the directories of deleted albums: of what is in one that
  ///   could not be removed, the rest came to it; nil where all of it is left over.
  package mutating func conclude(
    _ change: ViewChange, _ outcome: Outcome, settled: [AlbumID: Set<[UInt8]>]? = nil
  ) {
    if outcome == .failed { return }
    switch change {
    case .makeDirectory(let album, _, _):
      guard var directory = directories[album] else { return }
      if case .made(let inode, let birth) = outcome {
        directory.inode = inode
        directory.birth = birth
        directory.standing = .settled
        set(directory, of: album)
      } else {
        set(nil, of: album)
      }
    case .moveDirectory(let album, let place, let title):
      guard var directory = directories[album] else { return }
      directory.next = nil
      directory.nextTitle = nil
      let old = joinedPath(of: album)
      if outcome == .done {
        directory.parent = place.parent
        directory.name = place.name
        directory.title = title
      }
      set(directory, of: album)
      if let old, let new = joinedPath(of: album) { moveStrays(from: old, to: new) }
    case .makeLink(let album, let asset, _, _):
      guard var entry = entry(album, asset) else { return }
      entry.standing = .settled
      if case .marked(let mark) = outcome { entry.mark = mark }
      set(outcome.isDone ? entry : nil, of: album, asset)
    case .renameLink(let album, let asset, let name):
      guard var entry = entry(album, asset) else { return }
      entry.nextName = nil
      if outcome.isDone { entry.name = name }
      if case .marked(let mark) = outcome { entry.mark = mark }
      set(entry, of: album, asset)
    case .removeLink(let album, let asset):
      guard var entry = entry(album, asset) else { return }
      // What is there instead is somebody's.
      entry.standing = .stray
      entry.isOurs = false
      set(outcome == .done ? nil : entry, of: album, asset)
    case .removeDirectory(let album):
      if case .notEmpty(let names) = outcome, let path = joinedPath(of: album) {
        setStray(settled.map { names.intersection($0[album] ?? []) } ?? names, at: path)
      }
      for asset in Array((entries[album] ?? [:]).keys) { set(nil, of: album, asset) }
      set(nil, of: album)
    }
  }

  /// Takes along what is left over in a directory that was moved, and the directories without an album in it.
  private mutating func moveStrays(from old: [UInt8], to new: [UInt8]) {
    if old == new { return }
    let start = old + [UInt8(ascii: "/")]
    for (path, names) in strays where path == old || path.starts(with: start) {
      setStray(nil, at: path)
      setStray(names, at: new + path.dropFirst(old.count))
    }
  }

  /// The path of an album's directory below the view.
  func joinedPath(of album: AlbumID) -> [UInt8]? {
    path(of: album).map { Self.join($0) }
  }

  static func join(_ names: [[UInt8]]) -> [UInt8] {
    Array(names.joined(separator: [UInt8(ascii: "/")]))
  }
}
