import Albumen
import Hashing
import TestSupport
import Testing

@Suite(.serialized, .oneWatcher) struct WatchTests {
  @Test func newFilesAreTakenUp() async throws {
    try await withWatch(photos: 2) { watch in
      #expect(try await watch.library.assets().count == 2)
      try watch.scenario.photo("new.jpg", 10)
      try await watch.wait(forAssets: 3)
      // Moved in, linked to, copied over a name: all of it comes in.
      let outside = try watch.scenario.source("moved.jpg", 11)
      try moveFile(outside, to: watch.root / "moved.jpg")
      try await watch.wait(forAssets: 4)
      #expect(watch.troubles.isEmpty)
      #expect(try await watch.library.status().watch == "watching")
      #expect(try await watch.library.status().isInSync)
    }
  }

  @Test func filesInDirectoriesMadeAMomentAgoAreNotMissed() async throws {
    try await withWatch { watch in
      for round in 0..<10 {
        try watch.scenario.photo("r\(round)/a/b/c/photo.jpg", 2 * round)
        try watch.scenario.photo("r\(round)/a/photo.jpg", 2 * round + 1)
      }
      // A tree that is moved in whole.
      for number in 0..<5 { try watch.scenario.source("tree/x/\(number).jpg", 100 + number) }
      try moveFile(watch.scenario.card / "tree", to: watch.root / "tree")
      try await watch.wait(forAssets: 25)
      try await watch.settle(1)
      #expect(try await watch.library.status().isInSync)
    }
  }

