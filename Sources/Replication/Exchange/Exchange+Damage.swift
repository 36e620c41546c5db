import OperationLog
import Operations
import Platform

// What could not be read on the remote: it is told of until it was, and nothing is said to be there that was
// not read (docs/design/0015-exchange.md, "Damage").
extension Exchange {
  /// Notes which pieces of a log are to be read whole, whatever their ends say.
  ///
  /// - Parameter wasUnread: whether the log was not read to its end before.
  func noteFaulty(_ there: RemoteLog, of log: LogID, wasUnread: Bool) {
    let faults = knowledge.faults.filter { $0.log == log }
    faulty.formUnion(faults.compactMap(\.piece))
    // There may have been more than are remembered, or some were forgotten and not tried.
    guard wasUnread || faults.count >= RemoteKnowledge.mostFaults else { return }
    faulty.formUnion(there.ends.keys.filter { knowledge.pieces[$0] == nil })
  }

  /// Takes notice of what has the name of a piece and is no whole one.
  ///
  /// Who has all that stood there gives it another name once it is old; for others it stays, and is told of
  /// each time.
  nonisolated(nonsending) func tell(
    of unfinished: [PieceName: ReplicationError], in log: LogID
  ) async throws(ReplicationError) {
    for (piece, fault) in unfinished.sorted(by: { $0.key < $1.key }) {
      var told = fault
      if fault.code == .damaged {
        if try end(of: log).seq >= piece.lastSeq {
          told = try await setAside(piece, fault)
        } else {
          // Who has less puts nothing in its place, such as a git tree without it.
          uncompared.insert(log)
        }
      }
      try noteFault(of: piece, told)
    }
  }

  /// Takes notice that a piece cannot be fetched or read; one that is damaged gets another name.
  nonisolated(nonsending) func passOver(
    _ piece: PieceName, _ error: ReplicationError
  ) async throws(ReplicationError) {
    rejected.insert(piece)
    guard error.code == .damaged else {
      try noteFault(of: piece, error)
      uncompared.insert(piece.log)
      return
    }
    damaged.insert(piece)
    knowledge.forget(piece)
    let told = try await setAside(piece, error)
    try noteFault(of: piece, told)
  }

  /// Gives a damaged piece another name, unless it must stay yet.
  ///
  /// - Returns: the error with what becomes of it.
  nonisolated(nonsending) func setAside(
    _ piece: PieceName, _ error: ReplicationError
  ) async throws(ReplicationError) -> ReplicationError {
    var outcome = DamagedPieceOutcome.stays
    do throws(ReplicationError) { outcome = try await session.setAside(piece) } catch {
      // Where nothing can be written it stays, and is told of.
      guard error.code == .refused || error.code == .io else { throw error }
    }
    switch outcome {
    case .aside: replaceable.insert(piece)
    // What was published in its place before did not help.
    case .isReplaced where checksAll || !faulty.contains(piece): replaceable.insert(piece)
    case .waits, .stays, .isReplaced: break
    }
    return ReplicationError(
      error.code, "\(error.message); it \(outcome.words)", hint: error.hint, subject: error.subject,
      disposition: error.disposition)
  }

  /// Whether the remote has a piece as it was just written there.
  nonisolated(nonsending) func stands(
    _ name: PieceName, _ piece: LogPiece
  ) async throws(ReplicationError) -> Bool {
    do throws(ReplicationError) {
      return try verified(name, try await session.bytes(of: name)) == piece.chain
    } catch {
      guard error.code == .damaged || error.code == .missing || error.code == .tooLarge else {
        throw error
      }
      replaceable.remove(name)
      try note(
        ReplicationError(
          .damaged,
          "what was written in a damaged piece's place cannot be read either (\(error.message))",
          subject: display), of: name.log)
      return false
    }
  }
}
