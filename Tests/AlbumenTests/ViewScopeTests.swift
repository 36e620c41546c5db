import TestSupport
import Testing

@testable import Albumen

/// Rounds of the album view that concern only the albums in which something has happened.
@Suite struct ViewScopeTests {
  /// A library with the albums "Trip" of 1, 2, 3 and "Other" of 4, 5.
  private static func run(_ body: (ViewScenario) async throws -> Void) async throws {
    try await ViewTests.run(photos: 9) { view in
      try await view.add([4, 5], to: "Other")
      try await view.scan()
      try await body(view)
    }
  }

  /// Changes albums, and keeps the view from following.
  private static func change(
    _ view: ViewScenario, _ body: @Sendable (LibraryChanges) throws -> Void
  ) async throws {
    _ = try await Failpoint.withScope {
      for name in ["view.file.write", "view.link", "view.aside"] as [StaticString] {
        Failpoint.arm("\(name)", action: .error(5))
      }
      _ = try await view.library.performChanges("Change", body)
    }
  }

  @Test func aChangeOfReferencesConcernsTheirAlbumAlone() async throws {
    try await Self.run { view in
      let (trip, six) = (try await view.album("Trip"), try await view.asset(6))
      try await Self.change(view) { try $0.add([six], to: trip) }
      // Nobody has said that something happened here.
      try removeFile(view.path("Other/0010 4.jpg"))
      let report = try await view.library.roundOfView(at: [])
      #expect(report.acts.isEmpty && report.changes == 1)
      #expect(try view.names("Trip").last == "0040 6.jpg")
      #expect(try await view.members("Other") == [4, 5])
      // And then there is nothing to do, until a look at all of it.
      #expect(try await view.library.roundOfView(at: []).changes == 0)
      try await view.scan()
      #expect(try await view.members("Other") == [5])
      #expect(try await view.library.status().isInSync)
    }
  }

  @Test func aNewAlbumConcernsAllOfIt() async throws {
    try await Self.run { view in
      try await Self.change(view) { _ = try $0.createAlbum("New") }
      try removeFile(view.path("Other/0010 4.jpg"))
      _ = try await view.library.roundOfView(at: [])
      #expect(try view.directories() == ["New", "Other", "Trip"])
      #expect(try await view.members("Other") == [5])
    }
  }

  /// The view shows no tags.
  @Test func aTagConcernsNothing() async throws {
    try await Self.run { view in
      let one = try await view.asset(1)
      try await Self.change(view) { try $0.addTags(["Sea"], to: [one]) }
      try removeFile(view.path("Other/0010 4.jpg"))
      #expect(try await view.library.roundOfView(at: []).acts.isEmpty)
      #expect(try await view.members("Other") == [4, 5])
      try await view.scan()
      #expect(try await view.members("Other") == [5])
    }
  }

  @Test func linksThatComeAreTakenOverWhereTheyAre() async throws {
    try await Self.run { view in
      try Files.symlink("../../roll/7.jpg", as: view.path("Trip/seven.jpg"))
      try removeFile(view.path("Other/0010 4.jpg"))
      let report = try await view.library.roundOfView(at: ["Albums/Trip"])
      #expect(report.acts == ["Add 1 photo or video to \"Trip\""])
      #expect(try await view.members("Trip") == [1, 2, 3, 7])
      #expect(try await view.members("Other") == [4, 5])
      #expect(try view.names("Trip").count == 4)
    }
  }

  /// What is gone may be elsewhere: all of it is looked at.
  @Test func aLinkThatWasMovedIsFoundWhereItIs() async throws {
    try await Self.run { view in
      try moveFile(view.path("Trip/0020 2.jpg"), to: view.path("Other/0020 2.jpg"))
      _ = try await view.library.roundOfView(at: ["Albums/Trip"])
      #expect(try await view.members("Trip") == [1, 3])
      #expect(try await view.members("Other") == [4, 5, 2])
      #expect(try await view.library.status().isInSync)
    }
  }

