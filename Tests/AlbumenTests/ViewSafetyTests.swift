import TestSupport
import Testing

@testable import Albumen

/// What the album view must not lose or undo, whatever becomes of the files that it works with.
@Suite struct ViewSafetyTests {
  private static func steps(_ view: ViewScenario) -> Path { view.scenario.root / ".albumen/tmp" }

  // MARK: The directory for what is under way

  /// A backup drops empty directories; another program may do so at any moment.
  @Test(arguments: [nil, "view.aside"])
  func aRemovalStaysDoneWithoutADirectoryForSteps(_ failpoint: String?) async throws {
    try await ViewTests.run { view in
      let steps = Self.steps(view)
      let (trip, two) = (try await view.album("Trip"), try await view.asset(2))
      _ = try await Failpoint.withScope {
        if let failpoint {
          Failpoint.arm(failpoint, action: .call { try? Files.removeDirectory(steps) })
        } else {
          try Files.removeDirectory(steps)
        }
        _ = try await view.library.performChanges("Remove") { try $0.remove([two], from: trip) }
      }
      if failpoint == nil { #expect(try view.names("Trip") == ["0010 1.jpg", "0030 3.jpg"]) }
      for _ in 0..<2 { try await view.scan() }
      #expect(try await view.members("Trip") == [1, 3])
      #expect(try view.names("Trip") == ["0010 1.jpg", "0030 3.jpg"])
    }
  }

  @Test func aViewIsTurnedOffWithoutADirectoryForSteps() async throws {
    try await ViewTests.run { view in
      let steps = Self.steps(view)
      _ = try await Failpoint.withScope {
        // The first round puts it there again; it is gone once more before the links are removed.
        Failpoint.arm("view.aside", action: .call { try? Files.removeDirectory(steps) })
        _ = try await view.library.turnViewOff()
      }
      #expect((try? FileStatus.ofLink(at: view.path("Trip"))) != nil)
      _ = try await view.library.turnViewOn()
      try Files.removeDirectory(steps)
      _ = try await view.library.turnViewOff()
      #expect((try? FileStatus.ofLink(at: view.top)) == nil)
      #expect(try await view.members("Trip") == [1, 2, 3])
    }
  }

  /// A process died when it had taken links out of the way, one of them a person's own.
  @Test func aPersonsLinkThatWasTakenAsideIsKept() async throws {
    try await ViewTests.run { view in
      let steps = Self.steps(view)
      try Files.symlink("../../roll/1.jpg", as: steps / "view-ours")
      try Files.symlink("/a/place/of mine", as: steps / "view-mine")
      try await view.scan()
      #expect(try listTree(steps).isEmpty)
      let trash = view.scenario.root / ".albumen/trash"
      let kept = try listTree(trash).map { try Files.readLink(trash / $0).display }
      #expect(kept == ["/a/place/of mine"])
    }
  }

  // MARK: Photos that go to the roll

  /// Another program puts its own in the place of what was read a moment before.
  @Test(arguments: ["a file", "a folder", "a link"])
  func onlyTheFileThatWasReadGoesToTheRoll(_ what: String) async throws {
    try await ViewTests.run { view in
      let (outside, away) = (view.scenario.top / "outside", view.scenario.top / "away")
      let bytes = Array("a file of somebody's".utf8)
      try writeFile(outside / "new.jpg", bytes: bytes)
      try writeFile(view.path("Trip/new.jpg"), bytes: TinyPhoto.jpeg(77))
      _ = try await Failpoint.withScope {
        Failpoint.arm(
          "view.collect",
          action: .call {
            switch what {
            case "a file":
              try? removeFile(view.path("Trip/new.jpg"))
              try? writeFile(view.path("Trip/new.jpg"), bytes: bytes)
            case "a folder":
              try? moveFile(view.path("Trip"), to: away)
              try? Files.symlink(outside, as: view.path("Trip"))
            default:
              try? removeFile(view.path("Trip/new.jpg"))
              try? Files.symlink(outside / "new.jpg", as: view.path("Trip/new.jpg"))
            }
          })
        try await view.scan()
      }
      #expect(try readFile(outside / "new.jpg") == bytes)
      if what == "a file" { #expect(try readFile(view.path("Trip/new.jpg")) == bytes) }
      if what == "a link" {
        #expect(try Files.readLink(view.path("Trip/new.jpg")) == outside / "new.jpg")
      }
      // Whatever the roll has is what the library takes it for.
      for asset in try await view.library.assets() {
        guard let file = asset.file else { continue }
        #expect(try FileStatus.ofLink(at: view.scenario.root / file).kind == .regular)
        #expect(try readFile(view.scenario.root / file) != bytes)
      }
    }
  }

  /// Makes a folder's directory that is no album's any more, with a photo in it that was read.
  private static func leave(_ view: ViewScenario) async throws {
    _ = try await view.library.performChanges("Make") { try $0.createFolder("Years") }
    try writeFile(view.path("Years/m.jpg"), bytes: TinyPhoto.jpeg(70))
    try await view.scan()
    let years = try await view.library.findAlbum("Years").id
    _ = try await view.library.performChanges("Delete") { try $0.deleteAlbum(years) }
    #expect(try view.names("Years") == ["m.jpg"])
    try await view.scan()
  }

  @Test func aBurstIsOneTransactionWhateverIsReadLate() async throws {
    try await ViewTests.run { view in
      try await Self.leave(view)
      let count = try await view.library.history().count
      for (name, number) in [("a.jpg", 71), ("z.jpg", 72)] {
        try writeFile(view.path("Years/\(name)"), bytes: TinyPhoto.jpeg(number))
      }
      try await view.scan()
      #expect(try await view.library.history().count == count + 1)
      #expect(try await Set(view.members("Years")) == [70, 71, 72])
      #expect(try await view.library.status().isInSync)
    }
  }

  /// A change lets the view follow without reading files: those wait, and nothing else does.
  @Test func theViewFollowsBesideAFileThatIsToBeRead() async throws {
    try await ViewTests.run { view in
      try await Self.leave(view)
      // A machine that leaves the view alone.
      var other = view
      other.library = try await view.scenario.open(machine: 2)
      try await other.add([5], to: "Other")
      await other.library.close()
      try Files.symlink("../../roll/4.jpg", as: view.path("Years/four.jpg"))
      let report = try await view.library.followViewAtOnce()
      #expect(report.waiting.map(\.display) == ["Albums/Years/m.jpg"])
      #expect(try view.names("Other") == ["0010 5.jpg"])
      #expect(try await view.members("Years") == [4])
      #expect(try readFile(view.path("Years/m.jpg")) == TinyPhoto.jpeg(70))
      try await view.scan()
      #expect(try await Set(view.members("Years")) == [4, 70])
      #expect(try await view.library.assets().count == 7)
      #expect(try await view.library.status().isInSync)
    }
  }

  /// What was saved over a link, and is not read yet, is no link that is gone.
  @Test func anEditThatIsNotReadYetIsNoRemoval() async throws {
    try await ViewTests.run { view in
      let two = try await view.asset(2)
      try removeFile(view.path("Trip/0020 2.jpg"))
      try writeFile(view.path("Trip/0020 2.jpg"), bytes: TinyPhoto.jpeg(90))
      for _ in 0..<2 {
        _ = try await view.library.followViewAtOnce()
        #expect(try await view.members("Trip") == [1, 2, 3])
      }
      try await view.scan()
      let trip = try await view.album("Trip")
      #expect(try await view.library.members(of: trip).map(\.id)[1] == two)
      #expect(try await view.members("Trip") == [1, 90, 3])
      #expect(try await view.library.assets().count == 6)
    }
  }

  // MARK: The view's file

  @Test(arguments: ["damaged", "unreadable"])
  func theStatusTellsOfTheRestWithoutTheViewsFile(_ what: String) async throws {
    try await ViewTests.run { view in
      let file = view.scenario.root / ".albumen/view"
      try removeFile(file)
      if what == "damaged" {
        try writeFile(file, "no view\n")
      } else {
        try Files.createDirectory(file)
      }
      try view.scenario.photo("pending.jpg", 80)
      let status = try await view.library.status()
      #expect(status.assets == 6 && status.albums == 1)
      #expect(status.pending.map(\.display) == ["pending.jpg"])
      #expect(status.view.failed.count == 1 && !status.view.isInStep && !status.isInSync)
      #expect(status.view.failed.first?.reason.contains("albumen view on") == (what == "damaged"))
    }
  }

  /// What the hint for a damaged file says leads to a view again.
  @Test func aViewWhoseFileIsGoneIsTakenOver() async throws {
    try await ViewTests.run { view in
      let file = view.scenario.root / ".albumen/view"
      try writeFile(file, "no view\n")
      do {
        _ = try await view.library.turnViewOn()
        Issue.record("a damaged file is none to go by")
      } catch let error as AlbumenError {
        #expect(error.code == .damaged && error.hint?.contains("albumen view on") == true)
      }
      try removeFile(file)
      let report = try await view.scan()
      #expect(report.view?.off?.contains("albumen view on takes it over") == true)
      let history = try await view.library.history().count
      // What nobody knows to have been done is not done.
      try removeFile(view.path("Trip/0020 2.jpg"))
      try Files.symlink("../../roll/5.jpg", as: view.path("Trip/0050 5.jpg"))
      try writeFile(view.path(".DS_Store"), "x")
      _ = try await view.library.turnViewOn()
      #expect(try await view.members("Trip") == [1, 2, 3])
      #expect(try view.names("Trip").count == 4)
      #expect(try await view.library.history().count == history)
      #expect(try await view.library.status().isInSync)
    }
  }

  @Test(arguments: ["notes.txt", "Trip/mine.jpg", "Trip/0050 mine.jpg", "Trip/0050 out.jpg"])
  func aFolderWithSomethingElseInItIsNotTakenOver(_ name: String) async throws {
    try await ViewTests.run { view in
      try removeFile(view.scenario.root / ".albumen/view")
      switch name {
      case "notes.txt": try writeFile(view.path(name), "mine")
      case "Trip/mine.jpg": try Files.symlink("../../roll/5.jpg", as: view.path(name))
      case "Trip/0050 mine.jpg":
        try Files.symlink(view.scenario.root / "roll/5.jpg", as: view.path(name))
      default: try Files.symlink("../../../roll/5.jpg", as: view.path(name))
      }
      let before = try listTree(view.top)
      await #expect(throws: AlbumenError.self) { _ = try await view.library.turnViewOn() }
      #expect(try await view.scan().view?.off?.contains("was there before") == true)
      #expect(try listTree(view.top) == before)
    }
  }
}

extension PhotoLibrary {
  /// Lets the view follow as behind a change, and takes what is in it to be at rest.
  fileprivate func followViewAtOnce() throws -> ViewReport {
    var options = ViewSync.Options(delays: ViewDelays(quiet: .zero, ripe: .zero))
    options.readsFiles = false
    return try store.syncView(options)
  }
}
