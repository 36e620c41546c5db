import Catalogue
import LibraryState
import Operations

/// Finds what devices did without knowing of each other, of which only one part shows
/// (docs/design/0017-devices-and-restore.md, "Conflicts").
///
/// What the catalogue knows says which transactions can have part in one; only those are read.
struct ConflictSearch {
  private let store: LibraryStore
  private let catalogue: Catalogue
  private let causality: Causality
  private var rows: [TransactionRow] = []
  private var writes: [Register: [Write]] = [:]
  private var removals: [Entity: [Dot]] = [:]
  private var names: [LogID: String] = [:]

  /// From how many albums and assets on all of them are looked at in one pass.
  static let mostSubjects = 10_000

  private struct Register: Hashable {
    let entity: Entity
    let field: FieldName
  }

  private struct Write {
    let dot: Dot
    let value: Value
  }

  init(_ store: LibraryStore, _ catalogue: Catalogue) throws(AlbumenError) {
    self.store = store
    self.catalogue = catalogue
    causality = try store.asking { () throws(CatalogueError) in try catalogue.causality() }
    names = try store.asking { () throws(CatalogueError) in try catalogue.logNames() }
  }

  /// Searches, for all or for one album or asset; the newest first, contents last.
  mutating func run(album: AlbumID?, asset: AssetID?) throws(AlbumenError) -> [Conflict] {
    let catalogue = catalogue
    let causality = causality
    rows = try store.asking { () throws(CatalogueError) in
      try catalogue.concurrentTransactions(album: album, asset: asset, causality)
    }
    return try found(album, asset) + (try contents(album, asset))
  }

  /// What comes of the transactions, for all or for one album or asset; the newest first.
  private mutating func found(
    _ album: AlbumID? = nil, _ asset: AssetID? = nil
  ) throws(AlbumenError) -> [Conflict] {
    let (store, rows) = (store, rows)
    try store.forEachTransaction(named: rows.lazy.map(\.dot)) { note($0) }
    var found: [Conflict] = []
    for (register, writes) in writes where isWanted(register.entity, album, asset) {
      if let conflict = try conflict(in: register, writes) { found.append(conflict) }
    }
    for (entity, removals) in removals where isWanted(entity, album, asset) {
      if let conflict = try conflict(of: entity, removals) { found.append(conflict) }
    }
    found.sort { ($0.newest ?? 0, $0.order) > ($1.newest ?? 0, $1.order) }
    return found
  }

  /// Searches only what has to do with some albums and assets; contents apart.
  mutating func run(
    albums: Set<AlbumID>, assets: Set<AssetID>
  ) throws(AlbumenError) -> [Conflict] {
    let (catalogue, causality) = (catalogue, causality)
    rows = try store.asking { () throws(CatalogueError) in
      if albums.count + assets.count > Self.mostSubjects {
        return try catalogue.concurrentTransactions(causality)
      }
      var rows: [TransactionRow] = []
      var known: Set<Dot> = []
      for album in albums {
        let concerned = try catalogue.concurrentTransactions(album: album, causality)
        rows += concerned.filter { known.insert($0.dot).inserted }
      }
      for asset in assets {
        let concerned = try catalogue.concurrentTransactions(asset: asset, causality)
        rows += concerned.filter { known.insert($0.dot).inserted }
      }
      return rows
    }
    return try found()
  }

  // MARK: What was done

  private mutating func note(_ transaction: Transaction) {
    guard transaction.hlc < HybridClock.end else { return }
    for (index, operation) in transaction.operationList.enumerated() {
      let dot = transaction.dot(at: index)
      switch operation.change {
      case .setAsset(let asset, let field, let value):
        // Where a file is differs from device to device; what is in it does not.
        if field.isFact, field != .content { continue }
        write(value, field, .asset(asset), dot)
      case .setAlbum(let album, let field, let value): write(value, field, .album(album), dot)
      case .moveReference(let album, let asset, let position):
        write(.bytes(position.bytes), .position, .reference(album, asset), dot)
      case .trashAsset(let asset, _, _): removals[.asset(asset), default: []].append(dot)
      case .deleteAlbum(let album, _): removals[.album(album), default: []].append(dot)
      case .removeReference(let album, let asset, _):
        removals[.reference(album, asset), default: []].append(dot)
      case .removeTag(let asset, let tag, _):
        removals[.tag(asset, ExactText(tag)), default: []].append(dot)
      default: break
      }
    }
  }

  private mutating func write(_ value: Value, _ field: FieldName, _ entity: Entity, _ dot: Dot) {
    writes[Register(entity: entity, field: field), default: []].append(
      Write(dot: dot, value: value))
  }

