import CGit2
import Platform
import Synchronization

extension GitSession {
  /// The functions that libgit2 calls, with this session, which must outlive the call, as payload.
  func callbacks() -> albumen_git2_callbacks {
    albumen_git2_callbacks(
      credentials: { out, _, user, allowed, payload in
        GitSession.from(payload).credential(out, user.map { String(cString: $0) }, allowed)
      },
      certificate: { certificate, isValid, _, payload in
        GitSession.from(payload).certificate(certificate, isValid != 0)
      },
      message: { text, count, payload in
        let session = GitSession.from(payload)
        session.heard(UnsafeRawBufferPointer(start: text, count: Int(max(0, count))))
        return session.answer
      },
      received: { progress, payload in
        let session = GitSession.from(payload)
        let bytes = UInt64(progress?.pointee.received_bytes ?? 0)
        session.state.withLock { $0.packBytes = bytes }
        if bytes > session.settings.largestFetch { session.end(.tooLarge) }
        return session.answer
      },
      sent: { _, _, _, payload in GitSession.from(payload).answer },
      packed: { _, _, _, payload in GitSession.from(payload).answer },
      updated: { name, refusal, payload in
        guard let name else { return 0 }
        let text = refusal.map { Path.printable(String(cString: $0)) }
        GitSession.from(payload).state.withLock {
          _ = $0.answers.updateValue(text, forKey: String(cString: name))
        }
        return 0
      },
      payload: Unmanaged.passUnretained(self).toOpaque())
  }

  private static func from(_ payload: UnsafeMutableRawPointer?) -> GitSession {
    guard let payload else { preconditionFailure("libgit2 gives back the payload it was given") }
    return Unmanaged<GitSession>.fromOpaque(payload).takeUnretainedValue()
  }

  /// What a callback returns: to go on, or to stop.
  private var answer: Int32 { progressed() ? 0 : GIT_EUSER.rawValue }

  /// Keeps the end of what the server says.
  private func heard(_ text: UnsafeRawBufferPointer) {
    state.withLock {
      $0.words.append(contentsOf: text.suffix(4096))
      if $0.words.count > 4096 { $0.words.removeFirst($0.words.count - 4096) }
    }
  }

  private func certificate(_ certificate: UnsafeMutablePointer<git_cert>?, _ isValid: Bool) -> Int32
  {
    guard let certificate else { return GIT_ECERTIFICATE.rawValue }
    var count = 0
    guard let key = albumen_git2_host_key(certificate, &count) else {
      // TLS: libgit2 has looked at it.
      if !isValid { state.withLock { $0.certificateIsRefused = true } }
      return isValid ? 0 : GIT_ECERTIFICATE.rawValue
    }
    let verdict = KnownHosts(settings.login.knownHosts).verdict(
      host: address.host, port: address.port ?? 22,
      key: Array(UnsafeRawBufferPointer(start: key, count: count)))
    state.withLock { $0.hostKey = verdict }
    return verdict == .known ? 0 : GIT_ECERTIFICATE.rawValue
  }

  private func credential(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?, _ user: String?,
    _ allowed: UInt32
  ) -> Int32 {
    guard isWanted, let out else { return GIT_EUSER.rawValue }
    if allowed & GIT_CREDENTIAL_USERNAME.rawValue != 0 {
      guard let name = address.user ?? settings.login.user else { return GIT_EAUTH.rawValue }
      return albumen_git2_credential_user(out, name)
    }
    if allowed & GIT_CREDENTIAL_SSH_KEY.rawValue != 0, let user {
      switch nextKey() {
      case .agent?: return albumen_git2_credential_agent(out, user)
      case .file(let key)?:
        return key.withCString { albumen_git2_credential_key(out, user, $0) }
      case nil: return GIT_EAUTH.rawValue
      }
    }
    if allowed & GIT_CREDENTIAL_USERPASS_PLAINTEXT.rawValue != 0, address.kind != .ssh,
      let found = nextPassword(user)
    {
      return albumen_git2_credential_password(out, found.user, found.password)
    }
    return GIT_EAUTH.rawValue
  }

  private func nextKey() -> GitLogin.Key? {
    state.withLock { state in
      while let key = settings.login.sources.dropFirst(state.login.keys).first {
        state.login.keys += 1
        if case .file(let path) = key, (try? FileStatus.ofTarget(at: path)) == nil { continue }
        state.login.tried.append(key)
        return key
      }
      return nil
    }
  }

  private func nextPassword(_ user: String?) -> GitLogin.Password? {
    while true {
      let number = state.withLock { state in
        defer { state.login.passwords += 1 }
        return state.login.passwords
      }
      guard let source = GitLogin.Source(rawValue: number) else { return nil }
      // Asks a program: not under the lock.
      guard let found = login.password(source, address, user, while: { self.isWanted })
      else { continue }
      let isNew = state.withLock { state in
        defer { state.login.password = (source, found) }
        return state.login.password?.1 != found
      }
      if isNew { return found }
    }
  }
}
