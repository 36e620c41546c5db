import Operations

/// Is the planning of one undo or redo.
struct UndoStep {
  let planner: UndoPlanner
  /// The transaction that is taken back or brought again.
  let target: Int
  /// The transaction behind which changes of others count as later.
  let since: Transaction
  /// Whether it is brought again.
  let turnsOn: Bool
  /// What the target does.
  let own: EntityHistory

  init(
    planner: UndoPlanner, target: Int, since: Transaction, turnsOn: Bool, own: EntityHistory
  ) {
    self.planner = planner
    self.target = target
    self.since = since
    self.turnsOn = turnsOn
    self.own = own
  }

  var history: EntityHistory { planner.history }

  /// What is to be done.
  var plan: UndoPlan {
    var plan = UndoPlan()
    let used = findUsed()
    var trash: [AssetID: (observed: [Dot], purges: [Dot])] = [:]
    var order: [AssetID] = []
    for entity in own.entities {
      if case .copy = entity {
        plan.leave(entity, nil, .fact)
        continue
      }
      let difference = difference(of: entity, used, &plan)
      if !difference.removed.isEmpty {
        let dots = difference.removed.sorted()
        switch entity {
        case .asset(let asset):
          if trash[asset] == nil { order.append(asset) }
          trash[asset, default: ([], [])].observed = dots
        case .purge(let asset):
          if trash[asset] == nil { order.append(asset) }
          trash[asset, default: ([], [])].purges = dots
        default: if let change = Self.removal(of: entity, dots) { plan.changes.append(change) }
        }
      }
      if difference.isAdded, let change = Self.addition(to: entity) { plan.changes.append(change) }
    }
    // A trash names lives and purges at once; it comes first, so that none of the above is undone by it.
    let trashes = order.map { asset in
      Operation.Change.trashAsset(
        asset, observed: trash[asset]?.observed ?? [], purges: trash[asset]?.purges ?? [])
    }
    plan.changes = trashes + plan.changes
    for key in own.keys { planRegister(key, &plan) }
    let hasUnknown = planner.target.operationList.contains { operation in
      if case .opaque = operation.change { true } else { false }
    }
    if hasUnknown { plan.leave(nil, nil, .unknown) }
    if plan.changes.isEmpty, let mark = mark(plan) { plan.changes.append(mark) }
    return plan
  }

  /// What has no effect, but says that the target is off, or on, where nothing else does: a removal that
  /// names nothing; nil where there was nothing to take back in the first place.
  ///
  /// What it did stands for nothing any more, or was changed since; what comes before it can then be undone.
  private func mark(_ plan: UndoPlan) -> Operation.Change? {
    let isRefused = plan.left.contains { $0.reason == .bytesGone || $0.reason == .unknown }
    let entities = own.entities + own.keys.map(\.entity)
    let isOnlyFact = !plan.left.isEmpty && plan.left.allSatisfy { $0.reason == .fact }
    if isRefused || (isOnlyFact && own.entities.allSatisfy(\.isFact)) { return nil }
    return entities.lazy.compactMap { Self.removal(of: $0, []) }.first
  }

  // MARK: Who counts

  /// Whether a transaction is an ordinary one that is on, once this step is done.
  func isOn(_ author: Int) -> Bool {
    if author == target { return turnsOn }
    let author = planner.authors[author]
    return author.undoes == nil && !planner.relation.isOff(author.dot)
  }

  /// Whether an ordinary transaction of others, that is on, came later or from elsewhere.
  private func isLater(_ author: Int) -> Bool {
    guard author != target, isOn(author) else { return false }
    let dot = planner.authors[author].dot
    if dot.log == since.log { return dot.seq > since.seq }
    let seen = since.context.entries.first { $0.log == dot.log }?.seq ?? 0
    return dot.seq > seen
  }

  private func author(of dot: Dot, in entity: Entity) -> Int? {
    history.sets[entity]?.added[dot]
  }

  private func isOn(_ dot: Dot, in entity: Entity) -> Bool {
    author(of: dot, in: entity).map(isOn) ?? true
  }

  // MARK: Sets

