import Albumen
import Glibc
import Operations
import Platform
import TestSupport
import Testing

/// One log of a remote cannot be read: the others go on.
@Suite struct RemoteFaultTests {
  private func connect(_ library: PhotoLibrary, to repository: Path) async throws {
    _ = try await library.addRemote("git", Array("\(repository)".utf8), from: repository.parent)
  }

  @Test func aBranchThatCannotBeReadIsThatLogsAlone() async throws {
    try await Devices.run { devices in
      let repository = devices.top / "logs.git"
      try git("init", "-q", "--bare", "\(repository)")
      let first = try await devices.create()
      let second = try await devices.open(2)
      for library in [first, second] { try await connect(library, to: repository) }
      try await first.album("One")
      try await first.mustSync()
      let logs = try devices.logs(1)
      try await second.album("Two")
      try await second.mustSync()
      let own = try #require(try devices.logs(2).subtracting(logs).first)
      let branch = repository / (Path("refs/heads/albumen/1/\(own)") ?? Path())
      let tip = try readFile(branch)
      // A commit that is not there.
      let broken = String(repeating: "5", count: 40) + "\n"
      try writeFile(branch, broken)

      try await first.album("Three")
      var report = try await first.sync()[0]
      #expect(report.error == nil && !report.isDone)
      #expect(report.sentOperations > 0)
      #expect(report.problems.map(\.log.description) == [own], "\(report.problems)")
      #expect(report.problems.first?.reason.contains("cannot be read") == true)
      try await second.album("Four")
      report = try await second.sync()[0]
      #expect(report.error == nil && report.fetched > 0 && report.sentOperations == 0)
      #expect(try await second.titles() == ["Four", "One", "Three", "Two"])
      #expect(try readFile(branch) == Array(broken.utf8))

      try writeFile(branch, bytes: tip)
      try await second.mustSync()
      try await first.mustSync()
      #expect(try await first.stateJSON() == second.stateJSON())
      #expect(try await first.titles() == ["Four", "One", "Three", "Two"])
      for library in [first, second] { await library.close() }
    }
  }

  @Test(arguments: ["remote.end", "remote.list", "remote.read"])
  func aPieceThatCannotBeReadIsThatLogsAlone(_ place: String) async throws {
    try await Devices.run { devices in
      let first = try await devices.create()
      let second = try await devices.open(2)
      for library in [first, second] { try await devices.connect(library) }
      try await first.album("One")
      try await first.mustSync()
      try await second.album("Two")
      try await second.mustSync()
      try await first.mustSync()

      let third = try await devices.open(3)
      try await devices.connect(third)
      let before = try devices.files()
      let (report, _) = try await Failpoint.withScope { () async throws -> SyncReport in
        Failpoint.arm(place, action: .error(5))
        return try await third.sync()[0]
      }
      #expect(report.error == nil && report.fetched > 0, "\(report)")
      #expect(report.problems.count == 1, "\(report.problems)")
      #expect(try devices.files() == before)
      try await third.mustSync()
      #expect(try await third.stateJSON() == first.stateJSON())
      for library in [first, second, third] { await library.close() }
    }
  }

