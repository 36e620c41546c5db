package import LibraryState
package import Operations

/// Folds a library the slow and obvious way, straight from the text of docs/design/0001-operations.md.
///
/// It never applies one operation after another: it collects what was added, removed and written in all
/// transactions, and looks at the whole. So it shares no mistake with the incremental fold.
package struct SetFold: Equatable {
  struct Key: Hashable {
    let entity: Entity
    let field: FieldName
  }

  var sets: [Entity: Set<Dot>] = [:]
  var written: [Key: Register.Entry] = [:]
  var initial: [Key: Register.Entry] = [:]
  var known: Set<Entity> = []
  var created: [AlbumID: Stamp] = [:]
  /// Removed, and not here yet.
  var dead: Set<LibraryState.DeadDot> = []
  var vector = VersionVector()

  /// Folds what can be delivered of some transactions.
  package init(_ transactions: some Sequence<Transaction>) {
    let delivered = Self.deliverable(Dictionary(transactions.map { ($0.dot, $0) }) { $1 })
    for transaction in delivered {
      vector[transaction.log] = max(vector[transaction.log], transaction.lastSeq)
    }
    let changes = delivered.filter { $0.hlc < 1 << 63 }.flatMap { transaction in
      transaction.operations.enumerated().map { index, operation in
        (Stamp(hlc: transaction.hlc, dot: transaction.dot(at: index)), operation.change)
      }
    }
    var removed: Set<LibraryState.DeadDot> = []
    for (_, change) in changes {
      for (entity, dots) in Self.removals(change) {
        for dot in dots { removed.insert(LibraryState.DeadDot(entity: entity, dot: dot)) }
      }
    }
    for (stamp, change) in changes {
      if let entity = Self.addition(change) {
        if !removed.contains(LibraryState.DeadDot(entity: entity, dot: stamp.dot)) {
          sets[entity, default: []].insert(stamp.dot)
        }
        switch entity {
        case .asset, .album: known.insert(entity)
        default: break
        }
      }
      if case .createAlbum(let album, _) = change {
        created[album] = min(created[album] ?? stamp, stamp)
      }
      for (key, value) in Self.writes(change) where stamp > written[key]?.stamp ?? .least {
        written[key] = Register.Entry(stamp: stamp, value: value)
      }
      for (key, value) in Self.initialValues(change) where stamp < initial[key]?.stamp ?? .greatest
      {
        initial[key] = Register.Entry(stamp: stamp, value: value)
      }
    }
    dead = removed.filter { $0.dot.seq > vector[$0.dot.log] }
  }

  /// Returns the largest causally closed set.
  package static func deliverable(_ all: [Dot: Transaction]) -> [Transaction] {
    var heights: [LogID: UInt64] = [:]
    var waived: [LogID: UInt64] = [:]
    var waiting = all
    var delivered: [Transaction] = []
    var progress = true
    while progress {
      progress = false
      for (dot, transaction) in waiting where dot.seq == (heights[dot.log] ?? 0) + 1 {
        let covered = transaction.context.entries.allSatisfy {
          let needed = min($0.seq, waived[$0.log] ?? $0.seq)
          return heights[$0.log] ?? 0 >= needed
        }
        guard covered else { continue }
        heights[dot.log] = transaction.lastSeq
        waiting[dot] = nil
        delivered.append(transaction)
        progress = true
        for case .retireLog(let log, let at) in transaction.operations.map(\.change)
        where transaction.hlc < 1 << 63 {
          waived[log] = min(waived[log] ?? at, at)
        }
      }
    }
    return delivered
  }

  private static func addition(_ change: Operation.Change) -> Entity? {
    switch change {
    case .addAsset(let asset, _), .restoreAsset(let asset): .asset(asset)
    case .purgeAsset(let asset): .purge(asset)
    case .addTag(let asset, let tag): .tag(asset, ExactText(tag))
    case .createAlbum(let album, _), .restoreAlbum(let album): .album(album)
    case .addReference(let album, let asset, _): .reference(album, asset)
    case .addCopy(let content, let place): .copy(content, place)
    default: nil
    }
  }

  private static func removals(_ change: Operation.Change) -> [(Entity, [Dot])] {
    switch change {
    case .trashAsset(let asset, let observed, let purges):
      [(.asset(asset), observed), (.purge(asset), purges)]
    case .removeTag(let asset, let tag, let observed): [(.tag(asset, ExactText(tag)), observed)]
    case .deleteAlbum(let album, let observed): [(.album(album), observed)]
    case .removeReference(let album, let asset, let observed):
      [(.reference(album, asset), observed)]
    case .removeCopy(let content, let place, let observed): [(.copy(content, place), observed)]
    default: []
    }
  }

  private static func writes(_ change: Operation.Change) -> [(Key, Value)] {
    switch change {
    case .setAsset(let asset, let field, let value):
      [(Key(entity: .asset(asset), field: field), value)]
    case .setAlbum(let album, let field, let value):
      [(Key(entity: .album(album), field: field), value)]
    case .setLog(let log, let field, let value): [(Key(entity: .log(log), field: field), value)]
    case .moveReference(let album, let asset, let position):
      [(Key(entity: .reference(album, asset), field: .position), .bytes(position.bytes))]
    default: []
    }
  }

  /// The fields of `asset.add` that are initial values (docs/formats/transaction.md).
  private static let ofAssets: Set<String> = [
    "filename", "path", "type", "size", "width", "height", "captured", "duration", "title",
    "caption", "rating", "latitude", "longitude", "camera", "partOf", "role",
    "contentIdentifier",
  ]

  private static func initialValues(_ change: Operation.Change) -> [(Key, Value)] {
    switch change {
    case .addAsset(let asset, let fields):
      fields.filter { ofAssets.contains($0.name.text) }
        .map { (Key(entity: .asset(asset), field: $0.name), $0.value) }
    case .createAlbum(let album, let fields):
      fields.map { (Key(entity: .album(album), field: $0.name), $0.value) }
    case .addReference(let album, let asset, let position?):
      [(Key(entity: .reference(album, asset), field: .position), .bytes(position.bytes))]
    default: []
    }
  }
}

