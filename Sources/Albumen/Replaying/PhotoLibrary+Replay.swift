import OperationLog
import Operations
public import Platform

extension PhotoLibrary {
  /// Writes the history as JSON Lines (docs/formats/jsonl.md): one log after the other, each in its
  /// order.
  ///
  /// What waits is among them: transactions that stand in a log and wait for another one, and those that
  /// `replay` keeps outside of the logs because their own has a gap before them.
  ///
  /// - Parameters:
  ///   - point: only what is not in the library as it was then; nil for the whole history.
  ///   - write: takes whole lines, some at a time; what it throws ends the export.
  /// - Throws: `.damaged` where a log cannot be read to its end; what `write` throws; as `past(at:)`.
  public func exportLog(
    since point: PointInTime? = nil, _ write: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws {
    store.acknowledge()
    let known = try point.map { point throws(AlbumenError) in try store.vector(at: point) }
    var out = JSONWriter()
    for log in try store.listLogs() {
      do {
        var cursor = try store.logs.reader(log).entries()
        while let entry = try cursor.next() {
          let transaction = entry.transaction
          if let known, known.contains(Dot(log: log, seq: transaction.lastSeq)) { continue }
          entry.transaction.write(to: &out)
          out.newline()
          if out.bytes.count > 1 << 16 {
            try write(out.bytes)
            out.removeAll()
          }
        }
      } catch let error as LogError { throw AlbumenError(error) }
    }
    // What waits for others of its own log is in no log yet.
    for transaction in try store.keptTransactions() {
      transaction.write(to: &out)
      out.newline()
    }
    try write(out.bytes)
  }

  /// Takes an exported history in.
  ///
  /// Lines may come in any order and more than once. What is here already is passed over; what comes
  /// before what its author had seen waits, and so may be replayed in parts. All lines are read before
  /// anything is written.
  ///
  /// - Parameters:
  ///   - file: JSON Lines; may be a pipe.
  ///   - isDryRun: whether only to say what would be done.
  /// - Throws: `.invalid` for a line that is no transaction, naming it; `.notFound`; what a change throws.
  public func replay(
    _ file: Path, isDryRun: Bool = false
  ) async throws(AlbumenError) -> ReplayReport {
    try store.checkRoot()
    let report = try store.replay(isDryRun: isDryRun) { stage throws(AlbumenError) in
      try HistoryFile(file).forEach { transaction throws(AlbumenError) in
        try stage.add(transaction)
      }
    }
    if !isDryRun { store.followView() }
    return report
  }

  /// Checks length, checksum and chain of everything in the logs, and that none of them is shorter than,
  /// or other than, what was read of it before.
  public func verify() async throws(AlbumenError) -> VerifyReport {
    var report: VerifyReport
    do throws(LogError) { report = VerifyReport(try LogVerification(of: store.logs)) } catch {
      throw AlbumenError(error)
    }
    for (log, height) in try store.heights().sorted(by: { $0.key < $1.key }) {
      do throws(LogError) { _ = try store.logs.reader(log).entries(from: height.mark) } catch {
        guard error.code == .shorter || error.code == .diverged else { continue }
        report.problems.append("\(error.message): \(error.path?.display ?? log.description)")
      }
    }
    report.problems += try store.losses().map { "log \($0.log) \($0.words)" }
    return report
  }
}

extension VerifyReport {
  init(_ verification: LogVerification) {
    logs = verification.logs
    transactions = verification.transactions
    operations = verification.operations
    bytes = verification.bytes
    problems = verification.problems.map { problem in
      "\(problem.message): \(problem.path.display) at byte \(problem.offset)"
    }
  }
}
