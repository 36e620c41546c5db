import Catalogue
import LibraryState
import OperationLog
import Operations
import Platform
import Replication

/// Gives this machine a new log in place of one that somebody else goes on with, so that it can be finished
/// wherever it is cut short (docs/design/0015-exchange.md, "Two histories").
///
/// What is to be done stands in the file `yield` of the state directory until it is done. All calls are
/// made with the machine's lock held.
struct LogYield: Equatable {
  /// The log that is given up.
  let old: LogID
  /// The last operation that both histories have, and the chain there.
  let seq: UInt64
  let chain: Chain
  /// The log that takes its place.
  let new: LogID
  /// Whether the old log is taken back to where the histories part.
  let isAdopting: Bool
  /// What this machine was called when it was begun; nil where that was not noted.
  ///
  /// What the new log begins with hangs on it, so it is the same wherever it is gone on.
  var deviceName: String?

  /// The place up to which both histories agree.
  var mark: LogMark { LogMark(segment: 0, offset: 0, seq: seq, chain: chain) }

  // MARK: The file

  private static let title = "albumen-yield 1"

  static func path(in state: Path) -> Path { state / "yield" }

  /// Reads what was begun and not finished; nil where there is nothing.
  static func read(in state: Path) throws(AlbumenError) -> LogYield? {
    let path = path(in: state)
    let bytes: [UInt8]
    do throws(PlatformError) { bytes = try DurableFile.contents(of: path, limit: 1 << 16) } catch {
      if error.code == .notFound { return nil }
      throw AlbumenError(error, "what was begun with a remote cannot be read")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let words = lines.count == 2 ? lines[1].split(separator: " ") : []
    guard lines.first == Substring(title), (5...6).contains(words.count), let old = LogID(words[0]),
      let seq = UInt64(words[1]), let chain = Chain(words[2]), let new = LogID(words[3]),
      let name = PercentEncoding.decode(words.dropFirst(5).first?.dropFirst() ?? "")
    else {
      throw AlbumenError(
        .damaged, "what was begun with a remote cannot be read", subject: path.display,
        hint: "remove the file", disposition: .corrupt)
    }
    return LogYield(
      old: old, seq: seq, chain: chain, new: new, isAdopting: words[4] == "adopt",
      deviceName: words.count == 6 ? String(decoding: name, as: UTF8.self) : nil)
  }

  func write(in state: Path) throws(PlatformError) {
    let name = deviceName.map { " =\(PercentEncoding.encode($0.utf8))" } ?? ""
    let text = """
      \(Self.title)
      \(old) \(seq) \(chain) \(new) \(isAdopting ? "adopt" : "keep")\(name)

      """
    try DurableFile.replace(
      Self.path(in: state), with: Array(text.utf8), permissions: 0o600, failpoint: "yield")
  }

  static func remove(in state: Path) throws(PlatformError) {
    try Failpoint.hit("yield.unlink")
    try Files.unlink(path(in: state))
  }
}

extension LibraryStore {
  /// Finishes what was begun when this machine gave up a log; nothing where it was finished.
  func finishYield() throws(AlbumenError) {
    guard try LogYield.read(in: stateDirectory) != nil else { return }
    try withLock { () throws(AlbumenError) in
      if let yield = try LogYield.read(in: stateDirectory) { try carryOut(yield) }
    }
  }

  /// Gives up this machine's log.
  ///
  /// - Returns: how many transactions were written again; nil where it had been given up already.
  func yield(_ log: LogID, behind mark: LogMark, adopting: Bool) throws(AlbumenError) -> Int? {
    try withLock { () throws(AlbumenError) in
      // All that was done must be in the log, and its end sound.
      let writer = try prepareToWrite()
      guard writer.log == log else { return nil }
      return try giveUp(log, behind: mark, adopting: adopting)
    }
  }

  /// Notes that a log is given up, and does it; the caller holds the lock.
  ///
  /// - Returns: how many transactions were written again.
  private func giveUp(
    _ log: LogID, behind mark: LogMark, adopting: Bool
  ) throws(AlbumenError) -> Int {
    let yield = LogYield(
      old: log, seq: mark.seq, chain: mark.chain, new: LogID.random(), isAdopting: adopting,
      deviceName: configuration.deviceName)
    do throws(PlatformError) { try yield.write(in: stateDirectory) } catch {
      throw AlbumenError(error, "a new log cannot be begun")
    }
    return try carryOut(yield)
  }

