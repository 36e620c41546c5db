import TestSupport
import Testing

@testable import Operations

/// Finding a place in what is ordered, and what is ordered already in what is not.
@Suite struct OrderTests {
  @Test func aPartitionPointIsWhereAConditionBeginsToHold() {
    for count in 0...20 {
      let numbers = (0..<count).map { $0 * 2 }
      for bound in -1...(2 * count + 1) {
        let place = numbers.partitionPoint { $0 >= bound }
        #expect(place == numbers.firstIndex { $0 >= bound } ?? count, "\(bound) in \(count)")
      }
      // Indices need not begin at 0.
      let rest = numbers[(count / 3)...]
      for bound in -1...(2 * count + 1) {
        let place = rest.partitionPoint { $0 >= bound }
        #expect(place == rest.firstIndex { $0 >= bound } ?? rest.endIndex, "\(bound) in \(rest)")
      }
    }
  }

  @Test func theLongestAscendingPartAscendsAndNoneIsLonger() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(500, nightly: 20_000) {
      let numbers = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        Int.random(in: 0...9, using: &random)
      }
      let places = numbers.longestAscending()
      #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed): \(numbers)")
      #expect(Self.ascends(places.map { numbers[$0] }), "seed \(seed): \(numbers)")
      let longest = (0..<(1 << numbers.count)).map { (choice: Int) in
        numbers.indices.filter { choice >> $0 & 1 == 1 }.map { numbers[$0] }
      }.filter(Self.ascends).map(\.count).max()
      #expect(places.count == longest, "seed \(seed): \(numbers)")
    }
  }

  private static func ascends(_ numbers: [Int]) -> Bool {
    zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
  }
}
