import Testing

@testable import Operations

/// Whatever bytes come from another device, they give a transaction or an error, and soon.
@Suite struct HostileInputTests {
  private static let log = LogID(high: 7, low: 7)

  /// Decodes; whatever comes out must be writable and readable again.
  private static func survive(_ payload: [UInt8], after first: [UInt8]? = nil) throws {
    var decoder = TransactionDecoder()
    do throws(OperationsError) {
      if let first { _ = try decode(first, 1, &decoder) }
      let transaction = try decode(payload, 10, &decoder)
      var encoder = TransactionEncoder()
      var again = TransactionDecoder()
      let read = try decode(encoder.payload(of: transaction), transaction.seq, &again)
      #expect(read == transaction)
      #expect(try Transaction(jsonLine: transaction.jsonLine.utf8) == transaction)
    } catch { #expect(error.code == .malformedBinary) }
  }

  private static func decode(
    _ payload: [UInt8], _ seq: UInt64, _ decoder: inout TransactionDecoder
  ) throws(OperationsError) -> Transaction {
    let copy = decoder
    let (result, after): (Result<Transaction, OperationsError>, TransactionDecoder) =
      payload.withUnsafeBytes { bytes in
        var decoder = copy
        do throws(OperationsError) {
          return (.success(try decoder.decode(bytes, log: log, seq: seq)), decoder)
        } catch { return (.failure(error), decoder) }
      }
    decoder = after
    return try result.get()
  }

  private static func payloads(_ seed: UInt64, _ count: Int) throws -> [[UInt8]] {
    var generator = TransactionGenerator(seed: seed)
    var encoder = TransactionEncoder()
    return try (0..<count).map { _ in encoder.payload(of: try generator.transaction()) }
  }

  @Test(arguments: propertySeeds.prefix(4))
  func everyTruncationIsAnError(seed: UInt64) throws {
    for payload in try Self.payloads(seed, 2).prefix(1) {
      for length in 0..<payload.count {
        var decoder = TransactionDecoder()
        #expect(throws: OperationsError.self, "seed \(seed), length \(length)") {
          try Self.decode(Array(payload[..<length]), 1, &decoder)
        }
      }
    }
  }

  @Test(arguments: propertySeeds.prefix(3))
  func everyChangedByteIsSurvived(seed: UInt64) throws {
    let payloads = try Self.payloads(seed, 2)
    for index in payloads[1].indices {
      for flip: UInt8 in [0x01, 0x10, 0x80, 0xFF] {
        var changed = payloads[1]
        changed[index] ^= flip
        try Self.survive(changed, after: payloads[0])
      }
    }
  }

  @Test(arguments: propertySeeds.prefix(4))
  func randomBytesAreSurvived(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      // Mostly small bytes: they get further than noise does.
      let length = Int.random(in: 0..<60, using: &generator)
      try Self.survive((0..<length).map { _ in UInt8.random(in: 0...18, using: &generator) })
    }
  }

  /// A payload of a sound beginning, then `tail`.
  private static func payload(operations tail: [UInt8]) -> [UInt8] {
    [0, 0, 0] + [0, 0, 0, 0, 0, 0] + tail
  }

  private static func message(_ payload: [UInt8], seq: UInt64 = 1) -> String? {
    var decoder = TransactionDecoder()
    do throws(OperationsError) {
      _ = try decode(payload, seq, &decoder)
      return nil
    } catch { return error.message }
  }

  /// 2^60 as a varint.
  private static let huge: [UInt8] = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10]

  @Test func claimedCountsAskForNothing() {
    let early = "the data ends too early"
    #expect(Self.message(Self.huge) == early)
    #expect(Self.message([0] + Self.huge) == early)
    #expect(Self.message([0, 0] + Self.huge) == early)
    #expect(Self.message([0, 0, 0, 0, 0, 0] + Self.huge) == early)
    #expect(Self.message([0, 0, 0, 0, 0, 0, 0, 0] + Self.huge) == early)
    #expect(Self.message(Self.payload(operations: Self.huge)) == early)
    #expect(Self.message(Self.payload(operations: [1, 1] + Self.huge)) == early)
    for type: UInt8 in [5, 6, 9, 10, 11] {
      #expect(Self.message(Self.payload(operations: [1, 1, 1, 0x50 | type] + Self.huge)) == early)
    }
  }

  @Test(arguments: MalformedPayload.all)
  func malformedPayloadsAreRefused(payload: MalformedPayload) {
    #expect(Self.message(payload.bytes) == payload.message)
  }

  @Test func sequenceNumbersHaveAnEnd() {
    let payload = Self.payload(operations: [2, 1, 0, 1, 0])
    let message = "a sequence number is out of range"
    #expect(Self.message(payload, seq: 0) == message)
    #expect(Self.message(payload, seq: 1 << 62 - 1) == message)
    #expect(Self.message(payload, seq: .max) == message)
    #expect(Self.message(payload, seq: 1 << 62 - 2) == nil)
  }

  @Test func timesWrapAround() throws {
    // hlc and wall are differences modulo 2^64: no number is out of range, none traps.
    for time in [[0], [1], [UInt8](repeating: 0xFF, count: 9) + [1]] as [[UInt8]] {
      for wall in [[0], [1], [UInt8](repeating: 0xFF, count: 9) + [1]] as [[UInt8]] {
        try Self.survive([0, 0, 0, 0] + time + wall + [0, 0, 0, 1, 1, 0])
      }
    }
  }

  @Test(arguments: propertySeeds.prefix(6))
  func damagedLinesAreSurvived(seed: UInt64) throws {
    var transactions = TransactionGenerator(seed: seed)
    var generator = SeededGenerator(seed: seed)
    let letters = Array("{}[]\":,\\u0dD8fFeE-+.1 ntr\0\u{80}kind".utf8)
    for _ in 0..<60 {
      var line = Array(try transactions.transaction().jsonLine.utf8)
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        let index = Int.random(in: 0..<line.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: line[index] = letters.randomElement(using: &generator) ?? 0
        case 1: line.insert(letters.randomElement(using: &generator) ?? 0, at: index)
        default: line.remove(at: index)
        }
      }
      do {
        let transaction = try Transaction(jsonLine: line)
        #expect(try Transaction(jsonLine: transaction.jsonLine.utf8) == transaction)
        var encoder = TransactionEncoder()
        var decoder = TransactionDecoder()
        let payload = encoder.payload(of: transaction)
        let read = try payload.withUnsafeBytes {
          try decoder.decode($0, log: transaction.log, seq: transaction.seq)
        }
        #expect(read == transaction)
      } catch let error as OperationsError { #expect(error.code == .malformedText, "seed \(seed)") }
    }
  }
}
