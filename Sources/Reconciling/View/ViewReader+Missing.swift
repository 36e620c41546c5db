import Operations

extension ViewReader {
  mutating func concludeFromMissingDirectories(_ top: ViewSnapshot.Directory) {
    let here = Set(placed.values.compactMap(\.album))
    var isHere: [AlbumID?: ViewSnapshot.Directory] = [nil: top]
    for found in placed.values {
      if let album = found.album { isHere[album] = found.directory }
    }
    let settled = before.directories.values.count(where: \.standing.wasSeen)
    var gone: [AlbumID] = []
    for album in before.directories.keys.sorted() where !here.contains(album) {
      guard let row = before.directories[album] else { continue }
      if row.standing == .deleted {
        if state.albums[album] != nil { forget(album) }
      } else if state.albums[album] == nil || !row.standing.wasSeen || row.next != nil {
        forget(album)
      } else {
        gone.append(album)
      }
    }
    if gone.isEmpty { return }
    let agreed = before.agreedDirectories
    let isTooMuch =
      isOther || gone.count > absenceLimit(agreed)
      || (gone.count > 1 && gone.count >= min(agreed, settled))
    for album in gone {
      // The directory that stands nearest above says whether it was looked at, and is at rest.
      var above = before.directories[album]?.parent
      while let folder = above, isHere[folder] == nil { above = before.directories[folder]?.parent }
      let path = before.path(of: album) ?? []
      guard let place = isHere[above], place.isWhole else {
        findings.held.insert(album)
        continue
      }
      let isWithheld =
        isTooMuch || before.hasWithheld(album) || above.map { isReplaced($0, place) } == true
      if isWithheld, !confirmsMissing {
        findings.held.insert(album)
        findings.withheld.append(path)
        withhold(album)
      } else if !place.isQuiet {
        findings.held.insert(album)
        findings.waiting.append(path)
      } else {
        findings.acts.append(.delete(album))
        var row = before.directories[album]
        row?.standing = .deleted
        forget(album)
        findings.base.set(row, of: album)
      }
    }
  }

  /// Whether a folder's directory is another one than before: a disk that is not mounted, a copy.
  private func isReplaced(_ folder: AlbumID, _ found: ViewSnapshot.Directory) -> Bool {
    guard let known = before.directories[folder], known.inode != 0, found.inode != 0 else {
      return false
    }
    if known.inode != found.inode { return true }
    guard let birth = known.birth, let other = found.birth else { return false }
    return birth != other
  }

  /// Remembers that a directory is gone and nothing was concluded: nor is it later, however little else
  /// is gone by then.
  mutating func withhold(_ album: AlbumID) {
    guard var row = before.directories[album], row.standing == .settled else { return }
    row.standing = .withheld
    findings.base.set(row, of: album)
  }

  mutating func forget(_ album: AlbumID) {
    for asset in Array((before.entries[album] ?? [:]).keys) {
      findings.base.set(nil, of: album, asset)
    }
    findings.base.set(nil, of: album)
  }

  mutating func concludeFromMissingEntries() {
    // What has come to another directory was moved, and is not lost.
    let count = lost.values.reduce(0) { $0 + $1.count(where: { !arrived.contains($0) }) }
    let isTooMuch = isOther || count > absenceLimit(before.agreedEntries)
    for album in lost.keys.sorted() {
      guard let assets = lost[album] else { continue }
      let isEmptied =
        emptied.contains(album) && !assets.allSatisfy({ arrived.contains($0) })
      let wasWithheld = assets.contains { before.entry(album, $0)?.standing == .withheld }
      if isTooMuch || isEmptied || wasWithheld || replaced.contains(album), !confirmsMissing {
        findings.held.insert(album)
        let path = findings.base.path(of: album) ?? []
        for asset in assets {
          guard var row = before.entry(album, asset) else { continue }
          findings.withheld.append(path + [row.name])
          row.standing = .withheld
          findings.base.set(row, of: album, asset)
        }
      } else if !findings.held.contains(album) {
        findings.acts.append(.remove(album, assets.sorted()))
        for asset in assets { findings.base.set(nil, of: album, asset) }
      }
    }
  }

  mutating func noteOccupied(_ top: ViewSnapshot.Directory) {
    for directory in [top] + placed.values.map(\.directory) {
      let album = directory.path.isEmpty ? nil : placed[directory.path]?.album
      if album == nil, !directory.path.isEmpty { continue }
      var names = Set(directory.entries.map(\.name))
      if let album {
        for entry in (findings.base.entries[album] ?? [:]).values { names.remove(entry.name) }
      }
      for child in children[directory.path] ?? [] where placed[child]?.album == nil {
        // One that stands for nothing can become an album's again.
        if findings.base.strays[ViewBase.join(child)] == nil, let name = child.last {
          names.insert(name)
        }
      }
      findings.occupied[album] = names
      if let album, state.deleted[album] != nil { noteSettled(album, directory) }
    }
  }

  /// Notes what of a deleted album's directory is left over, should it not be empty.
  private mutating func noteSettled(_ album: AlbumID, _ directory: ViewSnapshot.Directory) {
    var names = Set(directory.entries.map(\.name)).subtracting(directory.unread)
    // What is put into the roll may come to stay here all the same.
    for file in findings.files where file.album == album {
      if let name = file.path.last { names.remove(name) }
    }
    let isFolder = placed[directory.path]?.isFolder == true
    for child in children[directory.path] ?? [] {
      // In a folder, one that is no album's may still become one.
      let isWaiting =
        isFolder && placed[child]?.album == nil
        && findings.base.strays[ViewBase.join(child)] == nil
      if !isWaiting, let name = child.last { names.insert(name) }
    }
    findings.settled[album] = names
  }
}
