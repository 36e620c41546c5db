import LibraryState
import Operations
import ReferenceFold
import TestSupport
import Testing

/// Whatever was written, any order of arrival comes to the same state, that of the set-based fold.
///
/// A seed that fails is replayed with ALBUMEN_TEST_SEED.
@Suite struct ConvergenceTests {
  /// The seed that is asked for, else 300 that are always the same and 100 that are new each time, 2,000
  /// at night.
  static let seeds: [UInt64] =
    environmentValue("ALBUMEN_TEST_SEED").flatMap { UInt64($0) }.map { [$0] }
    ?? Array(1...300) + (0..<rounds(100, nightly: 2_000)).map { _ in .random(in: .min ... .max) }

  @Test func anyOrderOfArrivalComesToTheSameState() throws {
    for seed in Self.seeds {
      let transactions = try RandomHistory(seed: seed).transactions
      let expected = SetFold(transactions)
      var generator = SeededGenerator(seed: seed)
      var first: LibraryState?
      for _ in 0..<8 {
        var order = transactions.shuffled(using: &generator)
        order += transactions.filter { _ in generator.next() % 5 == 0 }
        let feeder = Feeder(order)
        let state = feeder.state.pruned
        try #require(SetFold(feeder.state) == expected, "seed \(seed)")
        try #require(SetFold(state) == expected, "seed \(seed)")
        try #require(state == first ?? state, "seed \(seed)")
        try #require(Self.isCausal(feeder.delivered), "seed \(seed)")
        first = state
      }
    }
  }

  @Test func oneSeesWhatTheSetBasedFoldSees() throws {
    for seed in Self.seeds {
      let transactions = try RandomHistory(seed: seed).transactions
      let expected = SetFold(transactions)
      let state = Feeder(transactions).state
      let wholes = state.wholes(), parents = state.parents()
      for number in 1...5 as ClosedRange<UInt64> {
        let asset = AssetID(number), album = AlbumID(number)
        try #require(state.status(of: asset) == expected.status(of: asset), "seed \(seed)")
        try #require(wholes[asset] == expected.whole(of: asset), "seed \(seed)")
        try #require(parents[album] == expected.parent(of: album), "seed \(seed)")
        try #require(state.members(of: album) == expected.members(of: album), "seed \(seed)")
      }
    }
  }

  @Test func aPrefixOfADeliveryIsAStateOfItsOwn() throws {
    for seed in Self.seeds.prefix(50) {
      let delivered = Feeder(try RandomHistory(seed: seed).transactions).delivered
      var state = LibraryState()
      for (index, transaction) in delivered.enumerated() {
        state.deliver(transaction)
        let kept = state
        try #require(
          SetFold(kept) == SetFold(delivered[...index]), "seed \(seed), \(index)")
      }
    }
  }

  /// Guards the others: random histories that hold nothing odd prove nothing.
  @Test func theHistoriesHoldWhatIsOdd() throws {
    var counts: [String: Int] = [:]
    for seed in 1...300 as ClosedRange<UInt64> {
      let feeder = Feeder(try RandomHistory(seed: seed).transactions)
      let state = feeder.state, parents = state.parents()
      counts["dead dots", default: 0] += state.pruned.dead.count
      counts["removals before the add", default: 0] += state.dead.count
      counts["logs that wait", default: 0] += feeder.remainder.count
      counts["waived contexts", default: 0] += feeder.delivered.count { transaction in
        transaction.context.entries.contains { $0.seq > state.vector[$0.log] }
      }
      counts["parts", default: 0] += state.wholes().count
      counts["parents", default: 0] += parents.count
      counts["cycles of parents", default: 0] += state.albums.count { id, album in
        let above = album.registers[.parent]?.value?.album
        return parents[id] == nil && !album.life.isEmpty && above.map { parents[$0] } == id
      }
      counts["members", default: 0] += (1...4).reduce(0) {
        $0 + state.members(of: AlbumID($1)).count
      }
      counts["times out of range", default: 0] += feeder.delivered.count {
        $0.hlc >= HybridClock.end
      }
    }
    #expect(counts.count == 9)
    for (name, count) in counts { #expect(count >= 10, "\(name)") }
  }

  /// Whether each transaction comes behind all that its author had seen and that was not waived.
  private static func isCausal(_ delivered: [Transaction]) -> Bool {
    var vector = VersionVector()
    var waived: [LogID: UInt64] = [:]
    for transaction in delivered {
      for entry in transaction.context.entries
      where vector[entry.log] < min(entry.seq, waived[entry.log] ?? .max) { return false }
      guard transaction.seq == vector[transaction.log] + 1 else { return false }
      vector[transaction.log] = transaction.lastSeq
      if transaction.hlc >= HybridClock.end { continue }
      for case .retireLog(let log, let at) in transaction.operations.map(\.change) {
        waived[log] = min(waived[log] ?? at, at)
      }
    }
    return true
  }
}
