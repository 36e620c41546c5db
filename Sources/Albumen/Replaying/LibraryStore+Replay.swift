import Catalogue
import LibraryState
import OperationLog
import Operations
import Platform

extension LibraryStore {
  private var waitingRoom: WaitingRoom {
    let machine = stateDirectory.parent.lastComponent
    return WaitingRoom(layout.waiting / (machine.appending(suffix: ".jsonl".utf8) ?? machine))
  }

  /// Takes transactions in, in whatever order they come: those that continue their log go into this
  /// machine's copy of it, durably; those that do not yet are kept.
  ///
  /// - Parameter collect: gives them to the stage, all before anything is taken in; what it throws leaves
  ///   all as it was.
  func replay(
    isDryRun: Bool, _ collect: (ReplayStage) throws(AlbumenError) -> Void
  ) throws(AlbumenError) -> ReplayReport {
    // What is only tried leaves the library's own directory alone.
    let steps = isDryRun ? stateDirectory : layout.steps
    let stage = try withLock { () throws(AlbumenError) in
      ReplayStage.removeAbandoned(in: steps)
      return try ReplayStage(in: steps, of: library, application: configuration.application)
    }
    defer { stage.remove() }
    try collect(stage)
    return try withLock { () throws(AlbumenError) in
      try catchUp(isLocked: true)
      let room = waitingRoom
      for transaction in try room.transactions() { try stage.add(transaction) }
      try stage.flush()
      var report = ReplayReport()
      var kept: [Transaction] = []
      var taken: [LogID: [UInt64]] = [:]
      for log in stage.logs {
        let intake = try intake(of: log, stage, isDryRun: isDryRun)
        report.seen += intake.seen
        report.forks += intake.forks.sorted()
        taken[log] = intake.ends
        kept += intake.kept
      }
      report.kept = kept.count
      if isDryRun {
        report.delivered = taken.values.reduce(0) { $0 + $1.count }
      } else {
        try room.replace(with: kept)
        try catchUp(isLocked: true)
        let vector = try read { catalogue throws(CatalogueError) in try catalogue.vector }
        report.delivered = taken.reduce(0) { sum, log in
          sum + log.value.count { $0 <= vector[log.key] }
        }
      }
      report.waiting = causes(kept: kept)
      return report
    }
  }

  /// Takes in what came of a log, as far as it can be.
  private func intake(
    of log: LogID, _ stage: ReplayStage, isDryRun: Bool
  ) throws(AlbumenError) -> LogIntake {
    func takeIn() throws(AlbumenError) -> LogIntake {
      if let whole = try takeRun(of: log, stage, isDryRun: isDryRun) { return whole }
      var intake: LogIntake
      do throws(LogError) { intake = LogIntake(log, try stage.transactions(of: log)) } catch {
        throw AlbumenError(error)
      }
      try take(&intake, isDryRun: isDryRun)
      return intake
    }
    // Where several machines open one folder, another one may be writing the same copy.
    return isDryRun ? try takeIn() : try withCopiesLock(takeIn)
  }

  /// Takes in what came in the order of its log and continues what is here of it, or repeats it.
  ///
  /// Needs memory for a part of it at a time.
  ///
  /// - Returns: nil where something must be kept or is another history, which takes a closer look; nothing
  ///   was taken in then.
  private func takeRun(
    of log: LogID, _ stage: ReplayStage, isDryRun: Bool
  ) throws(AlbumenError) -> LogIntake? {
    guard let run = stage.run(of: log) else { return nil }
    do throws(LogError) {
      let tip = try logs.reader(log).tip()
      guard run.first <= tip.seq + 1 else { return nil }
      guard let seen = try repeated(run, of: log, upTo: tip.seq, stage) else { return nil }
      let intake = LogIntake(log, seen: seen, ends: run.ends(behind: tip.seq))
      if isDryRun || intake.ends.isEmpty { return intake }
      // More of this machine's own log than it has: it lost its end, and must not write there again.
      if try ownLog.recorded() == log { try ownLog.mint() }
      if tip.seq == 0, try stage.become(log, in: logs) { return intake }
      let writer = try LogWriter(store: logs, log: log, settings: ownLog.settings)
      try stage.forEachPart(of: log) { part throws(LogError) in
        _ = try writer.append(contentsOf: part.filter { $0.seq > tip.seq })
      }
      return intake
    } catch { throw AlbumenError(error) }
  }

  /// How many transactions of a run are here already, and the same; nil where one is not.
  private func repeated(
    _ run: ReplayStage.Run, of log: LogID, upTo tip: UInt64, _ stage: ReplayStage
  ) throws(LogError) -> Int? {
    if run.first > tip { return 0 }
    var here = try logs.reader(log).entries()
    var count = 0
    var isSame = true
    try stage.forEachPart(of: log) { part throws(LogError) in
      for there in part where isSame && there.seq <= tip {
        var next = try here.next()?.transaction
        while let earlier = next, earlier.seq < there.seq { next = try here.next()?.transaction }
        guard let next, next.seq == there.seq,
          TransactionEncoder.canonical(next) == TransactionEncoder.canonical(there)
        else {
          isSame = false
          return
        }
        count += 1
      }
    }
    return isSame ? count : nil
  }

  private func take(_ intake: inout LogIntake, isDryRun: Bool) throws(AlbumenError) {
    do throws(LogError) {
      let tip = try logs.reader(intake.log).tip()
      let own = try ownLog.recorded()
      try intake.sort(behind: tip.seq, logs.reader(intake.log))
      if isDryRun { return }
      // More of this machine's own log than it has: it lost its end, and must not write there again.
      if own == intake.log, intake.goesBeyond(tip.seq) { try ownLog.mint() }
      // A writer cuts a torn tail off, which may be another machine's append that is under way.
      if intake.taken.isEmpty { return }
      let writer = try LogWriter(store: logs, log: intake.log, settings: ownLog.settings)
      _ = try writer.append(contentsOf: intake.taken)
    } catch { throw AlbumenError(error) }
  }

  /// What waits, and for what, in words.
  func causes(kept: [Transaction]) -> [(log: LogID, cause: String)] {
    var causes = waiting.sorted { $0.key < $1.key }.compactMap { log, verdict -> (LogID, String)? in
      switch verdict {
      case .waiting(let cause): (log, "waits for operation \(cause.seq) of log \(cause.log)")
      case .otherHistory(let other, let seq):
        (log, "was written after another history of log \(other), up to operation \(seq)")
      case .ready, .seen: nil
      }
    }
    for (log, transactions) in Dictionary(grouping: kept, by: \.log).sorted(by: { $0.key < $1.key })
    {
      let first = transactions.map(\.seq).min() ?? 1
      causes.append((log, "waits for operation \(first - 1) of its own log"))
    }
    return causes
  }

  /// What is kept until its log has come so far.
  func keptTransactions() throws(AlbumenError) -> [Transaction] { try waitingRoom.transactions() }
}
