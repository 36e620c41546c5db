import Catalogue
import LibraryState
import Operations

/// Says in operations of a library what another one had in the same folder: its assets, as far as they are
/// not known in any state, and its albums (docs/design/0017-devices-and-restore.md, "Joining").
///
/// Done again it finds everything there, so a run that was cut short is finished by another.
struct LibraryJoining {
  private let store: LibraryStore
  private let state: LibraryState
  /// What each asset of the other library is in this one.
  private var known: [AssetID: AssetID] = [:]
  /// How many assets were added, and how many albums.
  private(set) var assets = 0
  private(set) var albums = 0

  /// The most assets, or references, that one transaction takes in: a frame has 64 MiB at most.
  private static let batch = 20_000

  init(_ state: LibraryState, into store: LibraryStore) {
    self.store = store
    self.state = state
  }

  /// Takes it in, a transaction for so many assets, and for the albums.
  mutating func run(_ label: String) throws(AlbumenError) {
    let ids = state.assetIDs.filter { state.assets[$0]?.isKnown == true }.sorted()
    var rest = ids[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.batch)
      rest = rest.dropFirst(Self.batch)
      var joining = self
      _ = try store.change(label, origin: "command") { session throws(AlbumenError) in
        joining = self
        for id in part { try joining.take(id, session) }
      }
      self = joining
    }
    try joinParts(ids, label)
    try joinAlbums(label)
  }

  // MARK: Assets

  private mutating func take(_ id: AssetID, _ session: ChangeSession) throws(AlbumenError) {
    guard let asset = state.assets[id] else { return }
    if let there = try counterpart(of: id, asset, session) {
      known[id] = there
      return try fill(there, from: asset, session)
    }
    known[id] = id
    assets += 1
    var initial: [Field] = []
    var others: [Field] = []
    for (name, register) in asset.registers where name != .partOf {
      guard let value = register.value else { continue }
      let field = Field(name, value)
      if field.canBeginAsset { initial.append(field) } else { others.append(field) }
    }
    try session.emit(.addAsset(id, initial: initial.sorted { $0.name < $1.name }))
    for field in others { try session.emit(.setAsset(id, field.name, field.value)) }
    for (tag, dots) in asset.tags.sorted(by: { $0.key < $1.key }) where !dots.isEmpty {
      try session.emit(.addTag(id, tag.text))
    }
    if asset.life.isEmpty {
      try session.emit(
        .trashAsset(id, observed: try session.observed(.asset(id)), purges: []))
      if !asset.purges.isEmpty { try session.emit(.purgeAsset(id)) }
    }
  }

  /// The asset of this library that another one's is: by its id, or by a content that it has or had.
  private func counterpart(
    of id: AssetID, _ asset: LibraryState.Asset, _ session: ChangeSession
  ) throws(AlbumenError) -> AssetID? {
    if try session.asset(id) != nil { return id }
    return try session.reading { () throws(CatalogueError) in
      if let found = try session.catalogue.asset(ofContent: id.cast()) { return found }
      guard case .digest(let content)? = asset.registers[.content]?.value else { return nil }
      return try session.catalogue.asset(ofContent: content.cast())
    }
  }

  /// What people have said of an asset, where nothing was said of it here.
  private func fill(
    _ id: AssetID, from asset: LibraryState.Asset, _ session: ChangeSession
  ) throws(AlbumenError) {
    guard let there = try session.asset(id) else { return }
    for (name, register) in asset.registers where !name.isFact && name != .partOf {
      guard let written = register.written?.value, written != .null, there.fields[name] == nil
      else { continue }
      try session.emit(.setAsset(id, name, written))
    }
    for (tag, dots) in asset.tags.sorted(by: { $0.key < $1.key })
    where !dots.isEmpty && !there.tags.contains(tag.text) {
      try session.emit(.addTag(id, tag.text))
    }
  }

  /// Says which of the assets that were added are parts of which.
  private func joinParts(_ ids: [AssetID], _ label: String) throws(AlbumenError) {
    let parts = ids.compactMap { id -> (part: AssetID, whole: AssetID)? in
      guard let part = known[id], let whole = state.assets[id]?.registers[.partOf]?.value?.asset,
        let there = known[whole], there != part
      else { return nil }
      return (part, there)
    }
    if parts.isEmpty { return }
    _ = try store.change(label, origin: "command") { session throws(AlbumenError) in
      for (part, whole) in parts where try session.asset(part)?.fields[.partOf] == nil {
        try session.emit(.setAsset(part, .partOf, .asset(whole)))
      }
    }
  }

  // MARK: Albums

  private mutating func joinAlbums(_ label: String) throws(AlbumenError) {
    let parents = state.parents()
    var order = state.albumIDs.filter { id in
      state.albums[id].map { $0.isKnown && !$0.life.isEmpty } ?? false
    }
    // Each behind the folder that it is in.
    func depth(_ id: AlbumID) -> Int {
      var depth = 0
      var above = parents[id]
      while let folder = above, depth < order.count {
        depth += 1
        above = parents[folder]
      }
      return depth
    }
    let depths = Dictionary(uniqueKeysWithValues: order.map { ($0, depth($0)) })
    order.sort { (depths[$0] ?? 0, $0) < (depths[$1] ?? 0, $1) }
    var rest = order[...]
    while !rest.isEmpty {
      var joining = self
      let from = rest
      _ = try store.change(label, origin: "command") { session throws(AlbumenError) in
        (joining, rest) = (self, from)
        while let album = rest.first, session.operations.count < Self.batch {
          rest = rest.dropFirst()
          try joining.take(album, parents[album], session)
        }
      }
      self = joining
    }
  }

  private mutating func take(
    _ id: AlbumID, _ parent: AlbumID?, _ session: ChangeSession
  ) throws(AlbumenError) {
    guard let album = state.albums[id] else { return }
    let there = try session.album(id)
    if let there {
      if there.isDeleted { try session.emit(.restoreAlbum(id)) }
    } else {
      albums += 1
      try session.emit(.createAlbum(id, initial: initial(of: album, in: parent)))
      for (name, register) in album.registers where ![.title, .type, .parent].contains(name) {
        guard var value = register.value else { continue }
        if name == .cover, let cover = value.asset, let here = known[cover] { value = .asset(here) }
        try session.emit(.setAlbum(id, name, value))
      }
    }
    try takeMembers(of: id, session)
  }

  private func initial(of album: LibraryState.Album, in parent: AlbumID?) -> [Field] {
    var initial = [
      Field(.title, .text(album.registers[.title]?.value?.text ?? "")),
      Field(.type, .text(album.registers[.type]?.value?.text ?? AlbumType.album.rawValue)),
    ]
    if let parent { initial.append(Field(.parent, .album(parent))) }
    return initial
  }

  /// References what an album references, those of trashed assets included, in its order: in its own
  /// places where the album is new, else behind what is there.
  private func takeMembers(
    of id: AlbumID, _ session: ChangeSession
  ) throws(AlbumenError) {
    let order = state.references(of: id).filter { !$0.reference.life.isEmpty }
      .map { MemberOrder(position: $0.reference.shownPosition, asset: $0.asset) }.sorted()
    let isEmpty = try session.references(of: id).isEmpty
    var missing: [AssetID] = []
    var seen: Set<AssetID> = []
    for member in order {
      guard let asset = known[member.asset],
        try session.observed(.reference(id, asset)).isEmpty
      else { continue }
      guard isEmpty else {
        if seen.insert(asset).inserted { missing.append(asset) }
        continue
      }
      let position = state.reference(id, member.asset)?.shownPosition
      try session.emit(.addReference(id, asset, position))
    }
    if missing.isEmpty { return }
    let changes = LibraryChanges(session)
    var living: [AssetID] = []
    for asset in missing where try session.asset(asset)?.status == .alive { living.append(asset) }
    if try session.album(id)?.isFolder == false { try changes.add(living, to: id) }
  }
}
