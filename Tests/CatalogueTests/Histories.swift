import LibraryState
import Operations
import Platform
import SQLiteKit
import TestSupport
import Testing

@testable import Catalogue

/// A history of several logs, as `Fixtures/histories` has them.
struct History {
  let transactions: [Transaction]

  init(_ transactions: [Transaction]) { self.transactions = transactions }

  /// Reads the numbered history, from 1 to 200.
  init(_ number: Int) throws {
    let digits = String(number)
    let name = String(repeating: "0", count: 3 - digits.count) + digits + ".jsonl"
    let here = try #require(Path("\(#filePath)"))
    let file = here.parent.parent.parent / "Fixtures" / "histories" / (try #require(Path(name)))
    var transactions: [Transaction] = []
    for line in try readFile(file).split(separator: UInt8(ascii: "\n")) {
      transactions.append(try Transaction(jsonLine: line))
    }
    self.transactions = transactions
  }

  /// The transactions in some order in which each one's turn has come.
  func delivered(using generator: inout some RandomNumberGenerator) -> [DeliveredTransaction] {
    var queues: [LogID: [Transaction]] = [:]
    for transaction in transactions { queues[transaction.log, default: []].append(transaction) }
    for log in queues.keys { queues[log]?.sort { $0.seq > $1.seq } }
    var delivery = Delivery()
    var result: [DeliveredTransaction] = []
    var offsets: [LogID: UInt64] = [:]
    while true {
      var ready: [LogID] = []
      for (log, queue) in queues {
        guard let next = queue.last else { continue }
        let verdict = delivery.verdict(on: next) { _, _ in nil }
        if verdict == .ready || verdict == .seen { ready.append(log) }
      }
      ready.sort()
      guard let log = ready.randomElement(using: &generator),
        let transaction = queues[log]?.popLast()
      else { return result }
      if transaction.seq <= delivery.vector[log] { continue }
      _ = delivery.deliver(transaction)
      let offset = offsets[log, default: 64]
      offsets[log] = offset + 100
      result.append(
        DeliveredTransaction(
          transaction, chain: Self.chain(log, transaction.lastSeq), segment: 1, offset: offset,
          end: offset + 100, tables: SegmentTables.Sizes(digests: Int(offset / 50))))
    }
  }

  /// A chain that tells logs and heights apart.
  static func chain(_ log: LogID, _ seq: UInt64) -> Chain {
    Chain(words: (log.high ^ seq &* 0x9E37_79B9_7F4A_7C15, log.low, seq, 7))
  }
}

extension [DeliveredTransaction] {
  /// The fold in memory.
  var state: LibraryState {
    var state = LibraryState()
    for delivered in self { state.deliver(delivered.transaction) }
    return state
  }
}

extension LibraryState {
  /// The visible state as JSON, which tells texts apart by their bytes.
  var json: String {
    var out = JSONWriter()
    write(to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }
}

/// A directory that lasts as long as this value, for a catalogue in it.
final class TemporaryCatalogue {
  let directory: TemporaryDirectory
  let library = LibraryID(high: 1, low: 2)

  init() throws { directory = try TemporaryDirectory() }
  deinit { directory.remove() }

  var path: Path { directory.path / "catalogue.sqlite" }

  func open(_ library: LibraryID? = nil) throws -> Catalogue {
    try Catalogue(path: path, library: library ?? self.library, busyTimeout: .milliseconds(20))
  }
}

/// Builds a catalogue from transactions in a causal order.
func build(_ catalogue: Catalogue, _ delivered: [DeliveredTransaction]) throws(CatalogueError) {
  func same(_ error: CatalogueError) -> CatalogueError { error }
  try catalogue.build(mapError: same) { (builder) throws(CatalogueError) in
    for transaction in delivered { try builder.deliver(transaction) }
  }
}

extension Catalogue {
  /// The rows of a query as texts, sorted.
  func rowTexts(_ sql: String) throws(SQLiteError) -> [String] {
    let statement = try connection.prepare(sql)
    let columns = statement.columnCount
    return try statement.map { row in
      (0..<columns).map { row.isNull($0) ? "NULL" : row.text($0) }.joined(separator: "|")
    }.sorted()
  }

  /// What SQLite finds wrong in the structure of the file; nothing in a sound one.
  func integrity() throws(SQLiteError) -> [String] {
    let findings = try connection.prepare("PRAGMA integrity_check").map { $0.text(0) }
    return findings == ["ok"] ? [] : findings
  }
}
