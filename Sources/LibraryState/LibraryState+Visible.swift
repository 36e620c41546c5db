package import Operations

/// Says whether an asset is there.
public enum AssetStatus: String, Sendable {
  /// In the camera roll.
  case alive
  /// Taken out of the roll; can be restored.
  case trashed
  /// Its bytes may go; restoring brings it back as long as some device has them.
  case purged
}

extension LibraryState {
  package func status(of asset: AssetID) -> AssetStatus {
    guard let asset = assets[asset] else { return .trashed }
    return Self.status(isAlive: !asset.life.isEmpty, isPurged: !asset.purges.isEmpty)
  }

  package static func status(isAlive: Bool, isPurged: Bool) -> AssetStatus {
    isAlive ? .alive : isPurged ? .purged : .trashed
  }

  /// The whole that each part of one shows as part of.
  package func wholes() -> [AssetID: AssetID] {
    var edges: [AssetID: AssetID] = [:]
    for (id, asset) in assets where asset.isKnown && !asset.life.isEmpty {
      if let whole = asset.registers[.partOf]?.value?.asset { edges[id] = whole }
    }
    return Self.wholes(edges) { assets[$0]?.life.isEmpty == false }
  }

  /// The whole of each living asset that is part of one, given what the living ones name.
  package static func wholes(
    _ edges: [AssetID: AssetID], isAlive: (AssetID) -> Bool
  ) -> [AssetID: AssetID] {
    let living = edges.filter { $0.key != $0.value && isAlive($0.value) }
    let hierarchy = Hierarchy(above: living) { $0.min() ?? $0[0] }
    var wholes: [AssetID: AssetID] = [:]
    for part in living.keys {
      let whole = hierarchy.top(of: part)
      if whole != part { wholes[part] = whole }
    }
    return wholes
  }

  /// The folder that each album shows in.
  package func parents() -> [AlbumID: AlbumID] {
    var edges: [AlbumID: (parent: AlbumID, stamp: Stamp)] = [:]
    for (id, album) in albums where album.isKnown && !album.life.isEmpty {
      if let entry = album.registers[.parent]?.current, let parent = entry.value.album {
        edges[id] = (parent, entry.stamp)
      }
    }
    return Self.parents(edges) { id in
      guard let album = albums[id] else { return false }
      return !album.life.isEmpty && album.registers[.type]?.value?.text == "folder"
    }
  }

  /// The parent of each living album that shows in a folder, given what the living ones name.
  package static func parents(
    _ edges: [AlbumID: (parent: AlbumID, stamp: Stamp)], isLivingFolder: (AlbumID) -> Bool
  ) -> [AlbumID: AlbumID] {
    var above = edges.filter { isLivingFolder($0.value.parent) }.mapValues(\.parent)
    // In a cycle the last one to have moved shows at the top: its move is what closed the cycle.
    let hierarchy = Hierarchy(above: above) { cycle in
      cycle.max { left, right in
        guard let left = edges[left], let right = edges[right] else { return false }
        return left.stamp < right.stamp
      } ?? cycle[0]
    }
    for album in above.keys { above[hierarchy.top(of: album)] = nil }
    return above
  }

  /// What shows of references in their order, and by which of them: a whole and its parts once, at the
  /// whole's place, or at that of the first part where the whole itself is not among them.
  ///
  /// - Parameter wholes: the wholes that assets show as parts of.
  package static func shown(
    _ references: [AssetID], _ wholes: [AssetID: AssetID]
  ) -> [(shown: AssetID, by: AssetID)] {
    if wholes.isEmpty { return references.map { ($0, $0) } }
    var seen = Set(references.filter { wholes[$0] == nil })
    return references.compactMap { asset in
      guard let whole = wholes[asset] else { return (asset, asset) }
      return seen.insert(whole).inserted ? (whole, asset) : nil
    }
  }

  /// The assets that an album has living references to and of which nothing is known that keeps them alive.
  package func referencedWithoutLife(in album: AlbumID) -> Set<AssetID> {
    guard let album = albums.place(of: album) else { return [] }
    var found: Set<AssetID> = []
    for place in references.places(ofAlbum: album) where !references[place].life.isEmpty {
      let asset = references.asset(at: place)
      if assets[at: asset].life.isEmpty { found.insert(assets[asset].key) }
    }
    return found
  }

  /// The assets of an album as they are referenced: by position, then id; those without a position last.
  ///
  /// - Parameter inOrder: whether they are wanted in their order, which takes the most time.
  package func members(of album: AlbumID, inOrder: Bool = true) -> [AssetID] {
    guard let album = albums.place(of: album) else { return [] }
    var shown: [MemberOrder] = []
    for place in references.places(ofAlbum: album) {
      let (reference, asset) = (references[place], references.asset(at: place))
      guard !reference.life.isEmpty, !assets[at: asset].life.isEmpty else { continue }
      shown.append(MemberOrder(position: reference.shownPosition, asset: assets[asset].key))
    }
    if inOrder { shown.sort() }
    return shown.map(\.asset)
  }
}

/// Orders the members of an album: by position, then id; those without a position last.
package struct MemberOrder: Comparable {
  private let position: Position?
  package let asset: AssetID

  package init(position: Position?, asset: AssetID) {
    self.position = position
    self.asset = asset
  }

  package static func < (left: Self, right: Self) -> Bool {
    switch (left.position, right.position) {
    case (let one?, let other?) where one != other: one < other
    case (_?, nil): true
    case (nil, _?): false
    default: left.asset < right.asset
    }
  }
}
