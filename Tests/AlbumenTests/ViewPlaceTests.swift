import TestSupport
import Testing

@testable import Albumen

/// An album view whose directory is another one than before, or is on another file system.
@Suite struct ViewPlaceTests {
  // MARK: Another directory in the place of the view

  /// As where a disk is not mounted: nothing is there, and nothing is gone.
  @Test(arguments: [1, 2]) func whatIsNotInAnotherDirectoryIsNotGone(_ albums: Int) async throws {
    try await ViewTests.run { view in
      if albums == 2 { try await view.add([4, 5], to: "Rome") }
      try await view.scan()
      let before = try await view.library.history().count
      let away = view.scenario.top / "away"
      try moveFile(view.top, to: away)
      try Files.createDirectory(view.top)
      for _ in 0..<2 {
        let report = try await view.scan()
        #expect(report.view?.acts == [])
        #expect(report.view?.withheld == ["Albums"])
        #expect(report.view?.isOtherDirectory == true)
        // Nothing is made where it would be gone with the next mount.
        #expect(try view.directories() == [])
      }
      #expect(try await view.library.history().count == before)
      try await view.add([6], to: "Trip")
      #expect(try view.directories() == [])
      // There again, all is as it was.
      try Files.removeDirectory(view.top)
      try moveFile(away, to: view.top)
      #expect(try await view.scan().view?.withheld == [])
      #expect(try await view.members("Trip") == [1, 2, 3, 6])
      #expect(try view.names("Trip").count == 4)
      #expect(try await view.library.status().isInSync)
    }
  }

  @Test func whatIsNotInAnotherDirectoryIsGoneOnceThatIsConfirmed() async throws {
    try await ViewTests.run { view in
      try await view.scan()
      try moveFile(view.top, to: view.scenario.top / "away")
      try Files.createDirectory(view.top)
      try await view.scan()
      try await view.scan(confirms: true)
      await #expect(throws: AlbumenError.self) { try await view.album("Trip") }
      #expect(try await view.library.status().isInSync)
    }
  }

  /// Copied with the folder, the directory is another one with all in it: the same view.
  @Test func anotherDirectoryWithAllInItIsTheView() async throws {
    try await ViewTests.run { view in
      try await view.scan()
      let away = view.scenario.top / "away"
      try moveFile(view.top, to: away)
      try Files.createDirectory(view.top)
      try moveFile(away / "Trip", to: view.path("Trip"))
      #expect(try await view.scan().view?.withheld == [])
      // What goes from then on, goes.
      removeTree(view.path("Trip"))
      #expect(try await view.scan().view?.acts == ["Delete album \"Trip\""])
    }
  }

  /// What a folder of albums holds may be on a disk of its own.
  @Test func whatIsNotInAnotherFolderIsNotGone() async throws {
    try await ViewTests.run { view in
      let trip = try await view.album("Trip")
      _ = try await view.library.performChanges("Folder") {
        try $0.move(trip, into: try $0.createFolder("Years"))
        _ = try $0.createAlbum("Other")
      }
      try await view.scan()
      try moveFile(view.path("Years"), to: view.scenario.top / "away")
      try Files.createDirectory(view.path("Years"))
      for _ in 0..<2 {
        let report = try await view.scan()
        #expect(report.view?.acts == [])
        #expect(report.view?.withheld == ["Albums/Years/Trip"])
      }
      try Files.removeDirectory(view.path("Years"))
      try moveFile(view.scenario.top / "away", to: view.path("Years"))
      #expect(try await view.scan().view?.withheld == [])
      #expect(try await view.members("Trip") == [1, 2, 3])
    }
  }

  /// Not at rest, it is another directory all the same; by the next round it is the one that is known.
  @Test func anAlbumsOtherDirectoryThatIsNotAtRestConcludesNothing() async throws {
    try await ViewTests.run { view in
      try await view.scan()
      try moveFile(view.path("Trip"), to: view.scenario.top / "away")
      try Files.createDirectory(view.path("Trip"))
      // With the delays of a person's own scan.
      #expect(try await view.library.scan().view?.withheld.count == 3)
      #expect(try await view.scan().view?.withheld.count == 3)
      #expect(try await view.members("Trip") == [1, 2, 3])
    }
  }

  // MARK: Another file system

  static let formsElsewhere: [PhotoLibrary.ViewLink] = [.sym, .copy]

