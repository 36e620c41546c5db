import Catalogue
import OperationLog
import Operations
import Platform

/// Is what a change came to.
struct Change<Value> {
  let value: Value
  /// Nil where there was nothing to write, or it was only tried.
  let transaction: Transaction?
  /// The operations, written or only tried.
  let operations: [Operation]
}

extension LibraryStore {
  /// Ends a change of the catalogue early.
  private enum Interruption: Error {
    /// It was only tried: all of it is rolled back.
    case tried
    case failed(AlbumenError)
  }

  /// Makes a change as one transaction: all of it, or nothing.
  ///
  /// The lock is held for all of it. Each operation is applied to the catalogue as it is made, within
  /// one change of the catalogue that is committed when the log has the transaction on disk. From
  /// then on it counts as done, whatever becomes of the catalogue, which can catch up.
  ///
  /// - Parameters:
  ///   - label: what it is called in a list of changes.
  ///   - origin: "command" or "folder".
  ///   - isDryRun: whether only to try it.
  ///   - usesReserve: whether the space that is kept for a full disk is given up for it.
  ///   - written: called when the transaction is in the log, before the lock is given up.
  ///   - body: makes the change; may also change the index of files, which is no part of the log.
  func change<Value>(
    _ label: String, origin: String, isDryRun: Bool = false, usesReserve: Bool = false,
    written: () -> Void = {}, _ body: (ChangeSession) throws(AlbumenError) -> Value
  ) throws(AlbumenError) -> Change<Value> {
    do throws(AlbumenError) {
      return try attempt(label, origin: origin, isDryRun: isDryRun, written, body)
    } catch {
      if error.code == .full, usesReserve, !isDryRun, giveUpReserve() {
        return try attempt(label, origin: origin, isDryRun: isDryRun, written, body)
      }
      // Nothing has reached the log: all of it can be done again on a new catalogue.
      guard error.isCatalogueDamage else { throw error }
      try renewCatalogue()
      return try attempt(label, origin: origin, isDryRun: isDryRun, written, body)
    }
  }

  private func attempt<Value>(
    _ label: String, origin: String, isDryRun: Bool, _ written: () -> Void,
    _ body: (ChangeSession) throws(AlbumenError) -> Value
  ) throws(AlbumenError) -> Change<Value> {
    try withLock { () throws(AlbumenError) in
      // What is only tried needs no log, and repairs none.
      let writer = isDryRun ? nil : try prepareToWrite()
      let (log, seq) = if let writer { (writer.log, writer.mark.seq) } else { try placeToTry() }
      var tried: Change<Value>?
      var done: Change<Value>?
      do throws(Interruption) {
        try catalogue.withChange(mapError: { .failed(AlbumenError($0)) }) {
          () throws(Interruption) in
          do throws(AlbumenError) {
            let session = try ChangeSession(
              catalogue, log: log, after: seq, configuration)
            let value = try body(session)
            let operations = session.operations
            if let writer, !operations.isEmpty {
              let transaction = try session.transaction(label: label, origin: origin)
              let entry = try append(transaction, to: writer)
              done = Change(value: value, transaction: transaction, operations: operations)
              try record(entry)
            } else {
              tried = Change(value: value, transaction: nil, operations: operations)
            }
          } catch { throw .failed(error) }
          if isDryRun { throw .tried }
        }
      } catch {
        // What has reached the log is done; the catalogue takes it from there next time.
        if done == nil, case .failed(let error) = error { throw error }
      }
      guard let change = done ?? tried else {
        preconditionFailure("A change is done, tried, or fails")
      }
      if done != nil {
        // What was waived may free what waits in logs that have not changed themselves.
        if change.operations.contains(where: \.isWaiver) { looks = [:] }
        written()
      }
      return change
    }
  }

  /// Where a change that is only tried would stand.
  private func placeToTry() throws(AlbumenError) -> (LogID, UInt64) {
    try catchUp(isLocked: true)
    guard let own = try recordedLog() else { return (LogID.random(), 0) }
    return (own, try heights()[own]?.seq ?? 0)
  }

  /// Finishes what a crash left, and opens the machine's log at its end.
  func prepareToWrite() throws(AlbumenError) -> LogWriter {
    try catchUp(isLocked: true)
    try leaveRetiredLog()
    let writer: LogWriter
    let marks = try heights().mapValues(\.mark)
    let synced: Dot?
    do throws(CatalogueError) { synced = try catalogue.synced } catch { throw AlbumenError(error) }
    do throws(LogError) { writer = try ownLog.open({ marks[$0] }, synced: synced) } catch {
      throw AlbumenError(error)
    }
    // The writer has cut off a torn tail, or it has put on disk what was not there yet.
    if writer.mark.seq > 0 { try catchUp(isLocked: true) }
    if let error = damage[writer.log] { throw AlbumenError(error) }
    guard try heights()[writer.log]?.seq ?? 0 == writer.mark.seq else {
      let cause = causes(kept: []).first { $0.log == writer.log }?.cause
      throw AlbumenError(
        .damaged, "this machine's log \(cause ?? "cannot be read to its end")",
        subject: layout.logs.display,
        hint: "bring the missing log back; until then nothing can be written here",
        disposition: .corrupt)
    }
    try recoverImports()
    removeLitter()
    renewReserve()
    return writer
  }

  /// How old a temporary file must be before it is taken for what a killed process left, in nanoseconds:
  /// far longer than any is needed, on whatever machine.
  static let litterAge: Int64 = 600_000_000_000

  /// Removes temporary files in the library's own directories whose writers were killed; once a process.
  private func removeLitter() {
    if isLitterRemoved { return }
    isLitterRemoved = true
    let latest = SystemClock.wallNanoseconds - Self.litterAge
    for directory in [layout.own, layout.sources] {
      DirectoryWalk().run(
        root: directory,
        visit: { entry in
          let name = entry.name.bytes
          if entry.kind == .regular, name.starts(with: Array(".albumen-".utf8)),
            name.suffix(4).elementsEqual(".tmp".utf8), let status = try? entry.status(),
            status.mtimeNanoseconds < latest
          {
            try? Files.unlink(directory / entry.name)
          }
          return .skip
        }, failed: { _, _ in })
    }
  }

  /// Records how far the machine's own log reaches, before any of it leaves the machine: should it be put
  /// back to an earlier time, it is not gone on with.
  ///
  /// What cannot be recorded (a disk that is full, or read-only) keeps nobody from saving a history.
  func acknowledge() {
    do throws(AlbumenError) {
      try withLock { () throws(AlbumenError) in
        guard ((try? ownLog.recorded()) ?? nil) != nil else { return }
        let writer = try prepareToWrite()
        do throws(LogError) { try writer.acknowledge() } catch { throw AlbumenError(error) }
      }
    } catch { notices.append("how far the log reaches could not be recorded: \(error)") }
  }

  private func append(
    _ transaction: Transaction, to writer: LogWriter
  ) throws(AlbumenError) -> LogEntry {
    do throws(LogError) { return try writer.append(transaction) } catch {
      if error.code == .needsReopening { ownLog.reset() }
      throw AlbumenError(error)
    }
  }

  private func record(_ entry: LogEntry) throws(AlbumenError) {
    do throws(CatalogueError) {
      try catalogue.record(DeliveredTransaction(entry))
      try catalogue.setSynced(Dot(log: entry.transaction.log, seq: entry.transaction.lastSeq))
    } catch { throw AlbumenError(error) }
  }
}
