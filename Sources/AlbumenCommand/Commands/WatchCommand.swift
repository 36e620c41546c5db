import Albumen
import CommandParsing
import FolderWatching
import Platform

/// Keeps folder and library in step.
enum WatchCommand: Command {
  static let spec = CommandSpec(
    ["watch"], "keeps folder and library in step",
    discussion: """
      Scans, and from then on takes changes in as they happen, until it is ended by Ctrl-C or \
      SIGTERM. Tells systemd when it is ready ($NOTIFY_SOCKET). Only one watch a library can run.

      Where the library has remotes, logs are exchanged with them when nothing has been changed for a \
      while (sync.quiet of the settings), and from time to time (sync.interval). What fails is told \
      once and tried again, ever later.
      """,
    options: [
      OptionSpec(flag: "once-idle", summary: "end as soon as everything has come to rest"),
      OptionSpec(
        "settle", value: "MS", kind: .integer(0...3_600_000),
        default: "watch.settle of the settings, else 100",
        summary: "how many milliseconds a file must be still after it was written"),
    ],
    examples: [
      CommandExample("albumen watch", "watches until Ctrl-C"),
      CommandExample("albumen watch --once-idle", "takes everything in and ends"),
    ],
    exitCodes: [
      ExitCode(0, "ended by a signal, or idle"),
      ExitCode(11, "another watch runs on this library"),
    ])

  static let awaitedSignals = [Signal.interrupt, Signal.terminate]

  /// How long a watch that is to end may take for it.
  ///
  /// What it does then may hang, such as an exchange with a disk that does not answer. To leave it there is
  /// as good as a power cut, which loses nothing.
  private static let patience = Duration.seconds(5)

  /// Is what comes of a watch.
  private enum Step {
    case happened(WatchDisplay.Event)
    case ended(Result<Void, any Error>)
  }

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let signals = try SignalWaiting(for: awaitedSignals)
    defer { signals.stop() }
    let (steps, continuation) = AsyncStream.makeStream(of: Step.self)
    var options = PhotoLibrary.WatchOptions()
    options.endsWhenIdle = context.parsed.flag("once-idle")
    let settings = try context.settings.current()
    options.settle =
      try context.parsed.integer("settle").map { .milliseconds($0) } ?? settings.settle
    options.retryDelay = settings.retryDelay
    options.exchangeQuiet = settings.syncQuiet
    options.exchangeInterval = settings.syncInterval
    let watching = Task { [options] in
      do {
        try await context.withLibrary { library in
          try await library.watch(with: InotifyFolderWatcher.factory, options) {
            continuation.yield(.happened((library.root, $0)))
          }
        }
        continuation.yield(.ended(.success(())))
      } catch { continuation.yield(.ended(.failure(error))) }
    }
    @Sendable func cancel() {
      watching.cancel()
      Task {
        try? await Task.sleep(for: patience)
        continuation.yield(.ended(.failure(CancellationError())))
      }
    }
    let ending = Task { await end(at: signals.signals, cancel) }
    var display = WatchDisplay(context)
    var failure: (any Error)?
    var result = Result<Void, any Error>.success(())
    for await step in steps {
      if case .ended(let ended) = step {
        result = ended
        break
      }
      guard case .happened((let root, let event)) = step, failure == nil else { continue }
      do { try display.show(event, of: root) } catch {
        failure = error
        cancel()
      }
    }
    if let failure { throw failure }
    display.stop()
    signals.stop()
    let isSignalled = await ending.value
    switch result {
    case .failure(is CancellationError) where isSignalled: return .done
    case .failure(let error): throw error
    case .success: return isSignalled ? .done : display.status
    }
  }

  /// Cancels the watch at the first signal; a second one ends the process where it stands.
  ///
  /// - Returns: whether a signal came.
  private static func end(
    at signals: AsyncStream<Int32>, _ cancel: @Sendable () -> Void
  ) async -> Bool {
    var isSignalled = false
    for await signal in signals {
      if isSignalled { SignalWaiting.die(of: signal) }
      isSignalled = true
      cancel()
    }
    return isSignalled
  }
}
