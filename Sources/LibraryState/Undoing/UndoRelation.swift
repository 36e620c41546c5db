package import Operations

/// Says which transactions are off: undone, and not redone since.
///
/// An undo names the transaction that it undoes, a redo the undo. Of all undos of a transaction and the
/// redos of these, the one with the greatest stamp decides (docs/design/0014-history.md).
package struct UndoRelation: Sendable {
  /// An undo or a redo.
  package struct Entry: Sendable, Hashable {
    package let stamp: Stamp
    /// The first operation of what it undoes.
    package let undoes: Dot

    package init(stamp: Stamp, undoes: Dot) {
      self.stamp = stamp
      self.undoes = undoes
    }
  }

  private let entries: [Dot: Entry]
  private var latest: [Dot: (stamp: Stamp, isUndo: Bool)] = [:]

  /// Makes the relation of all undos and redos that were delivered.
  package init(_ entries: some Sequence<Entry>) {
    // One with a time out of range has no effect on anything.
    let sound = entries.filter { $0.stamp.hlc < HybridClock.end }
    self.entries = Dictionary(sound.map { ($0.stamp.dot, $0) }) { first, _ in first }
    for entry in sound {
      let (root, depth) = root(of: entry.stamp.dot)
      let isUndo = !depth.isMultiple(of: 2)
      if let there = latest[root], there.stamp > entry.stamp { continue }
      latest[root] = (entry.stamp, isUndo)
    }
  }

  /// Makes the relation of some transactions.
  package init(of transactions: some Sequence<Transaction>) {
    self.init(
      transactions.compactMap { transaction in
        transaction.undoes.map { Entry(stamp: transaction.stamp, undoes: $0) }
      })
  }

  /// The transaction that an undo or redo is about in the end, and how many steps lead there: an odd
  /// number for an undo, an even one for a redo, 0 for what is neither.
  package func root(of transaction: Dot) -> (dot: Dot, depth: Int) {
    var dot = transaction
    var depth = 0
    var stamp: Stamp?
    // What was undone was seen, so its stamp is smaller: anything else leads nowhere.
    while let entry = entries[dot], stamp.map({ entry.stamp < $0 }) ?? true {
      stamp = entry.stamp
      dot = entry.undoes
      depth += 1
    }
    return (dot, depth)
  }

  /// The newest undo of a transaction that is neither undo nor redo; nil where it was never undone.
  package func newestUndo(of transaction: Dot) -> Dot? {
    entries.values.filter { entry in
      let (root, depth) = root(of: entry.stamp.dot)
      return root == transaction && !depth.isMultiple(of: 2)
    }.max { $0.stamp < $1.stamp }?.stamp.dot
  }

  /// Whether a transaction that is neither undo nor redo is undone.
  package func isOff(_ transaction: Dot) -> Bool { latest[transaction]?.isUndo ?? false }
}
