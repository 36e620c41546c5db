import OperationLog
import Operations
import Platform

/// Brings the logs here and those of one remote together: fetches what is new there, and writes there
/// what is new here, of all logs (docs/design/0015-exchange.md).
///
/// Runs on the caller's actor; only the remote itself is asked on another thread. What was fetched is on
/// disk before anything else is done; a failure loses nothing of it.
package final class Exchange {
  let session: RemoteSession
  let host: any ExchangeHost
  let display: String
  /// Whether to read all logs here and all pieces there, and mend what is damaged.
  let checksAll: Bool
  /// What is known of the remote, brought up to date.
  package internal(set) var knowledge: RemoteKnowledge
  /// What has been done so far.
  package internal(set) var report = ExchangeReport()
  /// Pieces that did not fit, which are not asked for again in this exchange.
  var rejected: Set<PieceName> = []
  /// Pieces that are damaged where they are, as of now.
  var damaged: Set<PieceName> = []
  /// Of those, the ones that no file is in the way of: what is published takes their places.
  var replaceable: Set<PieceName> = []
  /// Pieces that could not be read before, which are read again whatever is known of them.
  var faulty: Set<PieceName> = []
  /// Pieces that were read to their ends and found right.
  var checkedPieces: Set<PieceName> = []
  /// Where the history of a piece and the one here part, of those that were read in this exchange.
  var partings: [PieceName: LogMark] = [:]
  /// Logs here that were read to their ends.
  var checkedLogs: Set<LogID> = []
  /// Logs whose history on the remote is another one.
  var forked: Set<LogID> = []
  /// Logs of which something on the remote could not be read or compared, which are not published.
  ///
  /// A piece that is written under a name that is there could take the place of what nobody has seen.
  var uncompared: Set<LogID> = []
  /// The pieces behind the ends of logs that had two ends, which are no more part of those.
  var late: [LogID: RemoteLog] = [:]
  /// What the pieces say of themselves that the last look has found, of those where that costs nothing to read.
  var seenEnds: [PieceName: PieceEnd] = [:]
  /// Where logs end, as far as it was found.
  var ends: [LogID: LogMark] = [:]

  /// How often the remote is looked at anew because somebody else was first.
  private static let mostRounds = 8

  /// Prepares an exchange.
  ///
  /// - Parameters:
  ///   - display: the remote, for messages.
  ///   - checksAll: whether to read all logs here and all pieces there, and mend what is damaged.
  package init(
    _ session: RemoteSession, display: String, host: any ExchangeHost, knowledge: RemoteKnowledge,
    checksAll: Bool = false
  ) {
    self.session = session
    self.display = display
    self.host = host
    self.knowledge = knowledge
    self.checksAll = checksAll
  }

  /// Fetches and publishes, until both sides have what the other one had.
  ///
  /// - Throws: `unreachable`, `refused`, `otherLibrary`, `newerFormat`, `diskFull`, `cancelled`, `io`. What
  ///   concerns one log alone is a problem in ``report``, and the others go on.
  package nonisolated(nonsending) func run() async throws(ReplicationError) {
    for round in 1... {
      let contents = try await look()
      try await fetch(contents)
      if try await publish(contents) { break }
      guard round < Self.mostRounds else {
        throw ReplicationError(
          .unreachable, "others write to the remote all the time",
          hint: "try again later", subject: display)
      }
    }
    knowledge.exchanged = SystemClock.wallMilliseconds
  }

  /// Only fetches.
  ///
  /// - Throws: as ``run()``.
  package nonisolated(nonsending) func fetch() async throws(ReplicationError) {
    try await fetch(try await look())
    knowledge.exchanged = SystemClock.wallMilliseconds
  }

  private nonisolated(nonsending) func look() async throws(ReplicationError) -> RemoteContents {
    try checkCancellation()
    var contents = try await session.look()
    late = [:]
    seenEnds = [:]
    for there in contents.logs.values { seenEnds.merge(there.ends) { first, _ in first } }
    if let library = contents.library, library != host.logs.library {
      throw ReplicationError(
        .otherLibrary, "the remote is one of another library, \(library)", subject: display)
    }
    for (log, there) in contents.logs {
      // What has a part that counts no more is needed only as long as the log is not here. What that part
      // holds is in a log of its own, unless nobody had it when the end was taken off.
      guard let parting = host.parting(of: log), let end = try? end(of: log), end.seq >= parting
      else { continue }
      let pieces = there.pieces.filter { $0.lastSeq <= parting }
      let behind = there.pieces.filter { $0.lastSeq > parting }
      if !behind.isEmpty { late[log] = RemoteLog(pieces: behind, ends: there.ends) }
      contents.logs[log] = RemoteLog(
        pieces: pieces, ends: there.ends,
        unfinished: there.unfinished.filter { $0.key.lastSeq <= parting })
    }
    if contents.library != nil { knowledge.library = contents.library }
    let names = Set((Array(contents.logs.values) + late.values).flatMap(\.pieces))
    knowledge.keep { piece, end in
      // What could not be read may be there as it was.
      if contents.faults[piece.log] != nil { return true }
      // Another content under a name that is known is looked at anew.
      return names.contains(piece)
        && contents.logs[piece.log]?.ends[piece].map { $0 == end } ?? true
    }
    // They are no pieces of the log any more, and stand for none.
    for piece in late.values.flatMap(\.pieces) {
      if let end = knowledge.pieces[piece] { knowledge.noteOther(piece, end) }
    }
    let unread = Set(contents.faults.keys)
      .union(contents.logs.filter { !$0.value.unfinished.isEmpty }.keys)
    let heights = contents.logs.mapValues(\.lastSeq)
    knowledge.heights = knowledge.heights.filter { unread.contains($0.key) }
      .merging(heights) { max($0, $1) }
    // What is told of a log stays until that is tried again, which may be another time.
    knowledge.forgetFaults { contents.logs[$0.log] == nil && contents.faults[$0.log] == nil }
    knowledge.keepUnfinished { contents.logs[$0] != nil || contents.faults[$0] != nil }
    for (log, fault) in contents.faults.sorted(by: { $0.key < $1.key }) {
      uncompared.insert(log)
      forgetFaults(of: log)
      knowledge.note(RemoteFault(log, nil, fault))
      try note(fault, of: log)
    }
    return contents
  }

  /// Forgets what could not be read of a log, which is tried now; but for what is not tried twice in one
  /// exchange.
  func forgetFaults(of log: LogID) {
    knowledge.forgetFaults { fault in
      fault.log == log && !(fault.piece.map { rejected.contains($0) } ?? false)
    }
  }

  /// Takes notice that a piece could not be read.
  ///
  /// - Throws: the error where it is one of all the remote, or of the caller: that is no fault of the piece.
  func noteFault(of piece: PieceName, _ error: ReplicationError) throws(ReplicationError) {
    try note(error, of: piece.log)
    knowledge.note(RemoteFault(piece.log, piece, error))
  }

  func checkCancellation() throws(ReplicationError) {
    if Task.isCancelled { throw ReplicationError(.cancelled, "interrupted", subject: display) }
  }

  /// Where a log ends here.
  func end(of log: LogID) throws(ReplicationError) -> LogMark {
    if let end = ends[log] { return end }
    let end: LogMark
    if let known = host.knownEnd(of: log) {
      end = known
    } else {
      do throws(LogError) { end = try host.logs.reader(log).tip() } catch {
        throw ReplicationError(error)
      }
    }
    ends[log] = end
    return end
  }

  /// Notes what went wrong with one log, where the others can go on; throws what concerns all of them.
  func note(_ error: ReplicationError, of log: LogID) throws(ReplicationError) {
    switch error.code {
    case .unreachable, .refused, .cancelled, .diskFull, .invalidAddress: throw error
    case .otherLibrary, .newerFormat, .damaged, .missing, .tooLarge, .io:
      let problem = ExchangeReport.Problem(log, error)
      if !report.problems.contains(problem) { report.problems.append(problem) }
    }
  }
}
