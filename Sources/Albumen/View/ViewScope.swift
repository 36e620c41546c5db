import Catalogue
import Operations
import Platform
import Reconciling

/// Is the part of the album view that a round concerns, where that is known for certain.
struct ViewScope {
  /// The albums, with the names that lead to their directories.
  let albums: [AlbumID: [[UInt8]]]
  /// The folders that they are in.
  let folders: Set<AlbumID>
  /// The last transaction that is known of.
  let seen: Int64

  /// Beyond so many a look at all of it costs hardly more.
  static let limit = 64

  func includes(_ album: AlbumID) -> Bool { albums[album] != nil || folders.contains(album) }

  /// Whether a path below the view's directory is that of one of the albums.
  func includes(_ path: [UInt8]) -> Bool {
    albums.values.contains { $0.joined(separator: [UInt8(ascii: "/")]).elementsEqual(path) }
  }

  /// The albums by the paths of their directories below the view's, as they are recorded: the view's file
  /// is written a moment later.
  static func albums(byPathIn rows: [ViewDirectoryRow]) -> [[UInt8]: AlbumID] {
    let byAlbum = Dictionary(rows.map { ($0.album, $0) }, uniquingKeysWith: { $1 })
    var albums: [[UInt8]: AlbumID] = [:]
    for row in rows where row.standing == Int(ViewBase.Standing.settled.rawValue) {
      var path = row.name
      var next = row.parent
      var depth = 0
      while let folder = next, let above = byAlbum[folder], depth <= rows.count {
        path = above.name + [UInt8(ascii: "/")] + path
        next = above.parent
        depth += 1
      }
      if next == nil { albums[path] = min(row.album, albums[path] ?? row.album) }
    }
    return albums
  }
}

extension Catalogue {
  /// What stands for references in a part of the view, or in all of it.
  func viewEntries(in scope: ViewScope?) throws(CatalogueError) -> [ViewEntryRow] {
    guard let scope else { return try viewEntries() }
    return try viewEntries(ofAll: scope.albums.keys)
  }

  /// The members of the albums in a part of the view, or in all of it.
  func viewMembers(in scope: ViewScope?) throws(CatalogueError) -> [ViewMemberRow] {
    guard let scope else { return try viewMembers() }
    return try viewMembers(ofAll: scope.albums.keys)
  }
}

extension ViewSync {
  /// What a round concerns; nil where anything is unsure, and all of it has to be looked at.
  ///
  /// That is sure where the view agreed with all transactions but those that have changed references of
  /// albums whose directories are as they were recorded, and nothing happened in other directories.
  func sureScope() throws(AlbumenError) -> ViewScope? {
    guard let directories = options.directories, !options.isDryRun, !options.confirmsMissing,
      !file.adopts, file.form == form
    else { return nil }
    try store.catchUp()
    return try store.read { (catalogue) throws(CatalogueError) in
      guard let seen = try catalogue.viewSeen,
        try catalogue.viewGeneration?.generation == file.generation,
        // Photos that lie in the view themselves are followed in a look at all of it.
        try catalogue.files(inside: name).isEmpty,
        var wanted = try catalogue.albumsOfReferences(after: seen)
      else { return nil }
      let last = try catalogue.lastTransaction
      if wanted.isEmpty, directories.isEmpty {
        return ViewScope(albums: [:], folders: [], seen: last)
      }
      let directoryRows = try catalogue.viewDirectories()
      let rows = Dictionary(directoryRows.map { ($0.album, $0) }, uniquingKeysWith: { $1 })
      let byPath = directories.isEmpty ? [:] : ViewScope.albums(byPathIn: directoryRows)
      for directory in directories {
        guard let inside = directory.relative(to: name), let album = byPath[inside.bytes] else {
          return nil
        }
        wanted.insert(album)
      }
      if wanted.count > ViewScope.limit { return nil }
      func settled(_ id: AlbumID, isFolder: Bool) throws(CatalogueError) -> ViewDirectoryRow? {
        guard let row = rows[id], let album = try catalogue.album(id), album.isAlive,
          album.isFolder == isFolder, album.parent == row.parent,
          album.title.utf8.elementsEqual(row.title.utf8), row.nextName == nil,
          row.standing == Int(ViewBase.Standing.settled.rawValue)
        else { return nil }
        return row
      }
      var albums: [AlbumID: [[UInt8]]] = [:]
      var folders: Set<AlbumID> = []
      for album in wanted {
        guard let row = try settled(album, isFolder: false) else { return nil }
        var names = [row.name]
        var next = row.parent
        while let folder = next {
          guard names.count < 64, let row = try settled(folder, isFolder: true) else { return nil }
          names.insert(row.name, at: 0)
          folders.insert(folder)
          next = row.parent
        }
        albums[album] = names
      }
      return ViewScope(albums: albums, folders: folders, seen: last)
    }
  }

  /// Does a round of a part; false, with nothing done that a look at all of it would not do as well, where
  /// something was found of which the rest must be known.
  mutating func runScoped(_ scope: ViewScope) throws(AlbumenError) -> Bool {
    if scope.albums.isEmpty { return true }
    self.scope = scope
    defer { self.scope = nil }
    try prepare()
    try checkForm()
    let look = try look()
    guard look.isThere, look.unreadable.isEmpty, look.toRead.isEmpty, look.unsettled.isEmpty,
      !look.hasDirectories,
      try store.read({ (catalogue) throws(CatalogueError) in try catalogue.viewTop })
        == topIdentity(look)
    else { return false }
    try takeOver(look)
    if isUnsure { return false }
    try render()
    if isUnsure { return false }
    describe()
    return true
  }

  /// Whether what was found in a part can be taken over without knowing the rest.
  ///
  /// That is links that came, and their order. What is gone may be elsewhere, or be too much to be concluded
  /// from.
  var isSure: Bool {
    guard wasTrusted, findings.files.isEmpty, findings.waiting.isEmpty, findings.withheld.isEmpty,
      findings.held.isEmpty
    else { return false }
    return findings.acts.allSatisfy { act in
      switch act {
      case .add, .order: true
      case .create, .setTitle, .move, .delete, .restore, .remove: false
      }
    }
  }

  /// Notes up to which transaction the view agrees with the albums now; or that it does not.
  mutating func noteSeen(_ last: Int64, _ isInStep: Bool) throws(AlbumenError) {
    do throws(CatalogueError) {
      let catalogue = store.catalogue
      var seen: Int64? = isInStep && findings.held.isEmpty && findings.withheld.isEmpty ? last : nil
      // Of what came meanwhile, another round may have to take notice.
      if let scope, seen != nil, last != scope.seen {
        let albums = try catalogue.albumsOfReferences(after: scope.seen)
        if albums?.allSatisfy({ scope.albums[$0] != nil }) != true { seen = scope.seen }
      }
      if try catalogue.viewSeen != seen {
        try catalogue.withChange { () throws(CatalogueError) in try catalogue.setViewSeen(seen) }
      }
    } catch { throw AlbumenError(error) }
  }
}
