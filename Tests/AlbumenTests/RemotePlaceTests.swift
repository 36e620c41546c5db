import Albumen
import TestSupport
import Testing

/// Remotes on this machine that are gone, that have several spellings, and what is said of those that fail.
@Suite struct RemotePlaceTests {
  /// Whether an exchange says one line of its remote, and one of what helps.
  private func tellsOnce(_ result: ProgramResult, _ line: String) -> Bool {
    let lines = result.errorText.split(separator: "\n")
    return result.exitCode == 18 && lines.count == 2 && lines[0] == "albumen: \(line)"
      && lines[1].hasPrefix("hint: ")
  }

  @Test func whatIsGoneIsSeenByDoctor() async throws {
    try await Machines.run { machines in
      let repository = machines.top / "logs.git"
      try git("init", "-q", "--bare", "\(repository)")
      try machines.fill(1)
      try machines.output(1, "remote", "add", "git", "\(repository)")
      try machines.output(1, "sync")
      func told() throws -> [String] {
        try machines.output(1, "doctor").split(separator: "\n").map { String($0) }
      }
      #expect(try told().count { $0.hasPrefix("ok       remotes: ") } == 2)
      // A disk that is not mounted leaves an empty directory.
      try Files.rename(machines.remote, to: machines.top / "away")
      try Files.createDirectory(machines.remote)
      try Files.rename(repository, to: machines.top / "away.git")
      let lines = try told()
      let directory = "nas cannot be reached: the remote that was here is not there: "
      #expect(lines.contains("warning  remotes: \(directory)\(machines.remote)"), "\(lines)")
      let git = "git cannot be reached: there is no git repository here: "
      #expect(lines.contains("warning  remotes: \(git)\(repository)"), "\(lines)")
      #expect(lines.count { $0.contains("is a disk not mounted") } == 2, "\(lines)")
      #expect(
        tellsOnce(
          try machines.run(1, "sync", "git"), "git: there is no git repository here: \(repository)")
      )
      #expect(try listTree(machines.remote).isEmpty)
    }
  }

  @Test func oneRemoteHasOneName() async throws {
    try await Machines.run { machines in
      for name in ["logs.git", "old.git"] {
        try git("init", "-q", "--bare", "\(machines.top / (Path(name) ?? Path()))")
      }
      try machines.output(1, "init")
      try machines.output(1, "album", "create", "One")
      let added = try machines.output(1, "remote", "add", "origin", "../.././1/../logs.git")
      #expect(added.contains("git \(machines.top)/logs.git;"), "\(added)")
      try machines.output(1, "sync")
      let again = try machines.output(1, "restore", "../../logs.git")
      #expect(again.contains("remote origin has"), "\(again)")
      // As earlier versions have stored it.
      let state = machines.top / "1/state"
      let list = try #require(try listTree(state).first { $0.lastComponent == "remotes" })
      let file = state / list
      let text = String(decoding: try readFile(file), as: UTF8.self)
      let stored = text.replacing("/logs.git", with: "/1/../logs.git")
      try #require(stored != text)
      try writeFile(file, stored)
      let third = try machines.output(1, "restore", "\(machines.top)/logs.git")
      #expect(third.contains("remote origin has"), "\(third)")
      #expect(try machines.output(1, "remote", "list").split(separator: "\n").count == 1)
    }
  }

  @Test func aServerThatCannotBeReachedIsSaidInOurWords() async throws {
    try await Machines.run { machines in
      try machines.output(1, "init")
      // A port that nobody listens at: privileged, and given to nothing.
      try machines.output(1, "remote", "add", "far", "git://127.0.0.1:1/albums")
      let refused = try machines.run(1, "sync")
      #expect(
        tellsOnce(
          refused,
          "far: no connection to the server could be made (Connection refused): "
            + "git://127.0.0.1:1/albums"), "\(refused.errorText)")
      try machines.output(1, "remote", "remove", "far")
      try machines.output(1, "remote", "add", "far", "https://nowhere.invalid/albums")
      let unknown = try machines.run(1, "sync")
      #expect(
        unknown.exitCode == 18
          && unknown.errorText.hasPrefix("albumen: far: cannot find the address of nowhere.invalid"),
        "\(unknown.errorText)")
      #expect(unknown.errorText.contains("\nhint: is the server's name right"))
    }
  }
}
