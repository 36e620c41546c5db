import TestSupport
import Testing

@testable import Albumen

/// Photos that are put into albums' directories come in the order of their names, whatever the order in
/// which a directory lists them.
@Suite struct ViewArrivalTests {
  /// Photos of 51, 52, … by the numbers in their names, made in an order that is no name's.
  static func drop(_ view: ViewScenario, into directory: Path) throws {
    for number in [7, 2, 5, 1, 8, 3, 6, 4] {
      let name = try #require(Path("00\(number)0 photo\(9 - number).jpg"))
      try writeFile(directory / name, bytes: TinyPhoto.jpeg(50 + number))
    }
  }

  static let dropped = Array(51...58)

  @Test func newPhotosComeInTheOrderOfTheirNames() async throws {
    try await ViewTests.run { view in
      try Self.drop(view, into: view.path("New"))
      try await view.scan()
      #expect(try await view.members("New") == Self.dropped)
      let names = try view.names("New")
      #expect(names == (1...8).map { "00\($0)0 photo\(9 - $0).jpg" })
      #expect(try await view.library.status().isInSync)
    }
  }

  /// A scan that finds some of them at rest and others not waits for all, since it waits in any case.
  @Test func thoseThatWereJustWrittenComeAmongTheOthers() async throws {
    try await ViewTests.run { view in
      var options = view.options()
      options.viewDelays.quiet = .seconds(2)
      let first = view.path("New/0020 first.jpg")
      try writeFile(first, bytes: TinyPhoto.jpeg(52))
      try Files.symlink("../../roll/4.jpg", as: view.path("New/0030 four.jpg"))
      let written = try FileStatus.ofLink(at: first).ctimeNanoseconds
      try await wait(for: "the first one to be at rest") {
        SystemClock.wallNanoseconds - written > 2_100_000_000
      }
      try writeFile(view.path("New/0010 second.jpg"), bytes: TinyPhoto.jpeg(51))
      let report = try await view.library.scan(options)
      #expect(report.view?.waiting.isEmpty == true)
      #expect(try await view.members("New") == [51, 52, 4])
    }
  }

  @Test func theyComeBehindWhatTheAlbumHas() async throws {
    try await ViewTests.run { view in
      try Self.drop(view, into: view.path("Trip"))
      try await view.scan()
      #expect(try await view.members("Trip") == [1, 2, 3] + Self.dropped)
    }
  }

  @Test(arguments: ["New", "Trip"]) func linksComeAmongThem(_ title: String) async throws {
    try await ViewTests.run { view in
      try Self.drop(view, into: view.path(title))
      try Files.symlink("../../roll/4.jpg", as: view.path("\(title)/0035 four.jpg"))
      try Files.symlink("../../roll/5.jpg", as: view.path("\(title)/five.jpg"))
      try writeFile(view.path("\(title)/9 first.jpg"), bytes: TinyPhoto.jpeg(60))
      try writeFile(view.path("\(title)/zero.jpg"), bytes: TinyPhoto.jpeg(61))
      try await view.scan()
      let had = title == "Trip" ? [1, 2, 3] : []
      #expect(
        try await view.members(title) == had + [60, 51, 52, 53, 4, 54, 55, 56, 57, 58, 5, 61])
      #expect(try await view.library.status().isInSync)
    }
  }

  @Test func eachAlbumOfATreeHasItsOrder() async throws {
    try await ViewTests.run { view in
      for place in ["Years/B", "Years/A"] {
        for number in [3, 1, 2, 5, 4] {
          try writeFile(
            view.path("\(place)/00\(number)0 a.jpg"),
            bytes: TinyPhoto.jpeg((place == "Years/A" ? 50 : 60) + number))
        }
      }
      let report = try await view.scan()
      #expect(try await view.members("A") == Array(51...55))
      #expect(try await view.members("B") == Array(61...65))
      #expect(
        report.view?.collected.map(\.from.display)
          == ["A", "B"].flatMap { name in (1...5).map { "Albums/Years/\(name)/00\($0)0 a.jpg" } })
    }
  }

  @Test func thoseThatStayInTheViewDoToo() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("roll/1.jpg", 1)
      var configuration = try scenario.configuration()
      configuration.leavesFilesInView = true
      let library = try await PhotoLibrary.create(at: scenario.root, configuration).library
      let view = ViewScenario(scenario: scenario, library: library)
      try await view.scan()
      try Self.drop(view, into: view.path("New"))
      try Files.symlink("../../roll/1.jpg", as: view.path("New/0045 one.jpg"))
      try await view.scan()
      #expect(try await view.members("New") == [51, 52, 53, 54, 1, 55, 56, 57, 58])
      await library.close()
    }
  }
}

extension WatchTests {
  @Test func newPhotosComeInTheOrderOfTheirNames() async throws {
    var options = PhotoLibrary.WatchOptions()
    options.viewDelays = PhotoLibrary.ViewDelays(quiet: .milliseconds(50), ripe: .milliseconds(100))
    try await withWatch(photos: 1, options) { watch in
      let view = ViewScenario(scenario: watch.scenario, library: watch.library)
      try ViewArrivalTests.drop(view, into: watch.scenario.top / "New")
      try moveFile(watch.scenario.top / "New", to: view.path("New"))
      try await watch.wait(for: "the album") { (try? await view.members("New").count) == 8 }
      #expect(try await view.members("New") == ViewArrivalTests.dropped)
    }
  }

  @Test func whatIsLeftInTheViewIsToldOnce() async throws {
    var options = PhotoLibrary.WatchOptions()
    options.viewDelays = PhotoLibrary.ViewDelays(quiet: .milliseconds(50), ripe: .milliseconds(100))
    try await withWatch(photos: 1, options) { watch in
      let view = ViewScenario(scenario: watch.scenario, library: watch.library)
      @Sendable func told() -> Int { watch.scans.count { $0.view?.isLeftNews == true } }
      try writeFile(view.path("new.jpg"), bytes: TinyPhoto.jpeg(50))
      try await watch.wait(for: "the photo to be told of") { told() == 1 }
      let left = try #require(watch.scans.last?.view?.left)
      #expect(left.map(\.path.display) == ["Albums/new.jpg"])
      #expect(left.map(\.reason) == ["it is in no album's folder; move it into one"])
      // A look at all of it that finds nothing new, and then one that finds another one.
      try writeFile(view.path("note.txt"), "a note")
      try await watch.settle(1)
      try writeFile(view.path("newer.jpg"), bytes: TinyPhoto.jpeg(51))
      try await watch.wait(for: "the other one") { watch.scans.last?.view?.left.count == 2 }
      #expect(told() == 2)
      #expect(try readFile(view.path("new.jpg")) == TinyPhoto.jpeg(50))
    }
  }
}
