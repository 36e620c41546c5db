/// Is what one set of changes writes: applied whole, listed whole, undone whole.
///
/// Its operation i has the sequence number `seq` + i in `log`.
public struct Transaction: Hashable, Sendable {
  /// The log that it stands in.
  public let log: LogID
  /// The sequence number of its first operation, from 1.
  public let seq: UInt64
  /// The hybrid logical time of all its operations.
  public let hlc: UInt64
  /// What its author had seen of the other logs.
  public let context: Context
  /// What the author's clock read, in milliseconds since 1970 UTC: for people, never for decisions.
  public let wall: Int64
  /// Who asked for it: "command", "folder", "replay", or what a newer version writes; nil where untold.
  public let origin: String?
  /// What it is called in a list of changes.
  public let label: String
  /// The first operation of the transaction that it undoes, where it is an undo.
  public let undoes: Dot?
  /// The changes, at least one.
  public let operations: [Operation]
  /// Fields that this version does not know, ascending by name.
  public let extra: [Field]

  /// The greatest sequence number that is allowed.
  package static let maximumSeq: UInt64 = 1 << 62

  /// Creates a transaction.
  ///
  /// - Throws: `.malformedBinary` where it has no operations, its sequence numbers are out of range
  ///   (1 to 2^62), or its context names its own log.
  public init(
    log: LogID, seq: UInt64, hlc: UInt64, context: Context, wall: Int64, origin: String?,
    label: String, undoes: Dot? = nil, operations: [Operation], extra: [Field] = []
  ) throws(OperationsError) {
    guard !operations.isEmpty else {
      throw OperationsError(.malformedBinary, "a transaction has no operations")
    }
    guard seq >= 1, seq <= Self.maximumSeq,
      UInt64(operations.count) <= Self.maximumSeq - seq
    else {
      throw OperationsError(.malformedBinary, "a sequence number is out of range")
    }
    guard !context.entries.contains(where: { $0.log == log }) else {
      throw OperationsError(.malformedBinary, "a context names the transaction's own log")
    }
    self.log = log
    self.seq = seq
    self.hlc = hlc
    self.context = context
    self.wall = wall
    self.origin = origin
    self.label = label
    self.undoes = undoes
    self.operations = operations
    self.extra = extra
  }

  /// The name of its first operation, and so of itself.
  public var dot: Dot { Dot(log: log, seq: seq) }
  /// The sequence number of its last operation.
  public var lastSeq: UInt64 { seq + UInt64(operations.count) - 1 }
  /// Its place in the order of all transactions.
  public var stamp: Stamp { Stamp(hlc: hlc, dot: dot) }

  /// The name of its operation at `index`.
  public func dot(at index: Int) -> Dot { Dot(log: log, seq: seq + UInt64(index)) }
}
