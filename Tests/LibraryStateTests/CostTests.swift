import LibraryState
import Operations
import TestSupport
import Testing

/// What an operation costs does not depend on how much there is.
@Suite struct CostTests {
  /// Counts what an operation asks of the place where the state is kept.
  private struct Counter: FoldTarget {
    private(set) var calls = 0

    mutating func add(_ dot: Dot, to entity: Entity) { calls += 1 }
    mutating func remove(_ dots: [Dot], from entity: Entity) { calls += 1 }
    mutating func write(
      _ value: Value, to field: FieldName, of entity: Entity, at stamp: Stamp
    ) { calls += 1 }
    mutating func initialize(
      _ field: FieldName, of entity: Entity, to value: Value, at stamp: Stamp
    ) { calls += 1 }
    mutating func know(_ entity: Entity, at stamp: Stamp, created: Bool) { calls += 1 }
  }

  @Test func eachOperationAsksForAFewThings() throws {
    for seed in ConvergenceTests.seeds.prefix(50) {
      for transaction in try RandomHistory(seed: seed).transactions
      where transaction.hlc < HybridClock.end {
        for (index, operation) in transaction.operations.enumerated() {
          var counter = Counter()
          counter.apply(operation, as: transaction.dot(at: index), hlc: transaction.hlc)
          let allowed =
            switch operation.change {
            case .addAsset(_, let initial), .createAlbum(_, let initial): 2 + initial.count
            case .trashAsset, .addReference, .restoreAsset, .restoreAlbum: 2
            case .retireLog, .opaque: 0
            default: 1
            }
          #expect(counter.calls <= allowed, "seed \(seed), \(operation)")
          #expect((counter.calls == 0) == (allowed == 0), "seed \(seed), \(operation)")
        }
      }
    }
  }

  private func fold(_ count: UInt64, _ change: (Dot) -> Operation.Change) -> LibraryState {
    var state = LibraryState()
    for seq in 1...count {
      let dot = Dot(log: LogID(1), seq: seq)
      state.apply(Operation(change(dot)), as: dot, hlc: seq)
    }
    return state
  }

  @Test(.timeLimit(.minutes(10))) func manyReferencesInOneAlbum() {
    let state = fold(100_000) { .addReference(AlbumID(1), AssetID($0.seq), nil) }
    #expect(state.references(of: AlbumID(1)).count == 100_000)
  }

  @Test(.timeLimit(.minutes(10))) func manyAddsOfOneThingAndTheirRemoval() {
    let count: UInt64 = 200_000
    var state = fold(count) { _ in .restoreAsset(AssetID(1)) }
    #expect(state.assets[AssetID(1)]?.life.sorted.count == Int(count))
    for seq in 1..<count {
      state.remove([Dot(log: LogID(1), seq: seq)], from: .asset(AssetID(1)))
    }
    #expect(state.assets[AssetID(1)]?.life.sorted == [Dot(log: LogID(1), seq: count)])
  }

  @Test(.timeLimit(.minutes(10))) func manyRemovalsThatCameFirst() {
    let count: UInt64 = 50_000
    let coming = LogID(2)
    var state = fold(count) {
      .trashAsset(AssetID(1), observed: [Dot(log: coming, seq: $0.seq)], purges: [])
    }
    #expect(state.dead.count == Int(count))
    for seq in 1...count { state.add(Dot(log: coming, seq: seq), to: .asset(AssetID(1))) }
    #expect(state.dead.isEmpty)
    #expect(state.status(of: AssetID(1)) == .trashed)
  }

  @Test(.timeLimit(.minutes(10))) func manyWritesOfOneField() {
    let state = fold(100_000) { .setAsset(AssetID(1), .rating, .int(Int64($0.seq))) }
    #expect(state.assets[AssetID(1)]?.registers[.rating]?.value == .int(100_000))
  }

  /// Two logs whose every transaction has seen the last one of the other, taken from the wrong end.
  @Test(.timeLimit(.minutes(10))) func logsThatTakeTurns() throws {
    var one = Device(1), two = Device(2)
    var logs: [LogID: [Transaction]] = [:]
    for _ in 0..<10_000 {
      let mine = try one.write(.addAsset(AssetID(1)))
      two.see(mine)
      let theirs = try two.write(.addAsset(AssetID(1)))
      one.see(theirs)
      logs[one.log, default: []].append(mine)
      logs[two.log, default: []].append(theirs)
    }
    logs = logs.mapValues { $0.reversed() }
    var verdicts = 0
    var delivery = Delivery()
    var merge = CausalMerge<Transaction> { transaction in
      verdicts += 1
      return transaction
    }
    let remainder = merge.run(
      [two.log, one.log], &delivery, next: { logs[$0]?.popLast() }, chainAt: { _, _ in nil },
      deliver: { _ in })
    #expect(remainder.isEmpty)
    #expect(delivery.vector[two.log] == 10_000)
    #expect(verdicts <= 2 * 20_000 + 2)
  }
}
