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
  /// The chain behind each transaction, by its last operation.
  private var chains: [UInt64: Chain]

  private init(_ log: LogID, behind parting: LogMark, _ entry: LogEntry) {
    self.log = log
    self.parting = parting
    first = entry.chain
    transactions = [entry.transaction]
    chain = entry.chain
    chains = [entry.transaction.lastSeq: chain]
  }

  private var lastSeq: UInt64 { transactions.last?.lastSeq ?? parting.seq }

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

  /// What the pieces of other histories of a log come to.
  struct Reading {
    /// The histories that part from the one that is here, and that one behind where they first do; none where
    /// there is no other.
    var histories: [OtherHistory] = []
    /// The pieces that are in no history from their beginning to their end, such as one before which
    /// another one is missing.
    var left: [AsidePiece] = []
  }

  /// Reads the pieces of other histories of a log.
  ///
  /// - Parameter pieces: pieces of the log, ascending.
  /// - Throws: where one cannot be read to its end, as what others wrote must not be left out unnoticed;
  ///   where the log here cannot be read.
  static func all(
    of log: LogID, _ pieces: [AsidePiece], _ logs: LogStore
  ) throws(AlbumenError) -> Reading {
    var reading = Reading()
    for piece in pieces {
      switch try start(piece, logs) {
      case .history(let history):
        if !reading.histories.contains(where: { $0.first == history.first }) {
          reading.histories.append(history)
        }
      case .agrees: continue
      case .none: break
      }
      reading.left.append(piece)
    }
    for index in reading.histories.indices {
      for piece in pieces { try reading.histories[index].extend(by: piece, logs.library) }
    }
    let unsure = reading.left
    reading.left = []
    for piece in unsure {
      let end = try piece.end(logs.library)
      if !reading.histories.contains(where: { $0.chains[piece.name.lastSeq] == end }) {
        reading.left.append(piece)
      }
    }
    guard let parting = reading.histories.map(\.parting).min(by: { $0.seq < $1.seq }) else {
      return reading
    }
    if let here = try end(of: log, behind: parting.seq, logs) {
      reading.histories.insert(here, at: 0)
    }
    return reading
  }

  /// What pieces hold behind the end of a log here, which had two ends and was taken back to where they
  /// part.
  ///
  /// - Parameters:
  ///   - wanted: the pieces that are to be in a history.
  ///   - pieces: all that are kept, ascending: a history may begin with any of them.
  /// - Throws: where one cannot be read to its end.
  static func late(
    of log: LogID, _ wanted: [AsidePiece], among pieces: [AsidePiece], _ logs: LogStore
  ) throws(AlbumenError) -> Reading {
    var reading = Reading()
    var ends: [Chain] = []
    for piece in wanted { ends.append(try piece.end(logs.library)) }
    func holds(_ history: OtherHistory, _ index: Int) -> Bool {
      history.chains[wanted[index].name.lastSeq] == ends[index]
    }
    for piece in pieces {
      guard case .history(var history) = try start(piece, logs, isEnded: true) else { continue }
      if reading.histories.contains(where: { $0.chains[history.lastSeq] == history.chain }) {
        continue
      }
      for piece in pieces { try history.extend(by: piece, logs.library) }
      // What was settled needs nothing: it may have been this machine's own, which went on elsewhere.
      if wanted.indices.contains(where: { holds(history, $0) }) {
        reading.histories.append(history)
      }
    }
    for index in wanted.indices where !reading.histories.contains(where: { holds($0, index) }) {
      if case .agrees = try start(wanted[index], logs) { continue }
      reading.left.append(wanted[index])
    }
    return reading
  }

  /// Whether another history begins in one of some pieces.
  ///
  /// - Throws: where one cannot be read, as far as it is.
  static func isAny(among pieces: [AsidePiece], _ logs: LogStore) throws(AlbumenError) -> Bool {
    for piece in pieces {
      switch try start(piece, logs, isBrief: true) {
      case .history: return true
      case .agrees: continue
      case .none: _ = try piece.end(logs.library)
      }
    }
    return false
  }

  /// What a log here has behind an operation; nil where it ends there.
  static func end(
    of log: LogID, behind seq: UInt64, _ logs: LogStore
  ) throws(AlbumenError) -> OtherHistory? {
    do throws(LogError) {
      var cursor = try logs.reader(log).entries(behind: seq)
      let parting = cursor.mark
      guard let entry = try cursor.next() else { return nil }
      var here = OtherHistory(log, behind: parting, entry)
      while let entry = try cursor.next() { here.append(entry) }
      return here
    } catch { throw AlbumenError(error) }
  }

  /// Is what a piece is to the history that is here.
  private enum Start {
    /// Another history begins within it.
    case history(OtherHistory)
    /// All that it has is here.
    case agrees
    /// It goes on with what is here, or begins behind the place where its history parts.
    case none
  }

  /// Says what a piece is.
  ///
  /// - Parameters:
  ///   - isEnded: whether what goes on with what is here is another history.
  ///   - isBrief: whether to read no more of a history than that it begins.
  private static func start(
    _ piece: AsidePiece, _ logs: LogStore, isEnded: Bool = false, isBrief: Bool = false
  ) throws(AlbumenError) -> Start {
    var theirs = try piece.reader(logs.library)
    var ours: LogCursor
    do throws(LogError) {
      ours = try logs.reader(piece.name.log).entries(behind: theirs.firstSeq - 1)
    } catch {
      // The log here ends before it.
      if error.code == .shorter { return .none }
      throw AlbumenError(error)
    }
    guard ours.mark.chain == theirs.chainBefore else { return .none }
    while true {
      let parting = ours.mark
      guard let there = try piece.next(&theirs) else { return .agrees }
      let here: LogEntry?
      do throws(LogError) { here = try ours.next() } catch { throw AlbumenError(error) }
      if here == nil, !isEnded { return .none }
      if here?.chain == there.chain { continue }
      var history = OtherHistory(piece.name.log, behind: parting, there)
      while !isBrief, let entry = try piece.next(&theirs) { history.append(entry) }
      return .history(history)
    }
  }

  /// Takes what a piece has behind what is known of the history, if it continues that.
  private mutating func extend(
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

  private mutating func append(_ entry: LogEntry) {
    transactions.append(entry.transaction)
    chain = entry.chain
    chains[entry.transaction.lastSeq] = chain
  }
}

