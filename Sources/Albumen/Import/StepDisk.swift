import Platform
import Synchronization

/// Puts on disk what an import copies, on a thread of its own: some of it while the rest is copied and
/// looked into, and all of it at the end.
///
/// What is flushed early only makes the wait at the end shorter, so its failures are nobody's concern: the
/// directory that the end is asked of is open from the beginning, and the kernel tells each open file of
/// every error since then, whoever else was told (`syncfs(2)`, Linux 5.8).
actor StepDisk {
  private let executor = ThreadExecutor(name: "flush")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let path: Path
  private let directory: Descriptor
  /// Whether a flush waits to be begun: then another one is not needed.
  private let isAsked = Mutex(false)

  /// - Parameter path: the directory of the copies, of which there are none yet.
  init(_ path: Path) throws(AlbumenError) {
    self.path = path
    do throws(PlatformError) {
      directory = try Descriptor.open(path, [.read, .directory])
    } catch { throw AlbumenError(error, "the import cannot be begun") }
  }

  /// Has what was written so far flushed, soon.
  nonisolated func flushSoon() {
    let isNews = isAsked.withLock { isAsked in
      defer { isAsked = true }
      return !isAsked
    }
    if isNews { Task { await self.flush() } }
  }

  private func flush() {
    isAsked.withLock { $0 = false }
    let other = try? Descriptor.open(path, [.read, .directory])
    try? other?.synchronizeFileSystem()
  }

  /// Waits until all that was written is on disk.
  func synchronize() throws(AlbumenError) {
    do throws(PlatformError) {
      try Failpoint.hit("import.syncfs")
      try directory.synchronizeFileSystem(path: path)
    } catch { throw AlbumenError(error, "the copies cannot be put on disk") }
  }
}
