import Albumen
import TestSupport
import Testing

/// What becomes of imports that were killed when their transaction was in the log.
@Suite struct ImportRecoveryTests {
  /// Kills an import of three photos; what is left is the same library with its copies in the step.
  private func kill(
    _ scenario: Scenario, at failpoint: String = "log.append.fsync"
  ) async throws {
    try scenario.photo("before.jpg", 1_000)
    // Taken in before, so that nothing is read again for having been new.
    try #require(try scenario.run(["init"]).exitCode == 0)
    let sources = try (1...3).map { number in
      try scenario.source("\(number).jpg", number, captured: "2024:05:01 10:00:00")
    }
    let result = try scenario.run(
      ["import"] + sources.map(\.display) + ["--album", "T"],
      ["ALBUMEN_FAILPOINTS": "\(failpoint)=kill"])
    try #require(result.status == .signalled(9))
    try #require(try !scenario.steps().isEmpty)
  }

  private let wanted: Set<Path> = [
    "before.jpg", "Camera Roll/2024/05/1.jpg", "Camera Roll/2024/05/2.jpg",
    "Camera Roll/2024/05/3.jpg",
  ]

  private func open(_ scenario: Scenario) async throws -> PhotoLibrary {
    try await PhotoLibrary.open(at: scenario.root, try scenario.programConfiguration())
  }

  @Test(arguments: ["log.append.fsync", "import.place", "import.placed", "import.placed.syncfs"])
  func aScanFinishesIt(_ failpoint: String) async throws {
    try await Scenario.run { scenario in
      try await kill(scenario, at: failpoint)
      let result = try scenario.run(["scan"])
      #expect(result.exitCode == 0, "\(result)")
      // They are known already, though one may be read again: nothing is news.
      let isSilent = result.outputText.hasSuffix("othing has changed.\n")
      #expect(isSilent || result.outputText.hasPrefix("albums: "), "\(result)")
      #expect(try Set(scenario.photos().keys) == wanted)
      #expect(try scenario.steps().isEmpty)
      #expect(try scenario.run(["status"]).exitCode == 0)
      let library = try await open(scenario)
      for asset in try await library.assets() {
        #expect(try await library.files(of: asset.id).map(\.display) == [asset.path])
      }
      await library.close()
    }
  }

  @Test func aWatchFinishesIt() async throws {
    try await Scenario.run { scenario in
      try await kill(scenario)
      let result = try scenario.run(["watch", "--once-idle"])
      #expect(result.exitCode == 0, "\(result)")
      #expect(try Set(scenario.photos().keys) == wanted)
      #expect(try scenario.steps().isEmpty)
      #expect(try scenario.run(["status"]).exitCode == 0)
    }
  }

  @Test func theStatusTellsOfItAndChangesNothing() async throws {
    try await Scenario.run { scenario in
      try await kill(scenario)
      let tree = try listTree(scenario.root)
      let result = try scenario.run(["status"])
      #expect(result.exitCode == 15)
      #expect(result.outputText.contains("imports  1 cut short, to be finished\n"))
      #expect(result.outputText.contains("albumen scan"))
      #expect(
        try scenario.run(["status", "--json"]).outputText.contains("\"unfinishedImports\":1"))
      #expect(try listTree(scenario.root) == tree)
      let library = try await open(scenario)
      let status = try await library.status()
      #expect(status.unfinishedImports == 1)
      #expect(!status.isInSync)
      var options = PhotoLibrary.ScanOptions()
      options.isDryRun = true
      #expect(try await library.scan(options).transaction == nil)
      #expect(try await library.status().unfinishedImports == 1)
      _ = try await library.scan()
      #expect(try await library.status().isInSync)
      await library.close()
    }
  }

  /// Nothing has happened: there is nothing to be told, only something to be swept up.
  @Test func whatWasKilledBeforeItHappenedIsSweptUp() async throws {
    try await Scenario.run { scenario in
      try await kill(scenario, at: "log.append.write")
      #expect(try scenario.run(["status"]).exitCode == 0)
      #expect(try scenario.run(["scan"]).exitCode == 0)
      #expect(try scenario.steps().isEmpty)
      #expect(try Set(scenario.photos().keys) == ["before.jpg"])
    }
  }

  /// The copies have been here all along: trashed by the very change that finishes the import, they
  /// stay trashed.
  @Test func whatIsTrashedBeforeTheNextScanStaysTrashed() async throws {
    try await Scenario.run { scenario in
      try await kill(scenario)
      let library = try await open(scenario)
      let album = try await library.findAlbum("T")
      let assets = try await library.members(of: album.id).map(\.id)
      #expect(assets.count == 3)
      _ = try await library.performChanges("Trash") { try $0.trash(assets) }
      #expect(try Set(scenario.photos().keys) == wanted)
      #expect(try await library.scan().restored.isEmpty)
      #expect(try await library.status().trashed == 3)
      await library.close()
    }
  }

  /// The names are on disk before the step goes.
  @Test func theStepStaysUntilTheCopiesAreOnDisk() async throws {
    try await Scenario.run { scenario in
      try await kill(scenario)
      let library = try await open(scenario)
      let hits = try await Failpoint.withScope {
        Failpoint.arm("import.placed.syncfs", action: .error(5))
        _ = try await library.performChanges("Next") { try $0.createAlbum("Next") }
      }.hits
      #expect(hits["import.place"] == 3)
      #expect(hits["import.placed"] == 1)
      #expect(hits["import.placed.syncfs"] == 1)
      #expect(try Set(scenario.photos().keys) == wanted)
      #expect(try scenario.steps().contains { $0.lastComponent == "intent" })
      #expect(try await library.status().unfinishedImports == 1)
      // Nothing is left to place, but it is not known to be on disk.
      let again = try await Failpoint.withScope {
        Failpoint.arm(
          "import.placed.syncfs",
          action: .call {
            let steps = try? scenario.steps()
            #expect(steps?.contains { $0.lastComponent == "intent" } == true)
          })
        _ = try await library.scan()
      }.hits
      #expect(again["import.place"] == nil)
      #expect(again["import.placed.syncfs"] == 1)
      #expect(try scenario.steps().isEmpty)
      #expect(try await library.status().isInSync)
      await library.close()
    }
  }
}
