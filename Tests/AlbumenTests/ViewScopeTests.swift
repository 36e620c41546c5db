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
      try Files.unlink(view.path("Other/0010 4.jpg"))
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
      try Files.unlink(view.path("Other/0010 4.jpg"))
      _ = try await view.library.roundOfView(at: [])
      #expect(try view.directories() == ["New", "Other", "Trip"])
      #expect(try await view.members("Other") == [5])
    }
  }

  @Test func linksThatComeAreTakenOverWhereTheyAre() async throws {
    try await Self.run { view in
      try Files.symlink("../../roll/7.jpg", as: view.path("Trip/seven.jpg"))
      try Files.unlink(view.path("Other/0010 4.jpg"))
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
      try Files.rename(view.path("Trip/0020 2.jpg"), to: view.path("Other/0020 2.jpg"))
      _ = try await view.library.roundOfView(at: ["Albums/Trip"])
      #expect(try await view.members("Trip") == [1, 3])
      #expect(try await view.members("Other") == [4, 5, 2])
      #expect(try await view.library.status().isInSync)
    }
  }

  @Test(arguments: ["Albums", "Albums/Nobody's", "roll"])
  func whatIsNoAlbumsDirectoryConcernsAllOfIt(_ directory: String) async throws {
    try await Self.run { view in
      try Files.unlink(view.path("Other/0010 4.jpg"))
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
            try Files.unlink(view.path("\(title)/\(name)"))
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
}
