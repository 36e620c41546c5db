import Hashing
import Testing

@testable import Operations

/// The formats are what the documents say, by bytes that another program made from them.
@Suite struct GoldenTests {
  @Test(arguments: Golden.histories)
  func canonicalFormsMatch(history: String) throws {
    let transactions = try Golden.transactions(history)
    let rows = try Golden.rows(history)
    #expect(rows.count == transactions.count)
    for row in rows {
      let dot = Dot(log: row.log, seq: row.seq)
      let transaction = try #require(transactions[dot])
      #expect(TransactionEncoder.canonical(transaction) == row.canonical, "\(dot)")
    }
  }

  @Test(arguments: Golden.histories)
  func chainsMatch(history: String) throws {
    let transactions = try Golden.transactions(history)
    var log: LogID?
    var chain = SHA256.hash([])
    for row in try Golden.rows(history) {
      if row.log != log { chain = SHA256.hash(Array("albumen/log/1\n".utf8) + row.log.bytes) }
      log = row.log
      let transaction = try #require(transactions[Dot(log: row.log, seq: row.seq)])
      chain = SHA256.hash(chain.bytes + TransactionEncoder.canonical(transaction))
      #expect(chain.description == row.chain)
    }
  }

  @Test(arguments: Golden.histories)
  func payloadsReadAsTheLines(history: String) throws {
    let transactions = try Golden.transactions(history)
    var decoder = TransactionDecoder()
    var log: LogID?
    for row in try Golden.rows(history) {
      if row.log != log { decoder = TransactionDecoder() }
      log = row.log
      let read = try row.payload.withUnsafeBytes {
        try decoder.decode($0, log: row.log, seq: row.seq)
      }
      #expect(read == transactions[read.dot])
      #expect(TransactionEncoder.canonical(read) == row.canonical)
    }
  }

  @Test(arguments: Golden.histories)
  func payloadsAreWrittenTheSame(history: String) throws {
    let transactions = try Golden.transactions(history)
    var encoder = TransactionEncoder()
    var log: LogID?
    for row in try Golden.rows(history) {
      if row.log != log { encoder = TransactionEncoder() }
      log = row.log
      let transaction = try #require(transactions[Dot(log: row.log, seq: row.seq)])
      #expect(encoder.payload(of: transaction) == row.payload, "\(transaction.dot)")
    }
  }

  @Test(arguments: Golden.histories)
  func linesComeBack(history: String) throws {
    for line in try Golden.lines("histories/\(history).jsonl") {
      let written = try Transaction(jsonLine: line).jsonLine
      let expected = try JSONParser.parse(line).comparable
      #expect(try JSONParser.parse(Array(written.utf8)).comparable == expected)
    }
  }

  @Test func spellingsAreOneTransaction() throws {
    let lines = try Golden.lines("spellings.jsonl")
    #expect(lines.count == 5)
    let first = try Transaction(jsonLine: lines[0])
    for line in lines {
      let transaction = try Transaction(jsonLine: line)
      #expect(transaction == first)
      #expect(transaction.jsonLine.utf8.elementsEqual(lines[0]))
    }
  }
}
