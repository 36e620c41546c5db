import CGit2
import Platform
import Synchronization

/// Is a repository on a server: what it holds can be asked, fetched from and pushed to.
///
/// Each call is an exchange of its own, within the time limits of the settings, and blocks as long.
/// Where libgit2 cannot be interrupted (resolving a name, work on packs already received) an end that
/// was asked for comes when that is done.
package final class GitServer {
  private let address: GitAddress
  private let settings: GitTransferSettings
  private let login: GitLogin

  /// Names a server; nothing is connected.
  ///
  /// - Throws: `libraryMissing`.
  package init(_ address: GitAddress, _ settings: GitTransferSettings) throws(GitError) {
    try GitLibrary.require()
    self.address = address
    self.settings = settings
    login = GitLogin(settings.login)
  }

  /// Asks for the references; those with names that are no text are left out.
  ///
  /// - Throws: `unreachable`, `timedOut`, `refused`, `authentication`, `certificate`, `hostKeyUnknown`,
  ///   `hostKeyChanged`, `cancelled`, `tooLarge`, `damaged`.
  package func references() throws(GitError) -> [(name: String, id: GitObjectID)] {
    var found: [(name: String, id: GitObjectID)] = []
    _ = try exchange(within: settings.asking) { remote, callbacks in
      var result = albumen_git2_remote_connect(remote, callbacks)
      guard result == 0 else { return result }
      var heads: UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?
      var count = 0
      result = albumen_git2_remote_ls(&heads, &count, remote)
      guard result == 0 else { return result }
      for index in 0..<count {
        guard let head = heads?[index]?.pointee, let name = head.name,
          let text = String(validatingCString: name)
        else { continue }
        found.append((text, GitObjectID(head.oid)))
      }
      albumen_git2_remote_disconnect(remote)
      return 0
    }
    return found
  }

  /// Fetches what a repository lacks of a branch, and points a reference there to it.
  ///
  /// - Throws: as ``references()``, and `noSpace`, `system`.
  package func fetch(
    _ branch: String, as reference: String, into repository: borrowing GitRepository
  ) throws(GitError) {
    _ = try exchange(
      within: settings.transferring, by: (repository.raw, repository.path)
    ) { remote, callbacks in
      albumen_git2_remote_fetch(remote, "+\(branch):\(reference)", callbacks)
    }
    try repository.refresh()
  }

  /// Pushes a reference of a repository to a branch; returns when the server has confirmed it.
  ///
  /// - Throws: as ``references()``; `moved` where the branch has commits that are not here; `refused`
  ///   with what the server said, which may also mean that the branch has moved meanwhile.
  package func push(
    _ reference: String, to branch: String, from repository: borrowing GitRepository
  ) throws(GitError) {
    let session = try exchange(
      within: settings.transferring, by: (repository.raw, repository.path)
    ) { remote, callbacks in
      albumen_git2_remote_push(remote, "\(reference):\(branch)", callbacks)
    }
    // The call succeeds whatever the server has answered.
    let (answer, words) = session.state.withLock { ($0.answers[branch], $0.words) }
    switch answer {
    case .some(nil): return
    case .some(.some(let refusal)):
      throw GitError(.refused, GitSession.text(words).map { "\($0) (\(refusal))" } ?? refusal)
    case nil: throw GitError(.unreachable, "the server has not confirmed what was sent")
    }
  }

  /// Makes a call to the server in a session of its own, and remembers the login that it took.
  ///
  /// - Parameter repository: the one here that is fetched to or pushed from.
  private func exchange(
    within limit: Duration, by repository: (raw: OpaquePointer, path: Path)? = nil,
    _ call: (OpaquePointer?, UnsafePointer<albumen_git2_callbacks>) -> Int32
  ) throws(GitError) -> GitSession {
    var remote: OpaquePointer?
    try GitLibrary.check { albumen_git2_remote_new(&remote, repository?.raw, address.text) }
    defer { albumen_git2_remote_free(remote) }
    let session = GitSession(address, settings, login)
    try session.run(within: limit, path: repository?.path) { call(remote, $0) }
    login.note(session.state.withLock { $0.login }, isAccepted: true, address) {
      session.isWanted
    }
    return session
  }
}
