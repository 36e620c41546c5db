import Platform
import TestSupport
import Testing

@testable import Replication

/// A key that is in the SSH agent alone, with a real sshd and a real ssh-agent.
@Suite struct SSHAgentTests {
  /// Is a running agent, which ends with this object.
  private final class Agent {
    let socket: Path
    private let child: ChildProcess

    init(in place: Path) async throws {
      let socket = place / "agent"
      self.socket = socket
      child = try ChildProcess(
        executable: TestGit.program("ssh-agent", "openssh-client"),
        arguments: ["-D", "-a", "\(socket)"], environment: TestGit.environment(home: place))
      try await wait(for: "the agent to listen") { (try? FileStatus.ofLink(at: socket)) != nil }
    }

    /// Runs ssh-add, which must end with 0.
    func add(_ arguments: String...) throws {
      let result = try TestSupport.run(
        TestGit.program("ssh-add", "openssh-client"), ["-q"] + arguments,
        environment: ["SSH_AUTH_SOCK=\(socket)"])
      guard result.exitCode == 0 else { throw TestFailure(result.errorText) }
    }
  }

  /// Runs the program, as a user whose home directory knows the server and has no key.
  private func albumen(
    _ place: Path, _ agent: Agent?, _ arguments: String...
  ) throws -> ProgramResult {
    var environment = [
      "HOME=\(place / "user")", "PATH=/usr/bin:/bin", "XDG_STATE_HOME=\(place / "state")", "TZ=UTC",
    ]
    if let agent { environment.append("SSH_AUTH_SOCK=\(agent.socket)") }
    return try TestSupport.run(
      try builtExecutable("albumen"), arguments, environment: environment,
      workingDirectory: place / "photos")
  }

  @Test func `logs go by a key that only the agent has`() async throws {
    try await withTemporaryDirectory { place in
      let bench = try GitBench(.ssh, in: place)
      let agent = try await Agent(in: place)
      try agent.add("\(bench.server.home / "client")")
      try Files.unlink(bench.server.home / "client")
      for directory: Path in ["photos", "user/.ssh"] {
        try Files.createDirectories(place / directory)
      }
      try writeFile(
        place / "user/.ssh/known_hosts", bytes: try readFile(bench.server.home / "known_hosts"))
      for arguments in [["init"], ["remote", "add", "origin", bench.address]] {
        let result = try TestSupport.run(
          try builtExecutable("albumen"), arguments,
          environment: ["HOME=\(place / "user")", "XDG_STATE_HOME=\(place / "state")"],
          workingDirectory: place / "photos")
        #expect(result.exitCode == 0, "\(result.errorText)")
      }
      // Without the agent there is no key, and that is told.
      var result = try albumen(place, nil, "sync")
      #expect(result.exitCode == 1, "\(result)")
      #expect(result.errorText.contains("there is no key for the server"), "\(result.errorText)")

      result = try albumen(place, agent, "album", "create", "Summer")
      #expect(result.exitCode == 0, "\(result.errorText)")
      result = try albumen(place, agent, "sync")
      #expect(result.exitCode == 0, "\(result.errorText)")
      let branches = try bench.git("for-each-ref", "--format=%(refname)", "refs/heads/albumen")
      #expect(branches.split(separator: "\n").count == 1, "\(branches)")
      // What comes goes the same way.
      result = try albumen(place, agent, "restore", bench.address, "\(place / "restored")")
      #expect(result.exitCode == 0, "\(result.errorText)")

      // An agent without the key does not help, and is not asked for ever.
      try agent.add("-D")
      result = try albumen(place, agent, "sync")
      #expect(result.exitCode == 1, "\(result)")
      #expect(
        result.errorText.contains("the server takes none of the keys"), "\(result.errorText)")
      #expect(result.errorText.contains("ssh-add"))
    }
  }
}
