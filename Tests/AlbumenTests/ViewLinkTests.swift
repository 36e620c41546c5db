import Catalogue
import TestSupport
import Testing

@testable import Albumen

/// Files in the place of links in the album view (`view.link`).
@Suite struct ViewLinkTests {
  /// Those that every file system has.
  static let forms: [PhotoLibrary.ViewLink] = [.hard, .copy]

  private static func expect(
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

  private static func trash(_ view: ViewScenario) throws -> [String] {
    try listTree(view.scenario.root / ".albumen/trash").map(\.display)
  }

  private static func noSteps(_ view: ViewScenario) throws -> Bool {
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
      try Files.unlink(view.path("Trip/0020 2.jpg"))
      try Files.rename(view.path("Rome/0010 4.jpg"), to: view.path("Trip/0005 4.jpg"))
      try writeFile(view.path("Rome/mine.jpg"), bytes: TinyPhoto.jpeg(6))
      try Files.link(view.scenario.root / "roll/3.jpg", as: view.path("Rome/three.jpg"))
      try Files.createDirectory(view.path("New"))
      try Files.rename(view.path("Trip/0030 3.jpg"), to: view.path("New/0030 3.jpg"))
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
      try Files.rename(view.path("Trip"), to: away)
      try await view.scan()
      #expect(try await view.library.albums().map(\.title) == ["Other"])
      try Files.rename(away, to: view.path("Trip"))
      try await view.scan()
      #expect(try await view.album("Trip") == trip)
      #expect(try await view.members("Trip") == [1, 2, 3])
      try Files.rename(view.path("Trip"), to: view.path("Rome"))
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
      try Files.rename(view.path("Trip/save.tmp"), to: view.path("Trip/0020 2.jpg"))
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
      do {
        let file = try Descriptor.open(view.path("Trip/0020 2.jpg"), [.write, .truncate])
        try file.writeAll(bytes)
      }
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
      try Files.rename(view.scenario.root / "roll/save.tmp", to: original)
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
      try Files.unlink(view.scenario.root / "roll/2.jpg")
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
      try Files.rename(view.scenario.root / "roll", to: view.scenario.root / "other")
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
      try Files.rename(view.path("Trip/0010 1.jpg"), to: view.path("Trip/0035 1.jpg"))
      try Files.unlink(view.path("Trip/0020 2.jpg"))
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

  // MARK: Safety

  /// Another program puts a file of its own where an entry was looked at a moment before.
  @Test(arguments: forms, ["view.aside", "view.rename", "view.hard", "view.copy", "view.unlink"])
  func whatIsSwappedBetweenCheckAndActStays(
    _ form: PhotoLibrary.ViewLink, _ failpoint: String
  ) async throws {
    if failpoint == "view.copy" && form != .copy || failpoint == "view.hard" && form != .hard {
      return
    }
    for isSameAsOurs in [true, false] {
      try await ViewTests.run(form) { view in
        let trip = try await view.album("Trip")
        let (one, two, four) = (
          try await view.asset(1), try await view.asset(2), try await view.asset(4)
        )
        let names = ["0010 1.jpg", "0015 1.jpg", "0020 2.jpg", "0025 1.jpg", "0040 4.jpg"]
        // A photo of the very same bytes is somebody's as well.
        func bytes(_ name: String) -> [UInt8] {
          isSameAsOurs
            ? TinyPhoto.jpeg(Int(name.dropFirst(5).prefix(1)) ?? 0)
            : Array("a file of somebody's".utf8)
        }
        var inodes: [UInt64: [UInt8]] = [:]
        let swapped = view.scenario.top / "swapped"
        for name in names {
          try writeFile(swapped / (Path(name) ?? Path()), bytes: bytes(name))
          inodes[try FileStatus.ofLink(at: swapped / (Path(name) ?? Path())).inode] = bytes(name)
        }
        let hits = try await Failpoint.withScope {
          Failpoint.arm(
            failpoint,
            action: .call {
              for name in names {
                try? Files.rename(swapped / (Path(name) ?? Path()), to: view.path("Trip/\(name)"))
              }
            })
          _ = try await view.library.performChanges("Change") {
            try $0.remove([two], from: trip)
            try $0.add([four], to: trip)
            try $0.move([one], in: trip, to: .index(2))
          }
        }.hits
        #expect(hits[failpoint] != nil, "\(hits)")
        // Each is there still, in the view or, moved by a person's act or as unknown, elsewhere.
        func missing() throws -> [UInt64] {
          let here = Set(
            try listTree(view.scenario.root).map {
              try FileStatus.ofLink(at: view.scenario.root / $0).inode
            })
          return inodes.keys.filter { !here.contains($0) }
        }
        #expect(try missing().isEmpty, "\(form) \(failpoint)")
        for _ in 0..<2 { try await view.scan() }
        #expect(try missing().isEmpty, "\(form) \(failpoint)")
        #expect(Set(try await view.members("Trip")).isSuperset(of: [3]))
        #expect(try Self.noSteps(view))
        for number in 1...6 {
          #expect(try readFile(view.roll(number)) == TinyPhoto.jpeg(number))
        }
      }
    }
  }

  /// What a process that died had taken out of the way is removed where the roll has it, and kept otherwise.
  @Test(arguments: forms) func whatWasTakenAsideIsKept(_ form: PhotoLibrary.ViewLink) async throws {
    try await ViewTests.run(form) { view in
      let two = try await view.asset(2)
      let trip = try await view.album("Trip")
      try Files.rename(
        view.path("Trip/0020 2.jpg"), to: view.scenario.root / ".albumen/tmp/view-0123")
      try writeFile(
        view.scenario.root / ".albumen/tmp/view-0124", bytes: TinyPhoto.jpeg(77))
      _ = try await view.library.performChanges("Remove") { try $0.remove([two], from: trip) }
      try await view.scan()
      #expect(try Self.trash(view) == ["view-0124"])
      #expect(try readFile(view.roll(2)) == TinyPhoto.jpeg(2))
      #expect(try await view.members("Trip") == [1, 3])
    }
  }

  @Test(arguments: forms) func withoutTheCatalogueTheAlbumsWin(
    _ form: PhotoLibrary.ViewLink
  ) async throws {
    try await ViewTests.run(form) { view in
      await view.library.close()
      try view.scenario.removeCatalogue()
      try Files.unlink(view.path("Trip/0020 2.jpg"))
      let stale = view.path("Trip/0050 5.jpg")
      if form == .hard {
        try Files.link(view.scenario.root / "roll/5.jpg", as: stale)
      } else {
        try writeFile(stale, bytes: TinyPhoto.jpeg(5))
      }
      var fresh = view
      fresh.library = try await view.scenario.open(form)
      try await fresh.scan()
      #expect(try await fresh.members("Trip") == [1, 2, 3])
      #expect(try fresh.names("Trip").count == 4)
      let count = try await fresh.library.history().count
      #expect(try await fresh.scan().view?.hasChanges == false)
      #expect(try await fresh.library.history().count == count)
      // What nobody knows to have been made here goes to the trash, not away.
      let (trip, one) = (try await fresh.album("Trip"), try await fresh.asset(1))
      _ = try await fresh.library.performChanges("Remove") { try $0.remove([one], from: trip) }
      #expect(try Self.trash(fresh) == ["0010 1.jpg"])
      #expect(try fresh.names("Trip").count == 3)
      await fresh.library.close()
    }
  }

  /// A copy of the folder in which hard links have become files of their own.
  @Test(arguments: forms) func aCopyOfTheFolderLosesNothing(
    _ form: PhotoLibrary.ViewLink
  ) async throws {
    try await ViewTests.run(form) { view in
      let copy = view.scenario.top / "copy"
      let result = try TestSupport.run("/bin/cp", ["-r", view.scenario.root.display, copy.display])
      #expect(result.exitCode == 0)
      var configuration = try view.scenario.configuration()
      configuration.viewLink = form
      let library = try await PhotoLibrary.open(at: copy, configuration)
      for _ in 0..<2 { _ = try await library.scan(view.options()) }
      let albums = try await library.albums()
      #expect(albums.map(\.title) == ["Trip"])
      #expect(try await library.members(of: albums[0].id).count == 3)
      #expect(try await library.assets().count == 6)
      #expect(try listTree(copy / "Albums/Trip").count == 3)
      let last = try await library.scan(view.options())
      #expect(last.view?.isInStep == true && last.transaction == nil)
      await library.close()
    }
  }

  // MARK: Where it cannot be

  @Test func whereBlocksCannotBeSharedNothingIsChanged() async throws {
    try await ViewTests.run { view in
      await view.library.close()
      let before = try listTree(view.scenario.root)
      var again = view
      again.library = try await view.scenario.open(.reflink)
      _ = try await Failpoint.withScope {
        // The file system of the tests may be able to: then this says that it is not.
        Failpoint.arm("view.probe", action: .error(95))
        let report = try await again.scan()
        let failed = try #require(report.view?.failed.first)
        #expect(failed.path == "Albums" && report.view?.failed.count == 1)
        #expect(
          failed.reason.contains(
            "view.link is reflink, and the file system cannot share blocks between files"))
        #expect(failed.reason.contains("albumen config set view.link sym"))
      }
      #expect(try listTree(view.scenario.root) == before)
      try Self.expect(again, .sym, ["0010 1.jpg", "0020 2.jpg", "0030 3.jpg"], [1, 2, 3])
      await again.library.close()
    }
  }

  /// What a full disk keeps from being found out is no want of the file system.
  @Test(arguments: [PhotoLibrary.ViewLink.hard, .reflink])
  func aFullDiskIsNoWantOfTheFileSystem(_ form: PhotoLibrary.ViewLink) async throws {
    try await ViewTests.run { view in
      await view.library.close()
      var again = view
      again.library = try await view.scenario.open(form)
      _ = try await Failpoint.withScope { [again] in
        Failpoint.arm("view.probe", action: .error(28))
        let error = await #expect(throws: AlbumenError.self) { try await again.scan() }
        #expect(error?.code == .full)
        #expect(error?.hint?.contains("view.link") == false)
        // A look alone says nothing of it.
        Failpoint.arm("view.probe", action: .error(28))
        let status = try await again.library.viewStatus()
        #expect(status.failed.isEmpty)
      }
      await again.library.close()
    }
  }

  @Test(.enabled(if: SmallFileSystem.canMount, "hard links across file systems: cannot mount here"))
  func acrossFileSystemsNothingIsLinked() async throws {
    try await ViewTests.run { view in
      let elsewhere = view.scenario.root / "disk"
      try await SmallFileSystem.with(at: elsewhere, kilobytes: 4096) { _ in
        try view.scenario.photo("disk/9.jpg", 9)
        try await view.scan()
        try await view.add([9], to: "Trip")
        await view.library.close()
        let before = try listTree(view.top)
        for form in [.hard, .reflink] as [PhotoLibrary.ViewLink] {
          var again = view
          again.library = try await view.scenario.open(form)
          let report = try await again.scan()
          let reason = try #require(report.view?.failed.first?.reason)
          #expect(report.view?.failed.count == 1)
          if form == .hard {
            #expect(reason.contains("disk is on another file system than Albums"))
          }
          #expect(reason.contains("albumen config set view.link sym"))
          #expect(try listTree(view.top) == before)
          for name in try view.names("Trip") {
            #expect(try FileStatus.ofLink(at: view.path("Trip/\(name)")).kind == .symbolicLink)
          }
          await again.library.close()
        }
        // A copy can be anywhere.
        var again = view
        again.library = try await view.scenario.open(.copy)
        try await again.scan()
        #expect(try readFile(view.path("Trip/0040 9.jpg")) == TinyPhoto.jpeg(9))
        #expect(try await again.scan().view?.isInStep == true)
        await again.library.close()
      }
    }
  }

  @Test(
    .enabled(
      if: SmallFileSystem.canShareBlocks,
      "REFLINK NOT TESTED: neither xfs nor btrfs can be mounted here (mkfs.xfs, a loop device, root)"
    ))
  func blocksAreSharedWhereThatCanBe() async throws {
    try await withTemporaryDirectory { top in
      let scenario = Scenario(top: top)
      try Files.createDirectory(scenario.root)
      let disk = try SmallFileSystem(sharingBlocksAt: scenario.root, image: top / "image")
      defer { disk.unmount() }
      for number in 1...4 { try scenario.photo("roll/\(number).jpg", number) }
      let library = try await scenario.create(.reflink)
      let view = ViewScenario(scenario: scenario, library: library)
      try await view.scan()
      try await view.add([1, 2, 3], to: "Trip")
      try Self.expect(view, .reflink, ["0010 1.jpg", "0020 2.jpg", "0030 3.jpg"], [1, 2, 3])
      try Files.unlink(view.path("Trip/0010 1.jpg"))
      try Files.rename(view.path("Trip/0030 3.jpg"), to: view.path("Trip/0015 3.jpg"))
      try await view.scan()
      #expect(try await view.members("Trip") == [3, 2])
      #expect(try await view.library.status().isInSync)
      #expect(try Self.trash(view).isEmpty)
      await library.close()
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
  fileprivate func roll(_ number: Int) -> Path {
    scenario.root / "roll" / (Path("\(number).jpg") ?? Path())
  }
}
