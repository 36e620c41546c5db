import GitKit
import Platform
import TestSupport

@testable import Replication

/// Names the ways to a repository, each by a real server on loopback where it takes one.
enum ServerKind: String, CaseIterable, Sendable {
  case path
  case file
  case git
  case http
  /// With a name and a password.
  case login
  /// With TLS.
  case https
  case ssh

  /// Whether there is a server between, and so a copy here.
  var hasServer: Bool { self != .path && self != .file }

  /// Those with a server.
  static let servers = allCases.filter(\.hasServer)
}

/// Is a directory of repositories, and a server for it.
final class TestServer {
  /// The password that the server of ``ServerKind/login`` takes from ada.
  static let password = "se:cret%20"

  let kind: ServerKind
  /// Where the repositories are.
  let directory: Path
  /// Where the server's own files are, and the home directory of its clients.
  let home: Path
  /// What a client needs to be let in.
  var settings = GitRemoteSettings()
  /// Where the server's certificate and its key are.
  var certificate = Path()
  private(set) var port = 0
  private var process: ServerProcess?

  /// Starts a server; it ends with this object.
  init(_ kind: ServerKind, in place: Path) throws {
    self.kind = kind
    directory = place / "served"
    home = place / "home"
    try Files.createDirectories(directory)
    try Files.createDirectories(home)
    if kind.hasServer { port = try ListeningSocket.freePort() }
    switch kind {
    case .path, .file, .git, .http: break
    case .login:
      try writeFile(home / "netrc", "machine 127.0.0.1 login ada password \(Self.password)\n")
      try writeFile(home / "users", "ada:\(Self.password)\n")
      settings.transfer.login.netrc = home / "netrc"
    case .https: certificate = try TestCertificate.trusted.get().path
    case .ssh: try makeKeys()
    }
    try start()
  }

  /// Starts the server, again if it was stopped, at the same port.
  func start() throws {
    switch kind {
    case .path, .file: return
    case .git:
      process = try ServerProcess(
        TestGit.program("git-daemon", "git"),
        [
          "--reuseaddr", "--listen=127.0.0.1", "--port=\(port)", "--base-path=\(directory)",
          "--export-all", "--enable=receive-pack", "--informative-errors",
        ], port: port, environment: TestGit.environment(home: home), workingDirectory: home)
    case .http, .login, .https:
      try writeFile(home / "lighttpd.conf", try webConfiguration())
      process = try ServerProcess(
        TestGit.program("lighttpd", "lighttpd"), ["-D", "-f", "\(home / "lighttpd.conf")"],
        port: port, environment: TestGit.environment(home: home), workingDirectory: home)
    case .ssh:
      try writeFile(home / "sshd.conf", sshConfiguration)
      process = try ServerProcess(
        TestGit.program("sshd", "openssh-server"), ["-D", "-e", "-f", "\(home / "sshd.conf")"],
        port: port, environment: TestGit.environment(home: home), workingDirectory: home)
    }
  }

  /// Ends the server.
  func stop() { process = nil }

  /// The address of a repository.
  func address(_ name: String) -> String {
    switch kind {
    case .path: "\(directory / (Path(name) ?? Path()))"
    case .file: "file://\(directory)/\(name)"
    case .git: "git://127.0.0.1:\(port)/\(name)"
    case .http, .login: "http://127.0.0.1:\(port)/git/\(name)"
    case .https: "https://127.0.0.1:\(port)/git/\(name)"
    case .ssh: "ssh://\(Self.user)@127.0.0.1:\(port)\(directory)/\(name)"
    }
  }

  /// Makes a new key for the server, which must be started again to use it.
  func changeHostKey() throws {
    try? Files.unlink(home / "host")
    try? Files.unlink(home / "host.pub")
    try makeKey("host", "ed25519")
  }

  /// Makes a pair of keys in the home directory.
  func makeKey(_ name: String, _ type: String) throws {
    let program = try TestGit.program("ssh-keygen", "openssh-client")
    let result = try run(
      program, ["-q", "-t", type, "-N", "", "-f", "\(home)/\(name)"], workingDirectory: home)
    guard result.exitCode == 0 else { throw TestFailure(result.errorText) }
  }

  private static let user: String = {
    let result = try? run("/usr/bin/id", ["-un"])
    return result.map { String($0.outputText.dropLast()) } ?? "root"
  }()

  private func makeKeys() throws {
    try makeKey("host", "ed25519")
    try makeKey("client", "ed25519")
    let key = String(decoding: try readFile(home / "host.pub"), as: UTF8.self)
    try writeFile(home / "known_hosts", "# known\n\n[127.0.0.1]:\(port) \(key)")
    settings.transfer.login.keys = [home / "missing", home / "client"]
    settings.transfer.login.knownHosts = [home / "missing", home / "known_hosts"]
    // Where sshd runs as root it wants this directory, which a service manager makes elsewhere.
    if Self.user == "root" { try Files.createDirectories("/run/sshd", permissions: 0o755) }
  }

  private var sshConfiguration: String {
    """
    ListenAddress 127.0.0.1
    Port \(port)
    HostKey \(home)/host
    AuthorizedKeysFile \(home)/client.pub
    StrictModes no
    UsePAM no
    PasswordAuthentication no
    KbdInteractiveAuthentication no
    PermitRootLogin yes
    PidFile none
    """
  }

  private func webConfiguration() throws -> String {
    let backend = try TestGit.program("git-http-backend", "git")
    let login = """
      server.modules += ("mod_auth", "mod_authn_file")
      auth.backend = "plain"
      auth.backend.plain.userfile = "\(home)/users"
      auth.require = ("" => ("method" => "basic", "realm" => "git", "require" => "valid-user"))
      """
    let encryption = """
      server.modules += ("mod_openssl")
      ssl.engine = "enable"
      ssl.pemfile = "\(certificate)/certificate.pem"
      ssl.privkey = "\(certificate)/key.pem"
      """
    return """
      server.document-root = "\(directory)"
      server.bind = "127.0.0.1"
      server.port = \(port)
      server.errorlog = "\(home)/log"
      server.upload-dirs = ("\(home)")
      server.modules = ("mod_alias", "mod_setenv", "mod_cgi", "mod_redirect")
      alias.url = ("/git" => "\(backend)")
      url.redirect = ("^/moved/(.*)" => "http://localhost:\(port)/git/$1")
      $HTTP["url"] =~ "^/git" {
        cgi.assign = ("" => "")
        setenv.add-environment = ("GIT_PROJECT_ROOT" => "\(directory)", "GIT_HTTP_EXPORT_ALL" => "")
      }

      """ + (kind == .login ? login : kind == .https ? encryption : "") + "\n"
  }
}
