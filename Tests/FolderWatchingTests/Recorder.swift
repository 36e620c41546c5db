import FolderWatching
import Platform
import Synchronization
import TestSupport

/// Reads a watcher's events on a task of its own and keeps them.
final class Recorder: Sendable {
  private final class Store: Sendable {
    let events = Mutex<[FolderEvent]>([])
    let known = Mutex<Set<FolderEvent>>([])
    let hasEnded = Mutex(false)
  }

  let watcher: InotifyFolderWatcher
  private let store = Store()
  private let cookies = Atomic<Int>(0)

  init(_ watcher: InotifyFolderWatcher) {
    self.watcher = watcher
    let store = store
    Task {
      for await event in watcher.events {
        store.events.withLock { $0.append(event) }
        _ = store.known.withLock { $0.insert(event) }
      }
      store.hasEnded.withLock { $0 = true }
    }
  }

  /// What was reported up to now, without the cookies of ``settle()``.
  var events: [FolderEvent] {
    store.events.withLock { $0.filter { !Self.isCookie($0) } }
  }

  var hasEnded: Bool { store.hasEnded.withLock { $0 } }

  /// Forgets what was reported.
  func forget() {
    store.events.withLock { $0 = [] }
    store.known.withLock { $0 = [] }
  }

  /// Waits until an event is there, or one that may stand for it.
  func wait(for event: FolderEvent, or other: FolderEvent? = nil) async throws {
    do {
      try await TestSupport.wait(for: "\(event)") {
        self.store.known.withLock { known in
          known.contains(event) || other.map { known.contains($0) } ?? false
        }
      }
    } catch {
      throw TestFailure("\(error); \(watcher.health); reported: \(events.suffix(20))")
    }
  }

  /// Waits until everything that was done before has been reported: makes a file and waits for its
  /// event, which comes after all others.
  func settle() async throws {
    let number = cookies.add(1, ordering: .relaxed).newValue
    guard let name = Path("cookie-\(number)") else { return }
    let path = watcher.root / name
    try writeFile(path, "x")
    try await wait(for: .closedAfterWriting(name))
    try Files.unlink(path)
    try await wait(for: .deleted(name, isDirectory: false))
  }

  private static func isCookie(_ event: FolderEvent) -> Bool {
    switch event {
    case .created(let path, _), .modified(let path), .closedAfterWriting(let path),
      .deleted(let path, _), .attributes(let path):
      path.bytes.starts(with: Array("cookie-".utf8))
    default: false
    }
  }
}

/// Runs a body with a temporary folder, a watcher on `watched` in it, and its recorder; stops it.
func withWatcher(
  options: FolderWatchingOptions = FolderWatchingOptions(),
  shouldDescend: @escaping @Sendable (Path) -> Bool = { _ in true },
  prepare: (Path) throws -> Void = { _ in },
  isolation: isolated (any Actor)? = #isolation,
  _ body: (_ folder: Path, _ recorder: Recorder) async throws -> Void
) async throws {
  try await withTemporaryDirectory { outside in
    let folder = outside / "watched"
    try Files.createDirectory(folder)
    try prepare(folder)
    let recorder = Recorder(
      try InotifyFolderWatcher(root: folder, options: options, shouldDescend: shouldDescend))
    defer { recorder.watcher.stop() }
    try await body(folder, recorder)
  }
}

/// The number of watches of this process, as the kernel counts them.
func watchCount() throws -> Int {
  var count = 0
  for name in try listTree("/proc/self/fd") {
    guard (try? Files.readLink("/proc/self/fd" / name)) == "anon_inode:inotify" else { continue }
    let text = String(decoding: try readFile("/proc/self/fdinfo" / name), as: UTF8.self)
    count += text.split(separator: "\n").filter { $0.hasPrefix("inotify wd:") }.count
  }
  return count
}
