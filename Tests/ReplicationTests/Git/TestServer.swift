import Platform
import TestSupport

@testable import Replication

/// Names the ways to a repository, each by a real server on loopback where it takes one.
enum ServerKind: String, CaseIterable, Sendable {
  case path
  case file
  case git

  /// Whether there is a server between, and so a copy here.
  var hasServer: Bool { self != .path && self != .file }
}

/// Is a directory of repositories, and a server for it.
final class TestServer {
  let kind: ServerKind
  /// Where the repositories are.
  let directory: Path
  /// What a client needs to be let in.
  var settings = GitRemoteSettings()
  private(set) var port = 0
  private var process: ServerProcess?

  /// Starts a server; it ends with this object.
  init(_ kind: ServerKind, in place: Path) throws {
    self.kind = kind
    directory = place / "served"
    try Files.createDirectories(directory)
    try start()
  }

  /// Starts the server, again if it was stopped, at the same port.
  func start() throws {
    if port == 0, kind.hasServer { port = try ListeningSocket.freePort() }
    switch kind {
    case .path, .file: return
    case .git:
      process = try ServerProcess(
        TestGit.program("git-daemon", "git"),
        [
          "--reuseaddr", "--listen=127.0.0.1", "--port=\(port)", "--base-path=\(directory)",
          "--export-all", "--enable=receive-pack", "--informative-errors",
        ], port: port, home: directory)
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
    }
  }
}

/// Is a running server, waited for until it takes connections, and killed when the object goes.
final class ServerProcess {
  private let child: ChildProcess

  init(
    _ program: Path, _ arguments: [String], port: Int, home: Path, environment: [String] = []
  ) throws {
    child = try ChildProcess(
      executable: program, arguments: arguments,
      environment: TestGit.environment(home: home, environment), workingDirectory: home,
      errorOutput: environmentValue("ALBUMEN_TEST_SERVERS") == nil ? .discard : .inherit)
    let deadline = Deadline(after: .seconds(60))
    while true {
      if let socket = try? StreamSocket.connect(
        host: "127.0.0.1", port: "\(port)", until: deadline)
      {
        socket.close()
        return
      }
      guard !deadline.hasPassed else { throw TestFailure("\(program) does not listen") }
      SystemClock.sleep(nanoseconds: 5_000_000)
    }
  }
}
