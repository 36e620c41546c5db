import Synchronization

/// Tells the tables of one segment, as one decoder has read them, from all others.
///
/// What stands at a place of tables with one identity is one thing, for ever: so it can be kept what was
/// found out about it. A copy of a decoder shares its identity until both have read on; then what they have
/// read may differ, and the second one gets another.
package final class TableIdentity: Sendable {
  /// How many places have been given something.
  private let taken: Atomic<Int>

  init(taken: Int = 0) { self.taken = Atomic(taken) }

  /// Takes the places from `start` up to `end`; false where a copy of the tables has taken them.
  func take(_ start: Int, to end: Int) -> Bool {
    taken.compareExchange(expected: start, desired: end, ordering: .relaxed).exchanged
  }
}
