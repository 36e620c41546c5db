package import Operations

/// Works out the operations that take a transaction back, or bring it again.
///
/// Pure. What should stand is what the ordinary transactions that are on have done; what an undo or redo
/// added stands for what it was to bring back (docs/design/0014-history.md has the rules).
package struct UndoPlanner {
  let transactions: [Transaction]
  let history: EntityHistory
  let relation: UndoRelation
  let isGone: (AssetID) -> Bool
  private let indices: [Dot: Int]

  /// Makes a planner.
  ///
  /// - Parameters:
  ///   - transactions: all delivered ones that concern an asset of the transaction to be undone, and an
  ///     album whose life or fields it changes; more do no harm.
  ///   - relation: all undos and redos.
  ///   - isGone: whether the bytes of a purged asset are gone for good.
  package init(
    _ transactions: [Transaction], _ relation: UndoRelation, isGone: @escaping (AssetID) -> Bool
  ) {
    self.transactions = transactions
    self.relation = relation
    self.isGone = isGone
    history = EntityHistory(transactions)
    indices = Dictionary(transactions.enumerated().map { ($0.element.dot, $0.offset) }) {
      first, _ in
      first
    }
  }

  /// Returns what takes a transaction back, which is neither an undo nor off.
  package func undo(_ transaction: Transaction) -> UndoPlan {
    plan(transaction, since: transaction, turnsOn: false)
  }

  /// Returns what brings a transaction again that an undo took back.
  ///
  /// - Parameter undo: the undo.
  package func redo(_ transaction: Transaction, undoneBy undo: Transaction) -> UndoPlan {
    plan(transaction, since: undo, turnsOn: true)
  }

  private func plan(
    _ transaction: Transaction, since: Transaction, turnsOn: Bool
  ) -> UndoPlan {
    guard let target = indices[transaction.dot] else { return UndoPlan() }
    let step = UndoStep(
      planner: self, target: target, since: since, turnsOn: turnsOn,
      own: EntityHistory([transaction]))
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
      guard let author = members?.added[dot], let undone = transactions[author].undoes,
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
