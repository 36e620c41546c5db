import CGit2
import Platform
import Synchronization

/// Is one exchange with a server: what may happen in it, and what has happened.
///
/// While libgit2 talks, a thread of the session watches: it ends the connections when the server was
/// silent for too long, or the caller wants an end. What libgit2 cannot say by its result (why a login
/// failed, what the server said, which branch it refused) is gathered here.
final class GitSession: Sendable {
  /// The session whose calls of libgit2 this thread makes.
  @TaskLocal static var current: GitSession?

  /// How long the watching thread sleeps.
  private static let tick: Duration = .milliseconds(100)

  /// Is why a session was ended from here.
  enum End: Sendable {
    case cancelled
    case silent
    case tookTooLong
    case tooLarge
  }

  struct State {
    var sockets: Set<StreamSocket> = []
    var end: End?
    var broken: PlatformError?
    /// Whether anything came from the server, and whether it has hung up.
    var answered = false
    var hungUp = false
    /// When libgit2 last told of progress: it may be busy while the line is silent.
    var lastProgress = SystemClock.monotonicNanoseconds
    /// How many bytes of a pack have come.
    var packBytes: UInt64 = 0
    /// What the server has said, the last of it.
    var words: [UInt8] = []
    /// What it said of each branch that was pushed; nil for yes.
    var answers: [String: String?] = [:]
    var hostKey: KnownHosts.Verdict?
    var certificateIsRefused = false
    var login = GitLogin.Attempts()
  }

  let address: GitAddress
  let settings: GitTransferSettings
  let login: GitLogin
  let state = Mutex(State())

  init(_ address: GitAddress, _ settings: GitTransferSettings, _ login: GitLogin) {
    self.address = address
    self.settings = settings
    self.login = login
  }

  /// Makes a call to a server, watched.
  ///
  /// - Parameters:
  ///   - limit: how long it may take in all.
  ///   - path: the repository here, for errors of the disk.
  func run(
    within limit: Duration, path: Path? = nil,
    _ call: (UnsafePointer<albumen_git2_callbacks>) -> Int32
  ) throws(GitError) {
    guard isWanted else { throw GitError(.cancelled, "ended") }
    let wakeUp: WakeUp
    do throws(PlatformError) { wakeUp = try WakeUp() } catch {
      throw GitError(.system, error.message, cause: error)
    }
    let deadline = Deadline(after: limit)
    let watcher = PlatformThread(name: "git") { [self] in watch(until: wakeUp, deadline) }
    var callbacks = callbacks()
    let failure = Self.$current.withValue(self) { () -> GitLibrary.Failure? in
      albumen_git2_error_clear()
      let result = call(&callbacks)
      return result < 0 ? GitLibrary.Failure(result) : nil
    }
    wakeUp.signal()
    watcher.join()
    if let failure { throw error(failure, path) }
  }

  /// Whether nobody wants an end yet.
  var isWanted: Bool {
    settings.cancellation?.isCancelled != true && state.withLock { $0.end == nil }
  }

  private func watch(until wakeUp: WakeUp, _ deadline: Deadline) {
    while let result = try? wakeUp.wait(for: nil, until: Deadline(after: Self.tick)),
      !result.isSignalled
    {
      if settings.cancellation?.isCancelled == true { end(.cancelled) }
      if deadline.hasPassed { end(.tookTooLong) }
      if isSilent { end(.silent) }
    }
  }

  private var isSilent: Bool {
    let limit = settings.silence / .milliseconds(1)
    return state.withLock { state in
      guard !state.sockets.isEmpty else { return false }
      let idle = (SystemClock.monotonicNanoseconds &- state.lastProgress) / 1_000_000
      return Double(idle) > limit
        && state.sockets.allSatisfy { $0.silentMilliseconds.map { Double($0) > limit } ?? true }
    }
  }

  /// Ends the session for a reason; the first one counts.
  func end(_ reason: End) {
    state.withLock { state in
      if state.end == nil { state.end = reason }
      for socket in state.sockets { socket.interrupt() }
    }
  }

  func opened(_ socket: StreamSocket) {
    state.withLock {
      $0.sockets.insert(socket)
      $0.lastProgress = SystemClock.monotonicNanoseconds
      // Its end may have been asked for while it was being made.
      if $0.end != nil { socket.interrupt() }
    }
  }

  /// Forgets a socket before it is closed: its number may be another file's at once.
  func closing(_ socket: StreamSocket) {
    state.withLock { _ = $0.sockets.remove(socket) }
  }

  func received(_ count: Int) {
    state.withLock {
      if count > 0 { $0.answered = true } else { $0.hungUp = true }
    }
  }

  func broke(_ error: PlatformError) {
    state.withLock { $0.broken = $0.broken ?? error }
  }

  /// Notes that libgit2 is at work; false where it must stop.
  func progressed() -> Bool {
    state.withLock { $0.lastProgress = SystemClock.monotonicNanoseconds }
    return isWanted
  }
}
