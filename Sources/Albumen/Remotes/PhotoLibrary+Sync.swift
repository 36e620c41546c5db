import Catalogue
import GitKit
import Operations
import Platform
import Replication

extension PhotoLibrary {
  /// Exchanges logs with remotes, one after the other: fetches what is new there and delivers it, and writes
  /// there what is new here, of this machine's log and of all others that are here.
  ///
  /// A remote that fails keeps no other from being exchanged with. Only one exchange runs at a time on a
  /// machine. The library can be used meanwhile. When the task is cancelled, what waits for a git server ends
  /// within a moment, and so do the reports, as failed.
  ///
  /// - Parameters:
  ///   - names: which remotes; empty for all.
  ///   - checksAll: whether to read all logs here and all that is there, and to mend what is damaged.
  /// - Returns: what each came to.
  /// - Throws: `.notFound`, `.locked`, `.rootUnavailable`; what concerns one remote is in its report.
  public func sync(
    _ names: [String] = [], checkingAll checksAll: Bool = false
  ) async throws(AlbumenError) -> [SyncReport] {
    try store.checkRoot()
    let entries = try store.remotes(named: names)
    let lock = try store.lockExchange()
    try store.finishYield()
    var reports: [SyncReport] = []
    for entry in entries { reports.append(try await sync(entry, checksAll: checksAll)) }
    // What a later one brought goes to the earlier ones at once.
    for index in reports.indices.dropLast()
    where reports[index].error == nil && reports[(index + 1)...].contains(where: { $0.fetched > 0 })
    {
      let again = try await sync(entries[index])
      reports[index].add(again)
    }
    var isNews = reports.contains { $0.fetched > 0 }
    // What is not all here, or cannot be read, is left as it is: nothing is concluded from it.
    let unsure = Set(reports.flatMap(\.problems).map(\.log))
    var problems: [LogProblem] = []
    let hasYielded = try store.yieldIfParted(unless: unsure, &problems)
    if try store.cutPartedLogs(unless: unsure, &problems) || hasYielded {
      isNews = true
      for index in reports.indices where reports[index].error == nil {
        let again = try await sync(entries[index])
        reports[index].add(again)
      }
    }
    if let first = reports.indices.first { for each in problems { reports[first].add(each) } }
    if isNews { store.followView() }
    lock.release()
    return reports
  }

  /// Only fetches what is new in a remote, and delivers it: for a library that comes back, of whose logs the
  /// catalogue may know more than is here.
  func fetchAll(_ entry: RemoteList.Entry) async throws(AlbumenError) -> SyncReport {
    let lock = try store.lockExchange()
    let report = try await sync(entry, restores: true)
    lock.release()
    return report
  }

  private func sync(
    _ entry: RemoteList.Entry, checksAll: Bool = false, restores: Bool = false
  ) async throws(AlbumenError) -> SyncReport {
    // What is missing here comes back before anything is concluded from its absence.
    let known: RemoteKnowledge
    do throws(AlbumenError) { known = try store.knowledge(of: entry.name) } catch {
      var report = SyncReport(remote: try store.describe(entry, RemoteKnowledge()))
      report.error = error
      return report
    }
    let before = try store.asking { () throws(CatalogueError) in try store.catalogue.vector }
    let own = try store.recordedLog()
    var place = store.place(entry, known)
    let cancellation = GitCancellation()
    place.git.transfer.cancellation = cancellation
    let address = entry.address
    let session = RemoteSession { [place] () throws(ReplicationError) in
      try address.remote(place)
    }
    let host = StoreHost(store, restores: restores)
    let exchange = Exchange(
      session, display: address.display, host: host, knowledge: known, checksAll: checksAll)
    // A server that does not answer keeps nobody who is to end.
    let failure = await withTaskCancellationHandler {
      do throws(ReplicationError) {
        if restores { try await exchange.fetch() } else { try await exchange.run() }
        if try host.findsDamage(), !restores { try await exchange.run() }
        return nil as AlbumenError?
      } catch {
        return host.failure ?? AlbumenError(error)
      }
    } onCancel: {
      cancellation.cancel()
    }
    if exchange.knowledge != known { try store.keep(exchange.knowledge, of: entry.name) }
    try store.catchUp()
    var report = SyncReport(remote: try store.describe(entry, exchange.knowledge))
    report.error = failure
    report.take(exchange.report)
    if report.fetched > 0, !restores {
      let own = Set([own, try store.recordedLog()].compactMap { $0 })
      do throws(AlbumenError) {
        report.conflicts = try store.conflictCount(behind: before, without: own)
      } catch {
        // That is no fault of the exchange, and nothing is concluded from it.
        report.conflicts = nil
        let notice =
          "whether what came from \(entry.name) was done apart from what is here cannot be told: \(error)"
        if !store.notices.contains(notice) { store.notices.append(notice) }
      }
    }
    return report
  }
}

extension SyncReport {
  fileprivate mutating func take(_ report: ExchangeReport) {
    fetched = report.fetched
    fetchedOperations = report.fetchedLogs.values.reduce(0, +)
    sentOperations = report.publishedLogs.values.reduce(0, +)
    mendedOperations = report.mended.values.reduce(0, +)
    bytesSent = report.bytesSent
    bytesReceived = report.bytesReceived
    problems = report.problems.map { problem in
      (problem.log, problem.message + (problem.subject.map { ": \($0)" } ?? ""))
    }
    forks = report.forks.map { Dot(log: $0.log, seq: $0.seq) }
    standing = Set(report.problems.map { "\($0.code) \($0.log)" })
    standing.formUnion(report.forks.map { "fork \($0.log)" })
  }

  /// Adds what could not be done with one log, whichever remote brought it.
  fileprivate mutating func add(_ problem: LogProblem) {
    let error = problem.error
    let reason = error.message + (error.subject.isEmpty ? "" : ": \(error.subject)")
    if problems.contains(where: { $0.log == problem.log && $0.reason == reason }) { return }
    problems.append((problem.log, reason))
    standing.insert("\(error.code) \(problem.log)")
  }

  /// Adds what a second exchange with the same remote came to.
  fileprivate mutating func add(_ other: SyncReport) {
    remote = other.remote
    fetched += other.fetched
    fetchedOperations += other.fetchedOperations
    conflicts = conflicts.flatMap { count in other.conflicts.map { count + $0 } }
    sentOperations += other.sentOperations
    mendedOperations += other.mendedOperations
    bytesSent += other.bytesSent
    bytesReceived += other.bytesReceived
    problems = other.problems
    forks = other.forks
    standing = other.standing
    error = other.error
  }
}
