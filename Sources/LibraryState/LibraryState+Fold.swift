package import Operations

extension LibraryState: FoldTarget {
  package mutating func add(_ dot: Dot, to entity: Entity) {
    if isDead(dot, in: entity) { return }
    withSet(of: entity) { $0.insert(dot) }
  }

  package mutating func remove(_ dots: [Dot], from entity: Entity) {
    for dot in dots {
      // Each dot comes once: one that is not in the set either was removed, or has yet to come, or
      // never will be (it belongs to something else). Only what has yet to come must be remembered;
      // the vector still is the one before this transaction, so its own operations count as to come.
      if !withSet(of: entity, { $0.remove(dot) }), !vector.contains(dot) {
        dead.insert(DeadDot(entity: entity, dot: dot))
      }
    }
  }

  package mutating func write(
    _ value: Value, to field: FieldName, of entity: Entity, at stamp: Stamp
  ) {
    switch entity {
    case .asset(let asset):
      let place = place(of: asset)
      assets[at: place].registers.write(value, to: field, at: stamp)
    case .album(let album):
      let place = place(of: album)
      albums[at: place].registers.write(value, to: field, at: stamp)
    case .log(let log):
      logs[log, default: [:]][field, default: Register()].write(value, at: stamp)
    case .reference(let album, let asset):
      if let position = Position(value) { moveReference(album, asset, position, at: stamp) }
    case .purge, .tag, .copy: break
    }
  }

  package mutating func initialize(
    _ field: FieldName, of entity: Entity, to value: Value, at stamp: Stamp
  ) {
    switch entity {
    case .asset(let asset):
      let place = place(of: asset)
      assets[at: place].registers.initialize(field, to: value, at: stamp)
    case .album(let album):
      let place = place(of: album)
      albums[at: place].registers.initialize(field, to: value, at: stamp)
    case .log(let log):
      logs[log, default: [:]][field, default: Register()].initialize(to: value, at: stamp)
    case .reference(let album, let asset):
      guard let position = Position(value) else { break }
      let place = place(of: album, asset)
      references.initialize(place, to: position, at: stamp)
    case .purge, .tag, .copy: break
    }
  }

  package mutating func know(_ entity: Entity, at stamp: Stamp, created: Bool) {
    switch entity {
    case .asset(let asset):
      let place = place(of: asset)
      assets[at: place].isKnown = true
    case .album(let album):
      let place = place(of: album)
      albums[at: place].isKnown = true
      if created { albums[at: place].noteCreation(at: stamp) }
    default: break
    }
  }

  package mutating func create(_ entity: Entity, at stamp: Stamp, initial: [Field]) {
    let isDead = isDead(stamp.dot, in: entity)
    switch entity {
    case .asset(let asset):
      let place = place(of: asset)
      if !isDead { assets[at: place].life.insert(stamp.dot) }
      assets[at: place].isKnown = true
      assets[at: place].registers.initialize(initial, at: stamp)
    case .album(let album):
      let place = place(of: album)
      if !isDead { albums[at: place].life.insert(stamp.dot) }
      albums[at: place].isKnown = true
      albums[at: place].noteCreation(at: stamp)
      albums[at: place].registers.initialize(initial, at: stamp)
    default: break
    }
  }

  package mutating func addReference(
    _ album: AlbumID, _ asset: AssetID, _ position: Position?, at stamp: Stamp
  ) {
    let isDead = isDead(stamp.dot, in: .reference(album, asset))
    let place = place(of: album, asset)
    if !isDead { references.withLife(at: place) { $0.insert(stamp.dot) } }
    if let position { references.initialize(place, to: position, at: stamp) }
  }

  package mutating func moveReference(
    _ album: AlbumID, _ asset: AssetID, _ position: Position, at stamp: Stamp
  ) {
    let place = place(of: album, asset)
    references.write(position, at: stamp, to: place)
  }

  /// Whether a removal named a dot that comes now.
  private mutating func isDead(_ dot: Dot, in entity: Entity) -> Bool {
    // A dot comes once: that it was dead need not be remembered any longer.
    !dead.isEmpty && dead.remove(DeadDot(entity: entity, dot: dot)) != nil
  }

  /// The place of a reference, whose record is made where there was none.
  mutating func place(of album: AlbumID, _ asset: AssetID) -> Int {
    if let expected = foundReferences.expected { return expected }
    let album = place(of: album)
    return references.makePlace(.init(album: album, asset: place(of: asset)))
  }

  private mutating func withSet<Result>(
    of entity: Entity, _ body: (inout DotSet) -> Result
  ) -> Result {
    switch entity {
    case .asset(let asset):
      let place = place(of: asset)
      return body(&assets[at: place].life)
    case .purge(let asset):
      let place = place(of: asset)
      return body(&assets[at: place].purges)
    case .tag(let asset, let tag):
      let place = place(of: asset)
      return body(&assets[at: place].tags[tag, default: DotSet()])
    case .album(let album):
      let place = place(of: album)
      return body(&albums[at: place].life)
    case .reference(let album, let asset):
      let place = place(of: album, asset)
      return references.withLife(at: place, body)
    case .copy(let content, let place):
      return body(&copies[content, default: [:]][place, default: DotSet()])
    case .log:
      // No operation adds to or removes from a log.
      var none = DotSet()
      return body(&none)
    }
  }
}

extension LibraryState.Album {
  /// Takes notice of one of the album's creations.
  fileprivate mutating func noteCreation(at stamp: Stamp) {
    created = created.map { min($0, stamp) } ?? stamp
  }
}
