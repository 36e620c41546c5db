import LibraryState
import Operations
import ReferenceFold
import TestSupport
import Testing

/// Returns what some transactions come to, whatever the order in which they arrive.
///
/// Tries all orders of up to five transactions, else 100 random ones, some transactions arriving twice, and
/// holds each to the set-based fold.
func settle(
  _ transactions: [Transaction], sourceLocation: SourceLocation = #_sourceLocation
) throws -> LibraryState {
  var generator = SeededGenerator(seed: testSeed())
  let orders =
    transactions.count <= 5
    ? permutations(transactions)
    : (0..<100).map { _ in transactions.shuffled(using: &generator) }
  let expected = SetFold(transactions)
  let first = Feeder(orders[0]).state
  let text = try first.normalizedJSON()
  for order in orders {
    let again = order.filter { _ in generator.next() % 4 == 0 }
    for state in [Feeder(order).state, Feeder(order + again).state] {
      try #require(SetFold(state) == expected, sourceLocation: sourceLocation)
      try #require(state.pruned == first.pruned, sourceLocation: sourceLocation)
      try #require(try state.normalizedJSON() == text, sourceLocation: sourceLocation)
    }
  }
  return first
}

private func permutations<Element>(_ elements: [Element]) -> [[Element]] {
  if elements.count <= 1 { return [elements] }
  return elements.indices.flatMap { index in
    var rest = elements
    let first = rest.remove(at: index)
    return permutations(rest).map { [first] + $0 }
  }
}
