import TestSupport
import Testing

@testable import Albumen

/// Where imports go: directories that are not what they seem or are refused, and files with odd times.
@Suite struct ImportPlaceTests {
  @Test func aDirectoryThatIsALinkInsideIsTakenForWhatItIs() async throws {
    try await Scenario.run { scenario in
      try Files.createDirectory(scenario.root / "Real")
      try Files.symlink("Real", as: scenario.root / "Camera Roll")
      let source = try scenario.source("a.jpg", 1, captured: "2024:05:01 10:00:00")
      let library = try await scenario.create()
      let report = try await library.importFiles([source])
      #expect(report.imported.map(\.path) == ["Real/2024/05/a.jpg"])
      #expect(try await library.scan().transaction == nil)
      #expect(try await library.assets().map(\.path) == ["Real/2024/05/a.jpg"])
      #expect(try await library.status().isInSync)
      await library.close()
    }
  }

  @Test(arguments: ["outside", "nowhere", ".albumen", ".", "Camera Roll"])
  func aLinkThatLeadsElsewhereStopsTheImport(_ target: String) async throws {
    try await Scenario.run { scenario in
      try Files.createDirectory(scenario.top / "outside")
      let text = target == "outside" ? (scenario.top / "outside").display : target
      try Files.symlink(Path(text) ?? Path(), as: scenario.root / "Camera Roll")
      let source = try scenario.source("a.jpg", 1, captured: "2024:05:01 10:00:00")
      let library = try await scenario.create()
      if target == "." {
        // The root by another name.
        let report = try await library.importFiles([source])
        #expect(report.imported.map(\.path) == ["2024/05/a.jpg"])
      } else {
        for isDryRun in [true, false] {
          var options = ImportOptions()
          options.isDryRun = isDryRun
          let error = try await #require(throws: AlbumenError.self) {
            try await library.importFiles([source], options)
          }
          #expect(error.code == .invalid)
        }
        #expect(try await library.assets().isEmpty)
        #expect(try listTree(scenario.top / "outside").isEmpty)
        #expect(try scenario.tree() == ["Camera Roll"])
      }
      #expect(try scenario.steps().isEmpty)
      await library.close()
    }
  }

  /// Each of many files of one name takes the next number; looking from the first one again for each
  /// would take a look for every pair of them.
  @Test func manyFilesOfOneNameAreNumbered() async throws {
    try await Scenario.run { scenario in
      let count = 300
      let sources = try (1...count).map { try scenario.source("\($0)/IMG.jpg", $0) }
      let library = try await scenario.create()
      var options = ImportOptions()
      options.template = "Roll"
      let report = try await library.importFiles(sources, options)
      let names = ["Roll/IMG.jpg"] + (2...count).map { "Roll/IMG-\($0).jpg" }
      #expect(report.imported.compactMap(\.path?.display) == names)
      await library.close()
    }
  }

  @Test func aLinkThatComesLaterIsNotFollowedOut() throws {
    try withTemporaryDirectory { top in
      let (root, outside, step) = (top / "root", top / "outside", top / "import-1")
      for directory in [root, outside, step] { try Files.createDirectory(directory) }
      try writeFile(step / "0", "a")
      try Files.symlink("../outside", as: root / "Roll")
      let item = ImportStep.Item(staged: step / "0", destination: "Roll/2024/a.jpg")
      #expect(try ImportPlaces(in: root).place(item) == "a.jpg")
      #expect(try listTree(outside).isEmpty)
    }
  }

  /// A directory that is open, because something was put into it before, is made sure of each time.
  @Test(arguments: ["a link took its place", "it was moved away", "it was removed"])
  func aDirectoryThatGoesMeanwhileTakesNothingAlong(_ what: String) throws {
    try withTemporaryDirectory { top in
      let (root, outside, step) = (top / "root", top / "outside", top / "import-1")
      for directory in [root, outside, step] { try Files.createDirectory(directory) }
      for name in ["0", "1"] { try writeFile(step / (Path(name) ?? Path()), name) }
      let places = ImportPlaces(in: root)
      let first = ImportStep.Item(staged: step / "0", destination: "Roll/2024/a.jpg")
      #expect(try places.place(first) == "Roll/2024/a.jpg")
      switch what {
      case "it was removed":
        try removeFile(root / "Roll/2024/a.jpg")
        try Files.removeDirectory(root / "Roll/2024")
      default: try moveFile(root / "Roll", to: outside / "Roll")
      }
      let isLink = what == "a link took its place"
      if isLink { try Files.symlink("../outside/Roll", as: root / "Roll") }
      let before = try listTree(outside)
      let second = ImportStep.Item(staged: step / "1", destination: "Roll/2024/b.jpg")
      let place = try places.place(second)
      #expect(place == (isLink ? "b.jpg" : "Roll/2024/b.jpg"))
      #expect(try readFile(root / place) == Array("1".utf8))
      #expect(try listTree(outside) == before)
    }
  }

  /// The way of file systems without RENAME_NOREPLACE: both names are there after a crash.
  @Test func aCopyThatHasBothNamesIsPlaced() throws {
    try withTemporaryDirectory { top in
      let (root, step) = (top / "root", top / "import-1")
      for directory in [root, step] { try Files.createDirectory(directory) }
      try writeFile(step / "0", "a")
      try Files.link(step / "0", as: root / "a.jpg")
      let item = ImportStep.Item(staged: step / "0", destination: "a.jpg")
      #expect(try ImportPlaces(in: root).place(item) == "a.jpg")
      #expect(try listTree(root) == ["a.jpg"])
    }
  }
}

