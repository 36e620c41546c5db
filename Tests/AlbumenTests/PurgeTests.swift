import Albumen
import TestSupport
import Testing

/// Purged assets and their files: what moves, what stays, and what comes back.
@Suite struct PurgeTests {
  /// A library with a photo, trashed, and another.
  private static func run(
    _ body: (Scenario, PhotoLibrary, AssetID) async throws -> Void
  ) async throws {
    try await Scenario.run { scenario in
      try scenario.photo("roll/a.jpg", 1)
      try scenario.photo("roll/b.jpg", 2)
      let library = try await scenario.create()
      _ = try await library.scan()
      let asset = try #require(try await library.assets().first { $0.path == "roll/a.jpg" }?.id)
      _ = try await library.performChanges("Trash") { try $0.trash([asset]) }
      try await body(scenario, library, asset)
      await library.close()
    }
  }

  @Test func copiesMoveWithTheirPlacesAndNumbers() async throws {
    try await Self.run { scenario, library, asset in
      try scenario.photo("copy/a.jpg", 1)
      _ = try await library.scan()
      // A name that is taken in the trash, and a file where a directory should be.
      try writeFile(scenario.root / ".albumen/trash/roll/a.jpg", "older")
      try writeFile(scenario.root / ".albumen/trash/copy", "a file")
      let report = try await library.purge([asset])
      #expect(report.assets == [asset] && report.kept.isEmpty)
      #expect(report.operations.count == 1 && report.transaction != nil)
      #expect(
        Set(report.moved.map(\.to)) == [".albumen/trash/a.jpg", ".albumen/trash/roll/a-2.jpg"])
      for (_, to) in report.moved {
        #expect(try readFile(scenario.root / to) == TinyPhoto.jpeg(1))
      }
      #expect(try readFile(scenario.root / ".albumen/trash/roll/a.jpg") == Array("older".utf8))
      #expect(try await library.files(of: asset).isEmpty)
      #expect(try await library.asset(asset)?.status == .purged)
      #expect(try await library.status().isInSync)
      #expect(try await library.scan().transaction == nil)
    }
  }

  /// A crash after the log was written leaves the files: they were there all along.
  @Test func whatACrashLeavesStaysPurgedAndIsMovedByTheNext() async throws {
    try await Self.run { scenario, library, asset in
      _ = try await library.performChanges("Purge") { try $0.purge([asset]) }
      for _ in 0..<2 {
        let report = try await library.scan()
        #expect(report.restored.isEmpty && report.transaction == nil)
        #expect(try await library.asset(asset)?.status == .purged)
      }
      // Touched, moved and copied it stays purged; with the catalogue lost the state wins.
      try moveFile(scenario.root / "roll/a.jpg", to: scenario.root / "moved.jpg")
      try scenario.photo("copy.jpg", 1)
      #expect(try await library.scan().restored.isEmpty)
      await library.close()
      try scenario.removeCatalogue()
      let again = try await scenario.open()
      #expect(try await again.scan().restored.isEmpty)
      #expect(try await again.scan().transaction == nil)
      #expect(try await again.asset(asset)?.status == .purged)
      let report = try await again.purge([asset])
      #expect(report.transaction == nil && report.operations.isEmpty)
      #expect(Set(report.moved.map(\.path)) == ["copy.jpg", "moved.jpg"])
      #expect(try await again.scan().transaction == nil)
      await again.close()
    }
  }

  /// Without an index the file at the recorded path is moved, if it is the asset's; any other stays.
  @Test(arguments: [1, 7]) func withTheCatalogueLostTheRecordedPathCounts(_ number: Int)
    async throws
  {
    try await Self.run { scenario, library, asset in
      await library.close()
      try scenario.removeCatalogue()
      try scenario.photo("roll/a.jpg", number)
      let again = try await scenario.open()
      let report = try await again.purge([asset])
      #expect(report.kept.isEmpty && report.transaction != nil)
      #expect(report.moved.map(\.path) == (number == 1 ? ["roll/a.jpg"] : []))
      #expect(try scenario.photos().count == (number == 1 ? 1 : 2))
      #expect(try await again.scan().restored.isEmpty)
      await again.close()
    }
  }

  @Test func aFileThatIsPutBackRestoresItsAssetOnce() async throws {
    try await Self.run { scenario, library, asset in
      _ = try await library.performChanges("Album") { changes in
        try changes.restore([asset])
        let album = try changes.createAlbum("Trip")
        try changes.add([asset], to: album)
        try changes.trash([asset])
      }
      _ = try await library.purge([asset])
      #expect(try await library.scan().restored.isEmpty)
      try moveFile(
        scenario.root / ".albumen/trash/roll/a.jpg", to: scenario.root / "back.jpg")
      let report = try await library.scan()
      #expect(report.restored == [asset] && report.added.isEmpty)
      #expect(try await library.asset(asset)?.status == .alive)
      #expect(try await library.asset(asset)?.file == "back.jpg")
      let album = try #require(try await library.albums().first)
      #expect(try await library.members(of: album.id).map(\.id) == [asset])
      let state = try await library.stateJSON()
      #expect(try await library.scan().transaction == nil)
      #expect(try await library.stateJSON() == state)
    }
  }

  @Test func importingItAgainRestoresIt() async throws {
    try await Self.run { scenario, library, asset in
      _ = try await library.purge([asset])
      let source = try scenario.source("again.jpg", 1)
      let report = try await library.importFiles([source])
      #expect(report.imported.map(\.asset) == [asset])
      #expect(try await library.asset(asset)?.status == .alive)
      #expect(try await library.scan().transaction == nil)
    }
  }

  @Test func folderAndLibraryAgreeAfterwards() async throws {
    try await Self.run { scenario, library, asset in
      _ = try await library.purge([asset])
      #expect(try await library.status().missing == 0)
      #expect(try await library.status().gone.isEmpty)
      let report = try await library.restore([asset])
      #expect(report.moved.map(\.to) == ["roll/a.jpg"])
      #expect(try await library.status().isInSync)
      #expect(try await library.scan().transaction == nil)
    }
  }

  @Test func theWayBackReplacesNothing() async throws {
    try await Self.run { scenario, library, asset in
      _ = try await library.purge([asset])
      try scenario.photo("roll/a.jpg", 3)
      let tried = try await library.restore([asset], isDryRun: true)
      #expect(tried.transaction == nil && tried.operations.count == 1)
      let report = try await library.restore([asset])
      #expect(report.transaction != nil && report.moved.isEmpty)
      #expect(report.kept.map(\.path) == [".albumen/trash/roll/a.jpg"])
      #expect(try readFile(scenario.root / "roll/a.jpg") == TinyPhoto.jpeg(3))
      #expect(try readFile(scenario.root / ".albumen/trash/roll/a.jpg") == TinyPhoto.jpeg(1))
      // Once the place is free it can be asked for again.
      try moveFile(scenario.root / "roll/a.jpg", to: scenario.root / "other.jpg")
      let again = try await library.restore([asset])
      #expect(again.transaction == nil && again.moved.map(\.to) == ["roll/a.jpg"])
    }
  }

  /// Two photos of one name, one after the other: each comes back as itself.
  @Test func aFileThatHasAnotherNameInTheTrashComesBack() async throws {
    try await Self.run { scenario, library, asset in
      _ = try await library.purge([asset])
      try scenario.photo("roll/a.jpg", 3)
      _ = try await library.scan()
      let second = try #require(
        try await library.assets().first { $0.path == "roll/a.jpg" && $0.id != asset }?.id)
      _ = try await library.performChanges("Trash") { try $0.trash([second]) }
      let purge = try await library.purge([second])
      #expect(purge.moved.map(\.to) == [".albumen/trash/roll/a-2.jpg"])
      let report = try await library.restore([second])
      #expect(report.moved.map(\.path) == [".albumen/trash/roll/a-2.jpg"])
      #expect(try readFile(scenario.root / "roll/a.jpg") == TinyPhoto.jpeg(3))
      #expect(try readFile(scenario.root / ".albumen/trash/roll/a.jpg") == TinyPhoto.jpeg(1))
      #expect(try await library.scan().transaction == nil)
    }
  }

  @Test func aFileThatCannotBeMovedStays() async throws {
    try await Self.run { scenario, library, asset in
      // As where the trash is on another file system: then it is not copied and removed.
      let report = try await Failpoint.withScope {
        Failpoint.arm("purge.move", action: .error(18))
        return try await library.purge([asset])
      }.result
      #expect(report.transaction != nil && report.moved.isEmpty)
      #expect(report.kept.map(\.path) == ["roll/a.jpg"])
      #expect(try await library.scan().transaction == nil)
      #expect(try await library.purge([asset]).moved.map(\.path) == ["roll/a.jpg"])
    }
  }

  @Test func whatIsNotTheAssetsStaysInTheTrash() async throws {
    try await Self.run { scenario, library, asset in
      _ = try await library.purge([asset])
      try writeFile(scenario.root / ".albumen/trash/roll/a.jpg", bytes: TinyPhoto.jpeg(9))
      let report = try await library.restore([asset])
      #expect(report.moved.isEmpty)
      #expect(try scenario.photos().keys.sorted() == ["roll/b.jpg"])
      #expect(try await library.asset(asset)?.status == .alive)
    }
  }

  /// Nothing behind a link is touched, be it in the folder or in the library's own directory.
  @Test func linksAreNotFollowed() async throws {
    try await Self.run { scenario, library, asset in
      let outside = scenario.top / "outside"
      try moveFile(scenario.root / "roll", to: outside)
      try Files.symlink(outside, as: scenario.root / "roll")
      let report = try await library.purge([asset])
      #expect(report.moved.isEmpty && report.kept.map(\.path) == ["roll/a.jpg"])
      #expect(try readFile(outside / "a.jpg") == TinyPhoto.jpeg(1))
      try removeFile(scenario.root / "roll")
      try moveFile(outside, to: scenario.root / "roll")
      try Files.removeDirectory(scenario.root / ".albumen/trash")
      try Files.createDirectory(outside)
      try Files.symlink(outside, as: scenario.root / ".albumen/trash")
      let again = try await library.purge([asset])
      #expect(again.moved.isEmpty && again.kept.count == 1)
      #expect(try readFile(scenario.root / "roll/a.jpg") == TinyPhoto.jpeg(1))
    }
  }

  @Test func partsGoAndComeWithTheirWhole() async throws {
    try await Scenario.run { scenario in
      for number in 1...3 { try scenario.photo("\(number).jpg", number) }
      let library = try await scenario.create()
      _ = try await library.scan()
      let assets = try await library.assets().map(\.id)
      let (whole, part, apart) = (assets[0], assets[1], assets[2])
      _ = try await library.performChanges("Pair") { changes in
        try changes.set(.partOf, of: part, to: .asset(whole))
        try changes.edit([whole], [.hidden(true)])
      }
      #expect(try await library.asset(part)?.isHidden == true)
      _ = try await library.performChanges("Trash") { try $0.trash([whole]) }
      #expect(try await library.assets().map(\.id) == [apart])
      let purged = try await library.purge([whole])
      #expect(Set(purged.assets) == [whole, part] && purged.moved.count == 2)
      let restored = try await library.restore([whole])
      #expect(Set(restored.assets) == [whole, part] && restored.moved.count == 2)
      #expect(try await library.assets().count == 3)
      // A whole that is in the roll takes none out of the trash.
      _ = try await library.performChanges("Trash") { try $0.trash([part]) }
      _ = try await library.performChanges("Restore") { try $0.restore([whole]) }
      #expect(try await library.asset(part)?.status == .trashed)
      await library.close()
    }
  }
}
