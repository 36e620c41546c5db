import TestSupport
import Testing

@testable import Albumen

/// The album view in a real folder, by the library.
@Suite struct ViewTests {
  /// A library with photos `1.jpg` … and an album "Trip" of the first three.
  static func run(
    photos: Int = 6, _ link: PhotoLibrary.ViewLink = .sym,
    _ body: (ViewScenario) async throws -> Void
  ) async throws {
    try await Scenario.run { scenario in
      for number in 1...photos { try scenario.photo("roll/\(number).jpg", number) }
      let library = try await scenario.create(link)
      let view = ViewScenario(scenario: scenario, library: library)
      try await view.scan()
      do {
        try await view.add([1, 2, 3], to: "Trip")
        try await body(view)
      } catch {
        await library.close()
        throw error
      }
      await library.close()
    }
  }

  // MARK: From the albums

  @Test func albumsShowAsLinksThatLeadToTheFiles() async throws {
    try await Self.run { view in
      #expect(try view.names("Trip") == ["0010 1.jpg", "0020 2.jpg", "0030 3.jpg"])
      #expect(try Files.readLink(view.path("Trip/0020 2.jpg")).display == "../../roll/2.jpg")
      #expect(try readFile(view.path("Trip/0020 2.jpg")) == TinyPhoto.jpeg(2))
      #expect(try await view.library.status().isInSync)
      let before = try await view.library.history().count
      let report = try await view.scan()
      #expect(report.view?.hasChanges == false && report.transaction == nil)
      #expect(try await view.library.history().count == before)
    }
  }

