package import Operations

/// Works out the operations that take a transaction back, or bring it again.
///
/// Pure. What should stand is what the ordinary transactions that are on have done; what an undo or redo
/// added stands for what it was to bring back (docs/design/0014-history.md has the rules).
///
/// It keeps of what it is shown what matters to the transaction alone: the rest of a long history passes by.
package struct UndoPlanner {
  let target: Transaction
  let relation: UndoRelation
  let isGone: (AssetID) -> Bool
  private(set) var history: EntityHistory
  private(set) var authors: [Author] = []
  private var indices: [Dot: Int] = [:]

  /// Is what counts of a transaction besides its operations.
  struct Author {
    /// The transaction, by its first operation.
    let dot: Dot
    let context: Context
    let undoes: Dot?
  }

  /// Makes a planner for a transaction, of which nothing is known yet.
  ///
  /// - Parameters:
  ///   - target: what is to be undone or brought again.
  ///   - relation: all undos and redos.
  ///   - isGone: whether the bytes of a purged asset are gone for good.
  package init(
    for target: Transaction, _ relation: UndoRelation, isGone: @escaping (AssetID) -> Bool
  ) {
    self.target = target
    self.relation = relation
    self.isGone = isGone
    history = EntityHistory(about: EntityScope(EntityHistory([target])))
  }

  /// Notes a delivered transaction; one that was noted before changes nothing.
  ///
  /// All must be noted, in any order, that concern an asset of the target, and an album whose life or fields it
  /// changes, the target among them, and the undo that is taken back; more do no harm.
  package mutating func note(_ transaction: Transaction) {
    guard indices[transaction.dot] == nil else { return }
    indices[transaction.dot] = authors.count
    authors.append(
      Author(
        dot: transaction.dot, context: transaction.context, undoes: transaction.undoes))
    history.take(transaction)
  }

  /// Returns what takes the target back, which is neither an undo nor off.
  package func undo() -> UndoPlan { plan(since: target, turnsOn: false) }

  /// Returns what brings the target again that an undo took back.
  ///
  /// - Parameter undo: the undo.
  package func redo(undoneBy undo: Transaction) -> UndoPlan { plan(since: undo, turnsOn: true) }

  private func plan(since: Transaction, turnsOn: Bool) -> UndoPlan {
    guard let index = indices[target.dot] else { return UndoPlan() }
    let step = UndoStep(
      planner: self, target: index, since: since, turnsOn: turnsOn,
      own: EntityHistory([target]))
    return step.plan
  }

  /// Where a transaction stands among those that are known.
  func index(of transaction: Dot) -> Int? { indices[transaction] }

  /// What a dot stands for: itself, or, where an undo or redo put it in, what that brought back.
  func origins(of dot: Dot, in entity: Entity) -> Set<Dot> {
    var found: Set<Dot> = []
    var seen: Set<Dot> = []
    var next = [dot]
    let members = history.sets[entity]
    while let dot = next.popLast() {
      guard seen.insert(dot).inserted else { continue }
      guard let author = members?.added[dot], let undone = authors[author].undoes,
        let target = indices[undone]
      else {
        found.insert(dot)
        continue
      }
      let before = next.count
      for removal in members?.removed ?? [] where removal.author == target {
        next += removal.dots.filter { members?.added[$0] != nil }
      }
      if next.count == before { found.insert(dot) }
    }
    return found
  }
}
