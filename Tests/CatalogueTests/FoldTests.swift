import LibraryState
import Operations
import TestSupport
import Testing

@testable import Catalogue

/// The catalogue's fold is the one in memory, however the transactions come.
@Suite struct FoldTests {
  @Test(arguments: [1, 51, 101, 151])
  func histories(first: Int) throws {
    var generator = SeededGenerator(seed: testSeed())
    for number in first..<first + 50 {
      let history = try History(number)
      let delivered = history.delivered(using: &generator)
      #expect(delivered.count > 0)
      let expected = delivered.state
      let shuffled = history.delivered(using: &generator)
      #expect(shuffled.count == delivered.count)

      let one = try TemporaryCatalogue()
      let oneByOne = try one.open()
      for transaction in delivered { try oneByOne.deliver([transaction]) }
      try check(oneByOne, expected, "history \(number) one by one, seed \(generator.seed)")

      let two = try TemporaryCatalogue()
      let batches = try two.open()
      var rest = shuffled[...]
      while !rest.isEmpty {
        let batch = rest.prefix(Int.random(in: 1...20, using: &generator))
        try batches.deliver(batch)
        rest = rest.dropFirst(batch.count)
      }
      try check(batches, expected, "history \(number) in batches, seed \(generator.seed)")

      let three = try TemporaryCatalogue()
      let built = try three.open()
      try build(built, shuffled)
      try check(built, expected, "history \(number) built, seed \(generator.seed)")
    }
  }

  private func check(
    _ catalogue: Catalogue, _ expected: LibraryState, _ what: Comment
  ) throws {
    let state = try catalogue.state()
    #expect(state.pruned == expected.pruned, what)
    #expect(state.json == expected.json, what)
    #expect(try catalogue.vector == expected.vector, what)
    #expect(try catalogue.integrity() == [], what)
  }
}
