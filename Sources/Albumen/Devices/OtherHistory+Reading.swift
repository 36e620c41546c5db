import OperationLog
import Operations
import Replication

extension OtherHistory {
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
  /// - Parameters:
  ///   - pieces: pieces of the log, ascending.
  ///   - withHere: whether the end that is here is to be among the histories.
  /// - Throws: where one cannot be read to its end, as what others wrote must not be left out unnoticed;
  ///   where the log here cannot be read.
  static func all(
    of log: LogID, _ pieces: [AsidePiece], _ logs: LogStore, withHere: Bool = true
  ) throws(AlbumenError) -> Reading {
    var reading = Reading()
    var begun: [OtherHistory] = []
    for piece in pieces {
      switch try start(piece, logs) {
      case .history(let history): begun.append(history)
      case .agrees: continue
      case .none: break
      }
      reading.left.append(piece)
    }
    reading.histories = try followed(begun, through: pieces)
    let unsure = reading.left
    reading.left = []
    for piece in unsure {
      let end = try piece.end(logs.library)
      if try !isHeld(piece.name.lastSeq, end, by: reading.histories) { reading.left.append(piece) }
    }
    guard withHere, let parting = reading.histories.map(\.parting).min(by: { $0.seq < $1.seq })
    else { return reading }
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
    var begun: [OtherHistory] = []
    for piece in pieces {
      guard case .history(let history) = try start(piece, logs, isEnded: true) else { continue }
      begun.append(history)
    }
    var isThere = Array(repeating: false, count: wanted.count)
    // What was settled needs nothing: it may have been this machine's own, which went on elsewhere.
    for history in try followed(begun, through: pieces) {
      var isWanted = false
      for (index, piece) in wanted.enumerated()
      where try history.holds(piece.name.lastSeq, ends[index]) {
        isThere[index] = true
        isWanted = true
      }
      if isWanted { reading.histories.append(history) }
    }
    for (index, piece) in wanted.enumerated() where !isThere[index] {
      if case .agrees = try start(piece, logs) { continue }
      reading.left.append(piece)
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
  ///
  /// Reads it to its end.
  static func end(
    of log: LogID, behind seq: UInt64, _ logs: LogStore
  ) throws(AlbumenError) -> OtherHistory? {
    do throws(LogError) {
      var cursor = try logs.reader(log).entries(behind: seq)
      let parting = cursor.mark
      guard let first = try cursor.next() else { return nil }
      while try cursor.next() != nil {}
      return OtherHistory(
        of: log, behind: parting, first: first.chain,
        HistoryReading.Part(
          piece: nil, before: parting.seq, lastSeq: cursor.mark.seq, chain: cursor.mark.chain), logs
      )
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
      var last = there.transaction.lastSeq
      while !isBrief, let entry = try piece.next(&theirs) { last = entry.transaction.lastSeq }
      return .history(
        OtherHistory(
          of: piece.name.log, behind: parting, first: there.chain,
          HistoryReading.Part(
            piece: piece, before: parting.seq, lastSeq: last, chain: theirs.chain), logs))
    }
  }

  /// Follows histories through pieces as far as they go on there, and where they part once more.
  ///
  /// - Parameters:
  ///   - begun: as much as the pieces have in which they begin.
  ///   - pieces: ascending.
  private static func followed(
    _ begun: [OtherHistory], through pieces: [AsidePiece]
  ) throws(AlbumenError) -> [OtherHistory] {
    var histories: [OtherHistory] = []
    func follow(_ history: OtherHistory) throws(AlbumenError) {
      if try isHeld(history.lastSeq, history.chain, by: histories) { return }
      var history = history
      for piece in pieces { try history.extend(by: piece) }
      histories.append(history)
    }
    for history in begun { try follow(history) }
    for piece in pieces {
      for history in histories {
        if let branch = try history.branch(in: piece) { try follow(branch) }
      }
    }
    return histories
  }

  /// Whether one of some histories has a transaction that ends with an operation and that chain.
  private static func isHeld(
    _ seq: UInt64, _ chain: Chain, by histories: [OtherHistory]
  ) throws(AlbumenError) -> Bool {
    for history in histories where try history.holds(seq, chain) { return true }
    return false
  }
}
