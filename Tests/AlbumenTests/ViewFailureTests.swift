import FolderWatching
import TestSupport
import Testing

@testable import Albumen

/// Steps of the album view that cannot be done are told of once, and tried again when there is cause.
@Suite struct ViewFailureTests {
  /// Lets every try to move a directory fail, until the scope ends.
  @Sendable static func refuseMoves() {
    Failpoint.arm("view.move", action: .error(13))
    // What is armed fails once: a pass ends by putting it on disk.
    Failpoint.arm("view.fsync", action: .call { refuseMoves() })
  }

  private static func run(_ body: (ViewScenario) async throws -> Void) async throws {
    try await Scenario.run { scenario in
      for number in 1...6 { try scenario.photo("\(number).jpg", number) }
      let library = try await scenario.create()
      let view = ViewScenario(scenario: scenario, library: library)
      try await view.scan()
      do {
        try await view.add([1, 2, 3], to: "Trip")
        try await view.add([4], to: "Other")
        try await body(view)
      } catch {
        await library.close()
        throw error
      }
      await library.close()
    }
  }

  @Test func aMoveThatFailsIsToldOfOnceAndDoneLater() async throws {
    try await Self.run { view in
      let (trip, other) = (try await view.album("Trip"), try await view.album("Other"))
      let (five, six) = (try await view.asset(5), try await view.asset(6))
      _ = try await Failpoint.withScope {
        Self.refuseMoves()
        _ = try await view.library.performChanges("Rename") {
          try $0.rename(trip, to: "Rome")
          try $0.add([five], to: trip)
        }
        // Beside it, something can be done: so there are several tries in a round.
        try Files.symlink("../../6.jpg", as: view.path("Other/six.jpg"))
        Failpoint.arm("view.file.write", action: .error(5))
        _ = try await view.library.performChanges("Order") {
          try $0.add([six], to: other, at: .first)
        }
        for _ in 0..<2 {
          let failed = try await view.scan().view?.failed
          #expect(failed?.map(\.path.display) == ["Albums/Rome"])
          #expect(try view.directories() == ["Other", "Trip"])
        }
      }
      #expect(try await view.scan().view?.failed.isEmpty == true)
      #expect(try view.directories() == ["Other", "Rome"])
      #expect(try view.names("Rome").count == 4)
      #expect(try await view.scan().view?.isInStep == true)
    }
  }

  @Test func aNameThatIsTakenAMomentBeforeIsLeftAndAnotherOneFound() async throws {
    try await Self.run { view in
      let trip = try await view.album("Trip")
      _ = try await Failpoint.withScope {
        Failpoint.arm("view.file.write", action: .error(5))
        _ = try await view.library.performChanges("Rename") { try $0.rename(trip, to: "Rome") }
        Failpoint.arm("view.move", action: .call { try? writeFile(view.path("Rome"), "mine") })
        let failed = try await view.scan().view?.failed
        #expect(failed?.map(\.path.display) == ["Albums/Rome"])
        #expect(failed?.first?.reason == "something else is there")
      }
      #expect(try await view.scan().view?.failed.isEmpty == true)
      let marked = "Rome ~\(trip.description.prefix(8))"
      #expect(try view.directories() == ["Other", marked])
      #expect(try view.names(marked).count == 3)
      #expect(try readFile(view.path("Rome")) == Array("mine".utf8))
      #expect(try await view.scan().view?.isInStep == true)
      #expect(try await view.library.findAlbum("Rome").id == trip)
    }
  }
}

extension WatchTests {
  /// A step that fails is no cause to look again by itself.
  @Test func aMoveThatFailsDoesNotKeepTheWatchBusy() async throws {
    var options = PhotoLibrary.WatchOptions()
    options.viewDelays = PhotoLibrary.ViewDelays(quiet: .milliseconds(50), ripe: .milliseconds(100))
    let hits = try await Failpoint.withScope { [options] in
      try await withWatch(photos: 4, options) { watch in
        let view = ViewScenario(scenario: watch.scenario, library: watch.library)
        try await view.add([1, 2], to: "Trip")
        let trip = try await view.album("Trip")
        ViewFailureTests.refuseMoves()
        _ = try await view.library.performChanges("Rename") { try $0.rename(trip, to: "Rome") }
        try Files.symlink("../../0.jpg", as: view.path("Trip/zero.jpg"))
        try await watch.wait(for: "the reference") { try await view.members("Rome").count == 3 }
        try await watch.wait(for: "the failure") {
          watch.scans.contains { $0.view?.failed.isEmpty == false }
        }
        try await watch.settle(1)
        let failed = watch.scans.flatMap { $0.view?.failed.map(\.path.display) ?? [] }
        #expect(Set(failed) == ["Albums/Rome"])
      }
    }.hits
    // One try for each of the few things that happened.
    let tries = hits["view.move"] ?? 0
    #expect((1..<25).contains(tries), "\(tries)")
  }
}
