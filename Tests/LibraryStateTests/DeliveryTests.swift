import LibraryState
import Operations
import TestSupport
import Testing

/// When a transaction's turn comes (docs/design/0001-operations.md, "Delivery").
@Suite struct DeliveryTests {
  private let asset = AssetID(1)
  private var one = Device(1)
  private var two = Device(2)
  private var three = Device(3)

  private func verdict(
    _ delivery: Delivery, _ transaction: Transaction, chains: [Dot: UInt64] = [:]
  ) -> Delivery.Verdict {
    delivery.verdict(on: transaction) { chains[Dot(log: $0, seq: $1)] }
  }

  private func delivered(
    _ heights: [LogID: UInt64], waivers: [LogID: UInt64] = [:]
  ) -> Delivery {
    Delivery(vector: VersionVector(heights.map { ($0.key, $0.value) }), waivers: waivers)
  }

  // MARK: Causes

  @Test mutating func theFirstOfALogIsReadyAtOnce() throws {
    let first = try one.write(.addAsset(asset))
    #expect(verdict(Delivery(), first) == .ready)
  }

  @Test mutating func aGapInItsOwnLogIsNamed() throws {
    _ = try one.write(.addAsset(asset), .addAsset(AssetID(2)))
    let second = try one.write(.restoreAsset(asset))
    #expect(
      verdict(Delivery(), second) == .waiting(Delivery.Cause(log: one.log, seq: 2)))
  }

  @Test mutating func whatItsAuthorHadSeenIsNamed() throws {
    two.seen = [one.log: 4, three.log: 2]
    let transaction = try two.write(.addAsset(asset))
    var delivery = delivered([one.log: 3, three.log: 1])
    #expect(verdict(delivery, transaction) == .waiting(Delivery.Cause(log: one.log, seq: 4)))
    delivery = delivered([one.log: 4, three.log: 1])
    #expect(verdict(delivery, transaction) == .waiting(Delivery.Cause(log: three.log, seq: 2)))
    delivery = delivered([one.log: 4, three.log: 2])
    #expect(verdict(delivery, transaction) == .ready)
  }

  @Test mutating func whatWasDeliveredIsSeen() throws {
    let first = try one.write(.addAsset(asset), .addAsset(AssetID(2)))
    let second = try one.write(.restoreAsset(asset))
    var delivery = Delivery()
    let waived = delivery.deliver(first)
    #expect(!waived)
    #expect(delivery.vector[one.log] == 2)
    #expect(verdict(delivery, first) == .seen)
    #expect(verdict(delivery, second) == .ready)
  }

  @Test mutating func theMergeSaysWhyEachLogWaits() throws {
    let first = try one.write(.addAsset(asset))
    two.see(first)
    let second = try two.write(.restoreAsset(asset))
    three.see(second)
    let third = try three.write(.restoreAsset(asset))
    let feeder = Feeder([third, second])
    #expect(
      feeder.remainder == [
        two.log: .waiting(Delivery.Cause(log: one.log, seq: 1)),
        three.log: .waiting(Delivery.Cause(log: one.log, seq: 1)),
      ])
    #expect(feeder.state == LibraryState())
    feeder.take(first)
    #expect(feeder.remainder.isEmpty)
    #expect(feeder.delivered == [first, second, third])
  }

  @Test mutating func aTransactionIsDeliveredWhole() throws {
    let first = try one.write(.addAsset(asset), .addTag(asset, "cat"))
    // Its author had seen half of it, as no program of ours would write.
    two.seen = [one.log: 1]
    let second = try two.write(.restoreAsset(asset))
    let feeder = Feeder([second])
    #expect(feeder.remainder[two.log] == .waiting(Delivery.Cause(log: one.log, seq: 1)))
    feeder.take(first)
    #expect(feeder.delivered == [first, second])
    #expect(feeder.state.vector[one.log] == 2)
  }

  // MARK: Waivers

  /// Device 1 has written three tags, and lost the last two; device 2 had seen them all.
  private mutating func loseTheEnd() throws -> (
    kept: Transaction, lost: [Transaction], built: Transaction
  ) {
    let kept = try one.write(.addAsset(asset), .addTag(asset, "a"))
    let lost = [
      try one.write(.addTag(asset, "b")), try one.write(.addTag(asset, "c")),
    ]
    two.see(lost[1])
    let built = try two.write(
      .addTag(asset, "d"), .removeTag(asset, "c", observed: [lost[1].dot]))
    three.see(kept)
    return (kept, lost, built)
  }

  private func tags(_ state: LibraryState) -> String {
    (state.assets[asset]?.tags ?? [:]).filter { !$0.value.isEmpty }.keys.sorted()
      .map(\.text).joined()
  }

  @Test mutating func aWaiverFreesWhatWaitsForALostEnd() throws {
    let (kept, _, built) = try loseTheEnd()
    let feeder = Feeder([built, kept])
    #expect(feeder.remainder[two.log] == .waiting(Delivery.Cause(log: one.log, seq: 4)))
    feeder.take(try three.write(.retireLog(one.log, at: 2)))
    #expect(feeder.remainder.isEmpty)
    #expect(tags(feeder.state) == "ad")
    #expect(feeder.delivery.waivers == [one.log: 2])
  }

  @Test mutating func whatComesBeforeTheWaiverIsStillWaitedFor() throws {
    let (kept, lost, built) = try loseTheEnd()
    var four = Device(4)
    let waiver = try four.write(.retireLog(one.log, at: 3))
    let feeder = Feeder([built, waiver, kept])
    #expect(feeder.remainder[two.log] == .waiting(Delivery.Cause(log: one.log, seq: 4)))
    feeder.take(lost[0])
    #expect(feeder.remainder.isEmpty)
    #expect(tags(feeder.state) == "abd")
    _ = try settle([built, waiver, kept, lost[0]])
  }

  @Test mutating func ofSeveralWaiversTheSmallestCounts() throws {
    let (kept, _, built) = try loseTheEnd()
    let high = try three.write(.retireLog(one.log, at: 3))
    var four = Device(4)
    four.see(kept)
    let low = try four.write(.retireLog(one.log, at: 2), .retireLog(one.log, at: 9))
    for order in [[high, low], [low, high]] {
      let feeder = Feeder([kept, built] + order)
      #expect(feeder.remainder.isEmpty)
      #expect(feeder.delivery.waivers == [one.log: 2])
    }
    #expect(tags(try settle([kept, built, high, low])) == "ad")
  }

  @Test mutating func theWaivedPartIsDeliveredShouldItTurnUp() throws {
    let (kept, lost, built) = try loseTheEnd()
    let waiver = try three.write(.retireLog(one.log, at: 2))
    let feeder = Feeder([kept, built, waiver])
    #expect(feeder.state.pruned.dead.map(\.dot) == [lost[1].dot])
    feeder.take(lost[0])
    feeder.take(lost[1])
    #expect(feeder.state.vector[one.log] == 4)
    // The tag that was removed before it came stays dead.
    #expect(tags(feeder.state) == "abd")
    #expect(feeder.state.pruned.dead.isEmpty)
    #expect(feeder.state.pruned == (try settle([kept, built, waiver] + lost)).pruned)
  }

  @Test mutating func aDotThatStaysDeadIsDeadForItsOwnThingOnly() throws {
    // The removal names an asset's tag; what comes is another's, under the same dot.
    let kept = try one.write(.addAsset(asset))
    let lost = try one.write(.addTag(AssetID(2), "cat"))
    two.see(lost)
    let built = try two.write(.removeTag(asset, "cat", observed: [lost.dot]))
    let waiver = try three.write(.retireLog(one.log, at: 1))
    let state = try settle([kept, built, waiver, lost])
    #expect(state.assets[AssetID(2)]?.tags[ExactText("cat")]?.isEmpty == false)
  }

  @Test mutating func aWaiverFreesSeveralLogsAndWhatTheyHoldBack() throws {
    let (kept, lost, built) = try loseTheEnd()
    var four = Device(4), five = Device(5)
    four.see(lost[0])
    five.see(built)
    let more = [
      try four.write(.addTag(asset, "e")), try five.write(.addTag(asset, "f")),
      try two.write(.addTag(asset, "g")),
    ]
    let waiver = try three.write(.retireLog(one.log, at: 2))
    let feeder = Feeder([kept, built] + more)
    #expect(feeder.remainder.count == 3)
    feeder.take(waiver)
    #expect(feeder.remainder.isEmpty)
    #expect(tags(feeder.state) == "adefg")
  }

  @Test mutating func aWaiverCanFreeTheNextWaiver() throws {
    let kept = try one.write(.addAsset(asset))
    // Device 2 had seen more of 1, device 3 more of 2, and each waives what is gone of the other.
    two.seen = [one.log: 5]
    let second = try two.write(.retireLog(LogID(3), at: 0))
    three.seen = [LogID(9): 5]
    let third = try three.write(.retireLog(one.log, at: 1))
    var four = Device(4)
    let fourth = try four.write(.retireLog(LogID(9), at: 0))
    let feeder = Feeder([kept, second, third])
    #expect(feeder.remainder.count == 2)
    feeder.take(fourth)
    #expect(feeder.remainder.isEmpty)
    #expect(feeder.delivered == [kept, fourth, third, second])
  }

  @Test mutating func deliveryGoesOnFromWhatWasKept() throws {
    let (kept, _, built) = try loseTheEnd()
    let delivery = delivered([one.log: kept.lastSeq], waivers: [one.log: 2])
    #expect(verdict(delivery, built) == .ready)
    #expect(verdict(Delivery(vector: delivery.vector), built) != .ready)
  }

  // MARK: Chains

  /// Device 2 writes with the chain that it has seen of device 1's log.
  private mutating func writeSeeing(
    _ first: Transaction, chain: UInt64
  ) throws -> Transaction {
    two.see(first)
    return try two.write([.addTag(asset, "theirs")], chains: [one.log: chain])
  }

  @Test mutating func theChainHereIsTheOneThatItsAuthorSaw() throws {
    let first = try one.write(.addAsset(asset))
    let second = try writeSeeing(first, chain: 7)
    let delivery = delivered([one.log: 1])
    #expect(verdict(delivery, second, chains: [first.dot: 7]) == .ready)
    #expect(
      verdict(delivery, second, chains: [first.dot: 8]) == .otherHistory(log: one.log, seq: 1))
  }

  @Test mutating func anotherHistoryIsNeverMixedIn() throws {
    let first = try one.write(.addAsset(asset))
    let second = try writeSeeing(first, chain: 7)
    let later = try two.write(.addTag(asset, "later"))
    three.see(later)
    let third = try three.write(.addTag(asset, "third"))
    var four = Device(4)
    four.see(first)
    let fourth = try four.write(.addTag(asset, "fourth"))
    let feeder = Feeder()
    feeder.chains = [first.dot: 8]
    for transaction in [third, later, second, first, fourth, second] { feeder.take(transaction) }
    #expect(feeder.delivered == [first, fourth])
    #expect(tags(feeder.state) == "fourth")
    #expect(
      feeder.remainder == [
        two.log: .otherHistory(log: one.log, seq: 1),
        three.log: .waiting(Delivery.Cause(log: two.log, seq: 2)),
      ])
  }

  @Test mutating func itComesToItsTurnWhenTheHistoryHereBecomesTheSame() throws {
    let first = try one.write(.addAsset(asset))
    let second = try writeSeeing(first, chain: 7)
    let feeder = Feeder()
    feeder.chains = [first.dot: 8]
    feeder.take(first)
    feeder.take(second)
    #expect(feeder.delivered == [first])
    feeder.chains = [first.dot: 7]
    feeder.take(second)
    #expect(feeder.delivered == [first, second])
  }

  @Test mutating func aChainInsideATransactionIsAnotherHistory() throws {
    let first = try one.write(.addAsset(asset), .addTag(asset, "cat"))
    two.seen = [one.log: 1]
    let told = try two.write([.restoreAsset(asset)], chains: [one.log: 7])
    let delivery = delivered([one.log: 2])
    // A chain is known only behind a whole transaction.
    #expect(
      verdict(delivery, told, chains: [first.dot(at: 1): 7])
        == .otherHistory(log: one.log, seq: 1))
  }

  @Test mutating func eachChainIsComparedForItself() throws {
    let first = try one.write(.addAsset(asset))
    let third = try three.write(.addAsset(asset))
    two.see(first, third)
    let second = try two.write([.restoreAsset(asset)], chains: [three.log: 7])
    let delivery = delivered([one.log: 1, three.log: 1])
    // That of log 1 is not told, so it may be any.
    #expect(verdict(delivery, second, chains: [first.dot: 1, third.dot: 7]) == .ready)
    #expect(
      verdict(delivery, second, chains: [first.dot: 7, third.dot: 1])
        == .otherHistory(log: three.log, seq: 1))
  }

  @Test mutating func whatWasWaivedHasNoChainToCompare() throws {
    let (kept, lost, _) = try loseTheEnd()
    two = Device(2)
    let built = try writeSeeing(lost[1], chain: 7)
    let delivery = delivered([one.log: kept.lastSeq], waivers: [one.log: 2])
    #expect(verdict(delivery, built, chains: [kept.dot(at: 1): 1]) == .ready)
    // Also where something stands there: it may be another history, and so was waived.
    let covered = delivered([one.log: 4], waivers: [one.log: 2])
    #expect(verdict(covered, built, chains: [lost[1].dot: 1]) == .ready)
    let beyond = delivered([one.log: 4], waivers: [one.log: 4])
    #expect(
      verdict(beyond, built, chains: [lost[1].dot: 1]) == .otherHistory(log: one.log, seq: 4))
  }

  // MARK: The merge

  private struct Unreadable: Error {}

  @Test mutating func theMergePassesErrorsOn() throws {
    let first = try one.write(.addAsset(asset))
    var delivery = Delivery()
    #expect(throws: Unreadable.self) {
      var merge = CausalMerge<Transaction> { $0 }
      _ = try merge.run(
        [one.log], &delivery, next: { _ throws(Unreadable) in throw Unreadable() },
        chainAt: { _, _ throws(Unreadable) in nil }, deliver: { _ throws(Unreadable) in })
    }
    var left = [first]
    #expect(throws: Unreadable.self) {
      var merge = CausalMerge<Transaction> { $0 }
      _ = try merge.run(
        [one.log], &delivery, next: { _ throws(Unreadable) in left.popLast() },
        chainAt: { _, _ throws(Unreadable) in nil },
        deliver: { _ throws(Unreadable) in throw Unreadable() })
    }
    // What was not kept does not count.
    #expect(delivery.vector.isEmpty)
  }

  @Test mutating func theMergeHoldsOneTransactionALog() throws {
    let first = try one.write(.addAsset(asset))
    two.see(first)
    var waiting = try (0..<10).map { _ in try two.write(.restoreAsset(asset)) }
    waiting.reverse()
    var delivery = Delivery()
    var merge = CausalMerge<Transaction> { $0 }
    var delivered = 0
    _ = merge.run(
      [two.log], &delivery, next: { _ in waiting.popLast() }, chainAt: { _, _ in nil },
      deliver: { _ in delivered += 1 })
    #expect(waiting.count == 9)
    #expect(delivered == 0)
    var firsts = [first]
    let log = one.log
    let remainder = merge.run(
      [log], &delivery, next: { $0 == log ? firsts.popLast() : waiting.popLast() },
      chainAt: { _, _ in nil }, deliver: { _ in delivered += 1 })
    #expect(remainder.isEmpty)
    #expect(delivered == 11)
  }
}
