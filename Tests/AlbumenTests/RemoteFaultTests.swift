import Albumen
import Operations
import Platform
import TestSupport
import Testing

/// One log of a remote cannot be read: the others go on.
@Suite struct RemoteFaultTests {
  /// Runs git, which must end with 0, and returns what it printed.
  @discardableResult
  private func git(_ arguments: String...) throws -> String {
    let result = try run("/usr/bin/git", arguments)
    guard result.exitCode == 0 else { throw TestFailure(result.errorText) }
    return String(result.outputText.dropLast())
  }

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
