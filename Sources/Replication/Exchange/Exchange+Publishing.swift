import OperationLog
import Operations
import Platform

extension Exchange {
  /// How many bytes of pieces are written at once: so many, and the rest of the last one.
  private static let publicationSize = 8 * LogPiece.fullSize

  /// Writes what the remote lacks, of all logs here.
  ///
  /// - Returns: whether the remote has all of it; false where it must be looked at anew.
  nonisolated(nonsending) func publish(
    _ contents: RemoteContents
  ) async throws(ReplicationError) -> Bool {
    var own: LogMark?
    let ownLog = try host.ownLog()
    do throws(ReplicationError) { own = try host.acknowledgeOwnLog() } catch {
      guard let ownLog else { throw error }
      try note(error, of: ownLog)
    }
    let logs = try ReplicationError.wrapping { () throws(LogError) in try host.logs.logs() }
    var isDone = true
    for log in logs where !forked.contains(log) && !uncompared.contains(log) {
      do throws(ReplicationError) {
        // It may have turned out to be another one by now.
        let isOwnNow = try host.ownLog() == log
        if log == ownLog || isOwnNow {
          guard let own, isOwnNow else { continue }
          ends[log] = own
        }
        guard try await publish(log) else {
          // What is not whole yet is in the way, and was told of: another look finds nothing else.
          if contents.logs[log]?.unfinished.isEmpty ?? true { isDone = false }
          continue
        }
        try await session.tidy(knowledge.pieces(of: log))
      } catch { try note(error, of: log) }
    }
    return isDone
  }

  /// Writes what the remote lacks of one log.
  private nonisolated(nonsending) func publish(
    _ log: LogID
  ) async throws(ReplicationError) -> Bool {
    let end = try end(of: log)
    let gaps = gaps(of: log, upTo: end.seq)
    if !gaps.isEmpty { try host.noteLeaving(log, upTo: end.seq) }
    for gap in gaps {
      var first = gap.lowerBound
      if gap.upperBound == end.seq { first = try tierStart(of: log, before: first, end: end.seq) }
      var source = try ReplicationError.wrapping { () throws(LogError) in
        EntrySource(try host.logs.reader(log).entries(behind: first - 1))
      }
      while source.mark.seq < gap.upperBound {
        try checkCancellation()
        let before = source.mark.seq
        guard try await publish(&source, of: log, filling: gap) else { return false }
        guard source.mark.seq > before else {
          // It has become shorter since it was looked at.
          ends[log] = nil
          throw ReplicationError(
            .damaged, "log \(log) ends behind operation \(before), and had \(end.seq) before",
            subject: display)
        }
      }
    }
    // What was damaged stands there again, or in another piece.
    if self.gaps(of: log, upTo: end.seq).isEmpty {
      knowledge.forgetFaults { fault in
        fault.piece.map { $0.log == log && $0.lastSeq <= end.seq && replaceable.contains($0) }
          ?? false
      }
    }
    return true
  }

  /// Writes as much behind a place as goes at once.
  ///
  /// - Parameter gap: what the remote lacks: up to its end is written, and what of it was written is counted.
  private nonisolated(nonsending) func publish(
    _ source: inout EntrySource, of log: LogID, filling gap: ClosedRange<UInt64>
  ) async throws(ReplicationError) -> Bool {
    var pieces: [LogPiece] = []
    var size = 0
    var summary = PublicationSummary()
    while source.mark.seq < gap.upperBound, size < Self.publicationSize {
      guard let piece = try piece(&source, of: log, upTo: gap.upperBound, &summary) else { break }
      // What has its name there is damaged, and was told of: it cannot be written yet.
      if let name = PieceName(log, piece.firstSeq, piece.lastSeq), damaged.contains(name),
        !replaceable.contains(name)
      {
        continue
      }
      pieces.append(piece)
      size += piece.bytes.count
    }
    guard !pieces.isEmpty, let newest = summary.newest else { return true }
    let named = pieces.compactMap { piece in
      PieceName(log, piece.firstSeq, piece.lastSeq).map { (name: $0, bytes: piece.bytes) }
    }
    let head = LogHead(
      library: host.logs.library, log: log, lastSeq: source.mark.seq, chain: source.mark.chain,
      context: newest.context, application: host.application)
    let publication = Publication(
      log: log, library: host.logs.library, pieces: named, head: head.text,
      summary: summary.text, author: host.deviceName)
    guard try await session.publish(publication) == .done else { return false }
    knowledge.library = host.logs.library
    for (name, piece) in zip(named.map(\.name), pieces) {
      // One that was damaged may still be in the way: what was written in its place is read.
      if damaged.contains(name), try await !stands(name, piece) { continue }
      knowledge.note(name, PieceEnd(size: piece.bytes.count, chain: piece.chain))
      let filled = (piece.firstSeq...piece.lastSeq).clamped(to: gap)
      if piece.lastSeq >= gap.lowerBound {
        report.publishedLogs[log, default: 0] += filled.upperBound - filled.lowerBound + 1
      }
      report.pieces += 1
      report.bytesSent += piece.bytes.count
    }
    knowledge.heights[log] = max(knowledge.heights[log] ?? 0, source.mark.seq)
    return true
  }

