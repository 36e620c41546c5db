import Albumen
import TestSupport
import Testing

/// A purge beside a watch, which sees the file leave and come back.
@Suite(.serialized, .oneWatcher) struct PurgeWatchTests {
  @Test func theWatchConcludesNothingFromWhatThePurgeMoves() async throws {
    try await withWatch(photos: 3) { watch in
      let asset = try #require(try await watch.library.assets().first { $0.path == "0.jpg" }?.id)
      _ = try await watch.library.performChanges("Trash") { try $0.trash([asset]) }
      _ = try await watch.library.purge([asset])
      try await watch.settle(1)
      #expect(try await watch.library.asset(asset)?.status == .purged)
      #expect(watch.scans.allSatisfy { $0.restored.isEmpty && !$0.missing.contains(asset) })
      #expect(try await watch.library.status().isInSync)
      // Put back by hand it is wanted again, and told of once.
      try moveFile(watch.root / ".albumen/trash/0.jpg", to: watch.root / "0.jpg")
      try await watch.wait(for: "the photo to be back") {
        try await watch.library.asset(asset)?.status == .alive
      }
      try await watch.settle(2)
      #expect(watch.scans.flatMap(\.restored) == [asset])
      #expect(watch.troubles.isEmpty)
    }
  }
}
