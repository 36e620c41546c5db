import TestSupport
import Testing

@testable import Albumen

/// What a person put into an album's directory, and no round had taken in when the album was deleted.
@Suite struct ViewDeletedAlbumTests {
  static let forms: [PhotoLibrary.ViewLink] = [.sym, .hard, .copy]

  private static func delete(_ title: String, _ view: ViewScenario) async throws {
    let album = try await view.album(title)
    _ = try await view.library.performChanges("Delete") { try $0.deleteAlbum(album) }
  }

  /// Deletes an album as another device does, whose changes are here before the view follows.
  private static func deleteElsewhere(_ title: String, _ view: ViewScenario) async throws {
    let other = try await view.scenario.open(machine: 2)
    let album = try await view.album(title)
    _ = try await other.performChanges("Delete") { try $0.deleteAlbum(album) }
    await other.close()
  }

  private static func expectInStep(_ view: ViewScenario) async throws {
    let again = try await view.scan()
    #expect(again.view?.isInStep == true && again.transaction == nil, "\(again)")
    #expect(try await view.library.status().isInSync)
  }

  /// The directory is an album again, as one is to which one more photo comes.
  @Test(arguments: forms)
  func photosThatNobodyHasSeenAreTakenIn(_ form: PhotoLibrary.ViewLink) async throws {
    try await ViewTests.run(form) { view in
      for number in [77, 78] {
        try writeFile(view.path("Trip/\(number).jpg"), bytes: TinyPhoto.jpeg(number))
      }
      try writeFile(view.path("Trip/notes.txt"), bytes: [1, 2, 3])
      try await Self.delete("Trip", view)
      #expect(try view.names("Trip") == ["77.jpg", "78.jpg", "notes.txt"])
      #expect(try await !view.library.status().isInSync)
      let report = try await view.scan()
      #expect(report.view?.failed.isEmpty == true, "\(report)")
      #expect(try await view.library.assets().count == 8)
      #expect(Set(try await view.members("Trip")) == [77, 78])
      #expect(try view.names("Trip").count == 3)
      try await Self.expectInStep(view)
    }
  }

  /// What was there and is no photo stays what it is: no album comes of it.
  @Test func whatIsLeftOverIsNoAlbum() async throws {
    try await ViewTests.run { view in
      try writeFile(view.path("Trip/notes.txt"), bytes: [1, 2, 3])
      try writeFile(view.path("Trip/half.jpg"), bytes: [1, 2, 3])
      try await view.scan()
      try await Self.delete("Trip", view)
      try await view.scan()
      #expect(try view.names("Trip") == ["half.jpg", "notes.txt"])
      #expect(try await view.library.albums().isEmpty)
      try await Self.expectInStep(view)
    }
  }

  @Test func withoutTheCatalogueAPhotoThatIsStillWrittenIsNoLeftover() async throws {
    try await ViewTests.run { view in
      try await Self.delete("Trip", view)
      await view.library.close()
      try view.scenario.removeCatalogue()
      try Files.createDirectories(view.path("Trip"))
      try writeFile(view.path("Trip/77.jpg"), bytes: TinyPhoto.jpeg(77))
      var fresh = view
      fresh.library = try await view.scenario.open()
      var options = view.options()
      options.viewDelays = PhotoLibrary.ViewDelays(quiet: .seconds(3600), ripe: .seconds(3600))
      options.waitsForView = false
      _ = try await fresh.library.scan(options)
      #expect(try fresh.names("Trip") == ["77.jpg"])
      try await fresh.scan()
      #expect(try await fresh.members("Trip") == [77])
      await fresh.library.close()
    }
  }

  /// An album of which a round sees the new photo and the deletion at once comes back with all it had.
  @Test(arguments: forms)
  func aPhotoBringsBackWhatWasDeletedElsewhere(_ form: PhotoLibrary.ViewLink) async throws {
    try await ViewTests.run(form) { view in
      try writeFile(view.path("Trip/77.jpg"), bytes: TinyPhoto.jpeg(77))
      try await Self.deleteElsewhere("Trip", view)
      let report = try await view.scan()
      #expect(report.view?.failed.isEmpty == true, "\(report)")
      #expect(try await view.members("Trip") == [1, 2, 3, 77])
      try await Self.expectInStep(view)
    }
  }

