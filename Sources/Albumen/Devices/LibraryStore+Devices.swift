import Catalogue
import LibraryState
import OperationLog
import Operations

extension LibraryStore {
  /// The logs of the library: those that are here, and those that something here names.
  func devices() throws(AlbumenError) -> [Device] {
    let rows = try read { (catalogue) throws(CatalogueError) in try catalogue.deviceRows() }
    let kept = try keptTransactions()
    let missing = try missingParts(kept: kept)
    let causes = Dictionary(
      self.causes(kept: kept), uniquingKeysWith: { "\($0); \($1)" })
    let own = try recordedLog()
    var known = Dictionary(rows.map { ($0.log, $0) }) { first, _ in first }
    let others = try listLogs() + missing.map(\.log) + causes.keys + (own.map { [$0] } ?? [])
    for log in others where known[log] == nil { known[log] = DeviceRow(log: log) }
    let sorted = known.values.sorted { $0.log < $1.log }
    return try sorted.map { (row) throws(AlbumenError) in
      Device(
        log: row.log, name: row.fields[.name]?.text, application: row.fields[.application]?.text,
        isOwn: row.log == own, lastSeq: row.lastSeq, lastWrite: row.lastWrite,
        waiting: causes[row.log], retiredAt: row.waived,
        missingUpTo: missing.first { $0.log == row.log }?.needed,
        hasOtherHistory: try hasOtherHistory(row.log))
    }
  }

  /// What is missing of logs so that others wait: not those that wait themselves.
  ///
  /// Of what waits only the first cause is known: when that has come, or was waived, there may be more.
  ///
  /// - Parameter kept: what `keptTransactions()` gave.
  func missingParts(kept: [Transaction]) throws(AlbumenError) -> [MissingPart] {
    var parts: [LogID: (needed: UInt64, waiting: Set<LogID>)] = [:]
    func note(_ log: LogID, _ needed: UInt64, for waiting: LogID) {
      let part = parts[log] ?? (0, [])
      parts[log] = (max(part.needed, needed), part.waiting.union([waiting]))
    }
    for (log, verdict) in waiting {
      if case .waiting(let cause) = verdict, waiting[cause.log] == nil {
        note(cause.log, cause.seq, for: log)
      }
    }
    for (log, kept) in Dictionary(grouping: kept, by: \.log) {
      note(log, (kept.map(\.seq).min() ?? 1) - 1, for: log)
    }
    if parts.isEmpty { return [] }
    let (heights, names) = try read { (catalogue) throws(CatalogueError) in
      (try catalogue.vector, try catalogue.logNames())
    }
    let unread = try unreadLogs()
    return parts.sorted { $0.key < $1.key }.compactMap { log, part in
      // What stands behind a fault is here, and told of as damage.
      guard damage[log] == nil, part.needed > heights[log] else { return nil }
      return MissingPart(
        log: log, name: names[log], here: heights[log], needed: part.needed,
        waiting: part.waiting.sorted(),
        unreadIn: unread.filter { $0.logs?.contains(log) ?? true }.map(\.remote))
    }
  }

  /// The log that is recorded as this machine's own; nil before its first change.
  func recordedLog() throws(AlbumenError) -> LogID? {
    do throws(LogError) { return try ownLog.recorded() } catch { throw AlbumenError(error) }
  }

  func transactionCount() throws(AlbumenError) -> Int {
    try read { (catalogue) throws(CatalogueError) in try catalogue.transactionCount() }
  }

  /// Begins a new log where this machine's own was retired at its end: others do not wait for what they
  /// have not got of it, so nothing more must come to stand there.
  ///
  /// Where it has more than that, what there is must be exchanged under its name first, or is written again
  /// by whoever settles a fork. With the lock held.
  func leaveRetiredLog() throws(AlbumenError) {
    guard let own = try recordedLog() else { return }
    let delivery = try asking { () throws(CatalogueError) in try catalogue.delivery }
    guard let waived = delivery.waivers[own], waived >= delivery.vector[own], waiting[own] == nil
    else { return }
    try leave(own, because: "the old one was retired")
  }

  /// Begins a new log where this machine's own cannot be gone on with because it waits itself: else
  /// nothing could say that what it waits for is lost.
  func leaveWaitingLog() throws(AlbumenError) {
    try withLock { () throws(AlbumenError) in
      try catchUp(isLocked: true)
      guard let own = try recordedLog(), case .waiting? = waiting[own] else { return }
      try leave(own, because: "the old one waits for what is lost")
    }
  }

  private func leave(_ own: LogID, because reason: String) throws(AlbumenError) {
    do throws(LogError) { try ownLog.mint() } catch { throw AlbumenError(error) }
    notices.append("this machine goes on in a new log: \(reason)")
  }
}
