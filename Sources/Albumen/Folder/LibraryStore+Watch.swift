import Platform

extension LibraryStore {
  private var watchLockPath: Path { stateDirectory / "watch.lock" }
  private var watchHealthPath: Path { stateDirectory / "watch" }

  /// Takes the lock that only one watch of a library on this machine can have.
  ///
  /// - Throws: `.locked` where another has it.
  func lockWatch() throws(AlbumenError) -> FileLock {
    do throws(PlatformError) {
      // Whoever asks how the watch is holds the lock for a moment.
      return try FileLock.acquire(watchLockPath, until: Deadline(after: .seconds(1)))
    } catch {
      guard error.code == .locked else {
        throw AlbumenError(error, "the watch's lock cannot be taken")
      }
    }
    let holder = FileLock.holder(of: watchLockPath).map { " (process \($0))" } ?? ""
    throw AlbumenError(
      .locked, "another process watches this library\(holder)", subject: layout.root.display,
      hint: "one watch is enough: albumen status tells how it is", disposition: .retry)
  }

  /// Notes how well the folder is watched.
  ///
  /// Only for people, so a failure is none.
  func noteHealth(_ health: FolderHealth) {
    try? DurableFile.replace(watchHealthPath, with: Array("\(health)\n".utf8))
  }

  /// How well another process watches the folder; nil where none does.
  func watchHealth() -> String? {
    if let lock = try? FileLock.tryAcquire(watchLockPath) {
      lock.release()
      return nil
    }
    let bytes = (try? DurableFile.contents(of: watchHealthPath, limit: 4_096)) ?? []
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: "\n").first.map { String($0) } ?? "starting"
  }
}
