import Operations

/// Compares the albums with what the album view has, and plans the steps that make the view of them.
///
/// Pure. What disagrees for a reason that one pass cannot resolve (names that change places) takes a
/// second one: it is to be called until it has nothing to do.
package struct ViewRenderer {
  private let state: ViewState
  private let held: Set<AlbumID>
  private let occupied: [AlbumID?: Set<[UInt8]>]
  private let form: ViewLinkForm
  /// What the view has; what changes of it without a step is changed at once.
  package private(set) var base: ViewBase
  private var changes: [ViewChange] = []
  /// Albums whose directories are made.
  private var made: Set<AlbumID> = []
  /// Where each living album's directory is to be.
  private var places: [AlbumID: ViewBase.Place] = [:]

  /// - Parameters:
  ///   - findings: what a look at the view found, and the base that came of it.
  ///   - form: what is to stand for a photo; what stands there in another form is made anew.
  package init(
    _ state: ViewState, _ findings: ViewFindings, _ base: ViewBase, form: ViewLinkForm = .sym
  ) {
    self.form = form
    self.state = state
    self.base = base
    held = findings.held
    occupied = findings.occupied
  }

  /// Returns the steps, in their order.
  package mutating func plan() -> [ViewChange] {
    changes = []
    assignPlaces()
    planDirectories()
    for album in state.albums.keys.sorted() where !isHeld(album) { planLinks(album) }
    planRemovals()
    return changes
  }

  /// Whether an album's directory, or one that it is to be in, is not to be touched.
  private func isHeld(_ album: AlbumID) -> Bool {
    var next: AlbumID? = album
    var depth = 0
    while let current = next, depth <= state.albums.count {
      if held.contains(current) { return true }
      next = state.albums[current]?.parent
      depth += 1
    }
    return false
  }

  // MARK: Directories

  private func isThere(_ album: AlbumID) -> Bool {
    base.directories[album]?.standing.wasSeen == true
  }

  /// Gives each album a name among those that show in the same folder; who has one keeps it.
  private mutating func assignPlaces() {
    let living = Dictionary(grouping: state.albums.keys.sorted()) { state.albums[$0]?.parent }
    for (parent, albums) in living {
      var used = Set((occupied[parent] ?? []).map { ViewNames.fold($0) })
      var rest: [AlbumID] = []
      for album in albums {
        if let row = base.directories[album], let title = state.albums[album]?.title,
          row.title.utf8.elementsEqual(title.utf8), row.parent == parent, isThere(album)
        {
          places[album] = row.place
          used.insert(ViewNames.fold(row.name))
        } else {
          rest.append(album)
        }
      }
      for album in rest {
        let title = state.albums[album]?.title ?? ""
        var name = ViewNames.name(for: title)
        for other in ViewNames.names(for: title, besideOthers: album) {
          // A directory that was left can be made an album's again, but not moved to.
          let isFree =
            !used.contains(ViewNames.fold(name)) && !(isThere(album) && isLeft(parent, name))
          if isFree { break }
          name = other
        }
        used.insert(ViewNames.fold(name))
        places[album] = ViewBase.Place(parent: parent, name: name)
      }
    }
  }

  /// Whether a directory without an album has a name.
  private func isLeft(_ parent: AlbumID?, _ name: [UInt8]) -> Bool {
    let above = parent.map { base.path(of: $0) } ?? []
    return above.map { base.strays[ViewBase.join($0 + [name])] != nil } ?? false
  }

  /// The albums whose directories are in others' behind those.
  private func byDepth(_ albums: [AlbumID]) -> [(album: AlbumID, depth: Int)] {
    albums.map { album in (album, depth(album)) }.sorted {
      ($0.depth, $0.album) < ($1.depth, $1.album)
    }
  }

  private func depth(_ album: AlbumID) -> Int {
    var depth = 0
    var next = state.albums[album]?.parent
    while let folder = next, depth < state.albums.count {
      depth += 1
      next = state.albums[folder]?.parent
    }
    return depth
  }

  private mutating func planDirectories() {
    var taken: [ViewBase.Place: AlbumID] = [:]
    for (album, row) in base.directories where row.standing.wasSeen { taken[row.place] = album }
    for (album, _) in byDepth(Array(state.albums.keys)) where !isHeld(album) {
      guard var place = places[album], let title = state.albums[album]?.title else { continue }
      let row = isThere(album) ? base.directories[album] : nil
      if let row, row.place == place {
        if !row.title.utf8.elementsEqual(title.utf8) {
          var row = row
          row.title = title
          base.set(row, of: album)
        }
        continue
      }
      var standsFor = title
      if let other = taken[place], other != album {
        // Its owner is about to leave it: until then, another name, which stands for nothing.
        let name = ViewNames.names(for: title, besideOthers: album).first {
          let place = ViewBase.Place(parent: place.parent, name: $0)
          return row?.place == place || (taken[place] == nil && !isLeft(place.parent, $0))
        }
        guard let name else { continue }
        place.name = name
        if row?.place == place { continue }
        standsFor = row?.title ?? ""
      }
      if let row {
        taken[row.place] = nil
        changes.append(.moveDirectory(album, to: place, title: standsFor))
      } else {
        changes.append(.makeDirectory(album, place, title: standsFor))
        made.insert(album)
      }
      taken[place] = album
      places[album] = place
    }
  }

  private mutating func planRemovals() {
    let dead = base.directories.keys.filter {
      state.albums[$0] == nil && !held.contains($0) && isThere($0)
    }
    let depths = dead.map { (album: $0, depth: base.path(of: $0)?.count ?? 0) }
    for (album, _) in depths.sorted(by: { ($1.depth, $1.album) < ($0.depth, $0.album) }) {
      for asset in (base.entries[album] ?? [:]).keys.sorted() { removeEntry(album, asset) }
      changes.append(.removeDirectory(album))
    }
  }

  // MARK: Links

  private mutating func removeEntry(_ album: AlbumID, _ asset: AssetID) {
    guard var row = base.entry(album, asset) else { return }
    if row.text != nil, row.isOurs, row.standing != .stray {
      changes.append(.removeLink(album, asset))
    } else if row.standing != .stray {
      row.standing = .stray
      base.set(row, of: album, asset)
    }
  }

  private mutating func planLinks(_ album: AlbumID) {
    guard let what = state.albums[album], !what.isFolder,
      isThere(album) || made.contains(album), let depth = newDepth(album)
    else { return }
    // What is still being made, because it failed a moment ago, is made once more.
    let rows = (isThere(album) ? base.entries[album] ?? [:] : [:]).filter {
      $0.value.standing != .arriving
    }
    let wanted = what.members.filter { $0.target != nil }
    let assets = Set(wanted.map(\.asset))
    for asset in rows.keys.sorted() where !assets.contains(asset) { removeEntry(album, asset) }
    var shown: [(asset: AssetID, target: [UInt8], text: [UInt8])] = []
    for member in wanted {
      guard let target = member.target, let text = text(for: member, target, depth) else {
        continue
      }
      if var row = base.entry(album, member.asset), rows[member.asset] != nil {
        if row.standing == .stray {
          row.standing = .settled
          base.set(row, of: album, member.asset)
        }
        // A copy stands for the reference, and is never touched.
        if row.text == nil { continue }
      }
      shown.append((member.asset, target, text))
    }
    number(album, shown, rows)
  }

  /// How deep an album's directory is; nil where it, or one that it is in, has still to be moved.
  private func newDepth(_ album: AlbumID) -> Int? {
    var depth = 0
    var next: AlbumID? = album
    while let current = next {
      guard let place = places[current], depth <= places.count else { return nil }
      if isThere(current), base.directories[current]?.place != place { return nil }
      depth += 1
      next = place.parent
    }
    return depth
  }

  /// What is to stand for a member.
  private func text(
    for member: ViewState.Member, _ target: [UInt8], _ depth: Int
  ) -> [UInt8]? {
    if form == .sym { return ViewLinks.text(depth: depth, target: target) }
    return member.content.map { StandIn(form, content: $0, inode: member.inode).text }
  }

  private mutating func number(
    _ album: AlbumID, _ shown: [(asset: AssetID, target: [UInt8], text: [UInt8])],
    _ rows: [AssetID: ViewBase.Entry]
  ) {
    let names = shown.map { member in rows[member.asset].map { LinkName($0.name) } }
    let numbers = LinkNumbers(names)
    let foreign = foreignNames(album, Set(shown.map(\.asset)), rows)
    var current = Set(rows.values.map(\.name))
    var renames: [(asset: AssetID, from: [UInt8], to: [UInt8])] = []
    var makes: [(asset: AssetID, name: [UInt8], text: [UInt8])] = []
    for (index, member) in shown.enumerated() {
      if let row = rows[member.asset], row.isOurs, row.text != member.text {
        // It leads elsewhere: the next pass makes it anew.
        changes.append(.removeLink(album, member.asset))
        continue
      }
      guard let number = numbers.changed[index] else { continue }
      let file = Array(member.target.split(separator: UInt8(ascii: "/")).last ?? [])
      var name = LinkName.name(number, width: numbers.width, file: file)
      for digits in [8, 64] where foreign.contains(name) {
        let marked = Self.marked(file, member.asset, digits: digits)
        name = LinkName.name(number, width: numbers.width, file: marked)
      }
      if let row = rows[member.asset] {
        if row.name != name { renames.append((member.asset, row.name, name)) }
      } else {
        makes.append((member.asset, name, member.text))
      }
    }
    while !renames.isEmpty {
      var later: [(asset: AssetID, from: [UInt8], to: [UInt8])] = []
      for rename in renames.reversed() {
        if current.contains(rename.to) {
          later.append(rename)
        } else {
          changes.append(.renameLink(album, rename.asset, to: rename.to))
          current.remove(rename.from)
          current.insert(rename.to)
        }
      }
      if later.count == renames.count, let first = later.first {
        // Names that change places: one is made anew by the next pass.
        changes.append(.removeLink(album, first.asset))
        break
      }
      renames = later.reversed()
    }
    for make in makes where current.insert(make.name).inserted {
      changes.append(.makeLink(album, make.asset, name: make.name, text: make.text))
    }
  }

  /// The names in an album's directory that are nobody's of ours, or stay as they are.
  private func foreignNames(
    _ album: AlbumID, _ shown: Set<AssetID>, _ rows: [AssetID: ViewBase.Entry]
  ) -> Set<[UInt8]> {
    var names = occupied[album] ?? []
    // What was left in a directory that is an album's again may be just what is to be there: its names are
    // tried once, when the directory is taken.
    if isThere(album), let path = base.joinedPath(of: album), let left = base.strays[path] {
      names.formUnion(left.subtracting(rows.values.map(\.name)))
    }
    for (asset, row) in rows where !shown.contains(asset) {
      if row.text == nil || base.entry(album, asset)?.standing == .stray { names.insert(row.name) }
    }
    return names
  }

  /// A file's name that no other asset's link has.
  private static func marked(_ file: [UInt8], _ asset: AssetID, digits: Int) -> [UInt8] {
    Array("~\(asset.description.prefix(digits)) ".utf8) + file
  }
}
