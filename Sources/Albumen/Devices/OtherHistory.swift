import Hashing
import OperationLog
import Operations
import Replication

/// Is what a history of a log has behind the place where it parts from another one, to be written again as a
/// log of its own (docs/design/0017-devices-and-restore.md, "Two histories whose owner is gone").
///
/// It holds where that stands, not what it is: a remote may send any amount of it.
struct OtherHistory {
  let log: LogID
  /// The place up to which both histories agree.
  let parting: LogMark
  /// The chain behind the first transaction that is another one.
  let first: Chain
  private let logs: LogStore
  /// Where it stands, one part behind the other, at least one.
  private var parts: [HistoryReading.Part]

  /// Begins a history with its first part.
  init(
    of log: LogID, behind parting: LogMark, first: Chain, _ part: HistoryReading.Part,
    _ logs: LogStore
  ) {
    self.log = log
    self.parting = parting
    self.first = first
    self.logs = logs
    parts = [part]
  }

  /// The last operation that is known of it.
  var lastSeq: UInt64 { parts.last?.lastSeq ?? parting.seq }
  /// The chain at its end, as far as it is known.
  var chain: Chain { parts.last?.chain ?? parting.chain }

  /// Reads it behind an operation that one of its transactions ends with, or from its beginning.
  func reading(behind seq: UInt64? = nil) -> HistoryReading {
    HistoryReading(of: log, parts, behind: seq ?? parting.seq, logs)
  }

  /// How many transactions it has; reads all of them.
  func transactionCount() throws(AlbumenError) -> Int {
    var reading = reading()
    var count = 0
    while try reading.next() != nil { count += 1 }
    return count
  }

  /// Whether one of its transactions ends with an operation and has that chain behind it.
  ///
  /// Reads the part that the operation is in, unless that ends there.
  func holds(_ seq: UInt64, _ chain: Chain) throws(AlbumenError) -> Bool {
    guard seq > parting.seq, let part = parts.first(where: { $0.lastSeq >= seq }) else {
      return false
    }
    if part.lastSeq == seq { return part.chain == chain }
    var reading = reading(behind: part.before)
    while reading.seq < seq, let entry = try reading.next() {
      if entry.transaction.lastSeq == seq { return entry.chain == chain }
    }
    return false
  }

  /// The log that it is adopted as; whoever adopts it makes the same.
  ///
  /// Its id is the first 16 bytes of SHA-256 over the old log's id and the chain behind the first transaction
  /// that is another one.
  var adopted: LogID { Self.id(log, first) }

  static func id(_ log: LogID, _ chain: Chain) -> LogID {
    var hasher = SHA256()
    hasher.update(log.bytes)
    hasher.update(chain.bytes)
    let digest = hasher.finalize()
    return LogID(high: digest.words.0, low: digest.words.1)
  }

  /// The field of a `log.retire` that says that the log has two ends, both of which are written again: by
  /// it the owner of another one knows (docs/design/0015-exchange.md, "Two histories").
  static let partedField = FieldName("parted")

  /// Writes what a log has behind the place where two histories part as an adopted log.
  ///
  /// The first transaction retires the old log there: it must not stand anywhere that one end of that was
  /// seen, as those who have the other one could never take it in.
  static func reemission(
    of log: LogID, behind parting: LogMark, as adopted: LogID
  ) -> LogReemission {
    let retirement = Operation(
      .retireLog(log, at: parting.seq), extra: [Field(partedField, .bool(true))])
    return LogReemission(of: log, behind: parting, as: adopted, introduction: [retirement])
  }

  static func written(
    _ transaction: Transaction, by reemission: inout LogReemission
  ) -> Transaction {
    do throws(OperationsError) { return try reemission.next(transaction) } catch {
      preconditionFailure("what was read can be written: \(error)")
    }
  }

  /// The history that a piece has which goes on in another way than this one somewhere in its middle; nil
  /// where it does not.
  func branch(in piece: AsidePiece) throws(AlbumenError) -> OtherHistory? {
    let before = piece.name.firstSeq - 1
    guard before > parting.seq, before < lastSeq else { return nil }
    var reader = try piece.reader(logs.library)
    guard try holds(before, reader.chainBefore) else { return nil }
    var mine = reading(behind: before)
    var last = before
    var chain = reader.chainBefore
    while let theirs = try piece.next(&reader) {
      // Where this one ends it is only gone on with.
      guard let ours = try mine.next() else { return nil }
      if ours.chain == theirs.chain {
        last = theirs.transaction.lastSeq
        chain = theirs.chain
        continue
      }
      while try piece.next(&reader) != nil {}
      var branch = prefix(through: last, chain)
      branch.parts.append(
        HistoryReading.Part(
          piece: piece, before: last, lastSeq: piece.name.lastSeq, chain: reader.chain))
      return branch
    }
    return nil
  }

  /// The history up to an operation with which one of its transactions ends.
  private func prefix(through seq: UInt64, _ chain: Chain) -> OtherHistory {
    var prefix = self
    prefix.parts = parts.filter { $0.before < seq }
    if var last = prefix.parts.popLast() {
      last.lastSeq = seq
      last.chain = chain
      prefix.parts.append(last)
    }
    return prefix
  }

  /// Takes what a piece has behind what is known of the history, if it continues that.
  mutating func extend(by piece: AsidePiece) throws(AlbumenError) {
    guard piece.name.firstSeq <= lastSeq + 1, piece.name.lastSeq > lastSeq else { return }
    var reader = try piece.reader(logs.library)
    let last = lastSeq
    var isContinued = piece.name.firstSeq == last + 1 && reader.chainBefore == chain
    while let entry = try piece.next(&reader) {
      if entry.transaction.lastSeq == last { isContinued = entry.chain == chain }
    }
    guard isContinued else { return }
    parts.append(
      HistoryReading.Part(
        piece: piece, before: last, lastSeq: piece.name.lastSeq, chain: reader.chain))
  }
}

extension Operation {
  /// Whether it retires a log because that has two ends.
  var isParting: Bool {
    guard case .retireLog = change else { return false }
    return extra.contains { $0.name == OtherHistory.partedField }
  }
}
