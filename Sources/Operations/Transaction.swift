/// Is what one set of changes writes: applied whole, listed whole, undone whole.
///
/// Its operation i has the sequence number `seq` + i in `log`.
package struct Transaction: Hashable, Sendable {
  /// The log that it stands in.
  package let log: LogID
  /// The sequence number of its first operation, from 1.
  package let seq: UInt64
  /// The hybrid logical time of all its operations.
  package let hlc: UInt64
  /// What its author had seen of the other logs.
  package let context: Context
  /// What the author's clock read, in milliseconds since 1970 UTC: for people, never for decisions.
  package let wall: Int64
  /// Who asked for it: "command", "folder", "replay", or what a newer version writes; nil where untold.
  package let origin: String?
  /// What it is called in a list of changes.
  package let label: String
  /// The first operation of the transaction that it undoes, where it is an undo.
  package let undoes: Dot?
  /// The changes, at least one, for who goes through them.
  package let operationList: OperationList
  /// Fields that this version does not know, ascending by name.
  package let extra: [Field]

  /// The greatest sequence number that is allowed.
  package static let maximumSeq: UInt64 = 1 << 62

  /// Creates a transaction.
  ///
  /// - Throws: `.malformedBinary` where it could not be read back: it has no operations, its sequence
  ///   numbers or those in its context or dots are out of range (1 to 2^62; in dots below 2^63), its
  ///   context names its own log, a field stands twice or has a name that is taken (`kind` in an
  ///   operation), a map is not in order, or values nest more than 32 deep.
  package init(
    log: LogID, seq: UInt64, hlc: UInt64, context: Context, wall: Int64, origin: String?,
    label: String, undoes: Dot? = nil, operations: [Operation], extra: [Field] = []
  ) throws(OperationsError) {
    let extra = extra.sorted { $0.name < $1.name }
    try self.init(
      read: log, seq: seq, hlc: hlc, context: context, wall: wall, origin: origin, label: label,
      undoes: undoes, operations: OperationList(operations), extra: extra)
    if let fault { throw OperationsError(.malformedBinary, fault) }
  }

  /// Why the transaction's fields could not be read back once written; nil where they could.
  private var fault: String? {
    for operation in operationList {
      let fields = operation.fields
      if let fault = Field.fault(in: fields) { return fault }
      if fields.contains(where: { $0.name.text == "kind" }) {
        return "an operation has a field called kind"
      }
    }
    if let undoes, undoes.seq < 1 || undoes.seq >= 1 << 63 {
      return "a sequence number is out of range"
    }
    if extra.contains(where: { Self.memberNames.contains($0.name.text) }) {
      return "an extra field has the name of one that is known"
    }
    return Field.fault(in: extra)
  }

  /// Creates a transaction of fields that a decoder has checked.
  init(
    read log: LogID, seq: UInt64, hlc: UInt64, context: Context, wall: Int64, origin: String?,
    label: String, undoes: Dot?, operations: OperationList, extra: [Field]
  ) throws(OperationsError) {
    guard operations.count > 0 else {
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
    guard context.entries.allSatisfy({ $0.seq >= 1 && $0.seq <= Self.maximumSeq }) else {
      throw OperationsError(.malformedBinary, "a sequence number in a context is out of range")
    }
    self.log = log
    self.seq = seq
    self.hlc = hlc
    self.context = context
    self.wall = wall
    self.origin = origin
    self.label = label
    self.undoes = undoes
    operationList = operations
    self.extra = extra
  }

  /// The changes, all of them in memory: of a very large transaction that is many times its size in
  /// the log.
  package var operations: [Operation] { operationList.all }
  /// The name of its first operation, and so of itself.
  package var dot: Dot { Dot(log: log, seq: seq) }
  /// The sequence number of its last operation.
  package var lastSeq: UInt64 { seq + UInt64(operationList.count) - 1 }
  /// Its place in the order of all transactions.
  package var stamp: Stamp { Stamp(hlc: hlc, dot: dot) }

  /// The name of its operation at `index`.
  package func dot(at index: Int) -> Dot { Dot(log: log, seq: seq + UInt64(index)) }
}

extension Transaction {
  /// Tells whether both are the same, texts compared byte by byte.
  package static func == (left: Self, right: Self) -> Bool {
    left.log == right.log && left.seq == right.seq && left.hlc == right.hlc
      && left.context == right.context && left.wall == right.wall
      && left.origin.map(ExactText.init) == right.origin.map(ExactText.init)
      && ExactText(left.label) == ExactText(right.label) && left.undoes == right.undoes
      && left.operationList == right.operationList && left.extra == right.extra
  }

  /// Feeds the transaction's name and time to a hasher, which tell it from others well enough.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(dot)
    hasher.combine(hlc)
  }
}
