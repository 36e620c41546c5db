import OperationLog
import Operations
import Platform

extension Exchange {
  /// Fetches again what is missing or damaged here of a log, as far as the remote has it.
  nonisolated(nonsending) func mend(
    _ log: LogID, _ there: RemoteLog
  ) async throws(ReplicationError) {
    let faults = try ReplicationError.wrapping { () throws(LogError) in
      try host.logs.faults(of: log)
    }
    for fault in faults {
      guard let piece = try await piece(for: fault, of: log, there) else { continue }
      try host.mend(log, fault, with: piece)
      report.mended[log, default: 0] += piece.lastSeq - piece.firstSeq + 1
      ends[log] = nil
    }
  }

  /// What the remote has in the place of a fault, cut as the segment was; nil where it has not all of it,
  /// or another history.
  private nonisolated(nonsending) func piece(
    for fault: LogFault, of log: LogID, _ there: RemoteLog
  ) async throws(ReplicationError) -> LogPiece? {
    var builder: LogPieceBuilder?
    var seq = fault.firstSeq - 1
    let last = fault.lastSeq ?? .max
    for piece in there.pieces(behind: seq) {
      if seq >= last || builder?.isFull == true && fault.lastSeq == nil { break }
      var reader: LogPieceReader
      do throws(ReplicationError) {
        reader = try self.reader(of: piece, try await session.bytes(of: piece))
      } catch {
        try noteFault(of: piece, error)
        throw error
      }
      var chain = reader.chainBefore
      var before = piece.firstSeq - 1
      while before < last, let entry = try next(&reader, of: piece) {
        if before >= seq {
          if builder == nil {
            // It must continue what stands before it here.
            guard before == seq, fault.chainBefore.map({ $0 == chain }) ?? true else { return nil }
            builder = LogPieceBuilder(
              log, of: host.logs.library,
              behind: LogMark(segment: 0, offset: 0, seq: before, chain: chain))
          }
          do throws(LogError) { try builder?.add(entry, evenIfFull: true) } catch {
            throw ReplicationError(error)
          }
          seq = entry.transaction.lastSeq
        }
        chain = entry.chain
        before = entry.transaction.lastSeq
      }
    }
    if fault.lastSeq == nil, let file = fault.file {
      // What stands behind the damage may be nowhere else.
      try ReplicationError.wrapping { () throws(LogError) in try builder?.addRest(of: file) }
    }
    guard let made = builder?.sealed else { return nil }
    if let lastSeq = fault.lastSeq {
      guard made.lastSeq == lastSeq, fault.chainBehind.map({ $0 == made.chain }) ?? true else {
        return nil
      }
    } else if made.lastSeq < max(fault.soundSeq, fault.firstSeq) {
      // What can still be read here is more.
      return nil
    } else if made.lastSeq < (try host.knownSeq(of: log)) {
      throw ReplicationError(
        .damaged,
        "a segment is damaged, and the remote has operations \(made.firstSeq) to \(made.lastSeq) of it "
          + "alone, fewer than were here",
        hint: "exchange with a remote that has more", subject: fault.file?.display ?? display)
    }
    return made
  }

  /// Reads on in a piece of the remote; that it cannot be read is its fault.
  private func next(
    _ reader: inout LogPieceReader, of piece: PieceName
  ) throws(ReplicationError) -> LogEntry? {
    do throws(ReplicationError) { return try Self.next(&reader) } catch {
      try noteFault(of: piece, error)
      throw error
    }
  }
}
