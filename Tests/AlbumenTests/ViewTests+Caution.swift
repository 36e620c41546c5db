import TestSupport
import Testing

@testable import Albumen

/// Nothing is concluded too soon, or taken that is not ours.
extension ViewTests {
  @Test func whatHasJustBeenRemovedWaits() async throws {
    try await Self.run { view in
      try removeFile(view.path("Trip/0020 2.jpg"))
      var options = PhotoLibrary.ScanOptions()
      options.waitsForView = false
      options.viewDelays = PhotoLibrary.ViewDelays(quiet: .seconds(86_400), ripe: .zero)
      let report = try await view.library.scan(options)
      #expect(report.view?.waiting.map(\.display) == ["Albums/Trip"])
      #expect(try await view.members("Trip") == [1, 2, 3])
      #expect(try view.names("Trip") == ["0010 1.jpg", "0030 3.jpg"])
    }
  }

  /// A command that takes one photo out of an album does not make the loss of all others a small one.
  @Test func anEmptiedAlbumWaitsForAWordWhateverACommandDoes() async throws {
    try await Self.run(photos: 8) { view in
      try await view.add([4, 5, 6], to: "Trip")
      for name in try view.names("Trip") { try removeFile(view.path("Trip/\(name)")) }
      let trip = try await view.album("Trip")
      let one = try await view.asset(1)
      _ = try await view.library.performChanges("Remove") { try $0.remove([one], from: trip) }
      #expect(try await view.members("Trip") == [2, 3, 4, 5, 6])
      let report = try await view.scan()
      #expect(report.view?.withheld.count == 5)
      #expect(try await view.members("Trip") == [2, 3, 4, 5, 6])
      try await view.scan(confirms: true)
      #expect(try await view.members("Trip").isEmpty)
    }
  }

  /// What is missing in another directory of the same name is not gone: a disk may not be mounted.
  @Test func anotherDirectoryInItsPlaceConcludesNothing() async throws {
    try await Self.run { view in
      try moveFile(view.path("Trip"), to: view.scenario.top / "away")
      try Files.createDirectory(view.path("Trip"))
      let report = try await view.scan()
      #expect(report.view?.withheld.count == 3)
      #expect(try await view.members("Trip") == [1, 2, 3])
      #expect(try await view.scan().view?.withheld.count == 3)
      // There again, it is as it was.
      try Files.removeDirectory(view.path("Trip"))
      try moveFile(view.scenario.top / "away", to: view.path("Trip"))
      #expect(try await view.scan().view?.withheld.isEmpty == true)
      #expect(try await view.members("Trip") == [1, 2, 3])
      #expect(try await view.library.status().isInSync)
    }
  }

  @Test func tooMuchAtOnceWaitsForAWord() async throws {
    try await Self.run(photos: 8) { view in
      try await view.add([4, 5, 6], to: "Trip")
      for name in try view.names("Trip") { try removeFile(view.path("Trip/\(name)")) }
      let report = try await view.scan()
      #expect(report.view?.withheld.count == 6)
      #expect(try await view.members("Trip").count == 6)
      #expect(try await !view.library.status().isInSync)
      try await view.scan(confirms: true)
      #expect(try await view.members("Trip").isEmpty)
    }
  }

  @Test func whatWaitsForAWordWaitsWhateverComes() async throws {
    try await Self.run(photos: 9) { view in
      try await view.add([4, 5, 6], to: "Trip")
      for name in try view.names("Trip") { try removeFile(view.path("Trip/\(name)")) }
      #expect(try await view.scan().view?.withheld.count == 6)
      // With these the album is not an emptied one any more.
      try Files.symlink("../../roll/7.jpg", as: view.path("Trip/seven.jpg"))
      #expect(try await view.scan().view?.withheld.count == 6)
      try await view.add([8], to: "Trip")
      await view.library.close()
      var again = view
      again.library = try await view.scenario.open()
      try await again.add([9], to: "Trip")
      for _ in 0..<2 {
        #expect(try await again.scan().view?.withheld.count == 6)
        #expect(try await again.members("Trip") == [1, 2, 3, 4, 5, 6, 7, 8, 9])
      }
      // Half of them are back, from the trash.
      for number in 1...3 {
        let target = try #require(Path("../../roll/\(number).jpg"))
        try Files.symlink(target, as: view.path("Trip/00\(number)0 \(number).jpg"))
      }
      #expect(try await again.scan().view?.withheld.count == 3)
      try await again.scan(confirms: true)
      #expect(try await again.members("Trip") == [1, 2, 3, 7, 8, 9])
      #expect(try view.names("Trip").count == 6)
      #expect(try await again.scan().view?.isInStep == true)
      await again.library.close()
    }
  }

  @Test func aViewThatIsGoneIsNotDeletedAlbums() async throws {
    try await Self.run { view in
      removeTree(view.top)
      let report = try await view.scan(confirms: true)
      #expect(report.view?.withheld.map(\.display) == ["Albums"])
      #expect(try await view.members("Trip") == [1, 2, 3])
    }
  }

  @Test func aLinkInADirectorysPlaceIsNotFollowed() async throws {
    try await Self.run { view in
      let outside = view.scenario.top / "outside"
      try Files.createDirectory(outside)
      removeTree(view.path("Trip"))
      try Files.symlink(outside, as: view.path("Trip"))
      try await view.add([4], to: "Trip")
      try await view.scan()
      #expect(try listTree(outside).isEmpty)
    }
  }

  /// Another program puts a file of its own where a link was looked at a moment before.
  @Test(arguments: ["view.aside", "view.rename", "view.link", "view.unlink"])
  func whatIsSwappedBetweenCheckAndActStays(_ failpoint: String) async throws {
    try await Self.run { view in
      let trip = try await view.album("Trip")
      let (one, two, four) = (
        try await view.asset(1), try await view.asset(2), try await view.asset(4)
      )
      let bytes = Array("a file of somebody's".utf8)
      // What each step is about to take, or to make.
      let names = ["0010 1.jpg", "0015 1.jpg", "0020 2.jpg", "0025 1.jpg", "0040 4.jpg"]
      let hits = try await Failpoint.withScope {
        Failpoint.arm(
          failpoint,
          action: .call {
            for name in names {
              let path = view.path("Trip/\(name)")
              try? removeFile(path)
              try? writeFile(path, bytes: bytes)
            }
          })
        _ = try await view.library.performChanges("Change") {
          try $0.remove([two], from: trip)
          try $0.add([four], to: trip)
          try $0.move([one], in: trip, to: .index(2))
        }
      }.hits
      #expect(hits[failpoint] != nil, "\(hits)")
      // Each of the files is there still, whatever its name is, now and later.
      func count() throws -> Int {
        try listTree(view.path("Trip")).count { name in
          let path = view.path("Trip") / name
          return try FileStatus.ofLink(at: path).kind == .regular && readFile(path) == bytes
        }
      }
      #expect(try count() == names.count)
      for _ in 0..<2 { try await view.scan() }
      #expect(try count() == names.count)
      #expect(Set(try await view.members("Trip")).isSubset(of: [1, 3, 4]))
      #expect(try listTree(view.scenario.root / ".albumen/tmp").isEmpty)
    }
  }
}
