import Albumen
import TestSupport
import Testing

/// Folders that cannot be a library's, or are not what they were.
@Suite struct RootTests {
  private func code(
    _ body: () async throws -> Void
  ) async -> AlbumenError.Code? {
    do {
      try await body()
      return nil
    } catch { return (error as? AlbumenError)?.code }
  }

  @Test func foldersThatCannotBeOneAreRefused() async throws {
    try await Scenario.run { scenario in
      let configuration = try scenario.configuration()
      let missing = scenario.top / "missing"
      let file = scenario.top / "file"
      try writeFile(file, "text")
      let below = file / "below"
      let cases: [(Path, AlbumenError.Code, AlbumenError.Code)] = [
        (missing, .notFound, .notFound), (file, .invalid, .invalid), (below, .invalid, .invalid),
        (scenario.root, .noLibrary, .noLibrary),
      ]
      for (root, _, opening) in cases {
        #expect(
          await code { _ = try await PhotoLibrary.open(at: root, configuration) } == opening,
          "\(root)")
      }
      for (root, creating, _) in cases.dropLast() {
        #expect(
          await code { _ = try await PhotoLibrary.create(at: root, configuration) } == creating,
          "\(root)")
      }
      #expect(try listTree(scenario.top) == ["file", "photos"])
    }
  }

  @Test func aFolderInAnotherLibraryIsRefused() async throws {
    try await Scenario.run { scenario in
      await (try await scenario.create()).close()
      let inside = scenario.root / "2024/05"
      try Files.createDirectories(inside)
      try Files.symlink(inside, as: scenario.top / "link")
      for root in [inside, scenario.top / "link"] {
        #expect(
          await code { _ = try await PhotoLibrary.create(at: root, try scenario.configuration()) }
            == .invalid)
      }
      #expect(try listTree(inside).isEmpty)
    }
  }

  /// As another user, because nothing is unreadable to root.
  @Test(.enabled(if: (try? FileStatus.ofTarget(at: "/usr/bin/setpriv")) != nil))
  func anUnreadableFolderIsUnavailable() async throws {
    try await Scenario.run { scenario in
      // All that the other user needs of it.
      setPermissions(scenario.top, 0o755)
      try Files.createDirectories(scenario.top / "home")
      setPermissions(scenario.top / "home", 0o777)
      try Files.createDirectories(scenario.state)
      setPermissions(scenario.state, 0o777)
      setPermissions(scenario.root, 0o000)
      defer { setPermissions(scenario.root, 0o755) }
      let arguments = [
        "--reuid", "65534", "--regid", "65534", "--clear-groups",
        try builtExecutable("albumen").display,
      ]
      for command in [["init", scenario.root.display], ["-L", scenario.root.display, "ls"]] {
        let result = try run(
          "/usr/bin/setpriv", arguments + command, environment: scenario.environment(),
          workingDirectory: scenario.top)
        // Where this process is not root, or the build is out of the other user's reach.
        if result.errorText.contains("setpriv") { return }
        #expect(result.exitCode == 13, "\(command): \(result.status) \(result.errorText)")
        #expect(result.errorText.hasPrefix("albumen: "))
        #expect(result.errorText.split(separator: "\n").count <= 2)
      }
    }
  }

  @Test func aKnownRootThatIsEmptyIsUnavailable() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1)
      #expect(try scenario.run(["init"]).exitCode == 0)
      let away = scenario.top / "away"
      // As where a disk is not mounted: the folder is there, and nothing in it.
      for name in try listTree(scenario.root) where name.components.count == 1 {
        try Files.createDirectories(away)
        try moveFile(scenario.root / name, to: away / name)
      }
      for command in [["ls"], ["init"], ["scan"], ["status"], ["album", "create", "x"]] {
        let result = try scenario.run(command)
        #expect(result.exitCode == 13, "\(command): \(result.errorText)")
      }
      #expect(try listTree(scenario.root).isEmpty)
      for name in try listTree(away) where name.components.count == 1 {
        try moveFile(away / name, to: scenario.root / name)
      }
      #expect(try scenario.run(["init"]).exitCode == 0)
      #expect(try scenario.run(["status"]).exitCode == 0)
    }
  }

  /// A library that is open when its disk goes: nothing is concluded, and no new log is begun.
  @Test func aRootThatGoesAwayMeanwhileIsUnavailable() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1)
      let library = try await scenario.create()
      _ = try await library.scan()
      let before = try await library.stateJSON()
      let away = scenario.top / "away"
      for isEmptied in [true, false] {
        try moveFile(scenario.root, to: away)
        if isEmptied { try Files.createDirectory(scenario.root) }
        let calls: [@Sendable () async throws -> Void] = [
          { _ = try await library.assets() }, { _ = try await library.scan() },
          { _ = try await library.status() }, { _ = try await library.stateJSON() },
          { _ = try await library.performChanges("New") { try $0.createAlbum("New") } },
          { _ = try await library.importFiles([scenario.card]) },
        ]
        for (number, call) in calls.enumerated() {
          let code = await code(call)
          #expect(code == .rootUnavailable, "call \(number)")
        }
        if isEmptied { try Files.removeDirectory(scenario.root) }
        try moveFile(away, to: scenario.root)
        #expect(try await library.stateJSON() == before)
      }
      let result = try await library.performChanges("New") { try $0.createAlbum("New") }
      #expect(
        try await library.history().map(\.id.log) == [
          try #require(result.transaction).log, try #require(result.transaction).log,
        ])
      await library.close()
    }
  }

  /// A folder that is full is not called empty: what is gone is named.
  @Test func whatIsGoneOfAFullFolderIsNamed() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1)
      let library = try await scenario.create()
      _ = try await library.scan()
      func told() async -> String? {
        do {
          _ = try await library.scan()
          return nil
        } catch { return (error as? AlbumenError).map { "\($0.code) \($0)" } }
      }
      let own = scenario.root / ".albumen"
      try moveFile(own / "library", to: scenario.top / "file")
      #expect(
        await told()
          == "rootUnavailable the library's own file is gone from its folder: \(own)/library")
      try moveFile(own, to: scenario.top / "kept")
      let words = "the library's own directory is gone from its folder: \(own)"
      #expect(await told() == "rootUnavailable \(words)")
      try moveFile(scenario.root / "a.jpg", to: scenario.top / "a.jpg")
      removeTree(scenario.root / "Albums")
      #expect(await told()?.contains("is not there, or is empty") == true)
      await library.close()
    }
  }

  /// Another disk at the same place, or its library copied over.
  @Test func anotherLibraryInTheSamePlaceIsItsOwn() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1)
      let one = try await scenario.create()
      _ = try await one.scan()
      _ = try await one.performChanges("One") { try $0.createAlbum("One") }
      try await Scenario.run { other in
        let two = try await other.create(machine: 1)
        _ = try await two.performChanges("Two") { try $0.createAlbum("Two") }
        await two.close()
        try moveFile(scenario.root / ".albumen", to: scenario.top / "kept")
        try copyTree(other.root / ".albumen", to: scenario.root / ".albumen")
      }
      // The one that is open is not there any more.
      #expect(await code { _ = try await one.scan() } == .rootUnavailable)
      #expect(
        await code { _ = try await one.performChanges("X") { try $0.createAlbum("X") } }
          == .rootUnavailable)
      await one.close()
      let two = try await scenario.open()
      #expect(try await two.albums().map(\.title) == ["Two"])
      #expect(try await two.assets().isEmpty)
      // This machine writes to a log of its own, not to the one that was copied.
      let result = try await two.performChanges("More") { try $0.createAlbum("More") }
      #expect(try await two.history().map(\.id.log).last != result.transaction?.log)
      #expect(try await two.verify().problems.isEmpty)
      await two.close()
      // Back again: as it was.
      removeTree(scenario.root / ".albumen")
      try moveFile(scenario.top / "kept", to: scenario.root / ".albumen")
      let again = try await scenario.open()
      #expect(try await again.albums().map(\.title) == ["One"])
      #expect(try await again.assets().count == 1)
      await again.close()
    }
  }
}

/// Copies a directory with all files in it.
func copyTree(_ from: Path, to target: Path) throws {
  try Files.createDirectories(target)
  for path in try listTree(from) {
    if try FileStatus.ofLink(at: from / path).kind == .directory {
      try Files.createDirectories(target / path)
    } else {
      try writeFile(target / path, bytes: try readFile(from / path))
    }
  }
}
