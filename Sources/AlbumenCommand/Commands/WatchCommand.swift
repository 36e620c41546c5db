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

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let signals = try SignalWaiting(for: awaitedSignals)
    defer { signals.stop() }
    let (events, continuation) = AsyncStream.makeStream(of: WatchDisplay.Event.self)
    var options = PhotoLibrary.WatchOptions()
    options.endsWhenIdle = context.parsed.flag("once-idle")
    let settings = try context.settings.current()
    options.settle =
      try context.parsed.integer("settle").map { .milliseconds($0) } ?? settings.settle
    options.retryDelay = settings.retryDelay
    options.exchangeQuiet = settings.syncQuiet
    options.exchangeInterval = settings.syncInterval
    let watching = Task { [options] in
      defer { continuation.finish() }
      try await context.withLibrary { library in
        try await library.watch(with: InotifyFolderWatcher.factory, options) {
          continuation.yield((library.root, $0))
        }
      }
    }
    let ending = Task { await end(watching, at: signals.signals) }
    var display = WatchDisplay(context)
    do {
      for await (root, event) in events { try display.show(event, of: root) }
    } catch {
      watching.cancel()
      _ = await watching.result
      throw error
    }
    display.stop()
    let result = await watching.result
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
    _ watching: Task<Void, any Error>, at signals: AsyncStream<Int32>
  ) async -> Bool {
    var isSignalled = false
    for await signal in signals {
      if isSignalled { SignalWaiting.die(of: signal) }
      isSignalled = true
      watching.cancel()
    }
    return isSignalled
  }
}
