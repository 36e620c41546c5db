import Catalogue
import Operations
import Platform

/// References what has appeared in directories that are albums' in those albums.
///
/// What was ever a member of such an album, and is none, somebody has taken out: it is not put in again,
/// whatever becomes of the index of files.
struct SourceTaker {
  private let session: ChangeSession
  private let sources: [FolderSource]
  /// How many references were added.
  private(set) var count = 0

  init(_ session: ChangeSession, _ sources: [FolderSource]) {
    self.session = session
    self.sources = sources
  }

  /// References files' assets; those that are in the trash are left.
  mutating func take(_ files: [(path: Path, asset: AssetID)]) throws(AlbumenError) {
    let files = files.sorted { $0.path < $1.path }
    for source in sources {
      let inside = files.filter { $0.path.isInside(source.directory) }
      if inside.isEmpty { continue }
      switch source.target {
      case .album(let album): try add(inside.map(\.asset), to: album)
      case .leaf, .path:
        var order: [[String]] = []
        var assets: [[String]: [AssetID]] = [:]
        for file in inside {
          guard let titles = source.titles(for: file.path) else { continue }
          if assets[titles] == nil { order.append(titles) }
          assets[titles, default: []].append(file.asset)
        }
        for titles in order { try mirror(assets[titles] ?? [], at: titles) }
      }
    }
  }

  private mutating func add(_ assets: [AssetID], to album: AlbumID) throws(AlbumenError) {
    guard let row = try session.album(album), !row.isDeleted, !row.isFolder else { return }
    let new = try fresh(assets, for: [album])
    if !new.isEmpty { count += try LibraryChanges(session).add(new, to: album) }
  }

  /// Adds to the album at a path of titles, which is made with its folders where it is missing.
  private mutating func mirror(
    _ assets: [AssetID], at titles: [String]
  ) throws(AlbumenError) {
    guard let title = titles.last.flatMap({ ChangeSession.normalized($0) }) else { return }
    let changes = LibraryChanges(session)
    var parent: AlbumID?
    var isMade = false
    var folders: [String] = []
    for name in titles.dropLast() {
      guard !isMade, let name = ChangeSession.normalized(name),
        let folder = try session.albums(titled: name, type: .folder, parent: parent).first
      else {
        isMade = true
        folders.append(name)
        continue
      }
      parent = folder
    }
    // Of an album of that title, also one that was deleted: what it had is not put in again.
    var earlier: [AlbumID] = []
    if !isMade {
      earlier = try session.albums(includingDeleted: true).filter {
        !$0.isFolder && ChangeSession.normalized($0.title) == title
          && ($0.isDeleted ? $0.fields[.parent]?.album : $0.parent) == parent
      }.map(\.id)
    }
    let new = try fresh(assets, for: earlier)
    if new.isEmpty { return }
    for name in folders { parent = try changes.findOrCreateFolder(name, in: parent) }
    count += try changes.add(new, to: try changes.findOrCreateAlbum(title, in: parent).id)
  }

  /// Those of some living assets that never were members of albums, each once.
  private func fresh(
    _ assets: [AssetID], for albums: [AlbumID]
  ) throws(AlbumenError) -> [AssetID] {
    var new: [AssetID] = []
    var seen: Set<AssetID> = []
    for asset in assets {
      guard try session.asset(asset)?.status == .alive else { continue }
      // For a part it is its whole that is put in, or was taken out.
      let whole = try session.whole(of: asset)
      guard seen.insert(whole).inserted else { continue }
      var wasMember = false
      for album in albums where !wasMember {
        wasMember = try session.hasPosition(album, whole)
        if !wasMember, whole != asset { wasMember = try session.hasPosition(album, asset) }
      }
      if !wasMember { new.append(whole) }
    }
    return new
  }
}

extension LibraryChanges {
  /// Returns the living folder of albums of that title and parent, or makes it.
  ///
  /// Two devices that do this apart make one folder.
  func findOrCreateFolder(
    _ title: String, in parent: AlbumID?
  ) throws(AlbumenError) -> AlbumID {
    guard let title = ChangeSession.normalized(title) else {
      throw AlbumenError(.invalid, "a title may not be empty")
    }
    if let found = try session.albums(titled: title, type: .folder, parent: parent).first {
      return found
    }
    let id = try session.unusedAlbumID(title: title, type: .folder, parent: parent)
    return try create(id, title, .folder, parent)
  }
}
