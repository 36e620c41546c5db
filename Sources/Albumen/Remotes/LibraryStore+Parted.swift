import Catalogue
import LibraryState
import OperationLog
import Operations
import Platform
import Replication

/// Is what could not be done with one log, while the others went on.
struct LogProblem {
  let log: LogID
  let error: AlbumenError
}

// Logs that were retired because they had two ends (docs/design/0015-exchange.md, "Two histories").
extension LibraryStore {
  /// The logs of which more was delivered than up to where they were retired.
  func logsBeyondRetirement() throws(AlbumenError) -> Set<LogID> {
    let delivery = try asking { () throws(CatalogueError) in try catalogue.delivery }
    return Set(delivery.waivers.filter { $0.value < delivery.vector[$0.key] }.keys)
  }

  /// Where logs end that were retired for having two ends, and reach farther here.
  ///
  /// Only a place where a transaction ends counts: any other is a mistake of who wrote it. Asks the
  /// catalogue, and reads only the transactions that retire logs.
  func partedEnds(
    _ wanted: Set<LogID>, _ problems: inout [LogProblem]
  ) throws(AlbumenError) -> [LogID: LogMark] {
    let vector = try asking { () throws(CatalogueError) in try catalogue.vector }
    let rows = try asking { () throws(CatalogueError) in try catalogue.retirements() }
    var places: [LogID: Set<UInt64>] = [:]
    for row in rows {
      do throws(AlbumenError) {
        try forEachTransaction(named: [row.dot]) { Self.note($0, in: &places) }
      } catch { problems.append(LogProblem(log: row.log, error: error)) }
    }
    var ends: [LogID: LogMark] = [:]
    for log in wanted.sorted() {
      for seq in (places[log] ?? []).sorted() where seq < vector[log] {
        do throws(LogError) { ends[log] = try logs.reader(log).entries(behind: seq).mark } catch {
          if error.code == .diverged || error.code == .shorter { continue }
          problems.append(LogProblem(log: log, error: AlbumenError(error)))
        }
        break
      }
    }
    return ends
  }

  /// Where a log was retired for having two ends, by what stands in the logs, delivered or not.
  ///
  /// Reads all of them; one that cannot be read says nothing from there on.
  func partedPlaces(of log: LogID) -> Set<UInt64> {
    var places: [LogID: Set<UInt64>] = [:]
    for other in (try? logs.logs()) ?? [] where other != log {
      guard var cursor = try? logs.reader(other).entries() else { continue }
      while let entry = try? cursor.next() { Self.note(entry.transaction, in: &places) }
    }
    return places[log] ?? []
  }

  private static func note(_ transaction: Transaction, in places: inout [LogID: Set<UInt64>]) {
    guard transaction.hlc < HybridClock.end, transaction.operationList.hasWaiver else { return }
    for operation in transaction.operationList {
      guard case .retireLog(let log, let at) = operation.change, operation.isParting else {
        continue
      }
      places[log, default: []].insert(at)
    }
  }

  /// Takes logs back to where they were retired for having two ends, so that they are the same everywhere:
  /// what this machine has of either end stands in a log of its own, or is written there now.
  ///
  /// - Parameter unsure: logs of which something could not be read just now: nothing is concluded of those.
  /// - Returns: whether there were any.
  func cutPartedLogs(
    unless unsure: Set<LogID>, _ problems: inout [LogProblem]
  ) throws(AlbumenError) -> Bool {
    guard try !longLogs(unless: unsure).isEmpty else { return false }
    return try withLock { () throws(AlbumenError) in
      try catchUp(isLocked: true)
      var isCut = false
      let ends = try partedEnds(try longLogs(unless: unsure), &problems)
      for (log, mark) in ends.sorted(by: { $0.key < $1.key }) {
        do throws(AlbumenError) {
          guard let end = try cutParted(log, behind: mark) else { continue }
          isCut = true
          notices.append(
            "log \(log) was gone on with twice, and ends with operation \(mark.seq) now: its "
              + "\(end.count) transactions behind that stand in log \(end.log)")
        } catch { problems.append(LogProblem(log: log, error: error)) }
      }
      if isCut { try rebuildFold() }
      return isCut
    }
  }

