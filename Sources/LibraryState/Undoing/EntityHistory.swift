import Operations

/// Collects what transactions did to each thing, and which of them did it, instead of what that comes to.
struct EntityHistory: FoldTarget {
  typealias Failure = Never

  /// A field of a thing.
  struct Key: Hashable {
    let entity: Entity
    let field: FieldName
  }

  /// A value that a register was given.
  struct Given {
    let stamp: Stamp
    let value: Value
    /// Which of the transactions gave it.
    let author: Int
  }

  /// What happened to a set.
  struct Members {
    /// The dots that were added, with who added them.
    var added: [Dot: Int] = [:]
    /// The dots that removals named, with who removed them.
    var removed: [(dots: [Dot], author: Int)] = []

    /// The dots that are there.
    var present: Set<Dot> {
      var dots = Set(added.keys)
      for removal in removed { dots.subtract(removal.dots) }
      return dots
    }
  }

  private(set) var sets: [Entity: Members] = [:]
  private(set) var writes: [Key: [Given]] = [:]
  private(set) var initials: [Key: [Given]] = [:]
  /// Who made an asset or album known.
  private(set) var known: [Entity: [Int]] = [:]
  /// The things and fields in the order in which they were first met.
  private(set) var entities: [Entity] = []
  private(set) var keys: [Key] = []
  /// How many transactions were taken, less one.
  private var author = -1
  /// What is collected; nil for everything.
  private let scope: EntityScope?

  /// Collects everything that transactions did.
  init(_ transactions: some Sequence<Transaction>) {
    scope = nil
    for transaction in transactions { take(transaction) }
  }

  /// Collects nothing yet, and only what is in a scope.
  init(about scope: EntityScope) { self.scope = scope }

  /// Collects from a transaction; who did something is how many were taken before.
  mutating func take(_ transaction: Transaction) {
    author += 1
    apply(transaction)
  }

  private func matters(_ entity: Entity) -> Bool { scope?.contains(entity) ?? true }

  mutating func add(_ dot: Dot, to entity: Entity) {
    guard matters(entity) else { return }
    note(entity)
    sets[entity, default: Members()].added[dot] = author
  }

  mutating func remove(_ dots: [Dot], from entity: Entity) {
    guard !dots.isEmpty, matters(entity) else { return }
    note(entity)
    sets[entity, default: Members()].removed.append((dots, author))
  }

  mutating func write(
    _ value: Value, to field: FieldName, of entity: Entity, at stamp: Stamp
  ) {
    give(value, Key(entity: entity, field: field), stamp, \.writes)
  }

  mutating func initialize(
    _ field: FieldName, of entity: Entity, to value: Value, at stamp: Stamp
  ) {
    give(value, Key(entity: entity, field: field), stamp, \.initials)
  }

  mutating func know(_ entity: Entity, at stamp: Stamp, created: Bool) {
    if matters(entity) { known[entity, default: []].append(author) }
  }

  private mutating func note(_ entity: Entity) {
    if sets[entity] == nil { entities.append(entity) }
  }

  private mutating func give(
    _ value: Value, _ key: Key, _ stamp: Stamp,
    _ values: WritableKeyPath<EntityHistory, [Key: [Given]]>
  ) {
    guard matters(key.entity) else { return }
    if writes[key] == nil, initials[key] == nil { keys.append(key) }
    self[keyPath: values][key, default: []].append(
      Given(stamp: stamp, value: value, author: author))
  }
}