/// Imports into a directory that another file system is mounted at.
@Suite(.enabled(if: SmallFileSystem.canMount, "mounting a small file system takes root"))
struct ImportMountTests {
  private let captured = "2024:05:01 10:00:00"

  @Test func copiesComeToAnotherFileSystem() async throws {
    try await Scenario.run { scenario in
      try await SmallFileSystem.with(at: scenario.root / "Camera Roll", kilobytes: 4_096) { _ in
        let sources = try ["x/a.jpg", "y/a.jpg"].enumerated().map {
          try scenario.source($1, $0, captured: captured)
        }
        let library = try await scenario.create()
        var options = ImportOptions()
        options.movesSources = true
        let report = try await library.importFiles(sources, options)
        #expect(
          report.imported.map(\.path) == [
            "Camera Roll/2024/05/a.jpg", "Camera Roll/2024/05/a-2.jpg",
          ])
        #expect(try listTree(scenario.card).filter { "\($0)".hasSuffix("jpg") }.isEmpty)
        #expect(try Set(scenario.photos().values) == Set((0...1).map(photo)))
        #expect(try scenario.steps().isEmpty)
        #expect(try await library.scan().transaction == nil)
        #expect(try await library.status().isInSync)
        await library.close()
      }
    }
  }

  @Test func aFileSystemWithoutRoomStopsTheImport() async throws {
    try await Scenario.run { scenario in
      try await SmallFileSystem.with(at: scenario.root / "Camera Roll", kilobytes: 256) { disk in
        let filler = try disk.fill()
        try removeFile(filler)
        let source = scenario.card / "a.jpg"
        try writeFile(source, bytes: photo(1) + [UInt8](repeating: 1, count: 1 << 20))
        let library = try await scenario.create()
        let error = try await #require(throws: AlbumenError.self) {
          try await library.importFiles([source])
        }
        #expect(error.code == .full)
        #expect(try await library.assets().isEmpty)
        #expect(try scenario.tree() == ["Camera Roll"])
        #expect(try scenario.steps().isEmpty)
        await library.close()
      }
    }
  }

  /// Killed on the way across, also twice at the same place, and then finished by a scan.
  @Test(arguments: [
    "log.append.fsync", "import.across.copy", "import.across.fsync", "import.across.rename",
    "import.placed", "import.placed.syncfs",
  ])
  func aKillOnTheWayLosesNothing(_ failpoint: String) async throws {
    try await Scenario.run { scenario in
      try await SmallFileSystem.with(at: scenario.root / "Camera Roll", kilobytes: 4_096) { _ in
        try #require(try scenario.run(["init"]).exitCode == 0)
        let sources = try (1...3).map {
          try scenario.source("\($0)/a.jpg", $0, captured: captured)
        }
        let once = failpoint.hasPrefix("import.across") ? "@2" : ""
        let result = try scenario.run(
          ["import"] + sources.map(\.display),
          ["ALBUMEN_FAILPOINTS": "\(failpoint)=kill\(once)"])
        #expect(result.status == .signalled(9))
        let second = try scenario.run(["scan"], ["ALBUMEN_FAILPOINTS": "import.across.rename=kill"])
        let isPlaced = failpoint.hasPrefix("import.placed")
        #expect(second.status == (isPlaced ? .exited(0) : .signalled(9)))
        #expect(try scenario.run(["scan"]).exitCode == 0)
        #expect(
          try scenario.photos() == [
            "Camera Roll/2024/05/a.jpg": photo(1), "Camera Roll/2024/05/a-2.jpg": photo(2),
            "Camera Roll/2024/05/a-3.jpg": photo(3),
          ])
        #expect(try scenario.steps().isEmpty)
        #expect(try scenario.run(["status"]).exitCode == 0)
      }
    }
  }

  /// A file system in memory holds any time there is.
  @Test(arguments: ["@-10000000000", "@-1", "@10000000000"])
  func filesWithTimesFarAwayComeIn(_ time: String) async throws {
    try await Scenario.run { scenario in
      try await SmallFileSystem.with(at: scenario.top / "disk", kilobytes: 32_768) { disk in
        let inner = Scenario(top: disk.path)
        try Files.createDirectory(inner.root)
        let source = try inner.source("a.jpg", 1)
        let inside = try inner.photo("b.jpg", 2)
        for path in [source, inside] {
          try #require(
            try TestSupport.run("/usr/bin/touch", ["-d", time, path.display]).exitCode == 0)
        }
        let library = try await inner.create()
        _ = try await library.scan()
        let report = try await library.importFiles([source])
        #expect(report.imported.count == 1)
        _ = try await library.scan()
        #expect(try await library.assets().count == 2)
        #expect(try await library.status().isInSync)
        await library.close()
      }
    }
  }

  @Test(arguments: [
    "/tmp", "../out", "a/../../b", "{century}", "", "Albums", "Albums/{year}", ".albumen/x",
    "lost+found/{year}", "@eaDir",
  ])
  func templatesThatLeadElsewhereAreRefused(_ template: String) async throws {
    try await Scenario.run { scenario in
      let source = try scenario.source("a.jpg", 1)
      let library = try await scenario.create()
      var options = ImportOptions()
      options.template = template
      let error = try await #require(throws: AlbumenError.self) {
        try await library.importFiles([source], options)
      }
      #expect(error.code == .invalid)
      #expect(try scenario.tree().isEmpty)
      #expect(try scenario.steps().isEmpty)
      await library.close()
    }
  }

  /// Found out before anything is written: afterwards it would be recorded and never finished.
  @Test func aFileInTheWayOfADirectoryStopsTheImport() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("Camera Roll", 1)
      let source = try scenario.source("a.jpg", 2)
      let library = try await scenario.create()
      let error = try await #require(throws: AlbumenError.self) {
        try await library.importFiles([source])
      }
      #expect(error.code == .invalid)
      #expect(try await library.assets().isEmpty)
      #expect(try scenario.steps().isEmpty)
      _ = try await library.performChanges("Next") { try $0.createAlbum("Next") }
      await library.close()
    }
  }

  @Test func aFailedImportLeavesNoDirectories() async throws {
    try await Scenario.run { scenario in
      let source = try scenario.source("a.jpg", 1)
      let library = try await scenario.create()
      for failpoint in ["import.syncfs", "import.intent.fsync", "log.segment.write"] {
        await #expect(throws: AlbumenError.self, "\(failpoint)") {
          _ = try await Failpoint.withScope {
            Failpoint.arm(failpoint, action: .error(28))
            return try await library.importFiles([source])
          }
        }
        #expect(try scenario.tree().isEmpty, "\(failpoint)")
        #expect(try scenario.steps().isEmpty, "\(failpoint)")
        #expect(try await library.assets().isEmpty, "\(failpoint)")
      }
      #expect(try await library.importFiles([source]).imported.count == 1)
      await library.close()
    }
  }

  private func photo(_ number: Int) -> [UInt8] { TinyPhoto.jpeg(number, captured: captured) }
}