  @Test(arguments: ["Albums", "Albums/Nobody's", "roll"])
  func whatIsNoAlbumsDirectoryConcernsAllOfIt(_ directory: String) async throws {
    try await Self.run { view in
      try removeFile(view.path("Other/0010 4.jpg"))
      _ = try await view.library.roundOfView(at: [Path(directory) ?? Path()])
      #expect(try await view.members("Other") == [5])
    }
  }

  /// Where the last round has left something, the next one looks at all of it.
  @Test func whatHasFailedIsTriedAgain() async throws {
    try await Self.run { view in
      let (trip, other) = (try await view.album("Trip"), try await view.album("Other"))
      let six = try await view.asset(6)
      try await Self.change(view) { try $0.add([six], to: trip) }
      _ = try await Failpoint.withScope {
        // Every try fails, until the scope ends.
        @Sendable func refuse() {
          Failpoint.arm("view.link", action: .error(5))
          Failpoint.arm("view.fsync", action: .call { refuse() })
        }
        refuse()
        let report = try await view.library.roundOfView(at: [])
        #expect(report.failed.count == 1)
      }
      try await Self.change(view) { try $0.add([six], to: other) }
      _ = try await view.library.roundOfView(at: [])
      #expect(try view.names("Trip").count == 4 && view.names("Other").count == 3)
    }
  }

  /// What a person did elsewhere is for a scan; what it did in the same album comes with the command.
  @Test func aCommandTakesInOnlyWhatIsInItsAlbums() async throws {
    try await Self.run { view in
      let (trip, six) = (try await view.album("Trip"), try await view.asset(6))
      try Files.symlink("../../roll/7.jpg", as: view.path("Trip/seven.jpg"))
      try Files.symlink("../../roll/8.jpg", as: view.path("Other/eight.jpg"))
      _ = try await view.library.performChanges("Add") { try $0.add([six], to: trip) }
      #expect(try await Set(view.members("Trip")) == [1, 2, 3, 6, 7])
      #expect(try view.names("Trip").count == 5)
      #expect(try await view.members("Other") == [4, 5])
      #expect(try Files.readLink(view.path("Other/eight.jpg")).display == "../../roll/8.jpg")
      try await view.scan()
      #expect(try await view.members("Other") == [4, 5, 8])
      #expect(try await Set(view.members("Trip")) == [1, 2, 3, 6, 7])
      #expect(try await view.scan().view?.isInStep == true)
    }
  }

  /// A person has removed, moved and put links in an album that the command changes as well.
  @Test func whatBothDoInOneAlbumIsDone() async throws {
    try await Self.run { view in
      let (trip, six) = (try await view.album("Trip"), try await view.asset(6))
      try removeFile(view.path("Trip/0010 1.jpg"))
      try moveFile(view.path("Trip/0030 3.jpg"), to: view.path("Trip/0015 3.jpg"))
      try moveFile(view.path("Other/0010 4.jpg"), to: view.path("Trip/0040 4.jpg"))
      try Files.symlink("../../roll/6.jpg", as: view.path("Trip/six.jpg"))
      _ = try await view.library.performChanges("Add") { try $0.add([six], to: trip, at: .first) }
      // A command does not wait for the directory to come to rest.
      try await view.scan()
      #expect(try await view.members("Trip") == [6, 3, 2, 4])
      #expect(try await view.members("Other") == [5])
      #expect(try view.names("Trip").count == 4)
      #expect(try await view.scan().view?.isInStep == true)
    }
  }

  /// Another process renames the album between two passes of a round.
  @Test func whatAPartHasDoneIsKnownToTheLookAtAllOfIt() async throws {
    try await ViewTests.run(photos: 9, .copy) { view in
      try await view.scan()
      let trip = try await view.album("Trip")
      let (one, six) = (try await view.asset(1), try await view.asset(6))
      let other = try await view.scenario.open(.copy)
      let store = await other.sharedStore()
      try await Self.change(view) {
        try $0.remove([one], from: trip)
        try $0.add([six], to: trip)
      }
      let report = try await Failpoint.withScope {
        Failpoint.arm(
          "view.fsync",
          action: .call {
            _ = try? store.value.change("Rename", origin: "command") {
              session throws(AlbumenError) in
              try LibraryChanges(session).rename(trip, to: "Rome")
            }
          })
        return try await view.library.roundOfView(at: [])
      }.result
      #expect(report.changes == 3)
      #expect(try view.names("Rome") == ["0020 2.jpg", "0030 3.jpg", "0040 6.jpg"])
      // It is still known to have been made here.
      _ = try await view.library.performChanges("Remove") { try $0.remove([six], from: trip) }
      #expect(try view.names("Rome") == ["0020 2.jpg", "0030 3.jpg"])
      #expect((try? listTree(view.scenario.root / ".albumen/trash").isEmpty) != false)
      #expect(try await view.scan().view?.isInStep == true)
      await other.close()
    }
  }

