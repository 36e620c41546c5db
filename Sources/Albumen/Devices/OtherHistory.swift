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
  private var chain: Chain

  private init(_ log: LogID, behind parting: LogMark, _ entry: LogEntry) {
    self.log = log
    self.parting = parting
    first = entry.chain
    transactions = [entry.transaction]
    chain = entry.chain
  }

  private var lastSeq: UInt64 { transactions.last?.lastSeq ?? parting.seq }

  /// The log that it is adopted as; whoever adopts it makes the same.
  ///
  /// Its id is the first 16 bytes of SHA-256 over the old log's id and the chain behind the first transaction
  /// that is another one.
  var adopted: LogID {
    var hasher = SHA256()
    hasher.update(log.bytes)
    hasher.update(first.bytes)
    let digest = hasher.finalize()
    return LogID(high: digest.words.0, low: digest.words.1)
  }

  /// The transactions of the adopted log.
  ///
  /// The first one retires the old log where the histories part: it must not stand anywhere that one end
  /// of that was seen, as those who have the other one could never take it in.
  func written() -> [Transaction] {
    var reemission = LogReemission(
      of: log, behind: parting, as: adopted,
      introduction: [Operation(.retireLog(log, at: parting.seq))])
    return transactions.map { transaction in
      do throws(OperationsError) { return try reemission.next(transaction) } catch {
        preconditionFailure("what was read can be written: \(error)")
      }
    }
  }

  /// The histories among pieces that part from the one that is here, and the one here behind where they
  /// first do; none where there is no other.
  ///
  /// - Parameter pieces: pieces of the log, ascending; those that are damaged are passed over.
  static func all(
    of log: LogID, _ pieces: [AsidePiece], _ logs: LogStore
  ) throws(LogError) -> [OtherHistory] {
    var found: [OtherHistory] = []
    for piece in pieces {
      guard let start = try? start(piece, logs) else { continue }
      if !found.contains(where: { $0.first == start.first }) { found.append(start) }
    }
    for index in found.indices {
      for piece in pieces { try? found[index].extend(by: piece, logs.library) }
    }
    guard let parting = found.map(\.parting).min(by: { $0.seq < $1.seq }) else { return [] }
    var cursor = try logs.reader(log).entries(behind: parting.seq)
    guard let entry = try cursor.next() else { return found }
    var here = OtherHistory(log, behind: parting, entry)
    while let entry = try cursor.next() { here.append(entry) }
    return [here] + found
  }

  /// The history that begins within a piece; nil where that agrees with what is here, or goes on with it.
  private static func start(
    _ piece: AsidePiece, _ logs: LogStore
  ) throws(LogError) -> OtherHistory? {
    guard var theirs = piece.reader(logs.library) else { return nil }
    var ours = try logs.reader(piece.name.log).entries(behind: theirs.firstSeq - 1)
    guard ours.mark.chain == theirs.chainBefore else { return nil }
    while true {
      let parting = ours.mark
      guard let here = try ours.next(), let there = try theirs.next() else { return nil }
      if here.chain == there.chain { continue }
      var history = OtherHistory(piece.name.log, behind: parting, there)
      while let entry = try theirs.next() { history.append(entry) }
      return history
    }
  }

  /// Takes what a piece has behind what is known of the history, if it continues that.
  private mutating func extend(by piece: AsidePiece, _ library: LibraryID) throws(LogError) {
    guard piece.name.firstSeq <= lastSeq + 1, piece.name.lastSeq > lastSeq,
      var reader = piece.reader(library)
    else { return }
    let last = lastSeq
    var isContinued = piece.name.firstSeq == last + 1 && reader.chainBefore == chain
    while let entry = try reader.next() {
      if isContinued {
        append(entry)
      } else if entry.transaction.lastSeq == last {
        isContinued = entry.chain == chain
      }
    }
  }

  private mutating func append(_ entry: LogEntry) {
    transactions.append(entry.transaction)
    chain = entry.chain
  }
}

/// Is a piece of another history of a log than the one here, kept in the state directory
/// (docs/formats/machine-state.md, "Remotes").
struct AsidePiece {
  let name: PieceName
  let path: Path

  /// Opens it; nil where it cannot be read.
  func reader(_ library: LibraryID) -> LogPieceReader? {
    guard let bytes = try? DurableFile.contents(of: path, limit: LogPiece.maximumSize) else {
      return nil
    }
    return try? LogPieceReader(
      bytes, log: name.log, library: library, range: name.firstSeq...name.lastSeq, path: path)
  }
}
