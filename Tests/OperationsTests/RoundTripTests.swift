import Testing

@testable import Operations

/// What is written is read back, whatever it is.
@Suite struct RoundTripTests {
  private static func transactions(_ seed: UInt64, _ count: Int = 12) throws -> [Transaction] {
    var generator = TransactionGenerator(seed: seed)
    return try (0..<count).map { _ in try generator.transaction() }
  }

  private static func read(
    _ payload: [UInt8], _ like: Transaction, _ decoder: inout TransactionDecoder
  ) throws -> Transaction {
    try payload.withUnsafeBytes { try decoder.decode($0, log: like.log, seq: like.seq) }
  }

  @Test(arguments: propertySeeds)
  func binaryComesBack(seed: UInt64) throws {
    var encoder = TransactionEncoder()
    var decoder = TransactionDecoder()
    for transaction in try Self.transactions(seed) {
      let read = try Self.read(encoder.payload(of: transaction), transaction, &decoder)
      #expect(read == transaction, "seed \(seed)")
      #expect(TransactionEncoder.canonical(read) == TransactionEncoder.canonical(transaction))
    }
  }

  @Test(arguments: propertySeeds)
  func jsonComesBack(seed: UInt64) throws {
    for transaction in try Self.transactions(seed) {
      let line = transaction.jsonLine
      let read = try Transaction(jsonLine: line.utf8)
      #expect(read == transaction, "seed \(seed): \(line)")
      #expect(TransactionEncoder.canonical(read) == TransactionEncoder.canonical(transaction))
      #expect(ExactText(read.jsonLine) == ExactText(line))
    }
  }

  @Test(arguments: propertySeeds.prefix(3))
  func differentTransactionsHaveDifferentForms(seed: UInt64) throws {
    // Equality is the canonical form's, also between transactions that differ in one thing only.
    let pairs = try Self.transactions(seed, 2).flatMap { try Self.neighbours(of: $0) }
      .map { ($0, TransactionEncoder.canonical($0)) }
    var faults = 0
    for left in pairs {
      for right in pairs where (left.0 == right.0) != (left.1 == right.1) { faults += 1 }
      for right in pairs where left.0 == right.0 && left.0.hashValue != right.0.hashValue {
        faults += 1
      }
    }
    #expect(faults == 0, "seed \(seed)")
    #expect(Set(pairs.map(\.0)).count == Set(pairs.map(\.1)).count)
  }

  /// A transaction and ones that are nearly like it.
  private static func neighbours(of transaction: Transaction) throws -> [Transaction] {
    func copy(
      seq: UInt64? = nil, label: String? = nil, origin: String?? = nil, value: Value = .null
    ) throws -> Transaction {
      let asset = AssetID(words: (0, 0, 0, 0))
      return try Transaction(
        log: transaction.log, seq: seq ?? transaction.seq, hlc: transaction.hlc,
        context: transaction.context, wall: transaction.wall, origin: origin ?? transaction.origin,
        label: label ?? transaction.label, undoes: transaction.undoes,
        operations: [Operation(.setAsset(asset, FieldName("caption"), value))])
    }
    let values: [Value] = [
      .null, .bool(false), .int(0), .double(0), .double(-0.0), .double(.nan), .text(""),
      .text("\u{e9}"), .text("e\u{301}"), .bytes([]), .list([]), .map([]), .dots([]),
      .map([Value.MapEntry("\u{e9}", .null)]), .map([Value.MapEntry("e\u{301}", .null)]),
      .identifier(Identifier(high: 0, low: 0)), .digest(Digest(words: (0, 0, 0, 0))),
      .bytes([UInt8](repeating: 0, count: 16)), .double(Double(bitPattern: 0x7FF8_0000_0000_0001)),
    ]
    return try [
      copy(), copy(seq: 9), copy(label: "\u{e9}"), copy(label: "e\u{301}"),
      copy(origin: .some(nil)),
      copy(origin: ""), copy(origin: "\u{e9}"), copy(origin: "e\u{301}"),
    ] + values.map { try copy(value: $0) }
  }