  /// The view's file is written behind the record; a process may die between.
  @Test func wherePathsLeadIsRecorded() async throws {
    try await Self.run { view in
      let trip = try await view.album("Trip")
      _ = try await Failpoint.withScope {
        Failpoint.arm("view.file.write", action: .error(5), onHit: 2)
        _ = try await view.library.performChanges("Rename") { try $0.rename(trip, to: "Rome") }
      }
      try Files.symlink("../../roll/7.jpg", as: view.path("Rome/seven.jpg"))
      try removeFile(view.path("Other/0010 4.jpg"))
      _ = try await view.library.roundOfView(at: ["Albums/Rome"])
      #expect(try await view.members("Rome") == [1, 2, 3, 7])
      #expect(try await view.members("Other") == [4, 5])
    }
  }

  /// After rounds of parts a look at all of it finds nothing to do.
  @Test(arguments: [PhotoLibrary.ViewLink.sym, .hard, .copy])
  func manyOfThemComeToWhatALookAtAllComesTo(_ form: PhotoLibrary.ViewLink) async throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    try await ViewTests.run(photos: 9, form) { view in
      try await view.add([4, 5], to: "Other")
      try await view.add([7], to: "Rome")
      try await view.scan()
      let titles = ["Trip", "Other", "Rome"]
      for step in 0..<rounds(15, nightly: 200) {
        let title = titles[Int.random(in: 0..<3, using: &random)]
        let (album, number) = (try await view.album(title), Int.random(in: 1...9, using: &random))
        let asset = try await view.asset(number)
        let isMember = try await view.members(title).contains(number)
        var at: Set<Path> = []
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where !isMember:
          let name = "n\(step).jpg"
          try Files.symlink(
            Path("../../roll/\(number).jpg") ?? Path(), as: view.path("\(title)/\(name)"))
          at = [Path("Albums/\(title)") ?? Path()]
        case 1 where isMember:
          if let name = try view.names(title).first(where: { $0.hasSuffix(" \(number).jpg") }) {
            try removeFile(view.path("\(title)/\(name)"))
            at = [Path("Albums/\(title)") ?? Path()]
          }
        case 2 where isMember:
          try await Self.change(view) { try $0.move([asset], in: album, to: .first) }
        default:
          try await Self.change(view) {
            if isMember {
              try $0.remove([asset], from: album)
            } else {
              try $0.add([asset], to: album, at: .first)
            }
          }
        }
        _ = try await view.library.roundOfView(at: at)
        let before = try listTree(view.top)
        let count = try await view.library.history().count
        let report = try await view.scan(confirms: true)
        #expect(try listTree(view.top) == before, "seed \(seed), step \(step)")
        #expect(report.view?.hasChanges == false, "seed \(seed), step \(step)")
        #expect(try await view.library.history().count == count, "seed \(seed), step \(step)")
      }
    }
  }
}

extension PhotoLibrary {
  /// A round as under a watch that knows where something happened.
  fileprivate func roundOfView(at directories: Set<Path>) async throws -> ViewReport {
    try await takeInView(ViewDelays(quiet: .zero, ripe: .zero), at: directories)
  }

  /// What another process would work with.
  fileprivate func sharedStore() -> SharedStore { SharedStore(value: store) }
}

/// Is a library's store that only one thread at a time uses.
private struct SharedStore: @unchecked Sendable {
  let value: LibraryStore
}