  /// The logs of others that reach beyond where they were retired, and can be read.
  private func longLogs(unless unsure: Set<LogID>) throws(AlbumenError) -> Set<LogID> {
    let own = try recordedLog()
    return try logsBeyondRetirement().filter {
      $0 != own && damage[$0] == nil && !unsure.contains($0)
    }
  }

  /// Takes the end off a log that stands in a log of its own, or is written there; nil where it is not done.
  ///
  /// Whose log it is does not ask for a lock of the folder, should that be on another machine: so it is
  /// looked at once more whether it ends where it was read to.
  private func cutParted(
    _ log: LogID, behind mark: LogMark
  ) throws(AlbumenError) -> AdoptedEnd? {
    try withCopiesLock { () throws(AlbumenError) in
      guard let end = try adoptEnd(of: log, behind: mark.seq) else { return nil }
      try keepTail(of: log, from: mark)
      guard try isEnd(end.mark, of: log) else { return nil }
      try noteParting(of: log, at: mark.seq)
      guard try isEnd(end.mark, of: log) else { return nil }
      do throws(LogError) { try logs.cut(log, behind: mark.seq) } catch {
        throw AlbumenError(error)
      }
      return end
    }
  }

  private func isEnd(_ mark: LogMark, of log: LogID) throws(AlbumenError) -> Bool {
    do throws(LogError) { return try logs.reader(log).tip(from: mark).seq == mark.seq } catch {
      if error.code == .shorter || error.code == .diverged { return false }
      throw AlbumenError(error)
    }
  }

  /// Is the end of a log that was written again as a log of its own.
  struct AdoptedEnd {
    /// The log that it stands in.
    let log: LogID
    /// How many transactions it has.
    let count: Int
    /// Where the old log ended when it was read.
    let mark: LogMark
  }

  /// Writes what a log here has behind a place into a log of its own, as far as it is not there yet; nil
  /// where it ends there.
  ///
  /// However much that is, little of it is held. The caller holds the lock on the copies of logs.
  func adoptEnd(of log: LogID, behind seq: UInt64) throws(AlbumenError) -> AdoptedEnd? {
    guard let here = try OtherHistory.end(of: log, behind: seq, logs) else { return nil }
    let adopted = try write(here)
    let mark = LogMark(segment: 0, offset: 0, seq: here.lastSeq, chain: here.chain)
    return AdoptedEnd(log: adopted.log, count: adopted.count, mark: mark)
  }

  /// Keeps what a log that is to be cut has behind a place, outside of the library: nobody needs it, but
  /// nothing is thrown away.
  func keepTail(of log: LogID, from mark: LogMark) throws(AlbumenError) {
    var cursor: LogCursor
    do throws(LogError) { cursor = try logs.reader(log).entries(from: mark) } catch {
      if error.code == .shorter { return }
      throw AlbumenError(error)
    }
    var kept: [AsidePiece] = []
    while let piece = try nextPiece(&cursor, of: log) {
      guard let name = PieceName(log, piece.firstSeq, piece.lastSeq) else { return }
      try holdAside(name, chain: piece.chain, piece.bytes)
      kept.append(AsidePiece(name: name, path: asidePath(name, chain: piece.chain)))
    }
    // It was written again: nobody is to adopt it.
    try settle(kept, of: log)
  }

  private func nextPiece(
    _ cursor: inout LogCursor, of log: LogID
  ) throws(AlbumenError) -> LogPiece? {
    do throws(LogError) {
      var builder = LogPieceBuilder(log, of: library, behind: cursor.mark)
      while !builder.isFull, let entry = try cursor.next() {
        try builder.add(entry, evenIfFull: true)
      }
      return builder.sealed
    } catch { throw AlbumenError(error) }
  }
}
