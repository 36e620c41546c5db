import LibraryState
import Operations
import TestSupport
import Testing

/// Writes transactions as a device of a library does: each with the context of what it has seen.
struct Device {
  let log: LogID
  /// What it has seen of the other logs.
  var seen: [LogID: UInt64] = [:]
  /// The sequence number of its next operation.
  var next: UInt64 = 1
  /// The highest time that it has seen or written.
  var clock: UInt64 = 1000

  init(_ number: UInt64) { log = LogID(number) }

  /// Writes a transaction, at the next time it has where none is given.
  mutating func write(
    _ changes: Operation.Change..., at hlc: UInt64? = nil
  ) throws -> Transaction {
    try write(changes, at: hlc)
  }

  /// Writes a transaction, at the next time it has where none is given.
  mutating func write(
    _ changes: [Operation.Change], at hlc: UInt64? = nil, chains: [LogID: UInt64] = [:]
  ) throws -> Transaction {
    let hlc = hlc ?? clock + 1
    let context = Context(
      seen.map { Context.Entry(log: $0.key, seq: $0.value, chain: chains[$0.key]) })
    let transaction = try Transaction(
      log: log, seq: next, hlc: hlc, context: context, wall: 0, origin: nil, label: "",
      operations: changes.map { Operation($0) })
    next = transaction.lastSeq + 1
    clock = max(clock, hlc)
    return transaction
  }

  /// Takes over a transaction of another, and what its author had seen.
  mutating func see(_ transactions: Transaction...) {
    for transaction in transactions {
      clock = max(clock, transaction.hlc)
      let heights =
        transaction.context.entries.map { ($0.log, $0.seq) }
        + [(transaction.log, transaction.lastSeq)]
      for (other, seq) in heights where other != log { seen[other] = max(seen[other] ?? 0, seq) }
    }
  }
}

extension Identifier {
  /// The id of a number, for tests; ordered as the numbers are.
  init(_ number: UInt64) { self.init(high: number, low: 0) }
}

extension Digest {
  /// The digest of a number, for tests; ordered as the numbers are.
  init(_ number: UInt64) { self.init(words: (number, 0, 0, 0)) }
}

extension Position {
  /// The position of one byte.
  init(_ byte: UInt8) throws { self = try #require(Position(bytes: [byte])) }
}

extension Operation.Change {
  static func createAlbum(
    _ album: AlbumID, _ title: String = "Trip", type: String = "album", in parent: AlbumID? = nil
  ) -> Self {
    var fields = [Field(.title, .text(title)), Field(.type, .text(type))]
    if let parent { fields.append(Field(.parent, .album(parent))) }
    return .createAlbum(album, initial: fields)
  }

  static func addAsset(_ asset: AssetID, filename: String? = nil) -> Self {
    .addAsset(asset, initial: filename.map { [Field(.filename, .text($0))] } ?? [])
  }
}