extension SetFold {
  /// Takes the sets and registers out of a state that was folded the incremental way.
  package init(_ state: LibraryState) {
    self.init([])
    for (id, asset) in state.assets {
      take(asset.life, .asset(id))
      take(asset.purges, .purge(id))
      for (tag, dots) in asset.tags { take(dots, .tag(id, tag)) }
      for (field, register) in asset.registers { take(register, field, of: .asset(id)) }
      if asset.isKnown { known.insert(.asset(id)) }
    }
    for (id, album) in state.albums {
      take(album.life, .album(id))
      for (field, register) in album.registers { take(register, field, of: .album(id)) }
      for (asset, reference) in state.references(of: id) {
        take(reference.life, .reference(id, asset))
        take(reference.position, .position, of: .reference(id, asset))
      }
      if album.isKnown { known.insert(.album(id)) }
      created[id] = album.created
    }
    for (content, places) in state.copies {
      for (place, dots) in places { take(dots, .copy(content, place)) }
    }
    for (id, registers) in state.logs {
      for (field, register) in registers { take(register, field, of: .log(id)) }
    }
    dead = state.pruned.dead
    vector = state.vector
  }

  private mutating func take(_ dots: DotSet, _ entity: Entity) {
    if !dots.isEmpty { sets[entity] = Set(dots.sorted) }
  }

  private mutating func take(_ register: Register, _ field: FieldName, of entity: Entity) {
    written[Key(entity: entity, field: field)] = register.written
    initial[Key(entity: entity, field: field)] = register.initial
  }
}

extension Stamp {
  static let least = Stamp(hlc: 0, dot: Dot(log: LogID(high: 0, low: 0), seq: 0))
  static let greatest = Stamp(
    hlc: .max, dot: Dot(log: LogID(high: .max, low: .max), seq: .max))
}
