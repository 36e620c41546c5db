package import Operations

extension LibraryState: FoldTarget {
  package mutating func add(_ dot: Dot, to entity: Entity) {
    // A dot comes once: that it was dead need not be remembered any longer.
    if !dead.isEmpty, dead.remove(DeadDot(entity: entity, dot: dot)) != nil { return }
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
    withRegister(field, of: entity) { $0.write(value, at: stamp) }
  }

  package mutating func initialize(
    _ field: FieldName, of entity: Entity, to value: Value, at stamp: Stamp
  ) {
    withRegister(field, of: entity) { $0.initialize(to: value, at: stamp) }
  }

  package mutating func know(_ entity: Entity, at stamp: Stamp, created: Bool) {
    switch entity {
    case .asset(let asset): assets[asset, default: Asset()].isKnown = true
    case .album(let album):
      albums[album, default: Album()].isKnown = true
      if created {
        let earlier = albums[album]?.created
        albums[album]?.created = earlier.map { min($0, stamp) } ?? stamp
      }
    default: break
    }
  }

  private mutating func withSet<Result>(
    of entity: Entity, _ body: (inout DotSet) -> Result
  ) -> Result {
    switch entity {
    case .asset(let asset): return body(&assets[asset, default: Asset()].life)
    case .purge(let asset): return body(&assets[asset, default: Asset()].purges)
    case .tag(let asset, let tag):
      return body(&assets[asset, default: Asset()].tags[tag, default: DotSet()])
    case .album(let album): return body(&albums[album, default: Album()].life)
    case .reference(let album, let asset):
      return body(
        &albums[album, default: Album()].references[asset, default: Reference()].life)
    case .copy(let content, let place):
      return body(&copies[content, default: [:]][place, default: DotSet()])
    case .log:
      // No operation adds to or removes from a log.
      var none = DotSet()
      return body(&none)
    }
  }

  private mutating func withRegister(
    _ field: FieldName, of entity: Entity, _ body: (inout Register) -> Void
  ) {
    switch entity {
    case .asset(let asset):
      body(&assets[asset, default: Asset()].registers[field, default: Register()])
    case .album(let album):
      body(&albums[album, default: Album()].registers[field, default: Register()])
    case .reference(let album, let asset):
      body(&albums[album, default: Album()].references[asset, default: Reference()].position)
    case .log(let log): body(&logs[log, default: [:]][field, default: Register()])
    case .purge, .tag, .copy: break
    }
  }
}
