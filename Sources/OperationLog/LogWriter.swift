package import Operations
package import Platform

/// Appends to one log: the machine's own, or this machine's copy of another one's.
///
/// The caller holds the machine's lock for as long as the writer lives, so there is never a second
/// one for a log. An append costs one `fdatasync(2)`; one that begins a segment also an fsync of the
/// directory, and one that seals a segment those of the seal, the `head` and the identity.
///
/// Errors leave the log as it was and usable, but for a failed fsync: after it nobody knows what the
/// disk holds, so the writer refuses everything (`needsReopening`) until a new one is made.
package final class LogWriter {
  /// Says how a log is written.
  package struct Settings: Sendable {
    /// The size in bytes at which a segment is sealed before the next transaction.
    package var segmentSize: Int64
    /// What `head` names as the writer: `<name>/<version>`.
    package var application: String

    /// Creates settings.
    package init(segmentSize: Int64 = 4 << 20, application: String) {
      self.segmentSize = segmentSize
      self.application = application
    }
  }

  /// Tells what a crash had left behind the last whole transaction, and opening has cut off.
  package struct CutTail: Sendable, Equatable {
    /// The segment's file.
    package let path: Path
    /// Where it was cut; 0 if the file held nothing whole and was removed.
    package let offset: Int64
    /// How many bytes were cut off.
    package let count: Int64
  }

  /// The log.
  package var log: LogID { directory.log }
  /// Where the log ends.
  package internal(set) var mark: LogMark
  /// What opening has cut off; nil where the log ended cleanly.
  package let cutTail: CutTail?

  let directory: LogDirectory
  let settings: Settings
  let identity: LogIdentityFile?
  /// The open segment; nil where the next transaction begins one.
  var segment: OpenSegment?
  var encoder = TransactionEncoder()
  var frames: [SegmentSeal.Frame] = []
  var lastContext = Context.empty
  /// Whether all of the log is known to be on disk, its name in the directory included.
  var isDurable: Bool
  /// The newest segment, where it is sealed and what belongs to that is not all done.
  var sealedSegment: OpenSegment?
  var needsReopening = false

  /// Opens a log for writing, or prepares to begin it with the first append; cuts off a torn tail.
  ///
  /// Reads the newest segment: up to `acknowledged` only what later frames need, behind it everything.
  ///
  /// - Parameters:
  ///   - acknowledged: a place up to which the log is known to have been on disk, the farther the
  ///     better: the identity's, or what the catalogue has applied. Nothing before it is ever cut.
  ///     Whoever finds transactions of the machine's own log that it has not appended itself calls
  ///     ``synchronize()`` before they count as acknowledged.
  ///   - synced: the sequence number up to which the log is known to be on disk; what was only read
  ///     may have been read before it was.
  ///   - identity: where the machine's own log is recorded; nil for a copy of another log.
  /// - Throws: `tornBelowAcknowledged`, `diverged`, `damaged`, `newerFormat`, `otherLibrary`, `io`.
  package init(
    store: LogStore, log: LogID, acknowledged: LogMark? = nil, synced: UInt64 = 0,
    identity: LogIdentityFile? = nil,
    settings: Settings
  ) throws(LogError) {
    directory = store.directory(of: log)
    self.settings = settings
    self.identity = identity
    var cursor = try Self.cursor(directory, from: acknowledged)
    while try cursor.next() != nil {}
    mark = cursor.mark
    isDurable = max(synced, identity?.identity.acknowledged ?? 0) >= cursor.mark.seq
    if let current = cursor.current {
      lastContext = current.decoder.previousContext
      if current.isSealed {
        sealedSegment = try OpenSegment(existing: current.file.path, length: current.offset)
      } else {
        frames = current.frames
        encoder = TransactionEncoder(continuing: current.decoder)
        segment = try OpenSegment(existing: current.file.path, length: current.offset)
      }
    }
    cutTail = try Self.cutTail(of: segment, in: directory, behind: mark.seq)
  }

  /// Prepares to write a log, or the rest of one, that nothing of is there yet: what will later be
  /// appended to its library's copy or, where it begins the log, become that.
  ///
  /// - Parameter seq: the sequence number before the first operation; the chain behind one that is not 0
  ///   is not known, so that what is written can only be read with a ``LogSelection``.
  package init(
    staging store: LogStore, log: LogID, behind seq: UInt64, settings: Settings
  ) throws(LogError) {
    directory = store.directory(of: log)
    self.settings = settings
    identity = nil
    cutTail = nil
    isDurable = false
    let start = LogMark.start(of: log)
    mark = seq == 0 ? start : LogMark(segment: seq + 1, offset: 0, seq: seq, chain: start.chain)
    let path = directory.path
    try LogError.wrapping { () throws(PlatformError) in
      try Files.createDirectory(path, permissions: 0o777)
    }
  }

  /// Appends a transaction; when this returns it is on disk.
  ///
  /// Blocks for the disk.
  ///
  /// - Throws: `misplaced` if it is not the log's next, `tooLarge`, `appendFailed`, `needsReopening`.
  package func append(_ transaction: Transaction) throws(LogError) -> LogEntry {
    guard let entry = try append(contentsOf: [transaction]).last else {
      preconditionFailure("one transaction appended is one entry")
    }
    return entry
  }

  /// Appends transactions with one fsync for as many of them as fit into a segment.
  ///
  /// - Throws: as for one; then those that a sealed segment had taken are in the log, as ``mark``
  ///   tells, and none of the others.
  package func append(
    contentsOf transactions: [Transaction]
  ) throws(LogError) -> [LogEntry] {
    try append(transactions, chains: nil)
  }

  /// Appends transactions that were verified where they came from, whose chains need not be made again.
  ///
  /// The log has the same bytes as if they were.
  ///
  /// - Parameters:
  ///   - entries: the transactions with their chains, verified one behind the other.
  ///   - chain: the chain before the first of them.
  /// - Throws: as ``append(contentsOf:)``; `misplaced` also where the log's chain is another one.
  package func append(
    verified entries: [LogEntry], behind chain: Chain
  ) throws(LogError) -> [LogEntry] {
    guard mark.chain == chain else {
      throw LogError(
        .misplaced, "what was verified does not follow the log's chain at \(log):\(mark.seq)",
        path: directory.path)
    }
    return try append(entries.map(\.transaction), chains: entries.map(\.chain))
  }

  private func append(
    _ transactions: [Transaction], chains: [Chain]?
  ) throws(LogError) -> [LogEntry] {
    guard !needsReopening else { throw Self.refusal(directory.path) }
    if let sealedSegment { try finishSeal(sealedSegment) }
    var done: [LogEntry] = []
    var batch = LogBatch(at: mark, segment: segment)
    // One payload can be taken back; to take back more the encoder is kept as it was.
    var before = transactions.count > 1 ? encoder : nil
    for (index, transaction) in transactions.enumerated() {
      // Looked at first: a refused one seals nothing.
      guard batch.isNext(transaction, of: log) else {
        takeBack(batch, before)
        throw LogError(
          .misplaced, "transaction \(transaction.dot) cannot follow \(log):\(batch.mark.seq)",
          path: directory.path)
      }
      if batch.end >= settings.segmentSize, !frames.isEmpty || !batch.entries.isEmpty {
        try write(batch, before: before)
        done += batch.entries
        try seal()
        batch = LogBatch(at: mark, segment: nil)
        before = encoder
      }
      do throws(LogError) {
        try batch.add(transaction, chain: chains?[index], &encoder, path: directory.path)
      } catch {
        takeBack(batch, before)
        throw error
      }
    }
    try write(batch, before: before)
    return done + batch.entries
  }

  /// Makes sure that all of the log is on disk, also what a process that died had not yet synced.
  package func synchronize() throws(LogError) {
    guard !needsReopening else { throw Self.refusal(directory.path) }
    if isDurable { return }
    try flush()
  }

  /// Records durably that the log reaches as far as it does: to be called before anything of it
  /// leaves the machine, and at the end of a long session.
  ///
  /// Without it the record is renewed when a segment is sealed.
  package func acknowledge() throws(LogError) {
    try synchronize()
    try identity?.record(mark)
  }

  /// Forgets what a batch has put into the encoder.
  func takeBack(_ batch: LogBatch, _ before: TransactionEncoder?) {
    guard batch.encodedCount > 0 else { return }
    if let before { encoder = before } else { encoder.rollBack() }
  }

  static func refusal(_ path: Path) -> LogError {
    LogError(
      .needsReopening, "an earlier failure left the end of the log uncertain; open it again",
      path: path)
  }

  private static func cursor(
    _ directory: LogDirectory, from acknowledged: LogMark?
  ) throws(LogError) -> LogCursor {
    guard let acknowledged else { return try .atNewestSegment(directory) }
    do throws(LogError) {
      return try LogCursor(directory, from: acknowledged)
    } catch {
      guard error.code == .shorter else { throw error }
      throw LogError(
        .tornBelowAcknowledged,
        "the log ends before operation \(acknowledged.seq), which was acknowledged; "
          + "fetch it from a remote, or restore it",
        path: error.path)
    }
  }
}
