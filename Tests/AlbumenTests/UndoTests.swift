import TestSupport
import Testing

@testable import Albumen

/// Undo, redo and return of a library in its folder.
@Suite struct UndoTests {
  private func ids(_ library: PhotoLibrary, _ album: AlbumID) async throws -> [AssetID] {
    try await library.members(of: album).map(\.id)
  }

  @Test func anImportIsUndoneAndComesBack() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let sources = try (1...5).map { try scenario.source("\($0).jpg", $0) }
      var options = ImportOptions()
      options.albums = ["Rome"]
      _ = try await library.importFiles(sources, options)
      let album = try #require(try await library.albums().first)
      let members = try await ids(library, album.id)
      let photos = try scenario.photos()
      #expect(members.count == 5 && photos.count == 5)
      let state = try await library.stateJSON()

      let tried = try await library.undo(isDryRun: true)
      #expect(tried.transaction == nil && tried.operations.count >= 11)
      #expect(try await library.stateJSON() == state)
      let undone = try await library.undo()
      #expect(undone.isWhole && undone.transaction != nil)
      #expect(try await library.assets().isEmpty)
      #expect(try await library.assets(.trashed).count == 5)
      #expect(try await library.albums().isEmpty)
      #expect(try scenario.photos() == photos)
      // A scan does not take them in again: they were there all along.
      #expect(try await !library.scan().hasChanges)