  /// What has the name of a piece for long, and is none: that log's fault for who has not got it, and written
  /// again by who has.
  @Test(.timeLimit(.minutes(2)), arguments: ["cut", "empty", "pipe", "directory", "link"])
  func whatIsNoPieceIsToldUntilItIsWrittenAgain(_ kind: String) async throws {
    try await Devices.run { devices in
      let first = try await devices.create()
      let second = try await devices.open(2)
      for library in [first, second] { try await devices.connect(library) }
      for title in ["One", "Two"] {
        try await first.album(title)
        try await first.mustSync()
      }
      let log = try #require(try devices.logs(1).first)
      let pieces = try devices.files().filter { $0.display.contains(log) }
      try await second.album("Three")
      try await second.mustSync()
      try await first.mustSync()
      for piece in pieces { try spoil(devices.remote() / piece, kind) }
      let third = try await devices.open(3)
      try await devices.connect(third)
      for checksAll in [false, true, false] {
        let report = try await third.sync(checkingAll: checksAll)[0]
        #expect(report.error == nil, "\(report)")
        #expect(report.problems.count == pieces.count, "\(report.problems)")
        for piece in pieces {
          #expect(
            report.problems.contains {
              $0.log.description == log && $0.reason.contains(piece.display)
            }, "\(report.problems)")
        }
      }
      #expect(try await third.sync()[0].remote.behind == 0)
      // Who has the log tells of it, too, and writes it again.
      let report = try await first.sync()[0]
      #expect(report.error == nil && report.problems.count == pieces.count, "\(report)")
      try await first.mustSync()
      try await third.mustSync()
      #expect(try await third.stateJSON() == first.stateJSON())
      for library in [first, second, third] { await library.close() }
    }
  }

  /// Puts something else in the place of a piece, as of long ago.
  private func spoil(_ path: Path, _ kind: String) throws {
    let whole = try readFile(path)
    try removeFile(path)
    switch kind {
    case "cut": try writeFile(path, bytes: Array(whole.prefix(150)))
    case "empty": try writeFile(path, bytes: [])
    case "pipe": #expect(path.withCString { mkfifo($0, 0o600) } == 0)
    case "link": try Files.symlink("/nonexistent", as: path)
    default: try Files.createDirectory(path)
    }
    let times = [timespec(), timespec()]
    #expect(path.withCString { utimensat(AT_FDCWD, $0, times, AT_SYMLINK_NOFOLLOW) } == 0)
  }

  @Test(arguments: [true, false])
  func whoRestoresFromHalfAPieceIsTold(_ isOld: Bool) async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      let pieces = try listTree(machines.remote).filter { $0.display.hasSuffix(".segment") }
      for piece in pieces {
        let path = machines.remote / piece
        let bytes = Array(try readFile(path).prefix(150))
        try writeFile(path, bytes: bytes)
        if isOld { try Descriptor.open(path, .readWrite).setModificationTime(nanoseconds: 0) }
      }
      let before = try listTree(machines.remote)
      let result = try machines.run(2, "restore", "\(machines.remote)", ".")
      #expect(result.exitCode == 3 && !result.outputText.contains("All of them are here"))
      #expect(result.errorText.split(separator: "\n").count == pieces.count, "\(result.errorText)")
      for piece in pieces { #expect(result.errorText.contains(piece.display)) }
      #expect(result.errorText.contains("is not whole yet") != isOld)
      for arguments in [["sync"], ["sync", "--check"]] {
        let result = try machines.run(2, arguments)
        #expect(result.exitCode == 3, "\(arguments) \(result.errorText)")
        for piece in pieces { #expect(result.errorText.contains(piece.display)) }
      }
      #expect(try listTree(machines.remote).filter { before.contains($0) } == before)
    }
  }

  // MARK: Branches

  private static let broken = ["", "garbage\n", "\0\0\0"]

  @Test(arguments: broken)
  func theOnlyBranchThatCannotBeReadIsNamed(_ content: String) throws {
    try withDevicesAndRepository { devices, repository in
      try devices.mustRun(1, "album", "create", "One")
      try devices.mustRun(1, "sync")
      let log = try #require(try devices.logs(1).first)
      let branch = repository / (Path("refs/heads/albumen/1/\(log)") ?? Path())
      try writeFile(branch, content)
      try devices.mustRun(1, "album", "create", "Two")
      for arguments in [["sync"], ["sync", "--check"]] {
        let result = try devices.run(1, arguments)
        #expect(
          result.exitCode == 3 && result.errorText.contains("refs/heads/albumen/1/\(log)"),
          "\(result.status) \(result.errorText)")
      }
      let result = try devices.run(2, ["restore", "\(repository)", "."])
      #expect(
        result.exitCode != 0 && result.errorText.contains("refs/heads/albumen/1/\(log)"),
        "\(result.status) \(result.outputText) \(result.errorText)")
      #expect(try readFile(branch) == Array(content.utf8))
      // Who has the log writes it again.
      try removeFile(branch)
      try devices.mustRun(1, "sync")
      try devices.mustRun(2, "restore", "\(repository)", ".")
      #expect(try devices.mustRun(2, "albums").contains("Two"))
    }
  }

  @Test(arguments: broken)
  func nothingIsConcludedFromABranchThatCannotBeRead(_ content: String) throws {
    try withDevicesAndRepository { devices, repository in
      try devices.mustRun(1, "album", "create", "One")
      try devices.mustRun(1, "sync")
      let logs = try devices.logs(1)
      try devices.mustRun(2, "restore", "\(repository)", ".", "--no-scan")
      try devices.mustRun(2, "album", "create", "Two")
      try devices.mustRun(2, "sync")
      try devices.mustRun(1, "sync")
      try devices.mustRun(1, "album", "create", "Three")
      try devices.mustRun(1, "sync")
      let other = try #require(try devices.logs(2).subtracting(logs).first)
      let branch = repository / (Path("refs/heads/albumen/1/\(other)") ?? Path())
      let tip = try readFile(branch)
      try writeFile(branch, content)

      var result = try devices.run(3, ["restore", "\(repository)", "."])
      #expect(result.exitCode == 3 && result.outputText.contains("Restored 1 album"))
      #expect(!result.outputText.contains("All of them are here"))
      #expect(result.errorText.contains("refs/heads/albumen/1/\(other)"), "\(result.errorText)")
      result = try devices.run(3, ["status"])
      #expect(result.outputText.contains("what origin has of it could not be read"))
      #expect(!result.outputText.contains("device retire"), "\(result.outputText)")
      // The other logs go on.
      try devices.mustRun(1, "album", "create", "Four")
      result = try devices.run(1, ["sync"])
      #expect(result.exitCode == 3 && result.outputText.contains("sent "), "\(result.errorText)")
      #expect(result.errorText.contains("refs/heads/albumen/1/\(other)"), "\(result.errorText)")

      try writeFile(branch, bytes: tip)
      try devices.mustRun(3, "sync")
      for title in ["One", "Two", "Three", "Four"] {
        #expect(try devices.mustRun(3, "albums").contains(title))
      }
      #expect(try devices.run(3, ["status"]).exitCode == 0)
    }
  }

  /// Runs a test's body with folders for three devices, the first of them a library with a repository.
  private func withDevicesAndRepository(_ body: (Devices, Path) throws -> Void) throws {
    try withTemporaryDirectory { top in
      let devices = Devices(top: top)
      let repository = top / "logs.git"
      try git("init", "-q", "--bare", "\(repository)")
      for device in 1...3 { try Files.createDirectories(devices.root(device)) }
      try devices.mustRun(1, "init")
      try devices.mustRun(1, "remote", "add", "git", "\(repository)")
      try body(devices, repository)
    }
  }

  @Test func aRepositoryInALibrarysFolderIsNoRemote() async throws {
    try await Devices.run { devices in
      let library = try await devices.create()
      let inside = devices.root(1) / "logs.git"
      try git("init", "-q", "--bare", "\(inside)")
      try git("init", "-q", "\(devices.root(1))")
      let link = devices.top / "link.git"
      try Files.symlink(inside, as: link)
      for address in ["\(inside)", "file://\(inside)", "\(link)", "\(devices.root(1))"] {
        let error = await #expect(throws: AlbumenError.self) {
          try await library.addRemote("git", Array(address.utf8), from: devices.top)
        }
        #expect(error?.code == .invalid && error?.hint != nil, "\(address): \(error as Any)")
      }
      // And in another library's.
      let other = try await devices.open(2)
      let error = await #expect(throws: AlbumenError.self) {
        try await other.addRemote("git", Array("\(inside)".utf8), from: devices.top)
      }
      #expect(error?.code == .invalid && error?.hint != nil)
      #expect(try await library.remotes().isEmpty)
      for library in [library, other] { await library.close() }
    }
  }
}

extension Devices {
  /// Runs the program, which must end with 0, and returns what it wrote.
  @discardableResult
  fileprivate func mustRun(_ device: Int, _ arguments: String...) throws -> String {
    let result = try run(device, arguments)
    guard result.exitCode == 0 else {
      throw TestFailure("\(arguments) ended with \(result.status): \(result.errorText)")
    }
    return result.outputText
  }
}