  @Test(arguments: propertySeeds)
  func canonicalFormNeedsNoTables(seed: UInt64) throws {
    // However the log is cut into segments, each transaction reads as the same.
    var generator = SeededGenerator(seed: seed)
    var encoder = TransactionEncoder()
    var decoder = TransactionDecoder()
    for transaction in try Self.transactions(seed) {
      if Bool.random(using: &generator) {
        encoder = TransactionEncoder()
        decoder = TransactionDecoder()
      }
      let read = try Self.read(encoder.payload(of: transaction), transaction, &decoder)
      #expect(
        TransactionEncoder.canonical(read) == TransactionEncoder.canonical(transaction),
        "seed \(seed)")
    }
  }

  @Test(arguments: propertySeeds)
  func passingOverIsAsGoodAsReading(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var encoder = TransactionEncoder()
    var decoder = TransactionDecoder()
    for transaction in try Self.transactions(seed) {
      let payload = encoder.payload(of: transaction)
      if Bool.random(using: &generator) {
        let count = try payload.withUnsafeBytes { try decoder.skip($0) }
        #expect(count == transaction.operations.count, "seed \(seed)")
      } else {
        #expect(try Self.read(payload, transaction, &decoder) == transaction, "seed \(seed)")
      }
    }
    var noOperations = TransactionDecoder()
    #expect(throws: OperationsError.self) {
      try ([UInt8](repeating: 0, count: 9) + [0]).withUnsafeBytes { try noOperations.skip($0) }
    }
  }

  @Test(arguments: propertySeeds)
  func memberOrderIsFree(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for transaction in try Self.transactions(seed) {
      let json = try JSONParser.parse(transaction.jsonLine.utf8)
      var out = JSONWriter()
      json.write(to: &out, shuffledBy: &generator)
      let read = try Transaction(jsonLine: out.bytes)
      #expect(read == transaction, "seed \(seed)")
    }
  }

  @Test(arguments: propertySeeds)
  func rollingBackLeavesNoTrace(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var plain = TransactionEncoder()
    var rolled = TransactionEncoder()
    let strangers = try Self.transactions(seed &+ 1)
    for (transaction, stranger) in zip(try Self.transactions(seed), strangers) {
      for _ in 0..<Int.random(in: 0..<3, using: &generator) {
        _ = rolled.payload(of: stranger)
        rolled.rollBack()
      }
      // A second one, as after a failure that is noticed twice, changes nothing.
      if Bool.random(using: &generator), transaction.seq > 1 {
        _ = rolled.payload(of: stranger)
        rolled.rollBack()
        rolled.rollBack()
      }
      #expect(rolled.payload(of: transaction) == plain.payload(of: transaction), "seed \(seed)")
      var (left, right) = (ByteWriter(), ByteWriter())
      rolled.contents.write(to: &left)
      plain.contents.write(to: &right)
      #expect(left.bytes == right.bytes)
    }
  }

  @Test(arguments: propertySeeds)
  func continuingGoesOnTheSame(seed: UInt64) throws {
    let transactions = try Self.transactions(seed)
    var encoder = TransactionEncoder()
    var decoder = TransactionDecoder()
    for (index, transaction) in transactions.enumerated() {
      var other = TransactionEncoder(continuing: decoder)
      let payload = encoder.payload(of: transaction)
      #expect(other.payload(of: transaction) == payload, "seed \(seed)")
      // And again, after a rollback of what had been taken over.
      other.rollBack()
      #expect(other.payload(of: transactions[index]) == payload, "seed \(seed)")
      _ = try Self.read(payload, transaction, &decoder)
    }
  }
}

extension JSONValue {
  /// Writes the value with the members of its objects in a random order.
  fileprivate func write(to out: inout JSONWriter, shuffledBy generator: inout SeededGenerator) {
    switch self {
    case .null: out.null()
    case .bool(let truth): out.bool(truth)
    case .int(let number): out.int(number)
    case .double(let number): out.double(number)
    case .string(let text): out.string(text)
    case .array(let elements):
      out.array { out in
        for element in elements { element.write(to: &out, shuffledBy: &generator) }
      }
    case .object(let members):
      out.object { out in
        for member in members.shuffled(using: &generator) {
          out.name(member.name)
          member.value.write(to: &out, shuffledBy: &generator)
        }
      }
    }
  }
}
