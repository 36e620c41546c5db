import Testing

@testable import Operations

/// However an operation is read (at once, as named fields, or from its bytes when it is asked for), it
/// is the same one.
@Suite struct OperationListTests {
  private static let log = LogID(high: 7, low: 7)

  /// Is what reading comes to, in all its parts: equality of operations looks at their fields alone.
  private static func outcome(
    _ payload: [UInt8], _ seq: UInt64, _ decoder: inout TransactionDecoder
  ) -> String {
    let copy = decoder
    let (text, after): (String, TransactionDecoder) = payload.withUnsafeBytes { bytes in
      var decoder = copy
      do throws(OperationsError) {
        let transaction = try decoder.decode(bytes, log: log, seq: seq)
        let operations = transaction.operationList.map { "\($0.change) \($0.extra)" }
          .joined(separator: "\n")
        return ("\(transaction.jsonLine)\n\(transaction.lastSeq)\n\(operations)", decoder)
      } catch { return ("\(error)", decoder) }
    }
    decoder = after
    return text
  }

  private static func decoders() -> [TransactionDecoder] {
    [
      TransactionDecoder(), TransactionDecoder(mostAtOnce: .max, readsPlain: false),
      TransactionDecoder(mostAtOnce: 0), TransactionDecoder(mostAtOnce: 40),
    ]
  }

  @Test(arguments: propertySeeds)
  func everyWayOfReadingComesToTheSame(seed: UInt64) throws {
    var generator = TransactionGenerator(seed: seed)
    var encoder = TransactionEncoder()
    var decoders = Self.decoders()
    for _ in 0..<20 {
      let transaction = try generator.transaction()
      let payload = encoder.payload(of: transaction)
      let outcomes = decoders.indices.map {
        Self.outcome(payload, transaction.seq, &decoders[$0])
      }
      #expect(Set(outcomes).count == 1, "seed \(seed)")
      #expect(outcomes[0].hasPrefix(transaction.jsonLine), "seed \(seed)")
    }
  }

  /// What passes over a transaction, to read parts of it, knows the same form as what reads it.
  @Test(arguments: propertySeeds)
  func passingOverEndsWhereReadingDoes(seed: UInt64) throws {
    var generator = TransactionGenerator(seed: seed)
    var encoder = TransactionEncoder()
    var decoder = TransactionDecoder()
    for _ in 0..<20 {
      let transaction = try generator.transaction()
      try encoder.payload(of: transaction).withUnsafeBytes { bytes in
        _ = try decoder.decode(bytes, log: transaction.log, seq: transaction.seq)
        var passing = ByteReader(bytes)
        let count = try SegmentTables.passOpening(&passing)
        #expect(count == transaction.operations.count, "seed \(seed)")
        var (reading, references) = (passing, OperationReferences())
        for operation in transaction.operations {
          let read = try decoder.operation(&reading)
          #expect(read == operation, "seed \(seed)")
          try references.read(&passing)
          #expect(passing.offset == reading.offset, "seed \(seed): \(operation)")
        }
      }
    }
  }

  @Test(arguments: propertySeeds.prefix(12))
  func damageIsFoundInEveryWayOfReading(seed: UInt64) throws {
    var generator = TransactionGenerator(seed: seed)
    var encoder = TransactionEncoder()
    let first = encoder.payload(of: try generator.transaction())
    let second = encoder.payload(of: try generator.transaction())
    for index in second.indices {
      for flip: UInt8 in [0x01, 0x02, 0x10, 0x80, 0xFF] {
        var changed = second
        changed[index] ^= flip
        var outcomes: Set<String> = []
        for decoder in Self.decoders() {
          var decoder = decoder
          _ = Self.outcome(first, 1, &decoder)
          outcomes.insert(Self.outcome(changed, 10, &decoder))
        }
        #expect(outcomes.count == 1, "seed \(seed), byte \(index), \(flip)")
      }
    }
  }

  @Test(arguments: propertySeeds.prefix(8))
  func aListInBytesIsWrittenAndComparedAsOneOfValues(seed: UInt64) throws {
    var generator = TransactionGenerator(seed: seed)
    var encoder = TransactionEncoder()
    var decoder = TransactionDecoder(mostAtOnce: 0)
    var again = TransactionEncoder()
    // Tables grow behind a list that refers to them.
    var kept: [(read: Transaction, written: Transaction, payload: [UInt8])] = []
    for _ in 0..<10 {
      let transaction = try generator.transaction()
      let payload = encoder.payload(of: transaction)
      let read = try payload.withUnsafeBytes {
        try decoder.decode($0, log: transaction.log, seq: transaction.seq)
      }
      kept.append((read, transaction, payload))
    }
    for (read, written, payload) in kept {
      #expect(read == written, "seed \(seed)")
      #expect(read.operations == written.operations, "seed \(seed)")
      #expect(read.operationList.count == written.operations.count, "seed \(seed)")
      #expect(
        TransactionEncoder.canonical(read) == TransactionEncoder.canonical(written),
        "seed \(seed)")
      #expect(again.payload(of: read) == payload, "seed \(seed)")
    }
  }

  /// A frame of the smallest operations there are takes about its own size, not forty times that.
  @Test func manyTinyOperationsTakeNoMoreRoomThanTheirBytes() throws {
    let count = 1_500_000
    var payload = ByteWriter()
    payload.raw([0, 0, 0, 0, 0, 0, 0, 1, 0])
    payload.varint(UInt64(count))
    payload.raw([UInt8](repeating: 0, count: 2 * count).indices.map { $0 % 2 == 0 ? 4 : 0 })
    var decoder = TransactionDecoder()
    let transaction = try payload.bytes.withUnsafeBytes {
      try decoder.decode($0, log: Self.log, seq: 1)
    }
    #expect(transaction.operationList.count == count)
    #expect(transaction.lastSeq == UInt64(count))
    #expect(transaction.operationList.byteCount == 2 * count)
    let expected = Operation(.opaque(kind: "asset.restore", fields: []))
    var iterator = transaction.operationList.makeIterator()
    for _ in 0..<1_000 { #expect(iterator.next() == expected) }
    // What is small is at hand as values.
    #expect(OperationList([expected]).byteCount == MemoryLayout<Operation>.stride)
  }
}
