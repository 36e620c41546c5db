import Catalogue
import TestSupport
import Testing

@testable import Albumen

/// Files in the place of links in the album view (`view.link`): what they follow, and what a person does
/// to them.
@Suite struct ViewLinkTests {
  /// Those that every file system has.
  static let forms: [PhotoLibrary.ViewLink] = [.hard, .copy]

  static func expect(
    _ view: ViewScenario, _ form: PhotoLibrary.ViewLink, _ names: [String], _ numbers: [Int],
    in directory: String = "Trip"
  ) throws {
    #expect(try view.names(directory) == names)
    for (name, number) in zip(names, numbers) {
      let path = view.path("\(directory)/\(name)")
      let there = try FileStatus.ofLink(at: path)
      #expect(there.kind == (form == .sym ? .symbolicLink : .regular), "\(name)")
      #expect(try readFile(path) == TinyPhoto.jpeg(number), "\(name)")
      guard form != .sym else { continue }
      let original = try FileStatus.ofLink(at: view.roll(number))
      #expect(there.isSameFile(as: original) == (form == .hard), "\(name)")
      #expect(there.mtimeNanoseconds == original.mtimeNanoseconds, "\(name)")
    }
  }

  static func trash(_ view: ViewScenario) throws -> [String] {
    try listTree(view.scenario.root / ".albumen/trash").map(\.display)
  }

  static func noSteps(_ view: ViewScenario) throws -> Bool {
    try listTree(view.scenario.root / ".albumen/tmp").isEmpty
  }

  @Test(arguments: forms) func theViewFollowsEveryChange(_ form: PhotoLibrary.ViewLink) async throws
  {
    try await ViewTests.run(form) { view in
      try Self.expect(view, form, ["0010 1.jpg", "0020 2.jpg", "0030 3.jpg"], [1, 2, 3])
      #expect(try await view.library.status().isInSync)
      let count = try await view.library.history().count
      for _ in 0..<2 {
        let report = try await view.scan()
        #expect(report.view?.hasChanges == false && report.transaction == nil)
      }
      #expect(try await view.library.history().count == count)
      let trip = try await view.album("Trip")
      let (one, three) = (try await view.asset(1), try await view.asset(3))
      _ = try await view.library.performChanges("Move") {
        try $0.move([three], in: trip, to: .first)
      }
      try Self.expect(view, form, ["0005 3.jpg", "0010 1.jpg", "0020 2.jpg"], [3, 1, 2])
      _ = try await view.library.performChanges("Remove") { try $0.remove([one], from: trip) }
      try Self.expect(view, form, ["0005 3.jpg", "0020 2.jpg"], [3, 2])
      _ = try await view.library.performChanges("Folder") {
        try $0.move(trip, into: try $0.createFolder("Years"))
      }
      try Self.expect(view, form, ["0005 3.jpg", "0020 2.jpg"], [3, 2], in: "Years/Trip")
      _ = try await view.library.performChanges("Trash") { try $0.trash([three]) }
      try Self.expect(view, form, ["0020 2.jpg"], [2], in: "Years/Trip")
      _ = try await view.library.performChanges("Delete") { try $0.deleteAlbum(trip) }
      #expect(try view.directories() == ["Years"])
      _ = try await view.library.performChanges("Restore") { try $0.restoreAlbum(trip) }
      #expect(try view.names("Years/Trip").count == 1)
      // All of what went was in the roll.
      #expect(try Self.trash(view).isEmpty)
      #expect(try Self.noSteps(view))
      #expect(try await view.scan().view?.isInStep == true)
      #expect(try await view.library.status().isInSync)
      #expect(try await view.library.assets().count == 5)
      _ = try await view.library.turnViewOff()
      #expect((try? FileStatus.ofLink(at: view.top)) == nil)
      #expect(try Self.trash(view).isEmpty)
    }
  }