/// Is a piece of another history of a log than the one here, kept in the state directory
/// (docs/formats/machine-state.md, "Remotes").
struct AsidePiece {
  let name: PieceName
  let path: Path

  /// Opens it.
  ///
  /// - Throws: where it cannot be read, or is damaged.
  func reader(_ library: LibraryID) throws(AlbumenError) -> LogPieceReader {
    let bytes: [UInt8]
    do throws(PlatformError) {
      bytes = try DurableFile.contents(of: path, limit: LogPiece.maximumSize)
    } catch {
      throw unread(AlbumenError(error))
    }
    do throws(LogError) {
      return try LogPieceReader(
        bytes, log: name.log, library: library, range: name.firstSeq...name.lastSeq, path: path)
    } catch { throw unread(AlbumenError(error)) }
  }

  /// Reads on in it.
  func next(_ reader: inout LogPieceReader) throws(AlbumenError) -> LogEntry? {
    do throws(LogError) { return try reader.next() } catch { throw unread(AlbumenError(error)) }
  }

  /// The chain at its end.
  func end(_ library: LibraryID) throws(AlbumenError) -> Chain {
    var reader = try reader(library)
    while try next(&reader) != nil {}
    return reader.chain
  }

  private func unread(_ error: AlbumenError) -> AlbumenError {
    AlbumenError(
      error.code, "a piece of another history cannot be read: \(error.message)",
      subject: path.display,
      hint: error.disposition == .corrupt
        ? "move it away; albumen sync gets it again where a remote has it" : error.hint,
      disposition: error.disposition, cause: error.cause)
  }
}
