import Testing

@testable import Operations

/// A frame says only what is new of what its author had seen.
@Suite struct ContextTests {
  private static func transaction(_ seq: UInt64, _ entries: [Context.Entry]) throws -> Transaction {
    try Transaction(
      log: LogID(high: 0, low: 0), seq: seq, hlc: seq << 16, context: Context(entries), wall: 1,
      origin: nil, label: "", operations: [Operation(.addTag(AssetID(words: (1, 2, 3, 4)), "a"))])
  }

  private static func entry(_ log: UInt64, _ seq: UInt64) -> Context.Entry {
    Context.Entry(log: LogID(high: 1, low: log), seq: seq, chain: seq % 2 == 0 ? nil : seq)
  }

  /// At either end and between, new, changed and gone.
  @Test func changesAreMergedInOrder() throws {
    let steps: [[Context.Entry]] = [
      [Self.entry(5, 1)], [Self.entry(3, 1), Self.entry(5, 1), Self.entry(7, 2)],
      [Self.entry(3, 1), Self.entry(5, 4), Self.entry(7, 2), Self.entry(9, 1)],
      [Self.entry(1, 3), Self.entry(4, 3), Self.entry(7, 2), Self.entry(9, 9)],
      [Self.entry(4, 3)], [], [Self.entry(2, 2), Self.entry(8, 2)],
    ]
    var encoder = TransactionEncoder()
    var decoder = TransactionDecoder()
    for (index, step) in steps.enumerated() {
      let transaction = try Self.transaction(UInt64(index + 1), step)
      let payload = encoder.payload(of: transaction)
      let read = try payload.withUnsafeBytes {
        try decoder.decode($0, log: transaction.log, seq: transaction.seq)
      }
      #expect(read.context.entries == step, "step \(index)")
    }
  }

  /// One change among many must not cost a sort of all.
  @Test(.timeLimit(.minutes(3))) func oneChangeAmongManyIsCheap() throws {
    var many = (1...50_000).map { Self.entry(UInt64($0 * 2), 2) }
    var encoder = TransactionEncoder()
    var decoder = TransactionDecoder()
    let first = encoder.payload(of: try Self.transaction(1, many))
    many[25_000] = Self.entry(50_002, 4)
    let second = encoder.payload(of: try Self.transaction(2, many))
    _ = try first.withUnsafeBytes { try decoder.skip($0) }
    for _ in 0..<2000 { _ = try second.withUnsafeBytes { try decoder.skip($0) } }
    #expect(decoder.previousContext.entries == many)
  }
}
