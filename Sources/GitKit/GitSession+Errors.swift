import CGit2
import Platform
import Synchronization

extension GitSession {
  /// Makes the error of a call that has failed: what this session knows says more than libgit2 does.
  func error(_ failure: GitLibrary.Failure, _ path: Path?) -> GitError {
    let state = state.withLock { $0 }
    if let end = state.end { return error(end) }
    // Asked for between two looks of the watching thread.
    if settings.cancellation?.isCancelled == true { return error(.cancelled) }
    switch state.hostKey {
    case nil, .known?: break
    case let verdict?: return error(verdict)
    }
    if state.certificateIsRefused { return certificateError(failure.message) }
    let local = failure.error(path: path, writing: state.packBytes)
    switch local.code {
    case .authentication:
      login.note(state.login, isAccepted: false, address) { self.isWanted }
      return loginError(state.login)
    case .certificate: return certificateError(failure.message)
    case .moved, .tooLarge, .noSpace: return local
    default: break
    }
    if let broken = state.broken { return connectionError(broken, hasAnswered: state.answered) }
    let words = Self.text(state.words)
    switch git_error_t(UInt32(bitPattern: failure.part)) {
    case GIT_ERROR_SSH where state.hostKey == nil:
      return GitError(
        .refused, failure.message,
        hint: "if an RSA key stands first for it in known_hosts: libssh2 cannot use that; put what"
          + " ssh-keyscan -t ed25519 \(hostForKeyscan) prints above it")
    case GIT_ERROR_HTTP:
      return GitError(
        .refused, words ?? failure.message,
        hint: "is the address right? Servers say 404 where there is no such repository, and where "
          + "it is shown to nobody without a login (~/.netrc, or one of git's credential helpers)")
    case GIT_ERROR_SSH: return GitError(.refused, words ?? failure.message, hint: refusalHint)
    case GIT_ERROR_NET, GIT_ERROR_SSL:
      guard state.answered || address.kind == .ssh, !state.hungUp else {
        return GitError(.unreachable, words ?? failure.message)
      }
      return GitError(.refused, words ?? failure.message, hint: refusalHint)
    default: return local
    }
  }

  private var refusalHint: String {
    address.kind == .git
      ? "is the path right, and does the server give it out (git-daemon-export-ok)?"
      : "is the path right, and may this login read and write there?"
  }

  /// What to say of a connection that was not made, or that broke.
  private func connectionError(_ error: PlatformError, hasAnswered: Bool) -> GitError {
    let code: GitError.Code = error.code == .timedOut ? .timedOut : .unreachable
    let reason = error.errno == 0 ? error.message : PlatformError.description(of: error.errno)
    switch error.operation {
    case "getaddrinfo":
      return GitError(
        code, error.message, hint: "is the server's name right, and this machine online?")
    case "connect":
      return GitError(
        code, "no connection to the server could be made (\(reason))",
        hint: "is the server at work, its name and port right, and this machine online?")
    default:
      return GitError(
        code, "the connection to the server broke (\(reason))",
        hint: hasAnswered ? "try again" : "is it a git server, and of that kind?")
    }
  }

  private func error(_ end: End) -> GitError {
    switch end {
    case .cancelled: GitError(.cancelled, "ended")
    case .silent: GitError(.timedOut, "the server was silent for \(settings.silence)")
    case .tookTooLong: GitError(.timedOut, "the server took too long in all")
    case .tooLarge:
      GitError(.tooLarge, "the server sends more than \(settings.largestFetch >> 20) MiB")
    }
  }

  private func error(_ verdict: KnownHosts.Verdict) -> GitError {
    switch verdict {
    case .known, .unknown:
      GitError(
        .hostKeyUnknown, "the server's key is not known",
        hint: "connect once with ssh \(address.host), or compare and add what"
          + " ssh-keyscan \(hostForKeyscan) prints to known_hosts")
    case .changed(let path, let line):
      GitError(
        .hostKeyChanged, "the server's key is another than the known one", path: path, line: line,
        hint: "somebody may be listening; if the server was set up anew, remove the old key with"
          + " ssh-keygen -R '\(hostForRemoval)' and connect once with ssh")
    case .revoked(let path, let line):
      GitError(
        .hostKeyChanged, "the server's key is marked as revoked", path: path, line: line,
        hint: "do not connect to it")
    }
  }

  private func certificateError(_ message: String) -> GitError {
    GitError(
      .certificate, "the server's certificate is not trusted: \(message)",
      hint: "add its authority to the system's (update-ca-certificates)")
  }

  private func loginError(_ attempts: GitLogin.Attempts) -> GitError {
    guard address.kind == .ssh else {
      let isKnown = attempts.password != nil || address.hasPassword
      return GitError(
        .authentication,
        isKnown ? "the server takes neither name nor password" : "the server wants a password",
        hint: "put them into ~/.netrc, or into one of git's credential helpers")
    }
    guard address.user != nil || settings.login.user != nil else {
      return GitError(
        .authentication, "the address names no user", hint: "write ssh://USER@\(address.host)/…")
    }
    let files = attempts.tried.compactMap { if case .file(let path) = $0 { path } else { nil } }
    if let key = files.first(where: { Self.isRSA($0) }) {
      return GitError(
        .authentication, "the server takes none of the keys", path: key,
        hint: "libssh2 cannot use RSA keys with today's servers; make one that it can use:"
          + " ssh-keygen -t ed25519")
    }
    return GitError(
      .authentication,
      attempts.tried.isEmpty
        ? "there is no key for the server" : "the server takes none of the keys",
      hint: "ssh-keygen -t ed25519 makes one; one with a passphrase must be in the agent (ssh-add)")
  }

  private var hostForKeyscan: String {
    (address.port.map { "-p \($0) " } ?? "") + address.host
  }

  private var hostForRemoval: String {
    address.port.map { "[\(address.host)]:\($0)" } ?? address.host
  }

  /// Whether the public half beside a key says that it is for RSA.
  private static func isRSA(_ key: Path) -> Bool {
    guard let path = key.appending(suffix: ".pub".utf8),
      let bytes = try? DurableFile.contents(of: path, limit: 1 << 16)
    else { return false }
    return bytes.starts(with: "ssh-rsa ".utf8)
  }

  /// What a server has said, as one line that is safe to print; nil where it has said nothing.
  static func text(_ words: [UInt8]) -> String? {
    let lines = String(decoding: words, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    return lines.isEmpty ? nil : Path.printable(lines.suffix(5).joined(separator: " / "))
  }
}