  /// What is to be taken out of a set, and whether something is to be put in.
  private func difference(
    of entity: Entity, _ used: Set<Entity>, _ plan: inout UndoPlan
  ) -> (removed: Set<Dot>, isAdded: Bool) {
    guard let members = history.sets[entity], let ownMembers = own.sets[entity] else {
      return ([], false)
    }
    let present = members.present
    // What the target put in, and what it took out, as the dots that ordinary transactions added.
    let named = ownMembers.removed.flatMap(\.dots).filter { members.added[$0] != nil }
    let takenOut = named.reduce(into: Set<Dot>()) { origins, dot in
      origins.formUnion(planner.origins(of: dot, in: entity))
    }
    let putIn = Set(ownMembers.added.keys)
    let kept = putIn.subtracting(named)
    let (toGo, toCome) = turnsOn ? (takenOut, kept) : (putIn, takenOut.subtracting(putIn))

    var removed: Set<Dot> = []
    for dot in present {
      let origins = planner.origins(of: dot, in: entity)
      let isMeant = !origins.isDisjoint(with: toGo)
      let isFree = origins.allSatisfy { toGo.contains($0) || !isOn($0, in: entity) }
      if isMeant, isFree { removed.insert(dot) }
    }
    if !removed.isEmpty, let reason = reasonToKeep(entity, removed, present, used) {
      plan.leave(entity, nil, reason)
      removed = []
    }
    // What was trashed and brought back by others since is theirs, whatever has put it in first.
    let isAway = turnsOn ? !takenOut.isEmpty : !kept.isEmpty
    let remaining = present.subtracting(removed)
    if isAway, remaining.contains(where: { stands($0, in: entity, for: isLater) }) {
      plan.leave(entity, nil, .addedByOthers)
    }
    let rest = remaining.reduce(into: Set<Dot>()) { origins, dot in
      origins.formUnion(planner.origins(of: dot, in: entity))
    }
    var isAdded = false
    for dot in toCome.subtracting(rest) where isOn(dot, in: entity) {
      if isRemovedByOthers(dot, in: entity, members) {
        // What has been added again since is there.
        if remaining.isEmpty { plan.leave(entity, nil, .removedByOthers) }
      } else {
        isAdded = true
      }
    }
    return (removed, isAdded)
  }

  /// Whether an ordinary removal that is on, another than the target's, named what stands for a dot.
  private func isRemovedByOthers(
    _ origin: Dot, in entity: Entity, _ members: EntityHistory.Members
  ) -> Bool {
    members.removed.contains { removal in
      removal.author != target && isOn(removal.author)
        && removal.dots.contains { dot in
          members.added[dot] != nil && planner.origins(of: dot, in: entity).contains(origin)
        }
    }
  }

  /// Whether what a dot stands for was added by someone who counts.
  private func stands(_ dot: Dot, in entity: Entity, for counts: (Int) -> Bool) -> Bool {
    planner.origins(of: dot, in: entity).contains { origin in
      author(of: origin, in: entity).map(counts) ?? false
    }
  }

  /// Why something must not be taken out of a set; nil where it may.
  private func reasonToKeep(
    _ entity: Entity, _ removed: Set<Dot>, _ present: Set<Dot>, _ used: Set<Entity>
  ) -> LeftReason? {
    switch entity {
    case .purge(let asset): return planner.isGone(asset) ? .bytesGone : nil
    case .asset, .album:
      guard removed == present else { return nil }
      return used.contains(entity) ? .usedSince : nil
    default: return nil
    }
  }

  /// The assets and albums that others have put to use since: references, tags, edits.
  private func findUsed() -> Set<Entity> {
    var used: Set<Entity> = []
    for (key, given) in history.writes where given.contains(where: { isLater($0.author) }) {
      if case .asset = key.entity, key.field.isFact, key.field != .content { continue }
      used.insert(key.entity)
    }
    for (entity, members) in history.sets {
      switch entity {
      case .reference, .tag: break
      case .asset, .purge, .album, .copy, .log: continue
      }
      let isUsed = members.present.contains { stands($0, in: entity, for: isLater) }
      guard isUsed else { continue }
      if case .reference(let album, let asset) = entity {
        used.insert(.album(album))
        used.insert(.asset(asset))
      } else if case .tag(let asset, _) = entity {
        used.insert(.asset(asset))
      }
    }
    return used
  }

  private static func removal(of entity: Entity, _ dots: [Dot]) -> Operation.Change? {
    switch entity {
    case .asset(let asset): .trashAsset(asset, observed: dots, purges: [])
    case .purge(let asset): .trashAsset(asset, observed: [], purges: dots)
    case .tag(let asset, let tag): .removeTag(asset, tag.text, observed: dots)
    case .album(let album): .deleteAlbum(album, observed: dots)
    case .reference(let album, let asset): .removeReference(album, asset, observed: dots)
    case .copy, .log: nil
    }
  }

  private static func addition(to entity: Entity) -> Operation.Change? {
    switch entity {
    case .asset(let asset): .restoreAsset(asset)
    case .purge(let asset): .purgeAsset(asset)
    case .tag(let asset, let tag): .addTag(asset, tag.text)
    case .album(let album): .restoreAlbum(album)
    // Its position is still there.
    case .reference(let album, let asset): .addReference(album, asset, nil)
    case .copy, .log: nil
    }
  }
}

extension Entity {
  /// Whether it is about what was observed, and never undone.
  fileprivate var isFact: Bool {
    switch self {
    case .copy, .log: true
    case .asset, .purge, .tag, .album, .reference: false
    }
  }
}
