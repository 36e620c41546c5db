package import Operations
import SQLiteKit

/// Describes a delivered transaction without its operations, and says where it stands in its log.
package struct TransactionRow: Sendable, Hashable {
  /// The log that it stands in.
  package let log: LogID
  /// The sequence number of its first operation.
  package let seq: UInt64
  /// The sequence number of its last operation.
  package let lastSeq: UInt64
  /// Its hybrid logical time.
  package let hlc: UInt64
  /// What its author's clock read, in milliseconds since 1970 UTC.
  package let wall: Int64
  /// Who asked for it.
  package let origin: String?
  /// What it is called.
  package let label: String
  /// The first operation of the transaction that it undoes, where it is an undo.
  package let undoes: Dot?
  /// The first eight bytes of the log's chain behind it.
  package let chain: UInt64
  /// The first sequence number of the segment that its frame is in.
  package let segment: UInt64
  /// Where its frame begins in the segment's file, in bytes.
  package let offset: UInt64
  /// How many operations of each kind it has.
  package let effects: [Effect]

  /// Its name: that of its first operation.
  package var dot: Dot { Dot(log: log, seq: seq) }
  /// Its place in the order of all transactions.
  package var stamp: Stamp { Stamp(hlc: hlc, dot: dot) }

  /// The columns that `init(_:_:)` reads, of the table `txn`.
  static let columns = """
    txn.log, txn.seq, txn.last, txn.hlc, txn.wall, txn.origin, txn.label, txn.undoes_log,
    txn.undoes_seq, txn.chain, txn.segment, txn.offset, txn.effects
    """

  /// Reads a row; nil if its log has no id.
  init?(_ row: Row, _ logs: LogTable) {
    guard let dot = logs.dot(row, 0) else { return nil }
    log = dot.log
    seq = dot.seq
    lastSeq = UInt64(bitPattern: row.int64(2))
    hlc = Self.hlc(row.int64(3))
    wall = row.int64(4)
    origin = row.isNull(5) ? nil : row.text(5)
    label = row.text(6)
    undoes = row.isNull(7) ? nil : logs.dot(row, 7)
    chain = UInt64(bitPattern: row.int64(9))
    segment = UInt64(bitPattern: row.int64(10))
    offset = UInt64(bitPattern: row.int64(11))
    effects = row.withBytes(12) { Effect.read($0) }
  }

  /// The column of a time: signed numbers in the order of the unsigned ones.
  ///
  /// A log may hold a time out of range; the transaction then has no effect, but is listed.
  static func column(of hlc: UInt64) -> Int64 { Int64(bitPattern: hlc ^ 1 << 63) }
  static func hlc(_ column: Int64) -> UInt64 { UInt64(bitPattern: column) ^ 1 << 63 }
}
