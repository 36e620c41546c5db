import OperationLog
import Operations
import Platform

extension Exchange {
  /// How many transactions, and how many bytes of them, are taken in with one wait for the disk.
  private static let batch = (transactions: 2_000, bytes: 1 << 20)

  /// Fetches what is new of all logs.
  nonisolated(nonsending) func fetch(_ contents: RemoteContents) async throws(ReplicationError) {
    let unread = knowledge.unfinished
    // Until it was read to its end: what an interruption leaves unread is no fault there, and may be
    // what others wait for.
    knowledge.unfinished.formUnion(contents.logs.keys)
    for (log, there) in contents.logs.sorted(by: { $0.key < $1.key }) {
      noteFaulty(there, of: log, wasUnread: unread.contains(log))
      forgetFaults(of: log)
      // What the look could not read is not tried again here.
      if let fault = contents.faults[log] { knowledge.note(RemoteFault(log, nil, fault)) }
      do throws(ReplicationError) {
        try await tell(of: there.unfinished, in: log)
        // Once is enough, where the remote is looked at again and again.
        let isToCheck = checksAll && checkedLogs.insert(log).inserted
        if isToCheck || host.isDamaged(log) { try await mend(log, there) }
        do throws(ReplicationError) { try await compareAndFetch(log, there) } catch {
          // What is damaged there was passed over: this is here.
          guard error.code == .damaged else { throw error }
          try await mend(log, there)
          try await compareAndFetch(log, there)
        }
        if forked.contains(log) { try await settleFork(of: log, there) }
        if let late = late[log] { try await takeLate(log, late) }
        knowledge.unfinished.remove(log)
      } catch {
        // It may be of the log here: what the remote is at fault for was noted where it was read.
        uncompared.insert(log)
        try note(error, of: log)
      }
    }
  }

  /// Compares what is here of a log with the remote, and fetches what is new there.
  nonisolated(nonsending) func compareAndFetch(
    _ log: LogID, _ there: RemoteLog
  ) async throws(ReplicationError) {
    try await compare(log, there)
    try await fetch(log, there)
  }

  /// Compares pieces that are not known, of what is here already, with the log here.
  private nonisolated(nonsending) func compare(
    _ log: LogID, _ there: RemoteLog
  ) async throws(ReplicationError) {
    let end = try end(of: log)
    for piece in there.pieces where piece.lastSeq <= end.seq && !rejected.contains(piece) {
      // What its ends say is not believed of one that was found damaged: it is read again.
      if checksAll || faulty.contains(piece), knowledge.others[piece] == nil {
        if !checkedPieces.contains(piece) { try await take(piece) }
        continue
      }
      if knowledge.pieces[piece] != nil { continue }
      // What a piece says of its end is believed here: who fetches it verifies it.
      let said = there.ends[piece] ?? knowledge.others[piece]
      if let said, try chain(of: log, at: piece.lastSeq) == said.chain {
        knowledge.note(piece, said)
      } else if knowledge.others[piece] != nil {
        reject(piece)
      } else {
        try await take(piece)
      }
    }
  }

  /// Fetches the pieces behind the end of a log here, in order, as far as they fit.
  private nonisolated(nonsending) func fetch(
    _ log: LogID, _ there: RemoteLog
  ) async throws(ReplicationError) {
    var isWhole = false
    while !isWhole {
      let candidates = RemoteLog(pieces: there.pieces.filter { !rejected.contains($0) })
      isWhole = true
      for piece in candidates.pieces(behind: try end(of: log).seq) {
        try checkCancellation()
        try await take(piece)
        if try end(of: log).seq < piece.lastSeq {
          // One that has brought nothing is not asked for again; others may do in its place.
          rejected.insert(piece)
          isWhole = false
          break
        }
      }
    }
  }

  /// Fetches a piece, compares what is here already, and takes in what is not.
  ///
  /// - Throws: what is wrong here; a piece that cannot be read is passed over.
  private nonisolated(nonsending) func take(_ piece: PieceName) async throws(ReplicationError) {
    let bytes: [UInt8]
    do throws(ReplicationError) { bytes = try await self.bytes(of: piece) } catch {
      return try await passOver(piece, error)
    }
    let chain: Chain
    do throws(ReplicationError) {
      if try takeIn(piece, bytes) {
        checkedPieces.insert(piece)
        return
      }
      chain = try verified(piece, bytes)
    } catch {
      // The log here was read and written as well: only what cannot be read by itself is the piece's fault.
      do throws(ReplicationError) { _ = try verified(piece, bytes) } catch {
        return try await passOver(piece, error)
      }
      throw error
    }
    try keepAside(piece, chain: chain, bytes)
    partings[piece] = try parting(in: piece, bytes)
    reject(piece)
  }

