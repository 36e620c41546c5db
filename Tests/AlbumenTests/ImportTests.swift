import Albumen
import TestSupport
import Testing

@Suite struct ImportTests {
  @Test func filesAndDirectoriesComeIn() async throws {
    try await Scenario.run { scenario in
      let single = try scenario.source("one.jpg", 1, captured: "2024:05:01 10:00:00")
      try scenario.source("DCIM/100/b.jpg", 2, captured: "2023:12:31 23:59:59")
      try scenario.source("DCIM/100/a.jpg", 3, captured: "2023:12:31 23:59:59")
      try writeFile(scenario.card / "DCIM/100/notes.txt", "no photo")
      try writeFile(scenario.card / "DCIM/100/empty.jpg", "")
      try scenario.source("DCIM/.hidden.jpg", 4)
      let library = try await scenario.create()
      let report = try await library.importFiles([single, scenario.card / "DCIM"])
      #expect(
        report.imported.map(\.path) == [
          "Camera Roll/2024/05/one.jpg", "Camera Roll/2023/12/a.jpg", "Camera Roll/2023/12/b.jpg",
        ])
      #expect(
        report.passedOver.map(\.lastComponent).sorted() == ["empty.jpg", "notes.txt"])
      #expect(report.failed.isEmpty)
      #expect(
        try scenario.photos() == [
          "Camera Roll/2024/05/one.jpg": TinyPhoto.jpeg(1, captured: "2024:05:01 10:00:00"),
          "Camera Roll/2023/12/a.jpg": TinyPhoto.jpeg(3, captured: "2023:12:31 23:59:59"),
          "Camera Roll/2023/12/b.jpg": TinyPhoto.jpeg(2, captured: "2023:12:31 23:59:59"),
        ])
      #expect(try scenario.steps().isEmpty)
      #expect(try await library.history().map(\.label) == ["Import 3 items"])
      // The copies are known files: a scan finds nothing new, and the folder is in step without one.
      #expect(try await library.status().pending.isEmpty)
      #expect(try await library.scan().transaction == nil)
      #expect(try await library.status().isInSync)
      await library.close()
    }
  }

  @Test func namesThatCollideAreNumbered() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("Roll/IMG.jpg", 1)
      let one = try scenario.source("x/IMG.jpg", 2)
      let two = try scenario.source("y/IMG.jpg", 3)
      let none = try scenario.source("README", 4)
      let again = try scenario.source("z/README", 5)
      let library = try await scenario.create()
      var options = ImportOptions()
      options.template = "Roll"
      let report = try await library.importFiles([one, two, none, again], options)
      #expect(
        report.imported.map(\.path) == [
          "Roll/IMG-2.jpg", "Roll/IMG-3.jpg", "Roll/README", "Roll/README-2",
        ])
      #expect(try readFile(scenario.root / "Roll/IMG.jpg") == TinyPhoto.jpeg(1))
      #expect(try readFile(scenario.root / "Roll/IMG-2.jpg") == TinyPhoto.jpeg(2))
      #expect(try readFile(scenario.root / "Roll/IMG-3.jpg") == TinyPhoto.jpeg(3))
      await library.close()
    }
  }

  /// The longest names there are, among them one whose extension leaves no room for a number, and one
  /// whose cut falls into a character.
  @Test func namesOf255BytesAreNumbered() async throws {
    let names = [
      String(repeating: "n", count: 251) + ".jpg", "a." + String(repeating: "x", count: 253),
      String(repeating: "ü", count: 125) + "x.jpg",
    ]
    try await Scenario.run { scenario in
      var sources: [Path] = []
      for (index, name) in names.enumerated() {
        sources.append(try scenario.source("one/\(name)", 2 * index))
        sources.append(try scenario.source("two/\(name)", 2 * index + 1))
      }
      let library = try await scenario.create()
      var options = ImportOptions()
      options.template = "Roll"
      let report = try await library.importFiles(sources, options)
      let paths = report.imported.compactMap(\.path)
      #expect(report.failed.isEmpty)
      #expect(Set(paths).count == 6)
      for (index, path) in paths.enumerated() {
        #expect(path.lastComponent.bytes.count <= 255)
        #expect(String(validating: path.bytes, as: UTF8.self) != nil)
        #expect(try readFile(scenario.root / path) == TinyPhoto.jpeg(index))
      }
      await library.close()
    }
  }

  @Test func undecodableNamesComeIn() async throws {
    try await Scenario.run { scenario in
      let name = try #require(Path(bytes: [0x66, 0xFF, 0x0A] + Array(".jpg".utf8)))
      let source = scenario.card / name
      try writeFile(source, bytes: TinyPhoto.jpeg(1))
      let library = try await scenario.create()
      let report = try await library.importFiles([source])
      let item = try #require(report.imported.first)
      let path = try #require(item.path)
      #expect(path.lastComponent == name)
      #expect(try readFile(scenario.root / path) == TinyPhoto.jpeg(1))
      #expect(try await library.files(of: item.asset) == [path])
      // The log holds texts: this path is not in it.
      #expect(try await library.asset(item.asset)?.path == nil)
      await library.close()
    }
  }

  @Test func duplicatesWithinOneImportAreOneAsset() async throws {
    try await Scenario.run { scenario in
      let one = try scenario.source("one.jpg", 1)
      let two = try scenario.source("two.jpg", 1)
      let library = try await scenario.create()
      var options = ImportOptions()
      options.albums = ["Trip"]
      let report = try await library.importFiles([one, two, one], options)
      #expect(report.imported.map(\.source) == [one])
      #expect(report.known.map(\.source) == [two, one])
      #expect(try await library.assets().count == 1)
      #expect(try scenario.photos().count == 1)
      let album = try #require(try await library.albums().first)
      #expect(album.count == 1)
      await library.close()
    }
  }

  @Test func knownAssetsAreNotCopiedAgain() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("here.jpg", 1)
      let library = try await scenario.create()
      let asset = try #require(try await library.scan().added.first)
      let source = try scenario.source("copy.jpg", 1)
      var options = ImportOptions()
      options.albums = ["Trip"]
      let report = try await library.importFiles([source], options)
      #expect(report.imported.isEmpty)
      #expect(report.known.map(\.asset) == [asset])
      #expect(try scenario.photos().count == 1)
      #expect(try await library.albums().map(\.count) == [1])
      // Right after an import, too, before any scan.
      let fresh = try scenario.source("fresh.jpg", 2)
      _ = try await library.importFiles([fresh])
      #expect(try await library.importFiles([fresh]).known.count == 1)
      #expect(try scenario.photos().count == 2)
      await library.close()
    }
  }

  @Test func aKnownAssetWithoutAFileGetsOne() async throws {
    try await Scenario.run { scenario in
      let path = try scenario.photo("here.jpg", 1)
      let library = try await scenario.create()
      let asset = try #require(try await library.scan().added.first)
      try removeFile(path)
      _ = try await library.scan()
      #expect(try await library.status().missing == 1)
      let source = try scenario.source("again.jpg", 1, captured: nil)
      let report = try await library.importFiles([source])
      let item = try #require(report.imported.first)
      #expect(item.asset == asset)
      #expect(try await library.asset(asset)?.path == item.path?.display)
      #expect(try await library.assets().count == 1)
      #expect(try await library.status().missing == 0)
      await library.close()
    }
  }

  @Test func importingWhatWasTrashedBringsItBack() async throws {
    try await Scenario.run { scenario in
      let source = try scenario.source("a.jpg", 1)
      let library = try await scenario.create()
      let asset = try #require(try await library.importFiles([source]).imported.first).asset
      _ = try await library.scan()
      _ = try await library.performChanges("Trash") { try $0.trash([asset]) }
      let report = try await library.importFiles([source])
      #expect(report.known.map(\.asset) == [asset])
      #expect(try await library.asset(asset)?.status == .alive)
      #expect(try scenario.photos().count == 1)
      await library.close()
    }
  }

  /// The copy has been there all along, also before any scan has seen it.
  @Test func whatIsTrashedRightAfterTheImportStaysTrashed() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("first.jpg", 1)
      let library = try await scenario.create()
      _ = try await library.scan()
      let source = try scenario.source("a.jpg", 2)
      let asset = try #require(try await library.importFiles([source]).imported.first).asset
      _ = try await library.performChanges("Trash") { try $0.trash([asset]) }
      #expect(try await library.scan().restored.isEmpty)
      #expect(try await library.asset(asset)?.status == .trashed)
      await library.close()
    }
  }

  @Test func albumsKeepTheOrderGiven() async throws {
    try await Scenario.run { scenario in
      let sources = try [5, 2, 9, 1].map { try scenario.source("\($0).jpg", $0) }
      let library = try await scenario.create()
      var options = ImportOptions()
      options.albums = ["Trip", "Best", "Trip"]
      let report = try await library.importFiles(sources, options)
      let wanted = report.imported.map(\.asset)
      #expect(report.imported.map(\.source) == sources)
      let albums = try await library.albums()
      #expect(albums.map(\.title).sorted() == ["Best", "Trip"])
      for album in albums {
        #expect(try await library.members(of: album.id).map(\.id) == wanted)
      }
      // Once more: no reference is doubled, none moves, nothing is written.
      let again = try await library.importFiles(Array(sources.reversed()), options)
      #expect(again.transaction == nil)
      for album in albums {
        #expect(try await library.members(of: album.id).map(\.id) == wanted)
      }
      await library.close()
    }
  }

  @Test func whatFailsIsListedAndTheRestComesIn() async throws {
    try await Scenario.run { scenario in
      let good = try scenario.source("good.jpg", 1)
      let text = scenario.card / "notes.txt"
      try writeFile(text, "no photo")
      let hidden = try scenario.source(".hidden.jpg", 2)
      let inside = try scenario.photo("inside.jpg", 3)
      let missing = scenario.card / "missing.jpg"
      let library = try await scenario.create()
      let report = try await library.importFiles([text, hidden, inside, missing, good])
      #expect(report.imported.map(\.source) == [good])
      let codes = Dictionary(
        uniqueKeysWithValues: report.failed.map { ($0.path, $0.error.code) })
      #expect(
        codes == [text: .invalid, hidden: .invalid, inside: .invalid, missing: .notFound])
      #expect(report.failed.count == 4)
      await library.close()
    }
  }

  /// The library's folder in a directory that is imported is left out, by whatever name it is reached.
  @Test func theLibraryIsNotImportedIntoItself() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("inside.jpg", 1)
      try scenario.source("outside.jpg", 2)
      let library = try await scenario.create()
      _ = try await library.scan()
      try await withTemporaryDirectory { other in
        try Files.symlink(scenario.top, as: other / "link")
        let report = try await library.importFiles([other / "link"])
        #expect(report.imported.map(\.source.lastComponent) == ["outside.jpg"])
        #expect(report.known.isEmpty)
      }
      await library.close()
    }
  }

  @Test func aSourceThatChangesDuringTheCopyStaysOut() async throws {
    try await Scenario.run { scenario in
      let changing = try scenario.source("changing.jpg", 1)
      let still = try scenario.source("still.jpg", 2)
      let library = try await scenario.create()
      let report = try await Failpoint.withScope {
        Failpoint.arm(
          "import.copy", action: .call { try? writeFile(changing, bytes: TinyPhoto.jpeg(3)) })
        return try await library.importFiles([changing, still])
      }.result
      #expect(report.failed.map(\.path) == [changing])
      #expect(report.imported.map(\.source) == [still])
      #expect(try scenario.photos().values.map { $0 } == [TinyPhoto.jpeg(2)])
      #expect(try scenario.steps().isEmpty)
      await library.close()
    }
  }

  @Test func sourcesAreRemovedOnlyWhenTheirCopiesAreSafe() async throws {
    try await Scenario.run { scenario in
      let changing = try scenario.source("changing.jpg", 1)
      let still = try scenario.source("still.jpg", 2)
      let text = scenario.card / "notes.txt"
      try writeFile(text, "no photo")
      let library = try await scenario.create()
      var options = ImportOptions()
      options.movesSources = true
      let report = try await Failpoint.withScope {
        // All copies are in their places when one of the sources gets other bytes.
        Failpoint.arm(
          "import.placed", action: .call { try? writeFile(changing, bytes: TinyPhoto.jpeg(3)) })
        return try await library.importFiles([changing, still, text], options)
      }.result
      #expect(report.imported.count == 2)
      #expect(Set(report.failed.map(\.path)) == [changing, text])
      #expect(try listTree(scenario.card) == ["changing.jpg", "notes.txt"])
      #expect(try readFile(changing) == TinyPhoto.jpeg(3))
      await library.close()
    }
  }

  /// Where a copy cannot be put in its place no source goes, and the next change finishes it.
  @Test func aCopyThatCannotBePlacedIsNotLost() async throws {
    try await Scenario.run { scenario in
      let sources = try (1...3).map { try scenario.source("\($0).jpg", $0) }
      let library = try await scenario.create()
      var options = ImportOptions()
      options.movesSources = true
      options.albums = ["Trip"]
      await #expect(throws: AlbumenError.self) {
        _ = try await Failpoint.withScope {
          Failpoint.arm("import.place", action: .error(5), onHit: 2)
          return try await library.importFiles(sources, options)
        }
      }
      #expect(try listTree(scenario.card).count == 3)
      _ = try await library.performChanges("Next") { try $0.createAlbum("Next") }
      #expect(try scenario.photos().count == 3)
      #expect(try scenario.steps().isEmpty)
      let album = try await library.findAlbum("Trip")
      #expect(album.count == 3)
      _ = try await library.scan()
      #expect(try await library.status().isInSync)
      await library.close()
    }
  }

  @Test func aDryRunLeavesNothing() async throws {
    try await Scenario.run { scenario in
      let source = try scenario.source("a.jpg", 1, captured: "2024:05:01 10:00:00")
      let library = try await scenario.create()
      let tree = try listTree(scenario.root)
      var options = ImportOptions()
      options.isDryRun = true
      options.movesSources = true
      options.albums = ["Trip"]
      let report = try await library.importFiles([source], options)
      #expect(report.imported.map(\.path) == ["Camera Roll/2024/05/a.jpg"])
      #expect(report.transaction == nil)
      #expect(try listTree(scenario.root) == tree)
      #expect(try readFile(source) == TinyPhoto.jpeg(1, captured: "2024:05:01 10:00:00"))
      #expect(try await library.assets().isEmpty)
      #expect(try await library.albums().isEmpty)
      await library.close()
    }
  }
}
