import GitKit
import Glibc
import Operations
import Platform
import TestSupport
import Testing

@testable import Replication

/// What is told when a server will not, does not, or is not the one it says it is.
@Suite struct GitRefusalTests {
  private static let first = Publication.of(
    [PieceName(GitBench.log, 1, 4)].compactMap { $0 })

  private func failure(_ body: () throws -> Void) throws -> ReplicationError {
    try #require(throws: ReplicationError.self, performing: body)
  }

  @Test(arguments: ServerKind.servers)
  func `a push that a hook rejects is no push, in the server's words`(_ kind: ServerKind) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let hook = bench.repository / "hooks/pre-receive"
      try writeFile(hook, "#!/bin/sh\necho 'no photos on Sundays' >&2\nexit 1\n")
      setPermissions(hook, 0o755)
      let remote = try bench.remote()
      _ = try remote.look()
      let error = try failure { _ = try remote.publish(.of([.of(1, 4)])) }
      #expect(error.code == .refused)
      #expect(error.message.contains("no photos on Sundays"), "\(error)")
      #expect(try remote.look().logs.isEmpty)
      try Files.unlink(hook)
      #expect(try remote.publish(.of([.of(1, 4)])) == .done)
    }
  }

  @Test(arguments: ServerKind.servers)
  func `a push whose answer was lost is found by the next look`(_ kind: ServerKind) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      // Dies when the branch has moved, before it says so.
      let hook = bench.repository / "hooks/reference-transaction"
      try writeFile(hook, "#!/bin/sh\n[ \"$1\" != committed ] || kill -9 $PPID\n")
      setPermissions(hook, 0o755)
      let remote = try bench.remote()
      _ = try remote.look()
      // Where the server's front has answered, the remote has asked anew, and found it.
      do throws(ReplicationError) {
        #expect(try remote.publish(Self.first) == .done)
        #expect(kind != .git)
      } catch { #expect(error.code == .unreachable, "\(error)") }
      try Files.unlink(hook)
      #expect(try remote.look().logs[GitBench.log]?.lastSeq == 4)
      #expect(try remote.publish(.of([.of(5, 6)])) == .done)
      #expect(try bench.git("rev-list", "--count", GitBench.branch()) == "2")
      try bench.git("fsck", "--strict", "--full")
    }
  }

  @Test(arguments: ServerKind.servers)
  func `a branch that moves while its push is under way is not pushed over`(
    _ kind: ServerKind
  ) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let remote = try bench.remote()
      _ = try remote.look()
      #expect(try remote.publish(.of([.of(1, 4)])) == .done)
      let other = try bench.remote("b")
      _ = try other.look()
      #expect(try other.publish(.of([.of(5, 6)])) == .done)
      let newer = try bench.git("rev-parse", GitBench.branch())
      _ = try remote.look()
      try bench.git("update-ref", GitBench.branch(), "\(newer)~")
      _ = try remote.look()
      let hook = bench.repository / "hooks/pre-receive"
      try writeFile(
        hook,
        "#!/bin/sh\nunset GIT_QUARANTINE_PATH\ngit update-ref \(GitBench.branch()) \(newer)\n")
      setPermissions(hook, 0o755)
      #expect(try remote.publish(.of([.of(5, 5)])) == .overtaken)
      try Files.unlink(hook)
      #expect(try bench.git("rev-parse", GitBench.branch()) == newer)
      #expect(try remote.look().logs[GitBench.log]?.lastSeq == 6)
      #expect(try remote.publish(.of([.of(7, 7)])) == .done)
    }
  }

  @Test(arguments: ServerKind.servers)
  func `a server that is not there is told, and found when it is back`(_ kind: ServerKind) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let remote = try bench.remote()
      _ = try remote.look()
      bench.server.stop()
      var error = try failure { _ = try remote.look() }
      #expect(error.code == .unreachable, "\(error)")
      error = try failure { _ = try remote.publish(.of([.of(1, 4)])) }
      #expect(error.code == .unreachable, "\(error)")
      #expect(error.disposition == .retry)
      try bench.server.start()
      #expect(try remote.publish(.of([.of(1, 4)])) == .done)
    }
  }

  @Test(arguments: ServerKind.servers)
  func `a repository that the server has not is told`(_ kind: ServerKind) throws {
    try withTemporaryDirectory { place in
      let server = try TestServer(kind, in: place)
      let remote = try GitRemote(
        address: server.address("none.git"), cache: place / "cache", library: nil,
        settings: server.settings)
      let error = try failure { _ = try remote.look() }
      #expect(error.code == .refused, "\(error)")
    }
  }

  @Test(arguments: ["git", "http", "https", "ssh"])
  func `a server that hangs is given up`(_ scheme: String) throws {
    try withTemporaryDirectory { place in
      let socket = try ListeningSocket()
      var settings = GitRemoteSettings()
      settings.transfer.silence = .milliseconds(200)
      let remote = try GitRemote(
        address: "\(scheme)://ada@127.0.0.1:\(socket.port)/x", cache: place / "cache",
        library: nil, settings: settings)
      let error = try failure { _ = try remote.look() }
      #expect(error.code == .unreachable, "\(error)")
      #expect(error.message.contains("silent"), "\(error)")
    }
  }

  @Test func `a server that hangs in the middle is given up`() throws {
    try withTemporaryDirectory { place in
      let socket = try ListeningSocket()
      let server = Background { socket.answerOnce("00a8" + String(repeating: "0", count: 40)) }
      var settings = GitRemoteSettings()
      settings.transfer.silence = .milliseconds(200)
      let remote = try GitRemote(
        address: "git://127.0.0.1:\(socket.port)/x", cache: place / "cache", library: nil,
        settings: settings)
      let error = try failure { _ = try remote.look() }
      #expect(error.code == .unreachable, "\(error)")
      try server.finish()
    }
  }

  @Test(arguments: ["git", "http", "ssh"])
  func `what waits for a server ends when the caller wants that`(_ scheme: String) throws {
    try withTemporaryDirectory { place in
      let socket = try ListeningSocket()
      let cancellation = GitCancellation()
      var settings = GitRemoteSettings()
      settings.transfer.cancellation = cancellation
      let remote = try GitRemote(
        address: "\(scheme)://ada@127.0.0.1:\(socket.port)/x", cache: place / "cache",
        library: nil, settings: settings)
      // The connection is made: so it waits for an answer.
      let caller = Background {
        socket.answerOnce("")
        cancellation.cancel()
      }
      let error = try failure { _ = try remote.look() }
      #expect(error.code == .cancelled, "\(error)")
      try caller.finish()
      #expect(try failure { _ = try remote.look() }.code == .cancelled)
    }
  }

  @Test(arguments: [true, false])
  func `a credential helper that hangs ends when the caller wants that`(_ isAsked: Bool) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.login, in: place)
      #expect(mkfifo("\(place)/started", 0o600) == 0)
      // Whether it is asked for a password, or told that it was wrong.
      let hang = "echo x >'\(place)/started'; exec sleep 60"
      try writeFile(
        place / "helper",
        """
        #!/bin/sh
        [ "$1" != \(isAsked ? "get" : "erase") ] || { \(hang); }
        [ "$1" != get ] || printf 'username=ada\\npassword=wrong\\n'
        """)
      setPermissions(place / "helper", 0o755)
      try writeFile(place / ".gitconfig", "[credential]\n\thelper = \(place)/helper\n")
      let cancellation = GitCancellation()
      let caller = Background {
        _ = try readFile(place / "started")
        cancellation.cancel()
      }
      let git = try TestGit.program("git", "git")
      let start = ContinuousClock.now
      let error = try failure {
        _ = try bench.remote {
          $0.transfer.cancellation = cancellation
          $0.transfer.login.netrc = nil
          $0.transfer.login.git = git
          $0.transfer.login.environment = TestGit.environment(home: place)
        }.look()
      }
      #expect(error.code == (isAsked ? .cancelled : .refused), "\(error)")
      // It may take a minute where nobody wants an end.
      #expect(ContinuousClock.now - start < .seconds(50))
      try caller.finish()
    }
  }

  @Test func `a wrong password is told, and tried once`() throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.login, in: place)
      var error = try failure { _ = try bench.remote { $0.transfer.login.netrc = nil }.look() }
      #expect(error.code == .refused)
      #expect(error.message == "the server wants a password")
      try writeFile(place / "netrc", "default login ada password wrong")
      error = try failure {
        _ = try bench.remote { $0.transfer.login.netrc = place / "netrc" }.look()
      }
      #expect(error.message == "the server takes neither name nor password")
      let address = bench.address.replacing("http://", with: "http://ada:x@")
      let remote = try GitRemote(address: address, cache: place / "cache", library: nil)
      error = try failure { _ = try remote.look() }
      #expect(error.message == "the server takes neither name nor password")
      #expect(remote.display == bench.address)
      #expect(error.hint != nil)
    }
  }

  @Test func `a password comes from the address, or from one of git's helpers`() throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.login, in: place)
      let address = bench.address.replacing("http://", with: "http://ada:se%3Acret%2520@")
      let remote = try GitRemote(address: address, cache: place / "cache", library: nil)
      #expect(try remote.look().logs.isEmpty)
      #expect(try remote.publish(.of([.of(1, 4)])) == .done)

      try writeFile(
        place / "helper",
        """
        #!/bin/sh
        echo "$1" >>'\(place)/calls'
        cat >>'\(place)/asked'
        [ "$1" != get ] || printf 'username=ada\\npassword=%s\\n' "$(cat '\(place)/password')"
        """)
      setPermissions(place / "helper", 0o755)
      try writeFile(place / "password", TestServer.password)
      try writeFile(place / ".gitconfig", "[credential]\n\thelper = \(place)/helper\n")
      let git = try TestGit.program("git", "git")
      let helped = try bench.remote("b") {
        $0.transfer.login.netrc = nil
        $0.transfer.login.git = git
        $0.transfer.login.environment = TestGit.environment(home: place)
      }
      #expect(try helped.look().logs.count == 1)
      #expect(try helped.publish(.of([.of(5, 6)])) == .done)
      // Asked once, and then remembered.
      let calls = String(decoding: try readFile(place / "calls"), as: UTF8.self)
      #expect(calls.split(separator: "\n").count(where: { $0 == "get" }) == 1)
      #expect(calls.contains("store"))
      #expect(!calls.contains("erase"))
      let asked = String(decoding: try readFile(place / "asked"), as: UTF8.self)
      #expect(asked.contains("host=127.0.0.1:\(bench.server.port)\n"))

      try writeFile(place / "password", "changed")
      let error = try failure {
        _ = try bench.remote("c") {
          $0.transfer.login.netrc = nil
          $0.transfer.login.git = git
          $0.transfer.login.environment = TestGit.environment(home: place)
        }.look()
      }
      #expect(error.code == .refused)
      #expect(try readFile(place / "calls").suffix(6).elementsEqual("erase\n".utf8))
    }
  }

  @Test func `a certificate that nobody vouches for is refused`() throws {
    try withTemporaryDirectory { place in
      // The one that is trusted is another.
      _ = try TestCertificate.trusted.get()
      let bench = try GitBench(.https, in: place)
      bench.server.stop()
      bench.server.certificate = try TestCertificate(in: place).path
      try bench.server.start()
      let error = try failure { _ = try bench.remote().look() }
      #expect(error.code == .refused)
      #expect(error.message.contains("certificate is not trusted"), "\(error)")
    }
  }

  @Test func `a redirection is not followed with the password`() throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.http, in: place)
      let remote = try GitRemote(
        address: bench.address.replacing("/git/", with: "/moved/"), cache: place / "cache",
        library: nil)
      let error = try failure { _ = try remote.look() }
      #expect(error.code == .refused, "\(error)")
    }
  }

  @Test func `a server whose key is not known, or is another, is refused`() throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.ssh, in: place)
      var error = try failure {
        _ = try bench.remote { $0.transfer.login.knownHosts = [] }.look()
      }
      #expect(error.code == .refused)
      #expect(error.message == "the server's key is not known")
      #expect(error.hint?.contains("ssh-keyscan -p \(bench.server.port) 127.0.0.1") == true)

      bench.server.stop()
      try bench.server.changeHostKey()
      try bench.server.start()
      error = try failure { _ = try bench.remote().look() }
      #expect(error.code == .refused)
      #expect(
        error.message
          == "the server's key is another than the known one"
          + " (\(bench.server.home / "known_hosts"):3)")
      #expect(error.hint?.contains("ssh-keygen -R '[127.0.0.1]:\(bench.server.port)'") == true)
    }
  }

  @Test func `a key that the server does not take is told, with what libssh2 cannot do`() throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.ssh, in: place)
      try bench.server.makeKey("other", "ed25519")
      try bench.server.makeKey("old", "rsa")
      let home = bench.server.home
      var error = try failure {
        _ = try bench.remote { $0.transfer.login.keys = [home / "other"] }.look()
      }
      #expect(error.code == .refused)
      #expect(error.message == "the server takes none of the keys")
      error = try failure {
        _ = try bench.remote { $0.transfer.login.keys = [home / "other", home / "old"] }.look()
      }
      #expect(error.hint?.contains("RSA") == true, "\(error)")
      error = try failure { _ = try bench.remote { $0.transfer.login.keys = [] }.look() }
      #expect(error.message == "there is no key for the server")
    }
  }
}