  @Test(arguments: forms) func whatAPersonDoes(_ form: PhotoLibrary.ViewLink) async throws {
    try await ViewTests.run(form) { view in
      try await view.add([4, 5], to: "Rome")
      // Removed, moved, another order, a copy and a hard link of a person's own.
      try removeFile(view.path("Trip/0020 2.jpg"))
      try moveFile(view.path("Rome/0010 4.jpg"), to: view.path("Trip/0005 4.jpg"))
      try writeFile(view.path("Rome/mine.jpg"), bytes: TinyPhoto.jpeg(6))
      try Files.link(view.scenario.root / "roll/3.jpg", as: view.path("Rome/three.jpg"))
      try Files.createDirectory(view.path("New"))
      try moveFile(view.path("Trip/0030 3.jpg"), to: view.path("New/0030 3.jpg"))
      try await view.scan()
      #expect(try await view.members("Trip") == [1, 4])
      #expect(try await Set(view.members("Rome")) == [5, 6, 3])
      #expect(try await view.members("New") == [3])
      #expect(try view.names("Trip").map { $0.suffix(5) } == ["1.jpg", "4.jpg"])
      #expect(try await view.library.assets().count == 6)
      #expect(try await view.library.status().isInSync)
      // What a person has put there is left, whatever becomes of the reference.
      let rome = try await view.album("Rome")
      let own = [try await view.asset(6), try await view.asset(3)]
      _ = try await view.library.performChanges("Remove") { try $0.remove(own, from: rome) }
      #expect(try view.names("Rome") == ["0020 5.jpg", "mine.jpg", "three.jpg"])
      // What was moved from album to album is still the program's own.
      let (trip, four) = (try await view.album("Trip"), try await view.asset(4))
      _ = try await view.library.performChanges("Remove") { try $0.remove([four], from: trip) }
      #expect(try view.names("Trip").count == 1)
      #expect(try Self.trash(view).isEmpty)
      removeTree(view.path("New"))
      try await view.scan()
      #expect(try await view.library.albums().map(\.title) == ["Rome", "Trip"])
      #expect(try await view.scan().view?.isInStep == true)
    }
  }

  @Test(arguments: forms) func aDirectoryThatIsMovedAwayAndBackIsTheSameAlbum(
    _ form: PhotoLibrary.ViewLink
  ) async throws {
    try await ViewTests.run(form) { view in
      let trip = try await view.album("Trip")
      _ = try await view.library.performChanges("Other") { try $0.createAlbum("Other") }
      let away = view.scenario.top / "away"
      try moveFile(view.path("Trip"), to: away)
      try await view.scan()
      #expect(try await view.library.albums().map(\.title) == ["Other"])
      try moveFile(away, to: view.path("Trip"))
      try await view.scan()
      #expect(try await view.album("Trip") == trip)
      #expect(try await view.members("Trip") == [1, 2, 3])
      try moveFile(view.path("Trip"), to: view.path("Rome"))
      try await view.scan()
      #expect(try await view.album("Rome") == trip)
      #expect(try await view.library.status().isInSync)
      #expect(try Self.trash(view).isEmpty)
    }
  }

  @Test(arguments: forms) func whatIsSavedOverAnEntryIsAnEdit(
    _ form: PhotoLibrary.ViewLink
  ) async throws {
    try await ViewTests.run(form) { view in
      let two = try await view.asset(2)
      let bytes = TinyPhoto.jpeg(2) + [1, 2, 3]
      // As an editor saves: beside it, and then over it.
      try writeFile(view.path("Trip/save.tmp"), bytes: bytes)
      try moveFile(view.path("Trip/save.tmp"), to: view.path("Trip/0020 2.jpg"))
      try await view.scan()
      let file = try await Self.expectEdit(of: two, bytes, in: view)
      #expect(file == "roll/2-2.jpg")
      #expect(try readFile(view.scenario.root / "roll/2.jpg") == TinyPhoto.jpeg(2))
    }
  }

  /// Expects that Trip's second photo has other bytes and is the same asset; returns its file.
  private static func expectEdit(
    of two: AssetID, _ bytes: [UInt8], in view: ViewScenario
  ) async throws -> Path {
    let trip = try await view.album("Trip")
    let members = try await view.library.members(of: trip)
    #expect(members.count == 3 && members[1].id == two)
    let file = try #require(members[1].file)
    #expect(try readFile(view.scenario.root / file) == bytes)
    let names = try view.names("Trip")
    #expect(names.count == 3 && names[1].hasPrefix("0020 "))
    #expect(try readFile(view.path("Trip/\(names[1])")) == bytes)
    #expect(try await view.library.assets().count == 6)
    #expect(try await view.scan().view?.isInStep == true)
    #expect(try Self.trash(view).isEmpty)
    return file
  }

