import LibraryState
import Operations
import TestSupport
import Testing

/// Is a device that acts on what it sees, and undoes, redoes and reverts.
struct UndoingDevice {
  private(set) var device: Device
  /// All that it has, in the order of delivery.
  private(set) var transactions: [Transaction] = []
  private(set) var state = LibraryState()
  private var feeder = Feeder()

  init(_ number: UInt64) { device = Device(number) }

  var log: LogID { device.log }

  /// Takes over what another has.
  mutating func receive(_ others: [Transaction]) {
    for transaction in others where !state.vector.contains(transaction.dot) {
      feeder.take(transaction)
    }
    for transaction in feeder.delivered.dropFirst(transactions.count) { device.see(transaction) }
    transactions = feeder.delivered
    state = feeder.state
  }

  /// Writes a transaction; nil where there is nothing to write.
  @discardableResult
  mutating func write(
    _ changes: [Operation.Change], undoes: Dot? = nil, origin: String = "command"
  ) throws -> Transaction? {
    if changes.isEmpty { return nil }
    let plain = try device.write(changes)
    let transaction = try Transaction(
      log: plain.log, seq: plain.seq, hlc: plain.hlc, context: plain.context, wall: 0,
      origin: origin, label: "", undoes: undoes, operations: plain.operations)
    feeder.take(transaction)
    transactions = feeder.delivered
    state = feeder.state
    return transaction
  }

  var relation: UndoRelation { UndoRelation(of: transactions) }

  func planner(
    for target: Transaction, isGone: @escaping (AssetID) -> Bool = { _ in false }
  ) -> UndoPlanner {
    var planner = UndoPlanner(for: target, relation, isGone: isGone)
    for transaction in transactions { planner.note(transaction) }
    return planner
  }

  /// What `undo` without a name takes.
  var newest: Transaction? {
    let relation = relation
    return transactions.last {
      $0.log == log && $0.undoes == nil && $0.origin == "command" && !relation.isOff($0.dot)
    }
  }

  /// What `redo` without a name takes.
  var newestUndo: Transaction? {
    let relation = relation
    let own = transactions.filter { $0.log == log }
    let last = own.last { $0.undoes == nil && $0.origin == "command" }?.seq ?? 0
    return own.last { transaction in
      let (root, depth) = relation.root(of: transaction.dot)
      return transaction.seq > last && !depth.isMultiple(of: 2) && relation.isOff(root)
    }
  }

  @discardableResult
  mutating func undo(_ transaction: Transaction) throws -> UndoPlan {
    let plan = planner(for: transaction).undo()
    try write(plan.changes, undoes: transaction.dot)
    return plan
  }

  @discardableResult
  mutating func redo(_ undo: Transaction) throws -> UndoPlan {
    let root = relation.root(of: undo.dot).dot
    let transaction = try #require(transactions.first { $0.dot == root })
    let plan = planner(for: transaction).redo(undoneBy: undo)
    try write(plan.changes, undoes: undo.dot)
    return plan
  }
}

extension LibraryState {
  /// The albums that are above themselves.
  private var inCycles: [AlbumID] {
    albums.keys.filter { id in
      var seen: Set<AlbumID> = []
      var next = albums[id]?.registers[.parent]?.value?.album
      while let above = next, above != id, seen.insert(above).inserted {
        next = albums[above]?.registers[.parent]?.value?.album
      }
      return next == id
    }
  }

  /// What one sees but for facts, and but for what another state does not know and is gone in this one.
  func seen(knownIn other: LibraryState) -> String {
    var state = self
    state.vector = VersionVector()
    state.logs = [:]
    state.copies = [:]
    // What does not show is emptied, not taken out: references name it by its place.
    for (id, asset) in state.assets {
      let shows = !asset.life.isEmpty || other.assets[id]?.isKnown == true
      var shown = shows ? asset : .init()
      shown.registers = shown.registers.shown { !$0.isFact }
      state.assets.updateValue(shown, forKey: id)
    }
    for (id, album) in state.albums
    where album.life.isEmpty && other.albums[id]?.isKnown != true {
      state.albums.updateValue(.init(), forKey: id)
    }
    // Which member of a cycle shows at the top is decided by when each was put there.
    for id in state.inCycles {
      guard var album = state.albums[id] else { continue }
      album.registers = album.registers.shown { $0 != .parent }
      state.albums.updateValue(album, forKey: id)
    }
    var out = JSONWriter()
    state.write(to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }
}

extension Registers {
  /// What shows of those fields that `isIncluded` says, as if it had been written at one moment.
  fileprivate func shown(_ isIncluded: (FieldName) -> Bool) -> Registers {
    let stamp = Stamp(hlc: 0, dot: Dot(log: LogID(high: 0, low: 0), seq: 1))
    var result = Registers()
    for (field, register) in self where isIncluded(field) {
      if let value = register.value { result.write(value, to: field, at: stamp) }
    }
    return result
  }
}
