import OperationLog
import Operations

extension Exchange {
  /// Settles that the remote has another history of a log than the one here.
  ///
  /// Of another machine's log both are kept, the other one aside. Of this machine's own log it means that a
  /// copy of this disk goes on elsewhere, or that this one is an old copy: this machine goes on in a new log.
  nonisolated(nonsending) func settleFork(
    of log: LogID, _ there: RemoteLog
  ) async throws(ReplicationError) {
    let parting = try await parting(of: log, there)
    if isUnsure(log) {
      // What could not be read may belong to either history: nothing is given up, and nothing settled.
      if let parting { try await holdAside(log, there, behind: parting.seq) }
      return noteFork(of: log, parting)
    }
    if try host.ownLog() == log, let parting {
      // What nobody else has gives way: it is written again in the new log, and nothing under the old id
      // is left that could be mixed up. What was published may be with others, who keep it: then both
      // ends are written again as logs of their own (docs/design/0015-exchange.md).
      let isAlone = try host.isAlone(with: log, behind: parting.seq)
      let isAdopting = isAlone && knowledge.lastSeq(of: log) <= parting.seq
      if !isAdopting {
        try await holdAside(log, there, behind: parting.seq)
        if isUnsure(log) { return noteFork(of: log, parting) }
      }
      try host.yieldOwnLog(log, behind: parting, adopting: isAdopting, foundAt: display)
      ends[log] = nil
      if isAdopting {
        forked.remove(log)
        rejected = rejected.filter { $0.log != log }
        partings = partings.filter { $0.key.log != log }
        knowledge.forgetOthers(of: log)
        return try await compareAndFetch(log, there)
      }
    }
    if let parting, try host.ownLog() != log,
      try host.retirement(of: log).map({ $0 > parting.seq }) ?? true
    {
      try await holdAside(log, there, behind: parting.seq)
      if isUnsure(log) { return noteFork(of: log, parting) }
      try host.settleAdopted(log, behind: parting)
    }
    // Where the log was retired there, what either history holds has been written again.
    if let parting, let at = try host.retirement(of: log), at <= parting.seq { return }
    noteFork(of: log, parting)
  }

  private func noteFork(of log: LogID, _ parting: LogMark?) {
    let first = rejected.filter { $0.log == log }.map(\.firstSeq).min() ?? 1
    let fork = LogFork(log: log, seq: parting.map { $0.seq + 1 } ?? first)
    if !report.forks.contains(fork) { report.forks.append(fork) }
  }

  /// Whether something of a log on the remote could not be read, so that it is not all here.
  private func isUnsure(_ log: LogID) -> Bool {
    uncompared.contains(log) || damaged.contains { $0.log == log }
  }

  /// Takes in what the remote has of a log behind the place where that ends here since its ends were
  /// written again, unless that is known: it had not come yet then, or could not be read.
  nonisolated(nonsending) func takeLate(
    _ log: LogID, _ there: RemoteLog
  ) async throws(ReplicationError) {
    var hasNews = false
    for piece in there.pieces where !rejected.contains(piece) {
      try checkCancellation()
      if let said = there.ends[piece] ?? knowledge.others[piece],
        let isSettled = try host.isSettled(piece, chain: said.chain)
      {
        if !isSettled { hasNews = true }
        continue
      }
      if try await holdAside(piece) { hasNews = true }
    }
    guard hasNews, try !host.settleLate(log) else { return }
    let error = ReplicationError(
      .missing, "what the remote has behind the end of a log cannot be joined to it yet",
      hint: "something before it has not come, or cannot be read", subject: display)
    knowledge.note(RemoteFault(log, nil, error))
    throw error
  }

  /// Keeps all that the remote has of another history of a log behind the place where they part.
  private nonisolated(nonsending) func holdAside(
    _ log: LogID, _ there: RemoteLog, behind seq: UInt64
  ) async throws(ReplicationError) {
    for piece in there.pieces
    where piece.lastSeq > seq && knowledge.pieces[piece] == nil && !damaged.contains(piece) {
      // What is known to be kept may have been lost since.
      if let other = knowledge.others[piece],
        try host.isSettled(piece, chain: other.chain) != nil
      {
        continue
      }
      if try await holdAside(piece) { rejected.insert(piece) }
    }
  }

  /// Keeps a piece that is not of the history here; false where it cannot be had now.
  private nonisolated(nonsending) func holdAside(
    _ piece: PieceName
  ) async throws(ReplicationError) -> Bool {
    let bytes: [UInt8]
    let chain: Chain
    do throws(ReplicationError) {
      bytes = try await self.bytes(of: piece)
      chain = try verified(piece, bytes)
    } catch {
      try await passOver(piece, error)
      return false
    }
    try keepAside(piece, chain: chain, bytes)
    return true
  }

  /// Keeps what was read of a piece that is not of the history here, so that it is not fetched again.
  func keepAside(
    _ piece: PieceName, chain: Chain, _ bytes: [UInt8]
  ) throws(ReplicationError) {
    try host.holdAside(piece, chain: chain, bytes)
    knowledge.noteOther(piece, PieceEnd(size: bytes.count, chain: chain))
  }

  /// The place up to which the history of a log here and that of the remote agree; nil where that cannot
  /// be told, because the remote lacks the piece in which they part.
  private nonisolated(nonsending) func parting(
    of log: LogID, _ there: RemoteLog
  ) async throws(ReplicationError) -> LogMark? {
    for piece in there.pieces where rejected.contains(piece) {
      if let parting = partings[piece] { return parting }
      do throws(ReplicationError) {
        let bytes = try await bytes(of: piece)
        if let parting = try parting(in: piece, bytes) { return parting }
      } catch {
        // One that is damaged tells nothing; another may.
        guard error.code == .damaged || error.code == .missing else {
          try noteFault(of: piece, error)
          throw error
        }
      }
    }
    return nil
  }

  /// The place behind the last transaction that a piece and the log here have in common; nil where
  /// they part before the piece, or not at all.
  func parting(
    in piece: PieceName, _ bytes: [UInt8]
  ) throws(ReplicationError) -> LogMark? {
    var reader = try reader(of: piece, bytes)
    do throws(LogError) {
      var here: LogCursor
      do throws(LogError) {
        here = try host.logs.reader(piece.log).entries(behind: piece.firstSeq - 1)
      } catch {
        if error.code == .diverged || error.code == .shorter { return nil }
        throw error
      }
      guard here.mark.chain == reader.chainBefore else { return nil }
      while true {
        let last = here.mark
        guard let ours = try here.next(), let theirs = try reader.next() else { return nil }
        if ours.chain != theirs.chain { return last }
      }
    } catch { throw ReplicationError(error) }
  }
}