  /// Gives up this machine's log where it was retired because somebody else had gone on with it, and what
  /// stands behind that place here may be read by few: all of that is written again.
  ///
  /// - Parameter unsure: logs of which something could not be read just now: nothing is concluded of those.
  /// - Returns: whether it was.
  func yieldIfParted(
    unless unsure: Set<LogID>, _ problems: inout [LogProblem]
  ) throws(AlbumenError) -> Bool {
    guard let log = try recordedLog(), !unsure.contains(log) else { return false }
    do throws(AlbumenError) {
      // Nearly always that is no question, and nobody waits for the lock.
      guard try logsBeyondRetirement().contains(log) else { return false }
      return try withLock { () throws(AlbumenError) in
        try catchUp(isLocked: true)
        guard try recordedLog() == log, let mark = try partedEnds([log], &problems)[log] else {
          return false
        }
        let count = try giveUp(log, behind: mark, adopting: false)
        notices.append(
          "this machine goes on in a new log, and \(count) of its transactions stand in one of their own: "
            + "another one has gone on with the old one from operation \(mark.seq + 1) on")
        return true
      }
    } catch {
      problems.append(LogProblem(log: log, error: error))
      return false
    }
  }

  /// Does what is to be done, or the rest of it.
  @discardableResult
  private func carryOut(_ yield: LogYield) throws(AlbumenError) -> Int {
    ownLog.reset()
    var count = yield.isAdopting ? 0 : try adoptEnds(of: yield.old, behind: yield.seq)
    do throws(LogError) {
      if yield.isAdopting { count += try writeAgain(yield) }
      let tip = try logs.reader(yield.new).tip()
      if try ownLog.recorded() != yield.new { try ownLog.goOn(in: yield.new, from: tip) }
    } catch { throw AlbumenError(error) }
    if yield.isAdopting {
      try withCopiesLock { () throws(AlbumenError) in
        try keepTail(of: yield.old, from: yield.mark)
        do throws(LogError) { try logs.cut(yield.old, behind: yield.seq) } catch {
          guard error.code == .shorter else { throw AlbumenError(error) }
        }
      }
      try rebuildFold()
    }
    do throws(PlatformError) { try LogYield.remove(in: stateDirectory) } catch {
      throw AlbumenError(error, "a new log could be begun, but not noted as such")
    }
    return count
  }

  /// Writes both ends of the old log again as logs of their own, which are nobody's: that of this machine,
  /// and what is kept of the other one.
  ///
  /// Others may have either end, and have built on it: nobody is to wait for the other one. Who wrote that may
  /// be gone, as where this machine itself did before it was set back. As whoever does it makes the same
  /// logs, nothing comes twice where its owner does it as well.
  ///
  /// - Returns: how many transactions this machine's end has.
  func adoptEnds(of log: LogID, behind seq: UInt64) throws(AlbumenError) -> Int {
    let pieces = try asidePieces(of: log)
    // A piece that cannot be read is told of by `device resolve`: what is here goes on without it.
    let reading = try? OtherHistory.all(of: log, pieces, logs, withHere: false)
    let histories = reading?.histories ?? []
    let at = min(seq, histories.map(\.parting.seq).min() ?? seq)
    for history in histories { _ = try adopt(history) }
    let end = try withCopiesLock { () throws(AlbumenError) in try adoptEnd(of: log, behind: at) }
    if let reading, reading.left.isEmpty { try settle(pieces, of: log) }
    return end?.count ?? 0
  }

  /// Writes what the old log has behind the place into the new one, as far as it is not there yet.
  private func writeAgain(_ yield: LogYield) throws(LogError) -> Int {
    let reader = logs.reader(yield.old)
    var cursor: LogCursor
    do throws(LogError) { cursor = try reader.entries(from: yield.mark) } catch {
      // It was taken back already, and there is nothing behind the place.
      if error.code == .shorter { return 0 }
      throw error
    }
    var introduction = [
      Operation(.setLog(yield.new, .application, .text(configuration.application)))
    ]
    let deviceName = yield.deviceName ?? configuration.deviceName
    if !deviceName.isEmpty {
      let name = Operation.Change.setLog(yield.new, .name, .text(deviceName))
      introduction.insert(Operation(name), at: 0)
    }
    var reemission = LogReemission(
      of: yield.old, behind: yield.mark, as: yield.new, introduction: introduction)
    let writer = try LogWriter(store: logs, log: yield.new, settings: ownLog.settings)
    var count = 0
    var batch = TransactionBatch()
    while let entry = try cursor.next() {
      let transaction: Transaction
      do throws(OperationsError) { transaction = try reemission.next(entry.transaction) } catch {
        preconditionFailure("what was read can be written: \(error)")
      }
      count += 1
      // A process that died may have written some of them, and this machine more behind them.
      if transaction.seq > writer.mark.seq { batch.add(transaction, size: entry.size) }
      if batch.isFull { try batch.write(by: writer) }
    }
    try batch.write(by: writer)
    return count
  }
}
