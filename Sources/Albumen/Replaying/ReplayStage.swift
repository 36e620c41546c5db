import OperationLog
import Operations
import Platform

/// Holds on disk what a replay is to take in, in the form of logs, while it is being read.
///
/// All lines are read before anything is taken in, and there may be more of them than memory. What comes
/// in the order of its log, as an export writes it, goes into a log of its own in
/// `.albumen/tmp/replay-<id>/`; what comes otherwise is kept in memory. Whatever a process leaves that died
/// meanwhile is removed by the next one that takes the library's lock: it is the program's own.
final class ReplayStage {
  /// Is the transactions of one log that came one behind the other.
  struct Run {
    fileprivate let writer: LogWriter
    /// The sequence number of the first operation.
    let first: UInt64
    /// Where the transactions end, ascending.
    fileprivate(set) var ends: [UInt64] = []
    fileprivate var waiting: [Transaction] = []

    fileprivate init(_ writer: LogWriter, first: UInt64) {
      self.writer = writer
      self.first = first
    }

    /// The sequence number of the last operation.
    var last: UInt64 { ends.last ?? first - 1 }

    /// Where the transactions behind a sequence number end.
    func ends(behind seq: UInt64) -> [UInt64] { Array(ends.drop { $0 <= seq }) }
  }

  private let directory: Path
  private let store: LogStore
  private let application: String
  private var lock: FileLock?
  private var runs: [LogID: Run] = [:]
  private var strays: [LogID: [Transaction]] = [:]
  /// How many operations wait to be written.
  private var waiting = 0

  /// Written together: so many wait for the disk once, and take some megabytes of memory.
  private static let batch = 1 << 15
  /// Each run keeps a file open.
  private static let mostRuns = 64
  private static let prefix = Array("replay-".utf8)
  private static let lockName: Path = "lock"

  /// Begins to collect.
  ///
  /// With the library's lock held: a stage that is being made would pass for a dead one.
  ///
  /// - Parameter steps: where it is made.
  init(in steps: Path, of library: LibraryID, application: String) throws(AlbumenError) {
    self.application = application
    directory = steps / (Path("replay-\(LogID.random())") ?? Path())
    store = LogStore(directory: directory, library: library)
    do throws(PlatformError) {
      try Files.createDirectories(steps)
      try Files.createDirectory(directory, permissions: 0o700)
      lock = try FileLock.acquire(directory / Self.lockName, until: Deadline(after: .seconds(5)))
    } catch { throw AlbumenError(error, "there is no place for what is to be taken in") }
  }

  /// Whether a directory's name is that of such a place.
  static func isName(_ name: Path) -> Bool { name.bytes.starts(with: prefix) }

  // MARK: Collecting

  /// Takes a transaction.
  func add(_ transaction: Transaction) throws(AlbumenError) {
    do throws(LogError) { try collect(transaction) } catch { throw AlbumenError(error) }
  }

  /// Takes a transaction, for who reads logs himself.
  func collect(_ transaction: Transaction) throws(LogError) {
    let log = transaction.log
    if runs[log] == nil, runs.count < Self.mostRuns {
      let writer = try LogWriter(
        staging: store, log: log, behind: transaction.seq - 1,
        settings: .init(application: application))
      runs[log] = Run(writer, first: transaction.seq)
    }
    guard runs[log]?.last == transaction.seq - 1 else {
      strays[log, default: []].append(transaction)
      return
    }
    runs[log]?.waiting.append(transaction)
    runs[log]?.ends.append(transaction.lastSeq)
    waiting += transaction.operationList.count
    if waiting >= Self.batch { try write() }
  }

  /// Puts all that was collected on disk.
  func flush() throws(AlbumenError) {
    do throws(LogError) { try write() } catch { throw AlbumenError(error) }
  }

  private func write() throws(LogError) {
    for log in runs.keys {
      guard let batch = runs[log]?.waiting, !batch.isEmpty else { continue }
      runs[log]?.waiting = []
      _ = try runs[log]?.writer.append(contentsOf: batch)
    }
    waiting = 0
  }

  // MARK: What was collected

  /// The logs of which there is something, ascending.
  var logs: [LogID] { Set(runs.keys).union(strays.keys).sorted() }

  /// The transactions of a log, if all of them came one behind the other.
  func run(of log: LogID) -> Run? { strays[log] == nil ? runs[log] : nil }

  /// Calls `body` with the transactions of a log's run, in order, some at a time.
  func forEachPart(
    of log: LogID, _ body: ([Transaction]) throws(LogError) -> Void
  ) throws(LogError) {
    guard let run = runs[log] else { return }
    var selection = try LogSelection(store.reader(log))
    var part: [Transaction] = []
    var count = 0
    while let transaction = try selection.next(upTo: run.last) {
      part.append(transaction)
      count += transaction.operationList.count
      if count >= Self.batch {
        try body(part)
        part = []
        count = 0
      }
    }
    if !part.isEmpty { try body(part) }
  }

  /// All transactions of a log, in memory.
  func transactions(of log: LogID) throws(LogError) -> [Transaction] {
    var all = strays[log] ?? []
    try forEachPart(of: log) { all += $0 }
    return all
  }

  /// Makes a run that begins a log the library's log itself, durably; false where that has something of it.
  func become(_ log: LogID, in logs: LogStore) throws(LogError) -> Bool {
    guard let run = run(of: log), run.first == 1, try logs.extent(of: log) == nil else {
      return false
    }
    try run.writer.synchronize()
    return try logs.adopt(log, from: store)
  }

  // MARK: The end

  /// Removes what was collected.
  func remove() {
    runs = [:]
    Self.remove(directory)
    lock = nil
  }

  /// Removes what processes have left that died.
  ///
  /// With the library's lock held.
  static func removeAbandoned(in steps: Path) {
    guard (try? FileStatus.ofLink(at: steps))?.kind == .directory else { return }
    for name in names(in: steps, .directory) where isName(name) {
      let directory = steps / name
      guard let lock = try? FileLock.tryAcquire(directory / lockName) else { continue }
      remove(directory)
      lock.release()
    }
  }

  private static func remove(_ directory: Path) {
    for log in names(in: directory, .directory) {
      for name in names(in: directory / log, .regular) {
        try? Files.unlink(directory / log / name)
      }
      try? Files.removeDirectory(directory / log)
    }
    for name in names(in: directory, .regular) { try? Files.unlink(directory / name) }
    try? Files.removeDirectory(directory)
  }

  /// What is there; what cannot be listed is left for another time.
  private static func names(in directory: Path, _ kind: FileKind) -> [Path] {
    (try? DirectoryWalk.names(in: directory, of: kind)) ?? []
  }
}
