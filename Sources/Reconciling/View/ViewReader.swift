package import Operations

/// Compares a look at the album view with the base and the state, and finds what a person did.
///
/// Pure. What is not there counts only where the base says for certain that it was, in a directory that
/// was read whole and has come to rest; what is under way counts for nothing
/// (docs/design/0013-album-view.md).
package struct ViewReader<Knowledge: ViewKnowledge> {
  let knowledge: Knowledge
  let state: ViewState
  let links: ViewLinks
  let confirmsMissing: Bool
  let absenceLimit: (Int) -> Int
  let newAlbum: () -> AlbumID

  /// The base as it was.
  let before: ViewBase
  var findings = ViewFindings()

  /// A directory of the look, and what it is.
  struct Placed {
    var directory: ViewSnapshot.Directory
    /// Nil for one that is no album's, or not yet.
    var album: AlbumID?
    /// Whether it was there before.
    var isKnown = false
    var isFolder = false
  }
  /// By path; the view's own directory is not among them.
  var placed: [[[UInt8]]: Placed] = [:]
  /// The directories in a directory, by its path.
  var children: [[[UInt8]]: [[[UInt8]]]] = [:]
  /// Certain references whose entries are gone, by album.
  var lost: [AlbumID: [AssetID]] = [:]
  /// Albums of which no link is left in the directory, whatever else became of some.
  var emptied: Set<AlbumID> = []
  /// Albums whose directory is another one than before: a disk that is not mounted, a copy.
  var replaced: Set<AlbumID> = []
  /// Assets that came to an album's directory.
  var arrived: Set<AssetID> = []
  /// Whether the view's own directory is another one than before: nothing is gone from that.
  var isOther = false
  var restored: Set<AlbumID> = []
  /// The directories of the base that stand for no album, by where they are now.
  var strays: [[UInt8]: Set<[UInt8]>] = [:]
  /// Where directories were moved to.
  var parents: [AlbumID: AlbumID?] = [:]
  /// The assets of links that dangle, by what they say.
  lazy var assetsByText: [[UInt8]: AssetID] = before.assetsByText

  /// - Parameters:
  ///   - confirmsMissing: whether a person said that what is gone is really gone, however much.
  ///   - absenceLimit: how many of so many may be gone at once.
  ///   - newAlbum: gives the id of an album that a directory becomes.
  package init(
    _ knowledge: Knowledge, _ state: ViewState, _ base: ViewBase, _ links: ViewLinks,
    confirmsMissing: Bool = false, absenceLimit: @escaping (Int) -> Int,
    newAlbum: @escaping () -> AlbumID
  ) {
    self.knowledge = knowledge
    self.state = state
    self.links = links
    self.confirmsMissing = confirmsMissing
    self.absenceLimit = absenceLimit
    self.newAlbum = newAlbum
    before = base
    findings.base = base
  }

  /// Returns what a person did, and what the view has now.
  package mutating func read(
    _ snapshot: ViewSnapshot
  ) throws(Knowledge.Failure) -> ViewFindings {
    guard let top = snapshot.directories.first, top.path.isEmpty else {
      // The view's own directory is gone: nobody takes all albums away like that.
      if !before.directories.isEmpty { findings.withheld = [[]] }
      for album in before.directories.keys { withhold(album) }
      return findings
    }
    for directory in snapshot.directories.dropFirst() {
      placed[directory.path] = Placed(directory: directory)
      children[Array(directory.path.dropLast()), default: []].append(directory.path)
    }
    // The order in which a directory lists what is in it says nothing.
    for path in children.keys { children[path]?.sort { $0.precedes($1) } }
    matchByIdentity()
    matchByPlace()
    isOther = snapshot.top == .other
    if snapshot.top != .same, !confirmsMissing, isNothingThere {
      withholdAll()
      return findings
    }
    followStrays()
    try recognizeStandIns()
    for path in children[[]] ?? [] { try place(path, in: nil) }
    concludeFromMissingDirectories(top)
    try leaveEntries(of: top, .atTop)
    for path in placed.keys.sorted(by: { $0.precedes($1) }) { try readEntries(path) }
    findings.files.sort { $0.precedes($1) }
    concludeFromMissingEntries()
    forgetStrays()
    noteOccupied(top)
    findings.base.isEstablished = true
    return findings
  }

  /// Whether there were directories, and none of them is there.
  private var isNothingThere: Bool {
    before.directories.values.contains { $0.standing.wasSeen }
      && placed.values.allSatisfy { $0.album == nil }
  }

  /// Concludes nothing, and has nothing made: what is made where a disk is not mounted is gone when it is.
  private mutating func withholdAll() {
    findings.withheld = [[]]
    findings.isOfOtherDirectory = true
    for album in before.directories.keys { withhold(album) }
    findings.held = Set(before.directories.keys).union(state.albums.keys)
  }

  // MARK: Which directory is whose

  /// Knows directories again wherever they are: the same inode, made at the same time or with something
  /// in it that was recorded.
  private mutating func matchByIdentity() {
    var byInode: [UInt64: [[[UInt8]]]] = [:]
    for (path, found) in placed where found.directory.inode != 0 {
      byInode[found.directory.inode, default: []].append(path)
    }
    for album in before.directories.keys.sorted() {
      guard let known = before.directories[album], known.inode != 0,
        known.standing != .deleted || state.deleted[album] != nil,
        let path = byInode[known.inode]?.first, byInode[known.inode]?.count == 1,
        placed[path]?.album == nil, let found = placed[path]?.directory
      else { continue }
      let isSame =
        known.birth.map { $0 == found.birth } ?? hasRecordedEntry(found, of: album)
      if isSame { take(path, for: album) }
    }
  }

  private func hasRecordedEntry(_ found: ViewSnapshot.Directory, of album: AlbumID) -> Bool {
    let names = Set((before.entries[album] ?? [:]).values.map(\.name))
    return found.entries.contains { names.contains($0.name) }
  }

  /// Knows the directories again that are where they were, or where they were being moved to.
  private mutating func matchByPlace() {
    var paths: [AlbumID?: [[UInt8]]] = [nil: []]
    for (path, found) in placed { if let album = found.album { paths[album] = path } }
    // Folders before what is in them.
    var waiting = before.directories.keys.sorted()
    while !waiting.isEmpty {
      var later: [AlbumID] = []
      for album in waiting {
        guard paths[album] == nil, let known = before.directories[album],
          known.standing != .deleted
        else { continue }
        var isOpen = false
        for place in [known.place, known.next].compactMap({ $0 }) {
          guard let above = paths[place.parent] else {
            isOpen = isOpen || before.directories[place.parent ?? album] != nil
            continue
          }
          let path = above + [place.name]
          guard let found = placed[path], found.album == nil else { continue }
          take(path, for: album)
          paths[album] = path
          break
        }
        if paths[album] == nil, isOpen { later.append(album) }
      }
      if later.count == waiting.count { break }
      waiting = later
    }
  }

  private mutating func take(_ path: [[UInt8]], for album: AlbumID) {
    placed[path]?.album = album
    placed[path]?.isKnown = true
  }

  /// Finds out what a directory is, and those in it.
  private mutating func place(_ path: [[UInt8]], in parent: AlbumID?) throws(Knowledge.Failure) {
    guard var found = placed[path], let name = path.last else { return }
    if found.album == nil { try identify(&found, path, name, parent) }
    defer { placed[path] = found }
    guard let album = found.album else {
      if findings.base.strays[ViewBase.join(path)] != nil { noteOutside(path) }
      for child in children[path] ?? [] { hold(child) }
      return
    }
    if found.isKnown {
      noteKnown(album, &found, name, parent)
    } else {
      var row = ViewBase.Directory(
        parent: parent, name: name, title: ViewNames.title(of: name))
      row.inode = found.directory.inode
      row.birth = found.directory.birth
      findings.base.set(row, of: album)
    }
    findings.base.setStray(nil, at: ViewBase.join(path))
    for child in children[path] ?? [] {
      if found.isFolder {
        placed[path] = found
        try place(child, in: album)
      } else {
        leaveInside(child)
      }
    }
  }

  /// A directory in an album's is left alone, whatever it was.
  private mutating func leaveInside(_ path: [[UInt8]]) {
    findings.left.append((path, .inAlbum))
    hold(path)
  }

  /// Touches nothing of the albums whose directories are at a path or below it.
  private mutating func hold(_ path: [[UInt8]]) {
    if let album = placed[path]?.album { findings.held.insert(album) }
    for child in children[path] ?? [] { hold(child) }
  }
}

extension [[UInt8]] {
  func precedes(_ other: Self) -> Bool {
    lexicographicallyPrecedes(other) { $0.lexicographicallyPrecedes($1) }
  }
}
