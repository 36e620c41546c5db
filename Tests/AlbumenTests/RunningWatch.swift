import Albumen
import FolderWatching
import Synchronization
import TestSupport

/// Is a watch that runs beside a test, and what it has told so far.
final class RunningWatch: Sendable {
  private final class Heard: Sendable {
    let events = Mutex<[PhotoLibrary.WatchEvent]>([])
    /// How the watch ended, in words; nil while it runs.
    let end = Mutex<String?>(nil)
  }

  private let task: Task<Void, any Error>
  private let heard: Heard

  /// Starts to watch.
  init(
    _ library: PhotoLibrary, _ options: PhotoLibrary.WatchOptions,
    factory: @escaping FolderWatcherFactory = OneWatcher.factory
  ) {
    let heard = Heard()
    self.heard = heard
    task = Task {
      do {
        try await library.watch(with: factory, options) { event in
          heard.events.withLock { $0.append(event) }
        }
        heard.end.withLock { $0 = "the watch ended" }
      } catch {
        heard.end.withLock { $0 = "the watch ended: \(error)" }
        throw error
      }
    }
  }

  /// What the watch has told.
  var events: [PhotoLibrary.WatchEvent] { heard.events.withLock { $0 } }

  /// The exchanges that it made.
  var exchanges: [SyncReport] {
    events.compactMap { if case .exchanged(let report) = $0 { report } else { nil } }
  }

  /// Waits for a condition that the watch brings about.
  ///
  /// - Throws: ``TestFailure`` as soon as the watch has ended and the condition does not hold.
  func wait(
    for what: String, until condition: @escaping @Sendable () async throws -> Bool
  ) async throws {
    try await TestSupport.wait(for: what) {
      // Asked first: what the watch did last may be just what is waited for.
      let end = self.heard.end.withLock { $0 }
      if try await condition() { return true }
      if let end { throw TestFailure("waited in vain for \(what): \(end)") }
      return false
    }
  }

  /// Ends the watch as a signal does, and waits until it has ended.
  func end() async throws {
    task.cancel()
    try await ended()
  }

  /// Waits until the watch has ended by itself.
  func ended() async throws {
    try await withTimeLimit(hangLimit, "the watch to end") { try await self.task.value }
  }
}
