import OperationLog
import Operations
import Platform

/// Is the log that this machine appends to in this root, and the proof that it is its own.
///
/// All calls are made with the machine's lock held (docs/design/0002-log-identity.md).
final class OwnLog {
  private let logs: LogStore
  private let state: Path
  private let machine: MachineID
  private let root: RootIdentity
  private let application: String
  private var writer: LogWriter?
  /// What a person should know: that a new log was begun, or a tail cut off.
  private(set) var notices: [String] = []

  init(
    _ logs: LogStore, state: Path, machine: MachineID, root: RootIdentity, application: String
  ) {
    self.logs = logs
    self.state = state
    self.machine = machine
    self.root = root
    self.application = application
  }

  /// What a writer of any of the library's logs is told.
  var settings: LogWriter.Settings { LogWriter.Settings(application: application) }

  /// The log that is recorded as this machine's; nil before its first change.
  ///
  /// No lock is needed.
  func recorded() throws(LogError) -> LogID? {
    try LogIdentityFile.read(in: state)?.identity.log
  }

  /// Up to which operation the machine's log is recorded to be on disk; 0 for any other log.
  func acknowledged(of log: LogID) throws(LogError) -> UInt64 {
    guard let identity = try LogIdentityFile.read(in: state)?.identity, identity.log == log else {
      return 0
    }
    return identity.acknowledged
  }

  /// Whether the machine's log ends before what is recorded of it.
  func isShort() throws(LogError) -> Bool {
    guard let identity = try LogIdentityFile.read(in: state)?.identity else { return false }
    return try logs.finding(for: identity) == .shorter
  }

  /// Returns the writer of the machine's log, whose end is where the log ends now.
  ///
  /// Mints a new log where the one that is recorded cannot be gone on with: nothing is recorded, the
  /// root is a copy, or the log was put back to an earlier time. The old one is then read like another
  /// machine's.
  ///
  /// - Parameters:
  ///   - mark: how far the log was read before, from which its end is found at less cost.
  ///   - synced: the last operation that is known to be on disk.
  func open(_ mark: (LogID) -> LogMark?, synced: Dot?) throws(LogError) -> LogWriter {
    if let writer,
      try logs.extent(of: writer.log).map(writer.mark.isAtEnd) ?? (writer.mark.seq == 0),
      try recorded() == writer.log
    {
      return writer
    }
    writer = nil
    let file = try identityFile()
    let log = file.identity.log
    let acknowledged = mark(log).flatMap { $0.seq >= file.identity.acknowledged ? $0 : nil }
    let opened = try LogWriter(
      store: logs, log: log, acknowledged: acknowledged ?? file.identity.mark,
      synced: synced?.log == log ? synced?.seq ?? 0 : 0, identity: file, settings: settings)
    // A process that died may have written what is not on disk yet: nothing may follow from it before.
    try opened.synchronize()
    if let cut = opened.cutTail {
      notices.append(
        "\(cut.count) bytes of a change that was cut short, and never done, were taken off the end of "
          + "log \(log)")
    }
    writer = opened
    return opened
  }

  /// Forgets the writer, after an error that leaves the end of the log in doubt.
  func reset() { writer = nil }

  /// Gives the machine a new log: what is here under the old id is then another history's.
  func mint() throws(LogError) {
    writer = nil
    let minted = LogIdentity.minted(library: logs.library, machine: machine, root: root)
    _ = try LogIdentityFile.create(in: state, minted)
  }

  /// Makes a log the machine's own that it has just written.
  func goOn(in log: LogID, from tip: LogMark) throws(LogError) {
    writer = nil
    _ = try LogIdentityFile.create(
      in: state,
      LogIdentity(
        library: logs.library, machine: machine, root: root, log: log, acknowledged: tip.seq,
        chain: tip.chain))
  }

  private func identityFile() throws(LogError) -> LogIdentityFile {
    var file: LogIdentityFile?
    var isUnreadable = false
    do throws(LogError) { file = try LogIdentityFile.read(in: state) } catch {
      guard error.code == .unreadableIdentity else { throw error }
      isUnreadable = true
    }
    let decision = try LogIdentity.decide(
      recorded: file?.identity, isUnreadable: isUnreadable, library: logs.library,
      machine: machine, root: root,
      finding: { identity throws(LogError) in try logs.finding(for: identity) })
    switch decision {
    case .mine: if let file { return file }
    case .mintNew(.notRecorded): break
    case .mintNew(let reason):
      notices.append("this machine goes on in a new log: \(reason.explanation)")
    }
    let minted = LogIdentity.minted(library: logs.library, machine: machine, root: root)
    return try LogIdentityFile.create(in: state, minted)
  }
}

extension RootIdentity {
  /// The identity of a root, as it is now.
  init(ofRoot root: Path) throws(AlbumenError) {
    do throws(PlatformError) {
      self.init(
        try FileStatus.ofTarget(at: root), path: root,
        hasStableInodes: try FileSystem(at: root).hasStableInodes)
    } catch { throw AlbumenError(error, "the root cannot be examined", code: .rootUnavailable) }
  }
}

extension LogIdentity.Reason {
  /// Why the recorded log is not gone on with, in words.
  fileprivate var explanation: String {
    switch self {
    case .notRecorded: "none was recorded for this folder"
    case .unreadable: "the record of the old one is damaged"
    case .otherLibrary: "another library was here before"
    case .otherMachine: "the record was made by another machine"
    case .otherRoot: "the folder was moved or copied"
    case .shorter, .differs: "the old one was put back to an earlier time"
    }
  }
}
