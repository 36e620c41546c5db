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
      try removeFile(path)
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
      try moveFile(scenario.root / "a.jpg", to: scenario.root / "b.jpg")
      let status = try await library.status()
      // A file that was read so soon after it was written is read again instead of being believed.
      #expect(status.moved.count == 1 || status.pending == ["b.jpg"])
      #expect(status.moved.isEmpty || status.gone.isEmpty)
      #expect(try await library.scan().moved.count == 1)
      await library.close()
    }
  }

  /// What has left the machine must not be written anew: a backup that is put back is not gone on with,
  /// even where the catalogue is gone that knew better.
  @Test func whatWasExportedIsNotWrittenAnew() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      _ = try await library.performChanges("One") { try $0.createAlbum("One") }
      let segment = scenario.root / (try scenario.segments()[0])
      let backup = try readFile(segment)
      let second = try await library.performChanges("Two") { try $0.createAlbum("Two") }
      let exported = Collector()
      try await library.exportLog { exported.append($0) }
      await library.close()
      try writeFile(segment, bytes: backup)
      try scenario.removeCatalogue()
      let again = try await scenario.open()
      let third = try await again.performChanges("Three") { try $0.createAlbum("Three") }
      #expect(third.transaction?.log != second.transaction?.log)
      // So what was exported can come back.
      try writeFile(scenario.top / "export.jsonl", bytes: exported.bytes)
      let report = try await again.replay(scenario.top / "export.jsonl")
      #expect(report.forks.isEmpty)
      #expect(try await again.albums().map(\.title) == ["One", "Three", "Two"])
      await again.close()
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

/// What a folder from somebody else, or a broken one, must not bring about.
@Suite struct HostileFolderTests {
  @Test func aLinkInTheStepsIsNotFollowed() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let victim = scenario.top / "victim"
      try writeFile(victim / "letter.txt", "dear")
      try writeFile(victim / "0", "zero")
      let steps = scenario.root / ".albumen/tmp"
      let name = "import-0123456789abcdef0123456789abcdef"
      try Files.symlink(victim, as: steps / (Path(name) ?? Path()))
      _ = try await library.scan()
      _ = try await library.performChanges("One") { try $0.createAlbum("One") }
      #expect(try listTree(victim) == ["0", "letter.txt"])
      // The same with the directory of the steps itself.
      try removeFile(steps / (Path(name) ?? Path()))
      try Files.removeDirectory(steps)
      try writeFile(victim / (Path("\(name)/9") ?? Path()), "nine")
      try Files.symlink(victim, as: steps)
      _ = try await library.scan()
      _ = try await library.performChanges("Two") { try $0.createAlbum("Two") }
      #expect(try listTree(victim).count == 4)
      await library.close()
    }
  }

  @Test func aLostLogIsNotForgotten() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      _ = try await library.performChanges("One") { try $0.createAlbum("One") }
      let exported = Collector()
      try await library.exportLog { exported.append($0) }
      await library.close()
      let segment = scenario.root / (try scenario.segments()[0])
      try removeFile(segment)
      let again = try await scenario.open()
      // The first look builds the catalogue anew, and the loss still stands after it.
      #expect(try await again.albums().isEmpty)
      #expect(try await again.status().isInSync == false)
      #expect(try await again.verify().problems.contains { $0.contains("has lost operations") })
      let path = scenario.top / "export.jsonl"
      try writeFile(path, bytes: exported.bytes)
      _ = try await again.replay(path)
      #expect(try await again.albums().map(\.title) == ["One"])
      #expect(try await again.status().isInSync)
      #expect(try await again.verify().problems.isEmpty)
      await again.close()
    }
  }

  @Test func aForkIsNotMixedIn() async throws {
    func line(_ seq: Int, _ title: String) -> String {
      let hlc = "01a22b62ba670000".dropLast() + "\(seq)"
      let id = String(repeating: "0", count: 31)
      return """
        {"log":"\(id)1","seq":\(seq),"hlc":"\(hlc)","context":{},"wall":0,"label":"x","ops":\
        [{"kind":"album.create","album":"\(id)\(title.utf8.count)","title":"\(title)","type":"album"}]}

        """
    }
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let (ours, theirs) = (scenario.top / "a.jsonl", scenario.top / "b.jsonl")
      try writeFile(ours, line(1, "common") + line(2, "ours"))
      try writeFile(theirs, line(1, "common") + line(2, "their") + line(3, "theirs2"))
      _ = try await library.replay(ours)
      let report = try await library.replay(theirs)
      #expect(report.delivered == 0)
      #expect(report.forks.map(\.seq).sorted() == [2, 3])
      #expect(try await library.albums().map(\.title) == ["common", "ours"])
      await library.close()
    }
  }

  @Test func anotherFolderInThePlaceIsNotTakenForThisOne() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1)
      let library = try await scenario.create()
      _ = try await library.scan()
      // A copy of all of it, under the same name.
      let away = scenario.top / "away"
      try moveFile(scenario.root, to: away)
      for path in try listTree(away) {
        let status = try FileStatus.ofLink(at: away / path)
        if status.kind == .regular {
          try writeFile(scenario.root / path, bytes: try readFile(away / path))
        }
      }
      try scenario.photo("b.jpg", 2)
      do {
        _ = try await library.scan()
        Issue.record("another folder was looked at")
      } catch let error as AlbumenError { #expect(error.code == .rootUnavailable) }
      await library.close()
    }
  }

  @Test func aWatchThatWaitsForTheEndEndsWithTheFault() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1)
      let library = try await scenario.create()
      try Files.createDirectory(scenario.root / ".albumen/waiting")
      // The lock cannot be taken: it is a directory.
      let state = try #require(
        try listTree(scenario.state).first { $0.lastComponent == "catalogue.sqlite" }
      ).parent
      try? removeFile(scenario.state / state / "lock")
      try Files.createDirectory(scenario.state / state / "lock")
      var options = PhotoLibrary.WatchOptions()
      options.endsWhenIdle = true
      let watcher = SyncLoopTests.ScriptedWatcher(scenario.root)
      do {
        try await library.watch(with: { _, _ in watcher }, options) { _ in }
        Issue.record("the watch ended as if all were well")
      } catch let error as AlbumenError { #expect(error.code != .rootUnavailable) }
      await library.close()
    }
  }
}
