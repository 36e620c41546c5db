import Operations

/// Which album a directory stands for.
extension ViewReader {
  /// Finds the album of a directory that was not there before, or makes one for it.
  mutating func identify(
    _ found: inout Placed, _ path: [[UInt8]], _ name: [UInt8], _ parent: AlbumID?
  ) throws(Knowledge.Failure) {
    let hasDirectories = !(children[path] ?? []).isEmpty
    let title = ViewNames.title(of: name)
    if !before.isEstablished, let album = albumOfName(name, parent) {
      found.album = album
      found.isFolder = state.albums[album]?.isFolder ?? false
      return
    }
    let assets = try newAssets(found.directory)
    if let album = deletedAlbum(title, assets) {
      found.album = album
      found.isFolder = state.deleted[album]?.isFolder ?? false
      restore(album)
      return
    }
    guard try isMeant(path) else {
      if before.isEstablished, strays[ViewBase.join(path)] == nil {
        findings.waiting.append(path)
      } else {
        try leave(path)
      }
      return
    }
    bringBack(parent)
    let album = newAlbum()
    found.album = album
    found.isFolder = hasDirectories
    findings.acts.append(
      .create(album, title: title, isFolder: hasDirectories, parent: parent))
  }

  /// Brings a deleted folder back in whose directory something came to be an album's.
  private mutating func bringBack(_ folder: AlbumID?) {
    if let folder, state.albums[folder] == nil, state.deleted[folder] != nil { restore(folder) }
  }

  /// Brings a deleted album back, once.
  mutating func restore(_ album: AlbumID) {
    if restored.insert(album).inserted { findings.acts.append(.restore(album)) }
  }

  /// Whether a directory without an album is to become one: with something in it that a person put
  /// there, or a while after it was made.
  private func isMeant(_ path: [[UInt8]]) throws(Knowledge.Failure) -> Bool {
    guard let directory = placed[path]?.directory else { return false }
    let stray = strays[ViewBase.join(path)]
    if try !newAssets(directory).isEmpty { return true }
    for entry in directory.entries where stray?.contains(entry.name) != true {
      if case .media = entry.kind { return true }
    }
    for child in children[path] ?? [] {
      // Who puts an album into a new directory means a folder.
      if placed[child]?.album != nil {
        if stray?.contains(child.last ?? []) != true { return true }
        continue
      }
      let isLeft =
        stray?.contains(child.last ?? []) == true && strays[ViewBase.join(child)] == nil
      if !isLeft, try isMeant(child) { return true }
    }
    return stray == nil && before.isEstablished && directory.isRipe
  }

  /// The living album that has no directory yet and would have this name.
  private func albumOfName(_ name: [UInt8], _ parent: AlbumID?) -> AlbumID? {
    let taken = Set(placed.values.compactMap(\.album))
    let fitting = state.albums.filter { album, what in
      what.parent == parent && !taken.contains(album)
        && (ViewNames.name(for: what.title) == name
          || ViewNames.names(for: what.title, besideOthers: album).contains(name))
    }
    return fitting.keys.min()
  }

  /// The deleted album that a directory was: without one, of its title, with most references to what is
  /// in it.
  private func deletedAlbum(_ title: String, _ assets: Set<AssetID>) -> AlbumID? {
    if assets.isEmpty { return nil }
    let taken = Set(placed.values.compactMap(\.album))
    var best: (album: AlbumID, count: Int)?
    for (album, what) in state.deleted where what.title == title && !taken.contains(album) {
      let count = what.members.count { assets.contains($0.asset) }
      let isBetter = best.map { (-count, album) < (-$0.count, $0.album) } ?? true
      if count > 0, isBetter { best = (album, count) }
    }
    return best?.album
  }

  /// The assets that links lead to which a person put into a directory without an album.
  private func newAssets(
    _ directory: ViewSnapshot.Directory
  ) throws(Knowledge.Failure) -> Set<AssetID> {
    let stray = strays[ViewBase.join(directory.path)]
    var assets: Set<AssetID> = []
    for entry in directory.entries where stray?.contains(entry.name) != true {
      // What a view had before is no news to one that knows of nothing.
      guard case .link(let text) = entry.kind,
        before.isEstablished || !hasOurForm(entry.name, text, directory.path),
        let asset = try asset(of: text, in: directory.path)
      else { continue }
      assets.insert(asset)
    }
    return assets
  }

  /// Takes notice of a directory that was there before.
  mutating func noteKnown(
    _ album: AlbumID, _ found: inout Placed, _ name: [UInt8], _ parent: AlbumID?
  ) {
    guard var row = before.directories[album] else { return }
    let living = state.albums[album]
    found.isFolder =
      (living ?? state.deleted[album])?.isFolder ?? !(children[found.directory.path] ?? []).isEmpty
    if row.standing == .deleted {
      // Removed by a person, and back again.
      restore(album)
    }
    let place = ViewBase.Place(parent: parent, name: name)
    if row.next == place, row.place != place {
      row.title = row.nextTitle ?? row.title
    } else if row.place != place {
      if row.name != name {
        row.title = ViewNames.title(of: name)
        if living.map({ $0.title.utf8.elementsEqual(row.title.utf8) }) == false {
          findings.acts.append(.setTitle(album, row.title))
        }
      }
      if row.parent != parent, let living, living.parent != parent, !isInside(parent, album) {
        bringBack(parent)
        findings.acts.append(.move(album, into: parent))
        parents[album] = parent
      }
    }
    row.parent = parent
    row.name = name
    row.next = nil
    row.nextTitle = nil
    row.standing = .settled
    row.inode = found.directory.inode
    row.birth = found.directory.birth
    findings.base.set(row, of: album)
  }

  /// Whether a folder is, by what the albums are by now, in another one: that cannot be put into it.
  private func isInside(_ folder: AlbumID?, _ other: AlbumID) -> Bool {
    var next = folder
    var depth = 0
    while let current = next, depth <= state.albums.count + parents.count {
      if current == other { return true }
      next = parents[current] ?? state.albums[current]?.parent
      depth += 1
    }
    return false
  }
}