  /// Returns the bytes of a piece: of one that is of another history, and as it was when that was found, what
  /// is kept of it here; else it is fetched.
  nonisolated(nonsending) func bytes(
    of piece: PieceName
  ) async throws(ReplicationError) -> [UInt8] {
    if !checksAll, let said = seenEnds[piece], knowledge.others[piece] == said,
      let held = try host.heldAside(piece, chain: said.chain), held.count == said.size,
      (try? verified(piece, held)) == said.chain
    {
      return held
    }
    let bytes = try await session.bytes(of: piece)
    report.bytesReceived += bytes.count
    return bytes
  }

  /// Takes notice that a piece is of another history of its log than the one here.
  private func reject(_ piece: PieceName) {
    rejected.insert(piece)
    forked.insert(piece.log)
  }

  /// Verifies all of a piece, and returns the chain behind it.
  func verified(
    _ piece: PieceName, _ bytes: [UInt8]
  ) throws(ReplicationError) -> Chain {
    var reader = try reader(of: piece, bytes)
    while try Self.next(&reader) != nil {}
    return reader.chain
  }

  /// Compares a piece with the log here and appends what is behind its end.
  ///
  /// - Returns: false where it is of another history.
  private func takeIn(_ piece: PieceName, _ bytes: [UInt8]) throws(ReplicationError) -> Bool {
    let log = piece.log
    let end = try end(of: log)
    var reader = try reader(of: piece, bytes)
    guard piece.firstSeq <= end.seq + 1 else { return false }
    if piece.firstSeq == end.seq + 1, reader.chainBefore != end.chain { return false }
    // What is here already: only the chain at its end is compared.
    let last = min(end.seq, piece.lastSeq)
    var seq = piece.firstSeq - 1
    while seq < last, let entry = try Self.next(&reader) { seq = entry.transaction.lastSeq }
    if last >= piece.firstSeq {
      guard seq == last, reader.chain == (try chain(of: log, at: last)) else { return false }
    }
    if piece.lastSeq > end.seq {
      try append(&reader, to: log, behind: end)
    } else {
      while try Self.next(&reader) != nil {}
    }
    // Unless another process was faster it is all here now.
    if try self.end(of: log).seq >= piece.lastSeq {
      knowledge.note(piece, PieceEnd(size: bytes.count, chain: reader.chain))
    }
    return true
  }

  /// Opens a piece that came from the remote.
  func reader(of piece: PieceName, _ bytes: [UInt8]) throws(ReplicationError) -> LogPieceReader {
    try ReplicationError.wrapping { () throws(LogError) in
      try LogPieceReader(
        bytes, log: piece.log, library: host.logs.library, range: piece.firstSeq...piece.lastSeq,
        path: (Path(display) ?? Path()).appending(name: piece.fileName.utf8) ?? Path())
    }
  }

  static func next(
    _ reader: inout LogPieceReader
  ) throws(ReplicationError) -> LogEntry? {
    do throws(LogError) { return try reader.next() } catch { throw ReplicationError(error) }
  }

  /// Appends all that a piece still has to the copy of its log here, durably.
  private func append(
    _ reader: inout LogPieceReader, to log: LogID, behind end: LogMark
  ) throws(ReplicationError) {
    var damage: LogError?
    try host.withWriter(of: log, from: end) { writer throws(LogError) in
      defer { ends[log] = writer.mark }
      // Another process may have been faster: this one looks again.
      guard writer.mark.seq == end.seq, writer.mark.chain == end.chain else { return }
      while damage == nil {
        var batch: [LogEntry] = []
        var size = 0
        let before = reader.chain
        do throws(LogError) {
          while batch.count < Self.batch.transactions, size < Self.batch.bytes,
            let entry = try reader.next()
          {
            batch.append(entry)
            size += entry.size + 48 * entry.transaction.context.entries.count
          }
        } catch {
          // What stands before the damage is right.
          damage = error
        }
        guard let first = batch.first?.transaction else { break }
        _ = try writer.append(verified: batch, behind: before)
        report.fetched += batch.count
        report.fetchedLogs[log, default: 0] += writer.mark.seq - first.seq + 1
      }
    }
    if let damage { throw ReplicationError(damage) }
  }

  /// The chain of a log here behind an operation; nil where no transaction ends there.
  func chain(of log: LogID, at seq: UInt64) throws(ReplicationError) -> Chain? {
    if let end = ends[log], end.seq == seq { return end.chain }
    do throws(LogError) { return try host.logs.reader(log).entries(behind: seq).mark.chain } catch {
      if error.code == .diverged { return nil }
      throw ReplicationError(error)
    }
  }
}
