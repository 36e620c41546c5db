import Albumen
import TestSupport
import Testing

/// What a later look or change does about what was left behind.
@Suite struct RepairTests {
  /// Nothing follows from what a process that died had not put on disk, before it is there.
  @Test func whatADeadProcessWroteIsPutOnDiskFirst() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1)
      try scenario.run(["init"])
      let killed = try scenario.run(
        ["album", "create", "Trip"], ["ALBUMEN_FAILPOINTS": "log.append.fsync=kill"])
      #expect(killed.status == .signalled(9))
      let library = try await PhotoLibrary.open(
        at: scenario.root, try scenario.programConfiguration())
      // The read has the transaction in the catalogue already.
      #expect(try await library.albums().map(\.title) == ["Trip"])
      let hits = try await Failpoint.withScope {
        _ = try await library.performChanges("Rome") { try $0.createAlbum("Rome") }
      }.hits
      #expect(hits["log.append.fsync"] == 2)
      #expect(hits["log.append.fsyncDirectory"] == 1)
      await library.close()
    }
  }

  @Test func whatIsOnlyTriedWritesAndRepairsNothing() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      try scenario.photo("a.jpg", 1)
      let hits = try await Failpoint.withScope {
        _ = try await library.performChanges("Try", isDryRun: true) { try $0.createAlbum("Try") }
        var options = PhotoLibrary.ScanOptions()
        options.isDryRun = true
        #expect(try await library.scan(options).addedPaths == ["a.jpg"])
      }.hits
      #expect(hits.keys.filter { !$0.hasPrefix("catalogue") && $0 != "lock.opened" }.sorted() == [])
      #expect(try listTree(scenario.state).contains { $0.lastComponent == "identity" } == false)
      #expect(try scenario.segments().isEmpty)
      await library.close()
    }
  }

  /// What stands in a photo's place and is none leaves the photo missing, not for ever out of step.
  @Test(arguments: ["a directory", "a link", "nothing", "a text"])
  func aReplacedPhotoIsMissing(_ replacement: String) async throws {
    try await Scenario.run { scenario in
      let path = try scenario.photo("a.jpg", 1)
      try scenario.photo("b.jpg", 2)
      let library = try await scenario.create()
      _ = try await library.scan()
      try Files.unlink(path)
      switch replacement {
      case "a directory": try Files.createDirectory(path)
      case "a link": try Files.symlink("/etc/passwd", as: path)
      case "a text": try writeFile(path, "a text now")
      default: break
      }
      let report = try await library.scan()
      #expect(report.missing.count == 1)
      #expect(try await library.status().isInSync)
      #expect(try await library.status().missing == 1)
      #expect(try await library.assets().count == 2)
      await library.close()
    }
  }

  @Test func aRenameIsToldAsOne() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1)
      let library = try await scenario.create()
      _ = try await library.scan()
      try Files.rename(scenario.root / "a.jpg", to: scenario.root / "b.jpg")
      let status = try await library.status()
      // A file that was read so soon after it was written is read again instead of being believed.
      #expect(status.moved.count == 1 || status.pending == ["b.jpg"])
      #expect(status.moved.isEmpty || status.gone.isEmpty)
      #expect(try await library.scan().moved.count == 1)
      await library.close()
    }
  }

  @Test func aNewLogIsTold() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      _ = try await library.performChanges("One") { try $0.createAlbum("One") }
      let backup = try readFile(scenario.root / (try scenario.segments()[0]))
      _ = try await library.performChanges("Two") { try $0.createAlbum("Two") }
      await library.close()
      try writeFile(scenario.root / (try scenario.segments()[0]), bytes: backup)
      let again = try await scenario.open()
      #expect(try await again.albums().map(\.title) == ["One"])
      #expect(await again.notices().contains { $0.contains("put back to an earlier time") })
      await again.close()
    }
  }
}