  @Test(
    .enabled(if: SmallFileSystem.canMount, "mounting takes root"), arguments: formsElsewhere)
  func aViewOnAnotherFileSystemIsKeptInStep(_ form: PhotoLibrary.ViewLink) async throws {
    try await Self.runMounted(form) { view, disk in
      try await view.add([1, 2, 3, 4], to: "Trip")
      let (two, trip) = (try await view.asset(2), try await view.album("Trip"))
      _ = try await view.library.performChanges("Remove") { try $0.remove([two], from: trip) }
      #expect(try view.names("Trip") == ["0010 1.jpg", "0030 3.jpg", "0040 4.jpg"])
      #expect(try await view.library.status().isInSync)
      // One whose bytes are nowhere else is kept, on the file system of the roll.
      let one = view.scenario.root / "roll/1.jpg"
      try removeFile(one)
      let report = try await view.scan()
      #expect(report.view?.failed.isEmpty == true)
      #expect(try view.names("Trip") == ["0030 3.jpg", "0040 4.jpg"])
      let trash = try listTree(view.scenario.root / ".albumen/trash").map(\.display)
      #expect(trash == (form == .copy ? ["0010 1.jpg"] : []))
      #expect(report.view?.kept.map(\.reason) == (form == .copy ? [.onlyCopy] : []))
      // Not mounted, nothing of it is gone; nor when it is again.
      disk.unmount()
      #expect(try await view.scan().view?.withheld == ["Albums"])
      #expect(try await view.library.members(of: trip).count == 3)
    }
  }

  @Test(
    .enabled(if: SmallFileSystem.canMount, "mounting takes root"), arguments: formsElsewhere)
  func whatADeadProcessTookAsideThereIsRemoved(_ form: PhotoLibrary.ViewLink) async throws {
    try await Self.runMounted(form) { view, _ in
      try await view.add([1, 2, 3], to: "Trip")
      let aside = view.path(".albumen-steps")
      try Files.createDirectories(aside)
      try moveFile(view.path("Trip/0010 1.jpg"), to: aside / "view-1")
      try writeFile(aside / "view-2", "somebody's own")
      let report = try await view.scan()
      #expect(try listTree(aside) == [])
      #expect(
        try readFile(view.scenario.root / ".albumen/trash/view-2") == Array("somebody's own".utf8))
      #expect(try listTree(view.scenario.root / ".albumen/trash").count == 1)
      #expect(report.view?.kept.map(\.reason) == [.leftBehind])
      _ = try await view.library.turnViewOff()
      #expect(try listTree(view.top) == [])
    }
  }

  // MARK: No room

  @Test(.enabled(if: SmallFileSystem.canMount, "mounting takes root"))
  func withoutRoomForCopiesLinksStay() async throws {
    try await Self.runMounted(.sym) { view, disk in
      try await view.add([1, 2, 3], to: "Trip")
      try await view.add([4, 5, 6], to: "Rome")
      let filler = try disk.fill()
      await view.library.close()
      var again = view
      again.library = try await view.scenario.open(.copy)
      do {
        for _ in 0..<2 {
          let report = try await again.scan()
          #expect(report.view?.failed.count == 1)
          #expect(report.view?.failed.first?.reason.contains("no room for copies of 6") == true)
          #expect(try again.names("Trip") == ["0010 1.jpg", "0020 2.jpg", "0030 3.jpg"])
          #expect(try again.names("Rome").count == 3)
          #expect(try FileStatus.ofLink(at: again.path("Rome/0010 4.jpg")).kind == .symbolicLink)
        }
        // What an album has no more still goes.
        let (two, trip) = (try await again.asset(2), try await again.album("Trip"))
        _ = try await again.library.performChanges("Remove") { try $0.remove([two], from: trip) }
        #expect(try again.names("Trip") == ["0010 1.jpg", "0030 3.jpg"])
        try removeFile(filler)
        #expect(try await again.scan().view?.failed.isEmpty == true)
        #expect(try FileStatus.ofLink(at: again.path("Rome/0010 4.jpg")).kind == .regular)
        #expect(try again.names("Trip").count == 2)
        #expect(try await again.library.status().isInSync)
      } catch {
        await again.library.close()
        throw error
      }
      await again.library.close()
    }
  }

  /// A library with photos `1.jpg` … `6.jpg`, whose view is on a small file system of its own.
  static func runMounted(
    _ form: PhotoLibrary.ViewLink,
    _ body: (ViewScenario, SmallFileSystem) async throws -> Void
  ) async throws {
    try await Scenario.run { scenario in
      for number in 1...6 { try scenario.photo("roll/\(number).jpg", number) }
      try await SmallFileSystem.with(at: scenario.root / "Albums", kilobytes: 256) { disk in
        let library = try await scenario.create(form)
        let view = ViewScenario(scenario: scenario, library: library)
        do {
          try await view.scan()
          try await body(view, disk)
        } catch {
          await library.close()
          throw error
        }
        await library.close()
      }
    }
  }
}
