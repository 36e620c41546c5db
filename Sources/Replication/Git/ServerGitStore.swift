import GitKit
import Operations
import Platform

/// Reaches a repository on a server, by way of a bare repository a log in the cache.
///
/// A repository a log, because libgit2's fetch sends the unrelated histories of all branches anew
/// where they share one. Each may be lost, or be damaged, at any time: then it is fetched again.
final class ServerGitStore: GitStore {
  /// Where a repository here keeps what was fetched.
  private static let fetched = "refs/heads/tip"

  let hasCopies = true
  private let server: GitServer
  private let cache: Path
  private let directory: Path
  private let settings: GitRemoteSettings
  /// Whether the last failure was one of talking to the server: never the fault of the repository here.
  private var isServers = false

  /// - Parameter cache: has a directory for each server.
  init(_ address: GitAddress, cache: Path, _ settings: GitRemoteSettings) throws(GitError) {
    server = try GitServer(address, settings.transfer)
    self.cache = cache
    let name = try GitObjectID(hashing: Array(address.display.utf8)).description
    directory = cache / "git" / Self.path(name)
    self.settings = settings
  }

  func references() throws(GitError) -> GitReferences {
    // A server names no branch that it cannot read itself.
    GitReferences(found: try server.references())
  }

  func withRepository<Result>(
    of log: LogID, holding commit: GitObjectID?, isWritten: Bool,
    _ body: (borrowing GitRepository) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    let lock: FileLock
    do throws(PlatformError) {
      try Files.createDirectories(directory, permissions: 0o700)
      lock = try FileLock.acquire(directory / "lock", until: Deadline(after: .seconds(60)))
    } catch { throw GitError(error, path: directory) }
    let result = try withSoundRepository(of: log, holding: commit, body)
    lock.release()
    return result
  }

  private func withSoundRepository<Result>(
    of log: LogID, holding commit: GitObjectID?,
    _ body: (borrowing GitRepository) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    let path = directory / Self.path("\(log).git")
    isServers = false
    do throws(GitError) {
      return try withRepository(path, log, commit, body)
    } catch {
      guard Self.isOfRepository(error.code), !isServers else { throw error }
      // Whatever is wrong with it: the server has it all, and was not what failed. Nobody else is in it,
      // so what it has of locks is left from one who died.
      TransportDirectory.remove(path)
      return try withRepository(path, log, commit, body)
    }
  }

  private func withRepository<Result>(
    _ path: Path, _ log: LogID, _ commit: GitObjectID?,
    _ body: (borrowing GitRepository) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    let isThere = (try? FileStatus.ofLink(at: path / "HEAD")) != nil
    let repository = try isThere ? GitRepository(opening: path) : GitRepository(creating: path)
    // Also where it is only read: packs that were fetched may be joined.
    try PackSettings.apply(to: repository, cache: cache)
    if let commit, !repository.contains(commit) {
      // A fetch goes on from what is here: what is not sound is found before the server is asked.
      if let tip = try repository.reference(Self.fetched) {
        do throws(GitError) { _ = try GitLogTree(of: tip, log, in: repository) } catch {
          // Anything else is what the server had then.
          if error.code == .damaged || error.code == .notFound { throw error }
        }
      }
      try asking { () throws(GitError) in
        try server.fetch(GitBranch.name(of: log), as: Self.fetched, into: repository)
      }
      try repository.consolidate(from: settings.packs)
    }
    return try body(repository)
  }

  func advance(
    _ log: LogID, from old: GitObjectID?, to new: GitObjectID,
    in repository: borrowing GitRepository
  ) throws(GitError) {
    // libgit2 pushes references only. Those that are there already are of some who have died.
    for left in try repository.references("refs/heads/push-*") {
      try repository.remove(reference: left.name)
    }
    let name = "refs/heads/push-\(new)"
    try repository.move(name, to: new, from: nil)
    do throws(GitError) {
      try asking { () throws(GitError) in
        try server.push(name, to: GitBranch.name(of: log), from: repository)
      }
    } catch {
      try? repository.remove(reference: name)
      throw error
    }
    // The server has confirmed it: whatever fails here is nobody's loss.
    try? repository.remove(reference: name)
    if let now = try? repository.reference(Self.fetched) {
      try? repository.move(Self.fetched, to: new, from: now)
    } else {
      try? repository.move(Self.fetched, to: new, from: nil)
    }
    _ = try? repository.consolidate(from: settings.packs)
  }

  /// Talks to the server, and notes whose failure it is.
  private func asking(_ body: () throws(GitError) -> Void) throws(GitError) {
    do throws(GitError) { try body() } catch {
      isServers = true
      throw error
    }
  }

  /// Whether an error may be the fault of the repository here.
  private static func isOfRepository(_ code: GitError.Code) -> Bool {
    switch code {
    case .damaged, .notFound, .otherKind, .locked, .invalidName, .syntax, .other: true
    default: false
    }
  }

  private static func path(_ name: String) -> Path { Path(name) ?? Path() }
}
