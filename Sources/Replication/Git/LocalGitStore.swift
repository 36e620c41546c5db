import GitKit
import Operations
import Platform

/// Reaches a repository on this machine, or on a disk that is mounted here, without a copy of it.
///
/// libgit2's own transport for paths would move a branch wherever it is by then. Here a branch is moved
/// only from where it was seen, under the lock that git has for it.
final class LocalGitStore: GitStore {
  /// Packs that are larger are left to `git gc`.
  private static let largestJoined: UInt64 = 8 << 20

  private final class Opened {
    let repository: GitRepository
    var isConfigured = false
    init(_ path: Path) throws(GitError) { repository = try GitRepository(opening: path) }
  }

  let hasCopies = false
  private let path: Path
  private let cache: Path
  private let settings: GitRemoteSettings
  private var opened: Opened?

  init(_ path: Path, cache: Path, _ settings: GitRemoteSettings) {
    self.path = path
    self.cache = cache
    self.settings = settings
  }

  func references() throws(GitError) -> GitReferences {
    try requireWanted()
    // Opened anew: the directory may be another one by now.
    opened = nil
    try Self.requireFiles(in: path)
    let opened = try open()
    let (files, others) = try Self.branchFiles(in: opened.repository.directory)
    var references = GitReferences()
    if others.isEmpty {
      references.found = try opened.repository.references(GitBranch.prefix + "*")
    } else {
      // libgit2 would open them all: each that is a file is asked for by itself.
      let packed = try Self.packedBranches(in: opened.repository.directory)
      for name in Set(files + packed).subtracting(others).sorted() {
        guard let id = try? opened.repository.reference(name) else { continue }
        references.found.append((name, id))
      }
    }
    let prefix = GitBranch.directory + "/"
    for name in others.sorted() where name.hasPrefix(prefix) {
      guard let log = LogID(name.dropFirst(prefix.count)) else { continue }
      references.faults.append((log, GitError(.damaged, "it is no file")))
    }
    // libgit2 passes over what it cannot read, or gives what is packed of an older one.
    for name in files.sorted() where name.hasPrefix(prefix) {
      guard let log = LogID(name.dropFirst(prefix.count)) else { continue }
      do throws(GitError) { _ = try opened.repository.reference(name) } catch {
        references.found.removeAll { $0.name == name }
        references.faults.append((log, error))
      }
    }
    return references
  }

  func withRepository<Result>(
    of log: LogID, holding commit: GitObjectID?, isWritten: Bool,
    _ body: (borrowing GitRepository) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    try requireWanted()
    let opened = try open()
    if isWritten, !opened.isConfigured {
      try PackSettings.apply(to: opened.repository, cache: cache)
      opened.isConfigured = true
    }
    return try body(opened.repository)
  }

  func advance(
    _ log: LogID, from old: GitObjectID?, to new: GitObjectID,
    in repository: borrowing GitRepository
  ) throws(GitError) {
    let branch = GitBranch.name(of: log)
    let lock = try lock(repository.directory, until: Deadline(after: .seconds(10)))
    // Long enough to be sure of a lock that somebody has left who died.
    let deadline = Deadline(after: max(.seconds(10), settings.abandonedLock + .seconds(1)))
    do throws(PlatformError) { try Failpoint.hit("git.branch") } catch {
      throw GitError(error, path: path)
    }
    while true {
      do throws(GitError) {
        try repository.move(branch, to: new, from: old)
        break
      } catch {
        guard error.code == .locked else { throw error }
        if removeAbandonedLock(of: branch, in: repository.directory) { continue }
        guard !deadline.hasPassed else { throw error }
        try requireWanted()
        SystemClock.sleep(nanoseconds: 10_000_000)
      }
    }
    // The branch has moved: whatever fails here is nobody's loss.
    _ = try? repository.consolidate(from: settings.packs, largest: Self.largestJoined)
    lock.release()
  }

  /// Waits for other programs like this one.
  ///
  /// The kernel takes this lock from whoever dies, unlike git's own.
  private func lock(_ directory: Path, until deadline: Deadline) throws(GitError) -> FileLock {
    do throws(PlatformError) {
      while true {
        if let lock = try FileLock.tryAcquire(directory: directory) { return lock }
        guard !deadline.hasPassed else { break }
        SystemClock.sleep(nanoseconds: 5_000_000)
      }
    } catch { throw GitError(error, path: directory) }
    throw GitError(.locked, "another program is publishing there", path: directory)
  }

  /// Removes git's lock on a branch if its holder must have died; true if it is gone.
  ///
  /// Its age is how long it has been seen here: its time may be of another machine's clock.
  private func removeAbandonedLock(of branch: String, in directory: Path) -> Bool {
    guard let relative = Path("\(branch).lock") else { return false }
    let lock = directory / relative
    let judged: FileStatus
    do throws(PlatformError) { judged = try FileStatus.ofLink(at: lock) } catch {
      return error.code == .notFound
    }
    guard FirstSight.age(of: judged) >= settings.abandonedLock else { return false }
    do throws(PlatformError) {
      // It may be another one by now: it is looked at where nobody can take it any more.
      let name = "albumen-lock-\(SystemClock.monotonicNanoseconds)"
      guard let aside = directory.appending(name: name.utf8) else { return false }
      try Failpoint.hit("git.abandoned")
      try Files.renameWithoutReplacing(lock, to: aside)
      let taken = try FileStatus.ofLink(at: aside)
      guard taken.isSameFile(as: judged), taken.mtimeNanoseconds == judged.mtimeNanoseconds else {
        try Files.renameWithoutReplacing(aside, to: lock)
        return false
      }
      try Files.unlink(aside)
      return true
    } catch {
      return error.code == .notFound
    }
  }

  private func open() throws(GitError) -> Opened {
    if let opened { return opened }
    let opened = try Opened(path)
    self.opened = opened
    return opened
  }

  private func requireWanted() throws(GitError) {
    if settings.transfer.cancellation?.isCancelled == true { throw GitError(.cancelled, "ended") }
  }
}