  @Test func theViewFollowsEveryChange() async throws {
    try await Self.run { view in
      let library = view.library
      let trip = try await view.album("Trip")
      let (one, three) = (try await view.asset(1), try await view.asset(3))
      _ = try await library.performChanges("Move") { try $0.move([three], in: trip, to: .first) }
      #expect(try view.names("Trip") == ["0005 3.jpg", "0010 1.jpg", "0020 2.jpg"])
      _ = try await library.performChanges("Rename") { try $0.rename(trip, to: "AC/DC: ..") }
      #expect(try view.names("AC%2FDC%3A .%2E").count == 3)
      _ = try await library.performChanges("Trash") { try $0.trash([one]) }
      #expect(try view.names("AC%2FDC%3A .%2E") == ["0005 3.jpg", "0020 2.jpg"])
      _ = try await library.performChanges("Untrash") { try $0.restore([one]) }
      #expect(try view.names("AC%2FDC%3A .%2E") == ["0005 3.jpg", "0012 1.jpg", "0020 2.jpg"])
      _ = try await library.performChanges("Folder") {
        let folder = try $0.createFolder("Years")
        try $0.move(trip, into: folder)
      }
      #expect(
        try Files.readLink(view.path("Years/AC%2FDC%3A .%2E/0010 3.jpg")).display
          == "../../../roll/3.jpg")
      _ = try await library.performChanges("Delete") { try $0.deleteAlbum(trip) }
      #expect(try view.directories() == ["Years"])
      _ = try await library.performChanges("Restore") { try $0.restoreAlbum(trip) }
      #expect(try view.names("Years/AC%2FDC%3A .%2E").count == 3)
      // A file that moved: its link does, too.
      try moveFile(view.scenario.root / "roll/3.jpg", to: view.scenario.root / "three.jpg")
      try await view.scan()
      #expect(
        try Files.readLink(view.path("Years/AC%2FDC%3A .%2E/0010 three.jpg")).display
          == "../../../three.jpg")
      #expect(try await library.status().isInSync)
      #expect(
        try await library.history().allSatisfy {
          $0.origin != "folder" || $0.label.contains("item")
        })
    }
  }

  // MARK: From the view

  @Test func everyRowOfTheTable() async throws {
    try await Self.run { view in
      // A link removed, a link from outside, a link moved, a new directory.
      try removeFile(view.path("Trip/0020 2.jpg"))
      try Files.symlink("../../roll/4.jpg", as: view.path("Trip/four.jpg"))
      try await view.scan()
      #expect(try await view.members("Trip") == [1, 3, 4])
      try Files.createDirectory(view.path("Rome"))
      try moveFile(view.path("Trip/0010 1.jpg"), to: view.path("Rome/0010 1.jpg"))
      try await view.scan()
      #expect(try await view.members("Trip") == [3, 4])
      #expect(try await view.members("Rome") == [1])
      // The order of the names.
      try moveFile(view.path("Trip/0030 3.jpg"), to: view.path("Trip/z.jpg"))
      try await view.scan()
      #expect(try await view.members("Trip") == [4, 3])
      // A directory renamed, with another one inside: a folder.
      let rome = try await view.album("Rome")
      try moveFile(view.path("Rome"), to: view.path("Roma"))
      try Files.createDirectories(view.path("Years/Empty"))
      try await view.scan()
      #expect(try await view.album("Roma") == rome)
      #expect(try await view.library.findAlbum("Years").isFolder)
      #expect(try await view.members("Empty") == [])
      // A directory moved into a folder.
      try moveFile(view.path("Roma"), to: view.path("Years/Roma"))
      try await view.scan()
      #expect(try await view.library.findAlbum("Years/Roma").id == rome)
      // Removed, and brought back by a command.
      removeTree(view.path("Trip"))
      try await view.scan()
      await #expect(throws: AlbumenError.self) { try await view.album("Trip") }
      let trip = try await view.library.findAlbum("Trip", amongDeleted: true).id
      _ = try await view.library.performChanges("Restore") { try $0.restoreAlbum(trip) }
      #expect(try await view.members("Trip") == [4, 3])
      #expect(try view.names("Trip").count == 2)
      #expect(try await view.library.status().isInSync)
    }
  }

  @Test func aDirectoryThatIsRemovedAndPutBackIsTheSameAlbum() async throws {
    try await Self.run { view in
      let trip = try await view.album("Trip")
      _ = try await view.library.performChanges("Other") { try $0.createAlbum("Other") }
      try moveFile(view.path("Trip"), to: view.scenario.top / "Trip")
      let report = try await view.scan()
      #expect(report.view?.acts == ["Delete album \"Trip\""])
      try moveFile(view.scenario.top / "Trip", to: view.path("Trip"))
      try await view.scan()
      #expect(try await view.album("Trip") == trip)
      #expect(try await view.members("Trip") == [1, 2, 3])
    }
  }

  @Test func aPhotoThatIsPutIntoAnAlbumGoesToTheRoll() async throws {
    try await Self.run { view in
      try writeFile(
        view.path("Trip/new.jpg"), bytes: TinyPhoto.jpeg(77, captured: "2024:05:01 10:00:00"))
      try writeFile(view.path("Trip/copy.jpg"), bytes: TinyPhoto.jpeg(5))
      try writeFile(view.path("Trip/notes.txt"), "mine")
      let report = try await view.scan()
      #expect(report.view?.collected.map { $0.to?.display } == ["Camera Roll/2024/05/new.jpg"])
      let names = try view.names("Trip")
      #expect(
        names.contains("copy.jpg") && names.contains("notes.txt") && !names.contains("new.jpg"))
      let link = try #require(names.first { $0.hasSuffix(" new.jpg") })
      #expect(
        try Files.readLink(view.path("Trip/\(link)")).display == "../../Camera Roll/2024/05/new.jpg"
      )
      #expect(Set(try await view.members("Trip")) == [1, 2, 3, 5, 77])
      let again = try await view.scan()
      #expect(again.view?.isInStep == true && again.transaction == nil)
    }
  }

  @Test func whatIsSavedOverALinkIsAnEdit() async throws {
    try await Self.run { view in
      // As an editor saves: beside it, and then over it.
      let bytes = TinyPhoto.jpeg(2) + [1, 2, 3]
      try writeFile(view.scenario.top / "edited.jpg", bytes: bytes)
      let asset = try await view.asset(2)
      try moveFile(view.scenario.top / "edited.jpg", to: view.path("Trip/0020 2.jpg"))
      try await view.scan()
      #expect(try readFile(view.scenario.root / "roll/2.jpg") == TinyPhoto.jpeg(2))
      #expect(try readFile(view.scenario.root / "roll/2-2.jpg") == bytes)
      let trip = try await view.album("Trip")
      #expect(try await view.library.members(of: trip).map(\.id)[1] == asset)
      #expect(try readFile(view.path("Trip/\(view.names("Trip")[1])")) == bytes)
      #expect(try await view.library.assets().count == 6)
      #expect(try await view.library.status().isInSync)
    }
  }

  // MARK: Copies

  @Test func withoutTheCatalogueTheAlbumsWin() async throws {
    try await Self.run { view in
      await view.library.close()
      try view.scenario.removeCatalogue()
      // A change nobody has seen, and one that an older view would have had.
      try removeFile(view.path("Trip/0020 2.jpg"))
      try Files.symlink("../../roll/5.jpg", as: view.path("Trip/0050 5.jpg"))
      let again = try await view.scenario.open()
      var fresh = view
      fresh.library = again
      try await fresh.scan()
      #expect(try await fresh.members("Trip") == [1, 2, 3])
      #expect(try fresh.names("Trip").count == 4)
      let count = try await again.history().count
      try await fresh.scan()
      #expect(try await again.history().count == count)
      await again.close()
    }
  }

  @Test func anotherMachineLeavesTheViewAlone() async throws {
    try await Self.run { view in
      let other = try await view.scenario.open(machine: 2)
      let before = try listTree(view.top)
      try removeFile(view.path("Trip/0020 2.jpg"))
      let report = try await other.scan(view.options())
      #expect(report.view?.off?.contains("another machine") == true)
      #expect(try listTree(view.top).count == before.count - 1)
      // Until it takes it over: then the albums win.
      _ = try await other.takeView()
      #expect(try view.names("Trip").count == 3)
      await other.close()
      let back = try await view.scan()
      #expect(back.view?.off?.contains("another machine") == true)
    }
  }

  @Test(arguments: [true, false]) func aCopyOfTheFolderLosesNothing(_ keepsLinks: Bool) async throws
  {
    try await Self.run { view in
      let copy = view.scenario.top / "copy"
      let result = try TestSupport.run(
        "/bin/cp", keepsLinks ? ["-a", "photos", "copy"] : ["-rL", "photos", "copy"],
        environment: [], workingDirectory: view.scenario.top)
      try #require(result.exitCode == 0)
      if !keepsLinks { removeTree(copy / "Albums/Trip") }
      let library = try await PhotoLibrary.open(at: copy, try view.scenario.configuration())
      for _ in 0..<2 { _ = try await library.scan(view.options()) }
      let albums = try await library.albums()
      #expect(albums.map(\.title) == ["Trip"] && albums.map(\.count) == [3])
      #expect(try listTree(copy / "Albums/Trip").count == 3)
      #expect(try await library.status().isInSync)
      await library.close()
    }
  }

  /// The log is put back to an earlier time, and the view with it but for what is newer in it.
  @Test func anOlderBackupPutBackOverTheFolderMakesNothingTwice() async throws {
    try await Self.run { view in
      func copy(_ from: String, _ to: String) throws {
        let result = try TestSupport.run(
          "/bin/cp", ["-a", "\(from)/.", to], environment: [],
          workingDirectory: view.scenario.top)
        try #require(result.exitCode == 0, "\(result.errorText)")
      }
      try copy("photos", "backup")
      try await view.add([4], to: "Trip")
      try await view.add([5], to: "Late")
      _ = try await view.library.performChanges("Empty") { try $0.createAlbum("Empty") }
      await view.library.close()
      try copy("backup", "photos")
      var again = view
      again.library = try await view.scenario.open()
      for _ in 0..<3 { try await again.scan() }
      #expect(try await again.library.albums().map(\.title) == ["Trip"])
      #expect(try await again.members("Trip") == [1, 2, 3])
      // What a later view had is left, and stands for nothing.
      #expect(try again.directories() == ["Empty", "Late", "Trip"])
      let file = view.path("Late/mine.jpg")
      try Files.symlink("../../roll/6.jpg", as: file)
      try await again.scan()
      #expect(try await again.members("Late") == [6])
      await again.library.close()
    }
  }

  // MARK: On and off

  @Test func aFolderThatWasThereIsNotTakenOver() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("Albums/Old/1.jpg", 1)
      try scenario.photo("2.jpg", 2)
      let library = try await scenario.create()
      let report = try await library.scan()
      #expect(report.view?.off?.contains("was there before") == true)
      #expect(
        try scenario.tree().map(\.display) == ["2.jpg", "Albums", "Albums/Old", "Albums/Old/1.jpg"])
      await #expect(throws: AlbumenError.self) { _ = try await library.turnViewOn() }
      _ = try await library.performChanges("Make") { try $0.createAlbum("Trip") }
      let on = try await library.turnViewOn(name: "Views")
      #expect(on.off == nil)
      #expect((try FileStatus.ofLink(at: scenario.root / "Views/Trip")).kind == .directory)
      let off = try await library.turnViewOff()
      #expect(off.changes == 1)
      #expect((try? FileStatus.ofLink(at: scenario.root / "Views")) == nil)
      #expect(try await library.scan().view?.off?.contains("turned off") == true)
      await library.close()
    }
  }

  @Test func whereThereAreNoLinksThereIsNoView() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      _ = try await Failpoint.withScope {
        Failpoint.arm("view.probe", action: .error(1))
        let report = try await library.scan()
        #expect(report.view?.off == "the file system has no symbolic links")
      }
      #expect(try scenario.tree().isEmpty)
      try writeFile(scenario.top / ".stfolder/x")
      #expect(try await library.scan().view?.off?.contains("Syncthing") == true)
      try writeFile(scenario.top / ".stignore", "/photos/Albums\n")
      #expect(try await library.scan().view?.off == nil)
      await library.close()
    }
  }
}