  /// As exiftool does with -overwrite_original_in_place: for a hard link that changes the original.
  @Test(arguments: forms) func whatIsWrittenIntoAnEntryIsAnEdit(
    _ form: PhotoLibrary.ViewLink
  ) async throws {
    try await ViewTests.run(form) { view in
      let two = try await view.asset(2)
      let bytes = TinyPhoto.jpeg(2) + [1, 2, 3]
      try writeFile(view.path("Trip/0020 2.jpg"), bytes: bytes)
      try await view.scan()
      _ = try await Self.expectEdit(of: two, bytes, in: view)
      let original = view.scenario.root / "roll/2.jpg"
      #expect(try readFile(original) == (form == .hard ? bytes : TinyPhoto.jpeg(2)))
    }
  }

  /// What is edited in the roll shows in the view, and what the view had before is not thrown away.
  @Test(arguments: forms) func anEditInTheRollShows(_ form: PhotoLibrary.ViewLink) async throws {
    try await ViewTests.run(form) { view in
      let bytes = TinyPhoto.jpeg(2) + [1, 2, 3]
      let original = view.scenario.root / "roll/2.jpg"
      try writeFile(view.scenario.root / "roll/save.tmp", bytes: bytes)
      try moveFile(view.scenario.root / "roll/save.tmp", to: original)
      let report = try await view.scan()
      #expect(try readFile(view.path("Trip/0020 2.jpg")) == bytes)
      #expect(try await view.library.members(of: view.album("Trip")).count == 3)
      // Its earlier bytes are nowhere in the roll.
      #expect(try Self.trash(view) == ["0020 2.jpg"])
      let kept = view.scenario.root / ".albumen/trash/0020 2.jpg"
      #expect(try readFile(kept) == TinyPhoto.jpeg(2))
      #expect(report.view?.left.map(\.path.display) == ["Albums/Trip/0020 2.jpg"])
      #expect(try await view.scan().view?.isInStep == true)
    }
  }

  /// The view's entry is then all that is left of it.
  @Test(arguments: forms) func aPhotoThatIsGoneFromTheRollIsKept(
    _ form: PhotoLibrary.ViewLink
  ) async throws {
    try await ViewTests.run(form) { view in
      try removeFile(view.scenario.root / "roll/2.jpg")
      try await view.scan()
      #expect(try Self.trash(view) == ["0020 2.jpg"])
      #expect(try view.names("Trip") == ["0010 1.jpg", "0030 3.jpg"])
      let assets = try await view.library.members(of: view.album("Trip"))
      #expect(assets.count == 3 && assets[1].file == nil)
      try view.scenario.photo("roll/2.jpg", 2)
      try await view.scan()
      #expect(try view.names("Trip").count == 3)
      #expect(try await view.members("Trip") == [1, 2, 3])
    }
  }

  /// A move of a file or a folder of the roll makes no asset and no copy, and the view stays.
  @Test(arguments: forms) func aMoveInTheRollIsOne(_ form: PhotoLibrary.ViewLink) async throws {
    try await ViewTests.run(form) { view in
      let ids = Set(try await view.library.assets().map(\.id))
      try moveFile(view.scenario.root / "roll", to: view.scenario.root / "other")
      try await view.scan()
      #expect(Set(try await view.library.assets().map(\.id)) == ids)
      #expect(try view.names("Trip") == ["0010 1.jpg", "0020 2.jpg", "0030 3.jpg"])
      #expect(try await view.members("Trip") == [1, 2, 3])
      for asset in try await view.library.assets() {
        #expect(asset.file?.components.first == "other")
      }
      #expect(try await view.library.status().isInSync)
      #expect(try Self.trash(view).isEmpty)
    }
  }