  @Test func aFileThatIsWrittenSlowlyComesInOnceAndWhole() async throws {
    try await withWatch { watch in
      // Two whole photos, one behind the other: the file looks complete in the middle, too.
      let bytes = TinyPhoto.jpeg(1) + TinyPhoto.jpeg(2)
      let path = watch.root / "slow.jpg"
      let file = try Descriptor.open(path, [.write, .create])
      for part in 0..<4 {
        let length = bytes.count / 4
        let end = part == 3 ? bytes.count : (part + 1) * length
        try file.writeAll(Array(bytes[(part * length)..<end]), path: path)
        try await watch.settle(part)
        #expect(try await watch.has("slow.jpg") == false)
      }
      try file.close()
      try await watch.wait(for: "slow.jpg") {
        try await watch.has("slow.jpg")
      }
      let asset = try #require(
        try await watch.library.assets().first { $0.path == "slow.jpg" })
      #expect(asset.id == AssetID(words: SHA256.hash(bytes).words))
      #expect(watch.scans.flatMap(\.edited).isEmpty)
    }
  }

  /// Closed before it was whole: waited for, then taken as it is, and completed as an edit.
  @Test func aTruncatedFileIsCompletedLater() async throws {
    try await withWatch { watch in
      let bytes = TinyPhoto.jpeg(1)
      for name in ["soon.jpg", "late.jpg"] {
        try writeFile(watch.root / (Path(name) ?? Path()), bytes: Array(bytes.dropLast(20)))
      }
      try await watch.settle(1)
      #expect(try await watch.has("soon.jpg") == false)
      let whole = TinyPhoto.jpeg(1, captured: "2024:01:01 00:00:00")
      try writeFile(watch.root / "soon.jpg", bytes: whole)
      try await watch.wait(for: "soon.jpg") {
        try await watch.has("soon.jpg")
      }
      #expect(
        try await watch.library.asset(AssetID(words: SHA256.hash(whole).words))?.path == "soon.jpg")
      // Ten seconds of stillness: it will not become complete by itself.
      try await watch.wait(for: "late.jpg") {
        try await watch.has("late.jpg")
      }
      let late = try #require(try await watch.library.assets().first { $0.path == "late.jpg" })
      try writeFile(watch.root / "late.jpg", bytes: bytes)
      try await watch.wait(for: "the edit") { watch.scans.contains { $0.edited == [late.id] } }
      let again = try await watch.library.assets().filter { $0.path == "late.jpg" }
      #expect(again.map(\.id) == [late.id])
    }
  }

  @Test func temporariesAndIgnoredNamesAreLeftAlone() async throws {
    try await withWatch { watch in
      for (number, name) in [
        "a.jpg.part", ".hidden.jpg", "x.tmp", ".trash/x.jpg", "@eaDir/x.jpg",
        "lost+found/x.jpg", "b.jpg~", "c.crdownload", "deep/.cache/x.jpg",
      ].enumerated() {
        try watch.scenario.photo(name, number)
      }
      try writeFile(watch.root / "empty.jpg", "")
      try writeFile(watch.root / "notes.txt", "text")
      try await watch.settle(1)
      #expect(try await watch.library.assets().map(\.path) == ["cookie-1.jpg"])
      // A download that is done gets its name.
      try moveFile(watch.root / "a.jpg.part", to: watch.root / "a.jpg")
      try await watch.wait(for: "a.jpg") {
        try await watch.has("a.jpg")
      }
    }
  }

  @Test func filesAndDirectoriesThatMoveKeepTheirAssets() async throws {
    try await withWatch { watch in
      for number in 0..<4 { try watch.scenario.photo("trip/\(number).jpg", number) }
      try await watch.wait(forAssets: 4)
      let before = Set(try await watch.library.assets().map(\.id))
      try Files.createDirectories(watch.root / "kept")
      try moveFile(watch.root / "trip/0.jpg", to: watch.root / "kept/zero.jpg")
      try await watch.wait(for: "the file's path") {
        try await watch.has("kept/zero.jpg")
      }
      try moveFile(watch.root / "trip", to: watch.root / "rome")
      try await watch.wait(for: "the directory's paths") {
        try await watch.library.assets().filter { $0.path?.hasPrefix("rome/") == true }.count == 3
      }
      #expect(Set(try await watch.library.assets().map(\.id)) == before)
      #expect(try await watch.library.status().missing == 0)
      #expect(watch.scans.flatMap(\.missing).isEmpty)
    }
  }

  @Test func whatIsDeletedIsMissingAndStaysAnAsset() async throws {
    try await withWatch(photos: 3) { watch in
      let assets = try await watch.library.assets()
      let album = try await watch.library.performChanges("Trip") { changes in
        let album = try changes.createAlbum("Trip")
        try changes.add(assets.map(\.id), to: album)
        return album
      }.value
      let history = try await watch.library.history().count
      try removeFile(watch.root / "1.jpg")
      try await watch.wait(for: "the missing photo") {
        watch.scans.contains { $0.missing.count == 1 }
      }
      #expect(try await watch.library.status().missing == 1)
      #expect(try await watch.library.members(of: album).count == 3)
      #expect(try await watch.library.history().count == history)
      // Back again: the same asset.
      try watch.scenario.photo("back.jpg", 1)
      try await watch.wait(for: "the photo to be back") {
        try await watch.library.status().missing == 0
      }
      #expect(try await watch.library.assets().count == 3)
    }
  }

  @Test func aBurstIsFewTransactions() async throws {
    try await withWatch { watch in
      let before = try await watch.library.history().count
      for number in 0..<100 { try watch.scenario.photo("burst/\(number).jpg", number) }
      try await watch.wait(forAssets: 100)
      #expect(try await watch.library.history().count - before <= 10)
      #expect(watch.troubles.isEmpty)
    }
  }

  @Test func aWatchEndsWhenAllHasComeToRest() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("a.jpg", 1)
      let library = try await scenario.create()
      var options = PhotoLibrary.WatchOptions()
      options.endsWhenIdle = true
      for round in 0..<3 {
        let watch = try await WatchScenario(scenario, library, options)
        try await watch.ended()
        #expect(try await library.assets().count == round + 1)
        try scenario.photo("b\(round).jpg", 10 + round)
      }
      await library.close()
    }
  }

  @Test func aSecondWatchIsRefused() async throws {
    try await withWatch { watch in
      let other = try await watch.scenario.open()
      let error = try await #require(throws: AlbumenError.self) {
        try await other.watch(with: OneWatcher.factory) { _ in }
      }
      #expect(error.code == .locked)
      await other.close()
    }
  }

  @Test func aWatchThatIsCancelledLeavesNothing() async throws {
    try await Scenario.run { scenario in
      for number in 0..<200 { try scenario.photo("\(number).jpg", number) }
      let library = try await scenario.create()
      // At the start, in the middle of the first look, and at rest.
      for round in 0..<6 {
        let watch = RunningWatch(library, PhotoLibrary.WatchOptions())
        if round > 1 { try await watch.wait(for: "a report") { !watch.events.isEmpty } }
        try await watch.end()
        #expect(try await library.status().watch == nil)
      }
      let watch = try await WatchScenario(scenario, library)
      try await watch.wait(forAssets: 200)
      try await watch.end()
      await library.close()
      // Nothing of the library is open any more.
      let open = try listTree("/proc/self/fd").compactMap {
        try? Files.readLink("/proc/self/fd" / $0)
      }
      #expect(open.filter { $0.isInside(scenario.top) }.isEmpty)
    }
  }
}
