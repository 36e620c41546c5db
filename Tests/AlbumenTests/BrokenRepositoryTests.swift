import Glibc
import Platform
import TestSupport
import Testing

/// Git repositories at a path that have lost objects, or have something else in the place of a file.
@Suite struct BrokenRepositoryTests {
  private func withMachines(_ body: (Machines, Path) throws -> Void) async throws {
    try await Machines.run { machines in
      let repository = machines.top / "logs.git"
      try git("init", "-q", "--bare", "\(repository)")
      try machines.output(1, "init")
      try machines.output(1, "remote", "add", "shared", "\(repository)")
      try machines.output(1, "album", "create", "One")
      try machines.output(1, "sync")
      try body(machines, repository)
    }
  }

  private func branch(_ log: String, in repository: Path) -> Path {
    repository / (Path("refs/heads/albumen/1/\(log)") ?? Path())
  }

  /// The contents of a piece are gone: who has them writes them again, who has not says so.
  @Test(arguments: [["sync"], ["sync", "--check"]])
  func whatARepositoryHasLostIsWrittenAgain(_ arguments: [String]) async throws {
    try await withMachines { machines, repository in
      let log = try #require(try machines.ownLog(1))
      let branch = "albumen/1/\(log)"
      // Large enough that the next piece does not take it in.
      for number in 1...20 { try machines.output(1, "album", "create", "Album \(number)") }
      try machines.output(1, "sync")
      try machines.output(1, "album", "create", "Last")
      try machines.output(1, "sync")
      // Loose objects, of which one can be lost alone.
      let packs = try listTree(repository).filter { $0.display.hasSuffix(".pack") }
      for pack in packs { try moveFile(repository / pack, to: machines.top / pack.lastComponent) }
      for pack in packs {
        let result = try run(
          "/bin/sh",
          [
            "-c",
            "git -C '\(repository)' unpack-objects -q < '\(machines.top / pack.lastComponent)'",
          ])
        #expect(result.exitCode == 0, "\(result.errorText)")
      }
      let pieces = try git("-C", "\(repository)", "ls-tree", branch).split(separator: "\n").filter {
        $0.hasSuffix(".segment")
      }
      let first = try #require(pieces.first?.split(whereSeparator: { " \t".contains($0) }))
      let object = first[2]
      let file = "objects/\(object.prefix(2))/\(object.dropFirst(2))"
      try Files.unlink(repository / (Path(file) ?? Path()))

      let early = try machines.run(2, ["restore", "\(repository)", "--no-scan"])
      #expect(early.exitCode == 3 && early.errorText.contains("gone from the repository"))
      #expect(early.errorText.contains(first[3]), "\(early.errorText)")

      let told = try machines.run(1, arguments)
      #expect(told.exitCode == 3 && told.errorText.contains("gone from the repository"))
      #expect(try machines.run(1, arguments).exitCode == 0)
      #expect(try machines.run(1, ["status"]).exitCode == 0)
      try machines.output(1, "album", "create", "Later")
      try machines.output(1, "sync", "--check")
      try git("-C", "\(repository)", "rev-list", "--objects", "-n", "1", branch)
      try machines.output(2, "sync")
      let albums = try machines.output(2, "albums")
      for title in ["One", "Album 20", "Last", "Later"] { #expect(albums.contains(title)) }
    }
  }

  /// A pipe in a file's place is told of, and not waited for.
  @Test(arguments: ["HEAD", "packed-refs", "branch"])
  func whatIsNoFileIsNotOpened(_ name: String) async throws {
    try await withMachines { machines, repository in
      try machines.output(2, "restore", "\(repository)", "--no-scan")
      try machines.output(2, "album", "create", "Two")
      try machines.output(2, "sync")
      let own = try #require(try machines.ownLog(1))
      let file =
        name == "branch" ? branch(own, in: repository) : repository / (Path(name) ?? Path())
      let bytes = (try? readFile(file)) ?? []
      if !bytes.isEmpty { try Files.unlink(file) }
      #expect(file.withCString { mkfifo($0, 0o600) } == 0)
      for arguments in [["sync"], ["sync", "--check"]] {
        let result = try machines.run(2, arguments)
        #expect(result.exitCode == (name == "branch" ? 3 : 16), "\(result.status)")
        #expect(result.errorText.contains("no file"), "\(result.errorText)")
      }
      let tried = try machines.run(3, ["restore", "-n", "\(repository)"])
      #expect(tried.exitCode == (name == "branch" ? 3 : 16), "\(tried.errorText)")
      #expect(tried.errorText.contains("no file"), "\(tried.errorText)")
      #expect(!tried.errorText.contains("there is no library"))
      try Files.unlink(file)
      if !bytes.isEmpty { try writeFile(file, bytes: bytes) }
      try machines.output(2, "sync")
    }
  }

  @Test func aRepositoryWhoseOnlyBranchIsNoFileIsNotEmpty() async throws {
    try await withMachines { machines, repository in
      let file = branch(try #require(try machines.ownLog(1)), in: repository)
      try Files.unlink(file)
      #expect(file.withCString { mkfifo($0, 0o600) } == 0)
      let tried = try machines.run(2, ["restore", "-n", "\(repository)"])
      #expect(tried.exitCode == 16 && tried.errorText.contains("no file"), "\(tried.errorText)")
    }
  }
}