  /// An edit is taken in, and is no reason for the album to come back.
  @Test(arguments: forms, [true, false])
  func whatWasSavedOverALinkIsTakenIn(
    _ form: PhotoLibrary.ViewLink, _ isHere: Bool
  ) async throws {
    try await ViewTests.run(form) { view in
      let bytes = TinyPhoto.jpeg(2) + [1, 2, 3]
      try writeFile(view.scenario.top / "edited.jpg", bytes: bytes)
      let asset = try await view.asset(2)
      try moveFile(view.scenario.top / "edited.jpg", to: view.path("Trip/0020 2.jpg"))
      try await isHere ? Self.delete("Trip", view) : Self.deleteElsewhere("Trip", view)
      let report = try await view.scan()
      #expect(report.view?.failed.isEmpty == true, "\(report)")
      #expect(try readFile(view.scenario.root / "roll/2-2.jpg") == bytes)
      #expect(try await view.library.asset(asset)?.file?.display == "roll/2-2.jpg")
      #expect(try await view.library.albums().isEmpty)
      #expect(try await view.library.assets().count == 6)
      #expect(try listTree(view.top).isEmpty)
      try await Self.expectInStep(view)
    }
  }

  /// An edit of a photo that was trashed since is the trashed photo's; of one that was purged nothing is
  /// left, and it is a photo of its own.
  @Test(arguments: [true, false])
  func whatWasSavedOverALinkOfAPhotoThatIsGoneIsTakenIn(_ isPurged: Bool) async throws {
    try await ViewTests.run { view in
      let bytes = TinyPhoto.jpeg(2) + [1, 2, 3]
      try writeFile(view.scenario.top / "edited.jpg", bytes: bytes)
      let asset = try await view.asset(2)
      try moveFile(view.scenario.top / "edited.jpg", to: view.path("Trip/0020 2.jpg"))
      _ = try await view.library.performChanges("Trash") { try $0.trash([asset]) }
      if isPurged { _ = try await view.library.purge([asset]) }
      let report = try await view.scan()
      #expect(report.view?.failed.isEmpty == true, "\(report)")
      let roll = try listTree(view.scenario.root).filter {
        try FileStatus.ofLink(at: view.scenario.root / $0).kind == .regular
          && $0.components.first != ".albumen"
      }
      let kept = try roll.filter { try readFile(view.scenario.root / $0) == bytes }
      #expect(kept.count == 1, "\(roll)")
      #expect(try await view.library.assets().count == (isPurged ? 6 : 5))
      #expect(try await view.members("Trip") == (isPurged ? [1, 3, 2] : [1, 3]))
      try await Self.expectInStep(view)
    }
  }

  /// An album in the directory of a folder that was deleted brings it back.
  @Test(arguments: [true, false])
  func anAlbumInADeletedFolderIsTakenIn(_ isHere: Bool) async throws {
    try await ViewTests.run { view in
      _ = try await view.library.performChanges("Folder") {
        try $0.createAlbum("Old", in: try $0.createFolder("Years"))
      }
      try Files.createDirectories(view.path("Years/New"))
      try writeFile(view.path("Years/New/77.jpg"), bytes: TinyPhoto.jpeg(77))
      try await isHere ? Self.delete("Years", view) : Self.deleteElsewhere("Years", view)
      let report = try await view.scan()
      #expect(report.view?.failed.isEmpty == true, "\(report)")
      #expect(try await view.members("Years/New") == [77])
      try await Self.expectInStep(view)
    }
  }

  @Test func anAlbumThatWasMovedIntoADeletedFolderIsThere() async throws {
    try await ViewTests.run { view in
      _ = try await view.library.performChanges("Folder") { _ = try $0.createFolder("Years") }
      try moveFile(view.path("Trip"), to: view.path("Years/Trip"))
      try await Self.deleteElsewhere("Years", view)
      let report = try await view.scan()
      #expect(report.view?.failed.isEmpty == true, "\(report)")
      #expect(try await view.members("Years/Trip") == [1, 2, 3])
      try await Self.expectInStep(view)
    }
  }
}
