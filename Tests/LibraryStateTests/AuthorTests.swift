import TestSupport
import Testing

@testable import LibraryState
@testable import Operations

/// The state at a transaction is what its author saw when it was written, whatever came in later.
@Suite struct AuthorTests {
  @Test func theStateAtATransactionIsWhatItsAuthorSaw() throws {
    let first = testSeed()
    var pairs = 0
    for round in 0..<UInt64(rounds(50, nightly: 1_100)) {
      let seed = first &+ round
      var acts = RandomActs(seed: seed)
      var devices = (1...3 as ClosedRange<UInt64>).map { UndoingDevice($0) }
      var seen: [Dot: LibraryState] = [:]
      for _ in 0..<40 {
        let index = acts.number(0...2)
        switch acts.number(0...9) {
        case 0...5: try devices[index].write(acts.act(devices[index].state))
        case 6: if let newest = devices[index].newest { try devices[index].undo(newest) }
        default: devices[index].receive(devices[acts.number(0...2)].transactions)
        }
        guard let last = devices[index].transactions.last, last.log == devices[index].log,
          seen[last.dot] == nil
        else { continue }
        seen[last.dot] = devices[index].state
      }
      for other in 1..<3 { devices[0].receive(devices[other].transactions) }
      let all = devices[0].transactions
      #expect(Set(all.map(\.dot)).isSuperset(of: seen.keys))
      for (dot, state) in seen.sorted(by: { $0.key < $1.key })
        .shuffled(using: &acts.generator).prefix(10)
      {
        let then = PastTests.state(
          all.shuffled(using: &acts.generator),
          CausalCut(VersionVector([(dot.log, dot.seq)]), followsContexts: true))
        try #require(then.pruned == state.pruned, "seed \(seed), at \(dot)")
        pairs += 1
      }
    }
    #expect(pairs >= rounds(450, nightly: 10_000))
  }
}
