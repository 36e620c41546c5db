import Operations

extension UndoStep {
  /// Plans what becomes of one field.
  func planRegister(_ key: EntityHistory.Key, _ plan: inout UndoPlan) {
    if case .log = key.entity { return plan.leave(key.entity, key.field, .fact) }
    let isWritten = own.writes[key] != nil
    if case .asset = key.entity, key.field.isFact {
      if isWritten { plan.leave(key.entity, key.field, .fact) }
      return
    }
    let with = value(of: key, withTarget: true)
    guard let with, with.author == target else {
      if isWritten { plan.leave(key.entity, key.field, .changedSince) }
      return
    }
    let without = value(of: key, withTarget: false)
    let value = turnsOn ? with.value : without?.value ?? .null
    if !isWritten {
      // An initial value cannot be taken away, only be overwritten, which is of use only where the thing
      // was there before.
      if case .reference = key.entity { return }
      guard isKnown(key.entity, before: target), shows(with, key) else { return }
    }
    if let change = Self.write(value, key) {
      plan.changes.append(change)
    } else {
      plan.leave(key.entity, key.field, .noEarlierPlace)
    }
  }

  /// Whether an initial value is what a register holds, or was until the undo took it away: it may never
  /// have shown, behind what another undo wrote.
  private func shows(_ initial: EntityHistory.Given, _ key: EntityHistory.Key) -> Bool {
    let writes = history.writes[key] ?? []
    if turnsOn {
      let undo = planner.index(of: since.dot)
      return writes.contains { $0.author == undo }
    }
    let current =
      writes.max { $0.stamp < $1.stamp } ?? history.initials[key]?.min { $0.stamp < $1.stamp }
    return current?.value == initial.value
  }

  /// Whether an asset or album was known before a transaction.
  private func isKnown(_ entity: Entity, before author: Int) -> Bool {
    let author = planner.authors[author]
    return history.known[entity]?.contains { other in
      let other = planner.authors[other].dot
      if other.log == author.dot.log { return other.seq < author.dot.seq }
      return author.context.entries.contains { $0.log == other.log && $0.seq >= other.seq }
    } ?? false
  }

  /// What a register holds by the ordinary transactions that are on, the target among them or not.
  private func value(
    of key: EntityHistory.Key, withTarget: Bool
  ) -> EntityHistory.Given? {
    func isOn(_ author: Int) -> Bool { author == target ? withTarget : self.isOn(author) }
    if let written = history.writes[key]?.filter({ isOn($0.author) })
      .max(by: { $0.stamp < $1.stamp })
    {
      return written
    }
    // The initial values of who made the thing known stay, whether that is on or not.
    return history.initials[key]?
      .filter { isOn($0.author) || !isKnown(key.entity, before: $0.author) }
      .min { $0.stamp < $1.stamp }
  }

  private static func write(_ value: Value, _ key: EntityHistory.Key) -> Operation.Change? {
    switch key.entity {
    case .asset(let asset): return .setAsset(asset, key.field, value)
    case .album(let album): return .setAlbum(album, key.field, value)
    case .reference(let album, let asset):
      guard case .bytes(let bytes) = value, let position = Position(bytes: bytes) else {
        return nil
      }
      return .moveReference(album, asset, position)
    case .purge, .tag, .copy, .log: return nil
    }
  }
}
