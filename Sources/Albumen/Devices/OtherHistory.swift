import Hashing
import OperationLog
import Operations
import Platform
import Replication

/// Is what a history of a log has behind the place where it parts from another one, to be written again as a
/// log of its own (docs/design/0017-devices-and-restore.md, "Two histories whose owner is gone").
struct OtherHistory {
  let log: LogID
  /// The place up to which both histories agree.
  let parting: LogMark
  /// The chain behind the first transaction that is another one.
  let first: Chain
  /// What stands behind the place.
  private(set) var transactions: [Transaction]
  /// The chain at its end, as far as it is known.
  private(set) var chain: Chain
  /// The chain behind each transaction, by its last operation.
  private(set) var chains: [UInt64: Chain]

  init(_ log: LogID, behind parting: LogMark, _ entry: LogEntry) {
    self.log = log
    self.parting = parting
    first = entry.chain
    transactions = [entry.transaction]
    chain = entry.chain
    chains = [entry.transaction.lastSeq: chain]
  }

  /// The last operation that is known of it.
  var lastSeq: UInt64 { transactions.last?.lastSeq ?? parting.seq }

  /// The log that it is adopted as; whoever adopts it makes the same.
  ///
  /// Its id is the first 16 bytes of SHA-256 over the old log's id and the chain behind the first transaction
  /// that is another one.
  var adopted: LogID { Self.id(log, first) }

  /// The log that it is adopted as where another one has that id, which has the same transactions up to
  /// one.
  func adopted(beside other: LogID, from index: Int) -> LogID {
    Self.id(other, chains[transactions[index].lastSeq] ?? first)
  }

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

  /// The transactions of the adopted log.
  func written(as adopted: LogID) -> [Transaction] {
    var reemission = Self.reemission(of: log, behind: parting, as: adopted)
    return transactions.map { Self.written($0, by: &reemission) }
  }

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
  func branch(
    in piece: AsidePiece, _ library: LibraryID
  ) throws(AlbumenError) -> OtherHistory? {
    let before = piece.name.firstSeq - 1
    guard before < lastSeq, piece.name.lastSeq > parting.seq else { return nil }
    var reader = try piece.reader(library)
    guard chains[before] == reader.chainBefore else { return nil }
    var last = before
    var branch: OtherHistory?
    while let entry = try piece.next(&reader) {
      let seq = entry.transaction.lastSeq
      if branch == nil {
        if chains[seq] == entry.chain {
          last = seq
          continue
        }
        // Where this one ends it is only gone on with.
        guard last < lastSeq else { return nil }
        branch = prefix(through: last)
      }
      branch?.append(entry)
    }
    return branch
  }

  /// The history up to an operation with which one of its transactions ends.
  private func prefix(through seq: UInt64) -> OtherHistory {
    var prefix = self
    prefix.transactions = transactions.filter { $0.lastSeq <= seq }
    prefix.chains = chains.filter { $0.key <= seq }
    prefix.chain = chains[seq] ?? chain
    return prefix
  }

  /// Takes what a piece has behind what is known of the history, if it continues that.
  mutating func extend(
    by piece: AsidePiece, _ library: LibraryID
  ) throws(AlbumenError) {
    guard piece.name.firstSeq <= lastSeq + 1, piece.name.lastSeq > lastSeq else { return }
    var reader = try piece.reader(library)
    let last = lastSeq
    var isContinued = piece.name.firstSeq == last + 1 && reader.chainBefore == chain
    while let entry = try piece.next(&reader) {
      if isContinued {
        append(entry)
      } else if entry.transaction.lastSeq == last {
        isContinued = entry.chain == chain
      }
    }
  }

  /// Takes the transaction that comes next.
  mutating func append(_ entry: LogEntry) {
    transactions.append(entry.transaction)
    chain = entry.chain
    chains[entry.transaction.lastSeq] = chain
  }
}

extension Operation {
  /// Whether it retires a log because that has two ends.
  var isParting: Bool {
    guard case .retireLog = change else { return false }
    return extra.contains { $0.name == OtherHistory.partedField }
  }
}
