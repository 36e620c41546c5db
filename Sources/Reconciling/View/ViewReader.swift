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
  private let newAlbum: () -> AlbumID

  /// The base as it was.
  let before: ViewBase
  var findings = ViewFindings()

  /// A directory of the look, and what it is.
  struct Placed {
    let directory: ViewSnapshot.Directory
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
  var restored: Set<AlbumID> = []
  /// The directories of the base that stand for no album, by where they are now.
  var strays: [[UInt8]: Set<[UInt8]>] = [:]
  /// Where directories were moved to.
  private var parents: [AlbumID: AlbumID?] = [:]
  /// The assets of links that dangle, by what they say.
  private lazy var assetsByText: [[UInt8]: AssetID] = before.assetsByText

  /// - Parameters:
  ///   - confirmsMissing: whether a person said that what is gone is really gone, however much.
  ///   - absenceLimit: how many of so many may be gone at once.
  ///   - newAlbum: gives the id of an album that a directory becomes.
  package init(
    _ knowledge: Knowledge, _ state: ViewState, _ base: ViewBase, _ links: ViewLinks,
    confirmsMissing: Bool = false, absenceLimit: @escaping (Int) -> Int = { max(20, $0 / 10) },
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
    matchByIdentity()
    matchByPlace()
    followStrays()
    for path in children[[]] ?? [] { try place(path, in: nil) }
    concludeFromMissingDirectories(top)
    for path in placed.keys.sorted(by: { $0.precedes($1) }) { try readEntries(path) }
    concludeFromMissingEntries()
    forgetStrays()
    noteOccupied(top)
    findings.base.isEstablished = true
    return findings
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

  /// Finds the album of a directory that was not there before, or makes one for it.
  private mutating func identify(
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
    let album = newAlbum()
    found.album = album
    found.isFolder = hasDirectories
    findings.acts.append(
      .create(album, title: title, isFolder: hasDirectories, parent: parent))
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
  private mutating func noteKnown(
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

  // MARK: What links lead to

  /// The asset that a link leads to, or led to when it was made.
  mutating func asset(
    ofLink text: [UInt8], in directory: [[UInt8]]
  ) throws(Knowledge.Failure) -> AssetID? {
    try asset(of: text, in: directory) ?? assetsByText[text]
  }

  /// Whether a link leads to nothing from where it is, and says what one of ours does.
  mutating func isKnownByTextAlone(
    _ text: [UInt8], in directory: [[UInt8]]
  ) throws(Knowledge.Failure) -> Bool {
    try asset(of: text, in: directory) == nil && assetsByText[text] != nil
  }

  private func asset(
    of text: [UInt8], in directory: [[UInt8]]
  ) throws(Knowledge.Failure) -> AssetID? {
    guard let target = links.target(of: text, in: directory, orInView: true) else { return nil }
    return try knowledge.asset(at: target)
  }

  /// Whether a link says what one of ours would.
  func hasOurText(_ text: [UInt8], _ directory: [[UInt8]]) -> Bool {
    guard let target = links.target(of: text, in: directory) else { return false }
    return ViewLinks.text(depth: directory.count, target: target) == text
  }

  /// Whether a link is, by its name and what it says, like one of ours.
  func hasOurForm(_ name: [UInt8], _ text: [UInt8], _ directory: [[UInt8]]) -> Bool {
    let parts = LinkName(name)
    return parts.number != nil && parts.rest.first == UInt8(ascii: " ")
      && hasOurText(text, directory)
  }
}

extension [[UInt8]] {
  fileprivate func precedes(_ other: Self) -> Bool {
    lexicographicallyPrecedes(other) { $0.lexicographicallyPrecedes($1) }
  }
}

extension ViewBase {
  /// The assets of our links, by what the links say.
  fileprivate var assetsByText: [[UInt8]: AssetID] {
    var assets: [[UInt8]: AssetID] = [:]
    for rows in entries.values {
      for (asset, row) in rows {
        guard let text = row.text, row.isOurs else { continue }
        assets[text] = min(asset, assets[text] ?? asset)
      }
    }
    return assets
  }
}
