import Albumen
import Platform
import TestSupport
import Testing

/// What a remote has that could not be read is told of until it was.
@Suite struct UnreadRemoteTests {
  /// Two machines that have exchanged through a remote, of which the second is up to date.
  private func withMachines(
    _ address: (Machines) -> Path, _ body: (Machines, Path) throws -> Void
  ) async throws {
    try await Machines.run { machines in
      let remote = address(machines)
      if remote.display.hasSuffix(".git") { try git("init", "-q", "--bare", "\(remote)") }
      try machines.output(1, "init")
      try machines.output(1, "remote", "add", "shared", "\(remote)")
      try machines.output(1, "album", "create", "One")
      try machines.output(1, "sync")
      try machines.output(2, "restore", "\(remote)")
      try machines.output(2, "album", "create", "Two")
      try machines.output(2, "sync")
      try machines.output(1, "sync")
      try body(machines, remote)
    }
  }

  /// What `status` and `doctor` say of the remote.
  private func told(
    _ machines: Machines, _ machine: Int
  ) throws -> (status: Int32?, text: String, record: String, doctor: String) {
    let status = try machines.run(machine, "status")
    let record = try machines.run(machine, "status", "--json").outputText
    let doctor = try machines.output(machine, "doctor")
    return (status.exitCode, status.outputText, record, doctor)
  }

  @Test func aBranchIsNamedUntilItWasRead() async throws {
    try await withMachines({ $0.top / "logs.git" }) { machines, remote in
      let own = try #require(try machines.ownLog(2))
      let branch = remote / (Path("refs/heads/albumen/1/\(own)") ?? Path())
      let tip = try readFile(branch)
      #expect(try told(machines, 1).status == 0)
      try writeFile(branch, String(repeating: "5", count: 40) + "\n")
      #expect(try machines.run(1, "sync").exitCode == 3)
      for round in 1...2 {
        let told = try told(machines, 1)
        #expect(told.status == 15)
        #expect(told.text.contains("shared: log \(own): "), "\(told.text)")
        #expect(told.record.contains(#""unread":[{"log":"\#(own)","piece":null,"reason":""#))
        #expect(told.doctor.contains("warning  remotes: shared has what could not be read"))
        #expect(told.doctor.contains(own))
        let list = try machines.output(1, "remote", "list")
        #expect(list.contains("not all could be read"), "\(list)")
        if round == 2 { break }
        // An exchange that does not get so far says nothing else of it.
        try Files.rename(remote, to: machines.top / "away")
        #expect(try machines.run(1, "sync").exitCode == 18)
        try Files.rename(machines.top / "away", to: remote)
      }
      try writeFile(branch, bytes: tip)
      #expect(try told(machines, 1).status == 15)
      try machines.output(1, "sync")
      let now = try told(machines, 1)
      #expect(now.status == 0 && !now.text.contains("could not be read"), "\(now.text)")
      #expect(!now.record.contains(#""unread":"#) && !now.doctor.contains("could not be read"))
    }
  }

  @Test func aPieceIsNamedUntilItWasRead() async throws {
    try await withMachines(\.remote) { machines, remote in
      let own = try #require(try machines.ownLog(2))
      try machines.output(2, "album", "create", "Three")
      try machines.output(2, "sync")
      let directory = remote / (Path(own) ?? Path())
      // The machine that reads has the beginning: the last piece has what is new to it.
      let piece = try #require(try listTree(directory).max { $0.display < $1.display })
      let file = directory / piece
      let sound = try readFile(file)
      // In its middle: its ends are those of a whole piece.
      var rotten = sound
      rotten[sound.count / 2] ^= 0xFF
      try writeFile(file, bytes: rotten)
      #expect(try machines.run(1, "sync").exitCode == 3)
      let told = try told(machines, 1)
      #expect(told.status == 15)
      #expect(told.text.contains(own) && told.text.contains(piece.display), "\(told.text)")
      #expect(told.record.contains(#""unread":[{"log":"\#(own)","piece":"\#(piece)""#))
      #expect(told.doctor.contains(piece.display))

      try writeFile(file, bytes: sound)
      try machines.output(1, "sync")
      #expect(try self.told(machines, 1).status == 0)
      #expect(try machines.output(1, "albums").contains("Three"))
    }
  }

  @Test(arguments: ["logs.git", "remote"])
  func aRestoreThatIsOnlyTriedTellsOfIt(_ name: String) async throws {
    try await withMachines({ $0.top / (Path(name) ?? Path()) }) { machines, remote in
      let own = try #require(try machines.ownLog(2))
      #expect(try machines.run(3, "restore", "-n", "\(remote)").exitCode == 0)
      if name == "remote" {
        let directory = remote / (Path(own) ?? Path())
        let piece = try #require(try listTree(directory).first)
        let bytes = try readFile(directory / piece)
        try writeFile(directory / piece, bytes: Array(bytes.dropLast(9)))
      } else {
        let branch = remote / (Path("refs/heads/albumen/1/\(own)") ?? Path())
        try writeFile(branch, String(repeating: "5", count: 40) + "\n")
      }
      let tried = try machines.run(3, "restore", "-n", "\(remote)")
      #expect(tried.exitCode == 3 && tried.errorText.contains("log \(own)"), "\(tried.errorText)")
      #expect(tried.outputText.contains("Would restore"))
      #expect(try listTree(machines.root(3)).isEmpty)
      let restored = try machines.run(3, "restore", "\(remote)")
      #expect(restored.exitCode == 3 && restored.errorText.contains("log \(own)"))
      #expect(try machines.run(3, "status").outputText.contains("origin: log \(own)"))
    }
  }
}
