import Albumen
import TestSupport
import Testing

@Suite struct LibraryTests {
  @Test func aFolderBecomesALibrary() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1, captured: "2024:05:01 10:00:00")
      try scenario.photo("sub/b.jpg", 2)
      try writeFile(scenario.root / "notes.txt", "no photo")
      let library = try await scenario.create()
      let report = try await library.scan()
      #expect(report.added.count == 2)
      #expect(report.transaction != nil)
      let assets = try await library.assets()
      #expect(assets.map(\.filename) == ["a.jpg", "b.jpg"])
      #expect(assets[0].captured == "2024-05-01T10:00:00")
      #expect(assets[0].width == 1)
      #expect(assets[0].type == "image/jpeg")
      #expect(assets[1].path == "sub/b.jpg")
      // Nothing but .albumen and the album view was made in the folder.
      #expect(
        try listTree(scenario.root).filter { !$0.isInside(".albumen") }
          == ["Albums", "a.jpg", "notes.txt", "sub", "sub/b.jpg"])
      await library.close()
    }
  }

  @Test func aSecondScanWritesNothing() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1)
      let library = try await scenario.create()
      _ = try await library.scan()
      let before = try await library.stateJSON()
      let again = try await library.scan()
      #expect(again.transaction == nil)
      #expect(try await library.stateJSON() == before)
      #expect(try await library.status().isInSync)
      await library.close()
    }
  }

  @Test func deletingTheCatalogueLosesNothing() async throws {
    try await Scenario.run { scenario in
      for number in 1...5 { try scenario.photo("\(number).jpg", number) }
      let library = try await scenario.create()
      _ = try await library.scan()
      let assets = try await library.assets()
      _ = try await library.performChanges("Trip") { changes in
        let album = try changes.createAlbum("Trip")
        try changes.add(assets.map(\.id).reversed(), to: album)
        try changes.trash([assets[0].id])
      }
      let before = try await library.stateJSON()
      await library.close()
      try scenario.removeCatalogue()
      let again = try await scenario.open()
      #expect(try await again.stateJSON() == before)
      // The new catalogue has no base: the trashed photo, whose file is there, stays trashed.
      let report = try await again.scan()
      #expect(report.transaction == nil)
      #expect(try await again.stateJSON() == before)
      await again.close()
    }
  }

  @Test func aCatalogueThatIsRemovedUnderneathIsFollowed() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1)
      let library = try await scenario.create()
      _ = try await library.scan()
      try scenario.removeCatalogue()
      _ = try await library.performChanges("Trip") { try $0.createAlbum("Trip") }
      let state = try await library.stateJSON()
      // Another process sees the same file as this one, with all of it.
      #expect(try readFile(try scenario.catalogue()).isEmpty == false)
      let other = try await scenario.open()
      #expect(try await other.stateJSON() == state)
      await other.close()
      await library.close()
    }
  }

  @Test func aDamagedCatalogueIsBuiltAnew() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1)
      let library = try await scenario.create()
      _ = try await library.scan()
      let before = try await library.stateJSON()
      await library.close()
      try writeFile(
        try scenario.catalogue(), "this is no database, but long enough to be read as one")
      let again = try await scenario.open()
      #expect(try await again.stateJSON() == before)
      await again.close()
    }
  }

  @Test func aCatalogueAheadOfTheLogIsBuiltAnew() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1)
      let library = try await scenario.create()
      _ = try await library.scan()
      let before = try await library.stateJSON()
      let segment = try #require(
        try listTree(scenario.root).first { $0.lastComponent.display.hasSuffix(".segment") })
      let backup = try readFile(scenario.root / segment)
      _ = try await library.performChanges("Later") { try $0.createAlbum("Later") }
      #expect(try await library.stateJSON() != before)
      await library.close()
      try writeFile(scenario.root / segment, bytes: backup)
      let again = try await scenario.open()
      #expect(try await again.stateJSON() == before)
      // The log was put back: what is written now goes to a new one.
      let result = try await again.performChanges("Now") { try $0.createAlbum("Now") }
      let titles = try await again.albums().map(\.title)
      #expect(titles == ["Now"])
      let log = try #require(result.transaction?.log)
      #expect(!segment.isInside(Path(".albumen/log/\(log)") ?? Path()))
      await again.close()
    }
  }

  @Test func aChangeThatThrowsLeavesNothing() async throws {
    try await Scenario.run { scenario in
      struct Stop: Error {}
      let library = try await scenario.create()
      let before = try await library.stateJSON()
      await #expect(throws: Stop.self) {
        try await library.performChanges("Half") { changes in
          try changes.createAlbum("Half")
          throw Stop()
        }
      }
      #expect(try await library.stateJSON() == before)
      #expect(try await library.albums().isEmpty)
      #expect(try await library.history().isEmpty)
      let tried = try await library.performChanges("Try", isDryRun: true) {
        try $0.createAlbum("Try")
      }
      #expect(tried.transaction == nil)
      #expect(tried.operations.contains { $0.kind == .albumCreate })
      #expect(try await library.stateJSON() == before)
      await library.close()
    }
  }

  @Test func whatIsMadeInABlockCanBeUsedInIt() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1)
      let library = try await scenario.create()
      let asset = try #require(try await library.scan().added.first)
      let result = try await library.performChanges("Make") { changes in
        let folder = try changes.createFolder("Trips")
        let album = try changes.createAlbum("Rome", in: folder)
        try changes.add([asset], to: album)
        try changes.setCover(asset, of: album)
        return album
      }
      let album = try #require(try await library.album(result.value))
      #expect(album.count == 1)
      #expect(album.cover == asset)
      #expect(try await library.findAlbum("Trips/Rome").id == album.id)
      #expect(try await library.history().count == 2)
      #expect(try await library.history()[0].label == "Make")
      await library.close()
    }
  }

  @Test func aFolderComesBackWithWhatWasInIt() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let folder = try await library.performChanges("Make") { changes in
        let trips = try changes.createFolder("Trips")
        let italy = try changes.createFolder("Italy", in: trips)
        try changes.createAlbum("Rome", in: italy)
        try changes.createAlbum("Elsewhere")
        return trips
      }.value
      let before = try await library.stateJSON()
      let gone = try await library.performChanges("Delete") {
        try $0.deleteAlbum(folder, withContents: true)
      }
      #expect(gone.value.count == 3)
      #expect(try await library.albums().map(\.title) == ["Elsewhere"])
      let back = try await library.performChanges("Restore") {
        try $0.restoreAlbum(folder, withContents: true)
      }
      #expect(Set(back.value) == Set(gone.value))
      func visible(_ state: String) -> Substring { state.drop { $0 != "," } }
      #expect(visible(try await library.stateJSON()) == visible(before))
      await library.close()
    }
  }

  /// A list shows where a file is on this machine, not where another one has it.
  @Test func aListShowsWhereFilesAreHere() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("theirs/a.jpg", 1)
      try scenario.photo("theirs/b.jpg", 2)
      let library = try await scenario.create()
      _ = try await library.scan()
      let exported = Collector()
      try await library.exportLog { exported.append($0) }
      await library.close()
      try await Scenario.run { other in
        try other.photo("here.jpg", 1)
        let copy = try await other.create(machine: 2)
        try writeFile(other.top / "export.jsonl", bytes: exported.bytes)
        _ = try await copy.replay(other.top / "export.jsonl")
        _ = try await copy.scan()
        let assets = try await copy.assets().sorted { ($0.path ?? "") < ($1.path ?? "") }
        #expect(assets.map(\.file) == ["here.jpg", nil])
        #expect(assets.map(\.path) == ["here.jpg", "theirs/b.jpg"])
        // What is shown by its recorded path is found by it.
        #expect(try await copy.findAsset("theirs/b.jpg", from: other.root).id == assets[1].id)
        await copy.close()
      }
    }
  }

  @Test func twoDevicesThatMakeOneAlbumApartMakeOne() async throws {
    try await Scenario.run { scenario in
      let one = try await scenario.create(machine: 1)
      let first = try await one.performChanges("One") { try $0.findOrCreateAlbum("Été").id }
      let again = try await one.performChanges("Again") {
        try $0.findOrCreateAlbum("E\u{301}te\u{301}").id
      }
      #expect(first.value == again.value)
      #expect(again.transaction == nil)
      try await Scenario.run { other in
        let two = try await other.create(machine: 2)
        let second = try await two.performChanges("Two") { try $0.findOrCreateAlbum("Été").id }
        #expect(second.value == first.value)
        await two.close()
      }
      // SHA-256 of the parts, each behind its length, computed with Python's hashlib.
      #expect(first.value.description == "1166b10cb2baeafbe7ba1dbcb3446491")
      await one.close()
    }
  }
}
