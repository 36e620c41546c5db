package import Operations

/// Holds a library's state: the three mechanisms that every operation comes down to, and no others.
///
/// What an operation means stands once, in `apply`; where the state is kept (in memory, in a database) is
/// the target's affair. Each call costs the same whatever the size of the state.
package protocol FoldTarget {
  associatedtype Failure: Error

  /// Puts `dot` into the set of `entity`, unless a removal that named it came first.
  mutating func add(_ dot: Dot, to entity: Entity) throws(Failure)

  /// Takes `dots` out of the set of `entity`; those that have yet to come are remembered as dead.
  mutating func remove(_ dots: [Dot], from entity: Entity) throws(Failure)

  /// Writes a register, if `stamp` is greater than that of what was written before.
  mutating func write(
    _ value: Value, to field: FieldName, of entity: Entity, at stamp: Stamp
  ) throws(Failure)

  /// Gives a register its initial value, if `stamp` is smaller than that of the one it has.
  mutating func initialize(
    _ field: FieldName, of entity: Entity, to value: Value, at stamp: Stamp
  ) throws(Failure)

  /// Takes notice that an asset or album exists, whether or not its set is empty.
  mutating func know(_ entity: Entity, at stamp: Stamp, created: Bool) throws(Failure)

  /// Adds the stamp's dot to the set of an asset or album, takes notice that it exists, and gives
  /// registers their initial values.
  ///
  /// It comes down to the others; a target need not have it, but may look its entity up but once.
  mutating func create(
    _ entity: Entity, at stamp: Stamp, initial: [Field]
  ) throws(Failure)

  /// Adds the stamp's dot to the set of a reference, and gives it its initial position, if any; comes
  /// down to the others as well.
  mutating func addReference(
    _ album: AlbumID, _ asset: AssetID, _ position: Position?, at stamp: Stamp
  ) throws(Failure)

  /// Writes the position of a reference; comes down to `write`.
  mutating func moveReference(
    _ album: AlbumID, _ asset: AssetID, _ position: Position, at stamp: Stamp
  ) throws(Failure)
}

extension FoldTarget {
  package mutating func create(
    _ entity: Entity, at stamp: Stamp, initial: [Field]
  ) throws(Failure) {
    try add(stamp.dot, to: entity)
    try know(entity, at: stamp, created: true)
    for field in initial {
      try initialize(field.name, of: entity, to: field.value, at: stamp)
    }
  }

  package mutating func addReference(
    _ album: AlbumID, _ asset: AssetID, _ position: Position?, at stamp: Stamp
  ) throws(Failure) {
    try add(stamp.dot, to: .reference(album, asset))
    guard let position else { return }
    try initialize(.position, of: .reference(album, asset), to: .bytes(position.bytes), at: stamp)
  }

  package mutating func moveReference(
    _ album: AlbumID, _ asset: AssetID, _ position: Position, at stamp: Stamp
  ) throws(Failure) {
    try write(.bytes(position.bytes), to: .position, of: .reference(album, asset), at: stamp)
  }

  /// Applies all operations of a transaction that has been delivered.
  package mutating func apply(_ transaction: Transaction) throws(Failure) {
    // A time out of range makes every operation malformed: kept and counted, without effect.
    guard transaction.hlc < HybridClock.end else { return }
    for (index, operation) in transaction.operationList.enumerated() {
      try apply(operation, as: transaction.dot(at: index), hlc: transaction.hlc)
    }
  }

  /// Applies one operation (docs/design/0001-operations.md has the table of effects).
  package mutating func apply(
    _ operation: Operation, as dot: Dot, hlc: UInt64
  ) throws(Failure) {
    let stamp = Stamp(hlc: hlc, dot: dot)
    switch operation.change {
    case .addAsset(let asset, let initial):
      try create(.asset(asset), at: stamp, initial: initial)
    case .setAsset(let asset, let field, let value):
      try write(value, to: field, of: .asset(asset), at: stamp)
    case .trashAsset(let asset, let observed, let purges):
      try remove(observed, from: .asset(asset))
      try remove(purges, from: .purge(asset))
    case .restoreAsset(let asset):
      try add(dot, to: .asset(asset))
      try know(.asset(asset), at: stamp, created: false)
    case .purgeAsset(let asset):
      try add(dot, to: .purge(asset))
    case .addTag(let asset, let tag):
      try add(dot, to: .tag(asset, ExactText(tag)))
    case .removeTag(let asset, let tag, let observed):
      try remove(observed, from: .tag(asset, ExactText(tag)))
    case .createAlbum(let album, let initial):
      try create(.album(album), at: stamp, initial: initial)
    case .setAlbum(let album, let field, let value):
      try write(value, to: field, of: .album(album), at: stamp)
    case .deleteAlbum(let album, let observed):
      try remove(observed, from: .album(album))
    case .restoreAlbum(let album):
      try add(dot, to: .album(album))
      try know(.album(album), at: stamp, created: false)
    case .addReference(let album, let asset, let position):
      try addReference(album, asset, position, at: stamp)
    case .removeReference(let album, let asset, let observed):
      try remove(observed, from: .reference(album, asset))
    case .moveReference(let album, let asset, let position):
      try moveReference(album, asset, position, at: stamp)
    case .addCopy(let content, let place):
      try add(dot, to: .copy(content, place))
    case .removeCopy(let content, let place, let observed):
      try remove(observed, from: .copy(content, place))
    case .setLog(let log, let field, let value):
      try write(value, to: field, of: .log(log), at: stamp)
    case .retireLog, .opaque:
      // A waiver concerns delivery alone; what is unknown or malformed has no effect.
      break
    }
  }
}