  /// Makes the next piece.
  private func piece(
    _ source: inout EntrySource, of log: LogID, upTo last: UInt64,
    _ summary: inout PublicationSummary
  ) throws(ReplicationError) -> LogPiece? {
    do throws(LogError) {
      var builder = LogPieceBuilder(log, of: host.logs.library, behind: source.mark)
      var size = 0
      while source.mark.seq < last, size < LogPiece.fullSize, !builder.isFull,
        let entry = try source.peek()
      {
        do throws(LogError) { try builder.add(entry) } catch {
          // Where it has a piece to itself it may fit.
          guard error.code == .tooLarge, !builder.isEmpty else { throw error }
          break
        }
        source.take(entry)
        size += entry.size
        summary.add(entry.transaction)
      }
      return builder.sealed
    } catch { throw ReplicationError(error) }
  }

  /// The operations up to one that no piece has that is known to agree with the log here.
  private func gaps(of log: LogID, upTo end: UInt64) -> [ClosedRange<UInt64>] {
    var gaps: [ClosedRange<UInt64>] = []
    var next: UInt64 = 1
    for piece in knowledge.pieces(of: log) {
      if piece.firstSeq > next { gaps.append(next...(piece.firstSeq - 1)) }
      next = max(next, piece.lastSeq + 1)
    }
    if next <= end { gaps.append(next...end) }
    return gaps
  }

  /// Where the newest piece is to begin so that it takes the small ones before it in: each that is not
  /// twice as large as what comes behind it.
  ///
  /// So the sizes double from the newest to the oldest, a log has few pieces, and each operation is
  /// written anew only as often as its piece doubles.
  private func tierStart(
    of log: LogID, before gap: UInt64, end: UInt64
  ) throws(ReplicationError) -> UInt64 {
    var pieces = knowledge.pieces(of: log)
    var start = gap
    var size = try self.size(of: log, from: gap, to: end)
    while let before = pieces.filter({ $0.lastSeq + 1 == start }).min(),
      let there = knowledge.pieces[before]?.size, there < 2 * size, there < LogPiece.fullSize
    {
      start = before.firstSeq
      size += there
      pieces.removeAll { $0.lastSeq >= start }
    }
    return start
  }

  /// About how many bytes a part of a log has, at most as many as a full piece.
  private func size(
    of log: LogID, from first: UInt64, to last: UInt64
  ) throws(ReplicationError) -> Int {
    try ReplicationError.wrapping { () throws(LogError) in
      var cursor = try host.logs.reader(log).entries(behind: first - 1)
      var size = LogPieceEnds.startCount + LogPieceEnds.endCount
      while cursor.mark.seq < last, size < LogPiece.fullSize, let entry = try cursor.next() {
        size += entry.size
      }
      return size
    }
  }
}

/// Reads a log with the next transaction in view.
private struct EntrySource {
  private var cursor: LogCursor
  private var next: LogEntry?
  /// The place behind the last transaction that was taken.
  private(set) var mark: LogMark

  init(_ cursor: LogCursor) {
    self.cursor = cursor
    mark = cursor.mark
  }

  /// The next transaction, which stays the next one.
  mutating func peek() throws(LogError) -> LogEntry? {
    if next == nil { next = try cursor.next() }
    return next
  }

  /// Goes on behind the transaction that was seen.
  mutating func take(_ entry: LogEntry) {
    next = nil
    mark = entry.mark
  }
}
