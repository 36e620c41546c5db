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
  ///   - withHere: whether the end that is here is to be among the histories, and in memory.
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
    reading.histories = try followed(begun, through: pieces, logs.library)
    let unsure = reading.left
    reading.left = []
    for piece in unsure {
      let end = try piece.end(logs.library)
      if !reading.histories.contains(where: { $0.chains[piece.name.lastSeq] == end }) {
        reading.left.append(piece)
      }
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
    func holds(_ history: OtherHistory, _ index: Int) -> Bool {
      history.chains[wanted[index].name.lastSeq] == ends[index]
    }
    var begun: [OtherHistory] = []
    for piece in pieces {
      guard case .history(let history) = try start(piece, logs, isEnded: true) else { continue }
      begun.append(history)
    }
    // What was settled needs nothing: it may have been this machine's own, which went on elsewhere.
    reading.histories = try followed(begun, through: pieces, logs.library).filter { history in
      wanted.indices.contains { holds(history, $0) }
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
  private static func end(
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

  /// Follows histories through pieces as far as they go on there, and where they part once more.
  ///
  /// - Parameters:
  ///   - begun: as much as the pieces have in which they begin.
  ///   - pieces: ascending.
  private static func followed(
    _ begun: [OtherHistory], through pieces: [AsidePiece], _ library: LibraryID
  ) throws(AlbumenError) -> [OtherHistory] {
    var histories: [OtherHistory] = []
    func isHeld(_ seq: UInt64, _ chain: Chain) -> Bool {
      histories.contains { $0.chains[seq] == chain }
    }
    func follow(_ history: OtherHistory) throws(AlbumenError) {
      if isHeld(history.lastSeq, history.chain) { return }
      var history = history
      for piece in pieces { try history.extend(by: piece, library) }
      histories.append(history)
    }
    for history in begun { try follow(history) }
    for piece in pieces {
      for history in histories {
        if let branch = try history.branch(in: piece, library) { try follow(branch) }
      }
    }
    return histories
  }
}