      let redone = try await library.redo()
      #expect(redone.isWhole)
      #expect(try await ids(library, album.id) == members)
      #expect(try scenario.photos() == photos)
      let history = try await library.history()
      #expect(
        history[0].label == "Redo: Import 5 items" && history[1].label == "Undo: Import 5 items")
      #expect(history[0].undoes == history[1].id && history[1].undoes == history[2].id)
      await library.close()
    }
  }

  /// The bytes of a purged photo are in the library's trash: so it can be taken back, file and all.
  @Test func aPurgeIsUndoneWhileItsBytesAreThere() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      try scenario.photo("day/a.jpg", 1)
      try scenario.photo("b.jpg", 2)
      _ = try await library.scan()
      let asset = try #require(try await library.assets().first { $0.path == "day/a.jpg" })
      _ = try await library.performChanges("Trash") { try $0.trash([asset.id]) }
      let purge = try #require(try await library.purge([asset.id]).transaction)
      #expect(Set(try scenario.photos().keys) == ["b.jpg"])
      #expect(try await library.undo(purge).isWhole)
      #expect(try await library.assets(.trashed).map(\.id) == [asset.id])
      // Undoing the trash as well brings the file back.
      #expect(try await library.undo().isWhole)
      #expect(Set(try scenario.photos().keys) == ["b.jpg", "day/a.jpg"])
      #expect(
        try await library.assets().map(\.path).sorted { ($0 ?? "") < ($1 ?? "") } == [
          "b.jpg", "day/a.jpg",
        ])
      #expect(try await library.status().missing == 0)
      #expect(try await !library.scan().hasChanges)
      // Brought again step by step, the purge moves it away once more.
      _ = try await library.redo()
      #expect(try await library.redo(purge).isWhole)
      #expect(try await library.asset(asset.id)?.status == .purged)
      #expect(Set(try scenario.photos().keys) == ["b.jpg"])
      #expect(try readFile(scenario.root / ".albumen/trash/day/a.jpg") == TinyPhoto.jpeg(1))
      await library.close()
    }
  }

  @Test func aPurgeIsNotUndoneOnceItsBytesAreGone() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      try scenario.photo("a.jpg", 1)
      _ = try await library.scan()
      let asset = try #require(try await library.assets().first)
      _ = try await library.performChanges("Trash") { try $0.trash([asset.id]) }
      let purge = try #require(try await library.purge([asset.id]).transaction)
      removeTree(scenario.root / ".albumen/trash")
      let report = try await library.undo(purge)
      #expect(!report.isWhole && report.left.map(\.reason) == [.bytesGone])
      #expect(try await library.assets(.trashed).isEmpty)
      await library.close()
    }
  }

  @Test func whatTheFolderDidIsUndoneByName() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      try scenario.photo("a.jpg", 1)
      let scan = try #require(try await library.scan().transaction)
      await #expect(throws: AlbumenError.self) { try await library.undo() }
      let report = try await library.undo(scan)
      #expect(try await library.assets().isEmpty)
      #expect(report.subject == scan)
      #expect(try await !library.scan().hasChanges)
      _ = try await library.redo(scan)
      #expect(try await library.assets().count == 1)
      await library.close()
    }
  }

  @Test func anotherDeviceIsNotOverwritten() async throws {
    try await Scenario.run { scenario in
      let mine = try await scenario.create()
      try scenario.photo("a.jpg", 1)
      try scenario.photo("b.jpg", 2)
      _ = try await mine.scan()
      let assets = try await mine.assets().map(\.id)
      let album = try await mine.performChanges("Make") { try $0.createAlbum("Rome") }.value
      _ = try await mine.performChanges("Add") { try $0.add(assets, to: album) }
      _ = try await mine.performChanges("Rename") { try $0.rename(album, to: "Roma") }
      let yours = try await scenario.open(machine: 2)
      _ = try await yours.performChanges("Rename") { try $0.rename(album, to: "Rom") }
      _ = try await yours.performChanges("Note") { try $0.setCover(assets[0], of: album) }

      let rename = try await mine.undo()
      #expect(rename.left.map(\.reason) == [.changedSince] && !rename.isWhole)
      #expect(try await mine.album(album)?.title == "Rom")
      // What was made and then used by others is left, too.
      let made = try #require(try await mine.history().last { $0.label == "Make" }?.id)
      let report = try await mine.undo(made)
      #expect(report.left.contains { $0.album == album && $0.reason == .usedSince })
      #expect(try await mine.album(album)?.isDeleted == false)
      await yours.close()
      await mine.close()
    }
  }

  @Test func aPurgeIsUndoneWhileTheFileIsThere() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      try scenario.photo("a.jpg", 1)
      _ = try await library.scan()
      let asset = try #require(try await library.assets().first?.id)
      _ = try await library.performChanges("Trash") { try $0.trash([asset]) }
      let purge = try await library.performChanges("Purge") { changes in
        try changes.session.emit(.purgeAsset(asset))
      }
      #expect(try await library.asset(asset)?.status == .purged)
      _ = try await library.undo()
      #expect(try await library.asset(asset)?.status == .trashed)
      _ = try await library.redo()
      // What purges moves the files as well.
      try removeFile(scenario.root / ".albumen/trash/a.jpg")
      let late = try await library.undo(purge.transaction)
      #expect(late.left.map(\.reason) == [.bytesGone] && late.transaction == nil)
      #expect(try await library.asset(asset)?.status == .purged)
      await library.close()
    }
  }

  @Test func whatCannotBeUndoneIsRefused() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      func code(_ body: () async throws(AlbumenError) -> UndoReport) async -> AlbumenError.Code? {
        do throws(AlbumenError) {
          _ = try await body()
          return nil
        } catch { return error.code }
      }
      #expect(await code { () async throws(AlbumenError) in try await library.undo() } == .notFound)
      #expect(await code { () async throws(AlbumenError) in try await library.redo() } == .notFound)
      let made = try #require(
        try await library.performChanges("Make") { try $0.createAlbum("Rome") }.transaction)
      let undo = try #require(try await library.undo().transaction)
      let state = try await library.stateJSON()
      #expect(
        await code { () async throws(AlbumenError) in try await library.undo(undo) } == .invalid)
      #expect(
        await code { () async throws(AlbumenError) in try await library.undo(made) } == .invalid)
      let redo = try #require(try await library.redo().transaction)
      #expect(
        await code { () async throws(AlbumenError) in try await library.undo(redo) } == .invalid)
      #expect(
        await code { () async throws(AlbumenError) in try await library.redo(undo) } == .invalid)
      #expect(
        await code { () async throws(AlbumenError) in try await library.redo(made) } == .invalid)
      let absent = Dot(log: made.log, seq: 999)
      #expect(
        await code { () async throws(AlbumenError) in try await library.undo(absent) } == .notFound)
      #expect(try await library.stateJSON() != state)
      // A new command takes the place of what could be redone.
      _ = try await library.undo()
      _ = try await library.performChanges("Make") { try $0.createAlbum("Oslo") }
      #expect(await code { () async throws(AlbumenError) in try await library.redo() } == .notFound)
      await library.close()
    }
  }

  @Test func theLibraryReturnsToWhatItWas() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      for number in 1...4 { try scenario.photo("\(number).jpg", number) }
      _ = try await library.scan()
      let assets = try await library.assets().map(\.id)
      let rome = try await library.performChanges("Make") { changes in
        let album = try changes.createAlbum("Rome")
        try changes.add(assets, to: album)
        return album
      }
      let then = try #require(rome.transaction)
      let order = try await ids(library, rome.value)
      _ = try await library.performChanges("Mix") { changes in
        try changes.move([assets[3]], in: rome.value, to: .first)
        try changes.remove([assets[0]], from: rome.value)
        try changes.rename(rome.value, to: "Roma")
        try changes.trash([assets[1]])
        try changes.createAlbum("Oslo")
      }
      try scenario.photo("5.jpg", 5)
      _ = try await library.scan()
      let before = try await library.stateJSON()

      let one = try await library.revert(to: .transaction(then), album: rome.value)
      #expect(one.left.isEmpty)
      #expect(try await library.album(rome.value)?.title == "Rome")
      #expect(try await ids(library, rome.value) == order.filter { $0 != assets[1] })
      _ = try await library.undo()
      _ = try await library.revert(to: .transaction(then))
      #expect(try await ids(library, rome.value) == order)
      #expect(try await library.albums().map(\.title) == ["Rome"])
      #expect(try await library.assets().count == 4)
      #expect(try await library.assets(.trashed).count == 1)
      #expect(try scenario.photos().count == 5)
      let again = try await library.revert(to: .transaction(then))
      #expect(again.operations.isEmpty && again.transaction == nil)
      _ = try await library.undo()
      let after = try await library.past(at: .now)
      #expect(after.albums().map(\.title) == ["Oslo", "Roma"])
      #expect(before != (try await library.stateJSON()))
      let late = try await library.performChanges("Make") { try $0.createAlbum("Late") }.value
      await #expect(throws: AlbumenError.self) {
        try await library.revert(to: .transaction(then), album: late)
      }
      await library.close()
    }
  }
}
