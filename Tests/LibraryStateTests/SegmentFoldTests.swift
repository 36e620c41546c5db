import LibraryState
import Operations
import ReferenceFold
import TestSupport
import Testing

/// What is read from segments, whose tables the fold makes use of, comes to the same state.
@Suite struct SegmentFoldTests {
  @Test func whatSegmentsHoldComesToTheSameState() throws {
    for seed in ConvergenceTests.seeds.prefix(200) {
      try Self.expectSameState(of: RandomHistory(seed: seed).transactions, seed)
    }
  }

  /// References are looked for 64 operations at a time.
  @Test func transactionsOfVeryManyOperationsComeToTheSameState() throws {
    for seed in ConvergenceTests.seeds.prefix(12) {
      let transactions = try RandomHistory(seed: seed, operations: 200).transactions
      try #require(transactions.contains { $0.operations.count > 128 }, "seed \(seed)")
      try Self.expectSameState(of: transactions, seed)
    }
  }

  private static func expectSameState(of transactions: [Transaction], _ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let read = try Dictionary(grouping: transactions, by: \.log).values.flatMap { log in
      try throughSegments(log.sorted { $0.seq < $1.seq }, &generator)
    }
    try #require(read.allSatisfy { $0.operationList.tables != nil }, "seed \(seed)")
    let state = Feeder(read.shuffled(using: &generator)).state
    try #require(SetFold(state) == SetFold(transactions), "seed \(seed)")
    try #require(state.pruned == Feeder(transactions).state.pruned, "seed \(seed)")
  }

  /// Writes the transactions of a log into segments of some length, and reads them.
  private static func throughSegments(
    _ log: [Transaction], _ generator: inout SeededGenerator
  ) throws -> [Transaction] {
    var encoder = TransactionEncoder(), decoder = TransactionDecoder()
    return try log.map { transaction in
      if generator.next() % 4 == 0 {
        (encoder, decoder) = (TransactionEncoder(), TransactionDecoder())
      }
      return try encoder.payload(of: transaction).withUnsafeBytes {
        try decoder.decode($0, log: transaction.log, seq: transaction.seq)
      }
    }
  }

  /// Two copies of a decoder, one of which reads what was cut off again and written anew, have other
  /// assets in the same places.
  @Test func copiesOfADecoderThatReadOnAreNotTakenForOne() throws {
    func adding(_ asset: UInt64) throws -> Transaction {
      try Transaction(
        log: LogID(1), seq: 1, hlc: 1, context: .empty, wall: 0, origin: nil, label: "",
        operations: [Operation(.addAsset(AssetID(asset), initial: []))])
    }
    var encoder = TransactionEncoder(), decoder = TransactionDecoder()
    var state = LibraryState()
    func read(
      _ asset: UInt64, _ encoder: inout TransactionEncoder, _ decoder: inout TransactionDecoder
    ) throws {
      let read = try encoder.payload(of: adding(asset)).withUnsafeBytes {
        try decoder.decode($0, log: LogID(1), seq: 1)
      }
      state.deliver(read)
    }
    try read(1, &encoder, &decoder)
    var (otherEncoder, otherDecoder) = (encoder, decoder)
    try read(2, &encoder, &decoder)
    try read(3, &otherEncoder, &otherDecoder)
    try read(4, &encoder, &decoder)
    for asset in 1...4 as ClosedRange<UInt64> {
      #expect(state.assets[AssetID(asset)]?.isKnown == true, "\(asset)")
    }
  }

  /// References whose few words fit into their places in the table, and those that do not, hold what a set
  /// and a register would.
  @Test func aReferenceHoldsWhatASetAndARegisterWould() {
    var random = SeededGenerator(seed: testSeed())
    func number(_ range: ClosedRange<UInt64>) -> UInt64 { .random(in: range, using: &random) }
    var state = LibraryState()
    var model: [AssetID: (life: DotSet, position: Register)] = [:]
    for step in 1...4_000 as ClosedRange<UInt64> {
      let album = AlbumID(1), asset = AssetID(number(1...200))
      let entity = Entity.reference(album, asset)
      let dot = Dot(log: LogID(number(1...3)), seq: step)
      let stamp = Stamp(hlc: number(1...50), dot: dot)
      let bytes = (0..<number(1...(number(0...4) == 0 ? 18 : 15))).map { _ in UInt8(number(0...255))
      }
      var (life, position) = model[asset] ?? (DotSet(), Register())
      switch number(0...4) {
      case 0:
        state.add(dot, to: entity)
        life.insert(dot)
      case 1:
        let dots = life.sorted.filter { _ in number(0...2) > 0 }
        state.remove(dots, from: entity)
        for dot in dots { _ = life.remove(dot) }
      case 2:
        state.initialize(.position, of: entity, to: .bytes(bytes), at: stamp)
        position.initialize(to: .bytes(bytes), at: stamp)
      default:
        state.write(.bytes(bytes), to: .position, of: entity, at: stamp)
        position.write(.bytes(bytes), at: stamp)
      }
      model[asset] = (life, position)
      let reference = state.reference(album, asset) ?? .init()
      #expect(reference.life == life, "seed \(random.seed)")
      #expect(reference.position == position, "seed \(random.seed)")
    }
    let all = state.references(of: AlbumID(1)).filter { $0.reference != .init() }
    #expect(all.count == model.values.count { $0 != (DotSet(), Register()) })
    #expect(state.pruned == state.pruned.pruned)
    #expect(SetFold(state.pruned) == SetFold(state))
  }
}