  /// Linking moves the change time of the photos: they are not read again for it.
  @Test func aHardLinkIsNoReasonToReadAPhotoAgain() async throws {
    try await ViewTests.run { view in
      try await view.library.takeFilesToBeReadAtRest()
      await view.library.close()
      var again = view
      again.library = try await view.scenario.open(.hard)
      try await again.scan()
      try await again.add([2, 3], to: "Rome")
      try Self.expect(again, .hard, ["0010 1.jpg", "0020 2.jpg", "0030 3.jpg"], [1, 2, 3])
      let (trip, two) = (try await again.album("Trip"), try await again.asset(2))
      _ = try await again.library.performChanges("Move") {
        try $0.move([two], in: trip, to: .first)
      }
      #expect(try await again.library.filesToRead().isEmpty)
      _ = try await again.library.performChanges("Remove") { try $0.remove([two], from: trip) }
      #expect(try await again.library.filesToRead().isEmpty)
      await again.library.close()
    }
  }

  /// Who renames or removes a further name moves the change time of the photo's inode, and under a watch
  /// nobody looks at the roll for that.
  @Test func whatAPersonDoesToHardLinksLeavesTheIndexAsItIs() async throws {
    try await ViewTests.run(.hard) { view in
      try await view.add([4], to: "Rome")
      try moveFile(view.path("Trip/0010 1.jpg"), to: view.path("Trip/0035 1.jpg"))
      try removeFile(view.path("Trip/0020 2.jpg"))
      var options = ViewSync.Options()
      options.delays = PhotoLibrary.ViewDelays(quiet: .zero, ripe: .zero)
      #expect(try await view.library.syncView(options).acts.count == 2)
      #expect(try await view.library.status().isInSync)
      try await view.add([1, 2], to: "Rome")
      #expect(try view.names("Rome") == ["0010 4.jpg", "0020 1.jpg", "0030 2.jpg"])
      #expect(try await view.library.status().isInSync)
    }
  }

  // MARK: From one form to another

  @Test func aChangeOfTheSettingMakesTheViewAnew() async throws {
    try await ViewTests.run { view in
      let before = try await view.library.history().count
      await view.library.close()
      for form in [.hard, .copy, .sym, .copy, .hard, .sym] as [PhotoLibrary.ViewLink] {
        var again = view
        again.library = try await view.scenario.open(form)
        try await again.scan()
        try Self.expect(again, form, ["0010 1.jpg", "0020 2.jpg", "0030 3.jpg"], [1, 2, 3])
        #expect(try await again.scan().view?.hasChanges == false)
        #expect(try await again.library.history().count == before)
        #expect(try Self.trash(view).isEmpty)
        #expect(try Self.noSteps(view))
        await again.library.close()
        // Who does not ask what is set takes what is there.
        let other = try await view.scenario.open()
        #expect(try await other.status().isInSync)
        await other.close()
      }
    }
  }

  /// The catalogue is gone, or it is another machine's: only the view's file says what stands there.
  @Test(arguments: forms) func aViewOfAnotherFormIsKnownWithoutTheCatalogue(
    _ form: PhotoLibrary.ViewLink
  ) async throws {
    try await ViewTests.run(form) { view in
      await view.library.close()
      try view.scenario.removeCatalogue()
      var fresh = view
      fresh.library = try await view.scenario.open(.sym)
      try await fresh.scan()
      _ = try await fresh.library.takeView()
      try Self.expect(fresh, .sym, ["0010 1.jpg", "0020 2.jpg", "0030 3.jpg"], [1, 2, 3])
      #expect(try await fresh.members("Trip") == [1, 2, 3])
      #expect(try await fresh.library.assets().count == 6)
      #expect(try await fresh.scan().view?.isInStep == true)
      await fresh.library.close()
    }
  }
}

extension PhotoLibrary {
  /// Has the index say that its files were not written to for a while when they were read.
  fileprivate func takeFilesToBeReadAtRest() throws {
    for row in try store.catalogue.files() {
      try store.catalogue.put(
        FileRow(
          path: row.path, inode: row.inode, size: row.size, modified: row.modified,
          changed: row.changed, born: row.born, content: row.content, asset: row.asset,
          hashed: row.hashed + 10_000_000_000))
    }
  }

  /// What a scan would read.
  fileprivate func filesToRead() throws -> [Path] { try store.look().toRead }
}

extension ViewScenario {
  /// Where a photo is.
  func roll(_ number: Int) -> Path {
    scenario.root / "roll" / (Path("\(number).jpg") ?? Path())
  }
}