  private func isWanted(_ entity: Entity, _ album: AlbumID?, _ asset: AssetID?) -> Bool {
    let (ofAlbum, ofAsset) = entity.subjects
    return (album == nil || ofAlbum == album) && (asset == nil || ofAsset == asset)
  }

  // MARK: What came of it

  /// Two values of one register: the one that shows, and those that nobody had seen who wrote later.
  private func conflict(
    in register: Register, _ writes: [Write]
  ) throws(AlbumenError) -> Conflict? {
    guard try isAlive(register.entity),
      let winner = try store.asking({ () throws(CatalogueError) in
        try catalogue.written(register.field, of: register.entity)
      })
    else { return nil }
    let losers = writes.filter { write in
      write.value != winner.value && causality.areConcurrent(write.dot, winner.dot)
        && !writes.contains { causality.hasSeen(write.dot, by: $0.dot) }
    }
    if losers.isEmpty { return nil }
    var conflict = Conflict(.value)
    conflict.describe(register.entity)
    conflict.field = register.field
    conflict.kept = try act(winner.dot, winner.value)
    for loser in losers { conflict.lost.append(try act(loser.dot, loser.value)) }
    conflict.lost.sort { ($0.wall, $0.transaction) > ($1.wall, $1.transaction) }
    return conflict
  }

  /// A removal of what somebody added who did not know of it, and nobody has said since that it stays.
  private func conflict(of entity: Entity, _ removals: [Dot]) throws(AlbumenError) -> Conflict? {
    guard try isAlive(entity) else { return nil }
    let living = try store.asking { () throws(CatalogueError) in
      try catalogue.observedDots(of: entity)
    }
    var keepers: Set<Dot> = []
    var overruled: [Dot] = []
    for removal in removals where !living.contains(where: { causality.hasSeen(removal, by: $0) }) {
      let concurrent = living.filter { causality.areConcurrent(removal, $0) }
      if concurrent.isEmpty { continue }
      keepers.formUnion(concurrent)
      overruled.append(removal)
    }
    guard let keeper = keepers.max() else { return nil }
    var conflict = Conflict(.removal)
    conflict.describe(entity)
    conflict.kept = try act(keeper, nil)
    for removal in overruled { conflict.lost.append(try act(removal, nil)) }
    conflict.lost.sort { ($0.wall, $0.transaction) > ($1.wall, $1.transaction) }
    return conflict
  }

  /// Whether what an entity is about shows.
  private func isAlive(_ entity: Entity) throws(AlbumenError) -> Bool {
    let catalogue = catalogue
    let (album, asset) = entity.subjects
    return try store.asking { () throws(CatalogueError) in
      if let album {
        guard try catalogue.album(album)?.isAlive == true else { return false }
      }
      if let asset {
        guard try catalogue.asset(asset)?.status == .alive else { return false }
      }
      if case .reference = entity { return try !catalogue.observedDots(of: entity).isEmpty }
      return true
    }
  }

  /// Living assets with one content.
  private func contents(
    _ album: AlbumID?, _ asset: AssetID?
  ) throws(AlbumenError) -> [Conflict] {
    let catalogue = catalogue
    let (shared, members) = try store.asking { () throws(CatalogueError) in
      (
        try catalogue.sharedContents(),
        try album.map { (album) throws(CatalogueError) in
          Set(try catalogue.members(of: album).map(\.asset))
        }
      )
    }
    return shared.compactMap { content, assets in
      if let asset, !assets.contains(asset) { return nil }
      if let members, members.isDisjoint(with: assets) { return nil }
      var conflict = Conflict(.content)
      conflict.content = content
      conflict.assets = assets
      return conflict
    }
  }

  private func act(_ dot: Dot, _ value: Value?) throws(AlbumenError) -> Conflict.Act {
    let row = try store.row(of: dot, catalogue)
    return Conflict.Act(
      transaction: row.dot, wall: row.wall, device: names[row.log], label: row.label, value: value)
  }
}

extension Entity {
  /// The album and the asset that it is about.
  fileprivate var subjects: (album: AlbumID?, asset: AssetID?) {
    switch self {
    case .asset(let asset), .purge(let asset), .tag(let asset, _): (nil, asset)
    case .album(let album): (album, nil)
    case .reference(let album, let asset): (album, asset)
    case .copy, .log: (nil, nil)
    }
  }
}

extension Conflict {
  fileprivate mutating func describe(_ entity: Entity) {
    (album, asset) = entity.subjects
    if case .tag(_, let tag) = entity { self.tag = tag.text }
  }

  /// Gives conflicts of one moment an order.
  fileprivate var order: String {
    "\(album.map { "\($0)" } ?? "")\(asset.map { "\($0)" } ?? "")\(tag ?? "")\(field?.text ?? "")"
  }
}
