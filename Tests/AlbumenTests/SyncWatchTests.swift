import Albumen
import TestSupport
import Testing

/// A watch exchanges logs by itself.
@Suite(.serialized, .oneWatcher) struct SyncWatchTests {
  private func options(quiet: Int, interval: Int?) -> PhotoLibrary.WatchOptions {
    var options = PhotoLibrary.WatchOptions()
    options.exchangeQuiet = .milliseconds(quiet)
    options.exchangeInterval = interval.map { .milliseconds($0) }
    options.retryDelay = .milliseconds(20)
    return options
  }

  /// Runs a body while the first device's library is watched.
  private func watching(
    _ devices: Devices, _ options: PhotoLibrary.WatchOptions,
    _ body: (PhotoLibrary, RunningWatch) async throws -> Void
  ) async throws {
    let library = try await devices.create()
    try await devices.connect(library)
    let watch = RunningWatch(library, options)
    do { try await body(library, watch) } catch {
      try? await watch.end()
      throw error
    }
    do { try await watch.end() } catch is CancellationError {}
    await library.close()
  }

  @Test func whatWasDoneGoesOutWhenAllIsQuiet() async throws {
    try await Devices.run { devices in
      // News from elsewhere would come in an hour.
      try await watching(devices, options(quiet: 60, interval: 3_600_000)) { library, watch in
        // As another process does it.
        let other = try await devices.open(1)
        try await other.album("Summer")
        try await watch.wait(for: "the album to go out") { !watch.exchanges.isEmpty }
        #expect(watch.exchanges[0].sentOperations >= 3 && watch.exchanges[0].isDone)
        let second = try await devices.open(2)
        try await devices.connect(second)
        try await second.mustSync()
        #expect(try await second.titles() == ["Summer"])
        await other.close()
        await second.close()
      }
    }
  }

  @Test func whatOthersDidComesInFromTimeToTime() async throws {
    try await Devices.run { devices in
      // It is never quiet long enough.
      try await watching(devices, options(quiet: 600, interval: 30)) { library, watch in
        let second = try await devices.open(2)
        try await devices.connect(second)
        try await second.album("Winter")
        try await second.mustSync()
        try await watch.wait(for: "the album to come in") {
          try await library.titles() == ["Winter"]
        }
        try await watch.wait(for: "it to be told") { watch.exchanges.contains { $0.fetched > 0 } }
        await second.close()
      }
    }
  }

  @Test func aFailureIsToldOnceAndTriedAgain() async throws {
    try await Devices.run { devices in
      let (away, elsewhere) = (devices.remote(), devices.top / "elsewhere")
      try await watching(devices, options(quiet: 20, interval: 40)) { library, watch in
        try await library.album("One")
        try await watch.wait(for: "the first exchange") { watch.exchanges.contains { $0.isDone } }
        try moveFile(away, to: elsewhere)
        try await library.album("Two")
        try await watch.wait(for: "the failure") { watch.exchanges.contains { $0.error != nil } }
        try await library.album("Three")
        let count = watch.exchanges.count
        try moveFile(elsewhere, to: away)
        try await watch.wait(for: "the next exchange") { watch.exchanges.count > count }
        #expect(watch.exchanges.count { $0.error != nil } == 1, "\(watch.exchanges)")
        #expect(watch.exchanges.last?.isDone == true)
      }
    }
  }

  @Test func byItselfNothingIsExchangedWhereThatIsNotWanted() async throws {
    try await Devices.run { devices in
      try await watching(devices, options(quiet: 0, interval: nil)) { library, watch in
        try await library.album("One")
        _ = try await library.performChanges("Again") { try $0.createAlbum("Two") }
        #expect(try await library.remotes()[0].ahead > 0)
        #expect(watch.exchanges.isEmpty)
      }
      #expect((try? FileStatus.ofLink(at: devices.remote())) == nil)
    }
  }
}
