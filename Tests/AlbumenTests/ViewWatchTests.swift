import FolderWatching
import TestSupport
import Testing

@testable import Albumen

extension WatchTests {
  /// Under a watch the album view and the albums follow each other, whoever changes them.
  @Test func theViewIsKeptInStep() async throws {
    var options = PhotoLibrary.WatchOptions()
    options.viewDelays = PhotoLibrary.ViewDelays(quiet: .milliseconds(50), ripe: .milliseconds(100))
    try await withWatch(photos: 4, options) { watch in
      let view = ViewScenario(scenario: watch.scenario, library: watch.library)
      try await view.add([1, 2], to: "Trip")
      #expect(try view.names("Trip").count == 2)
      // From another process: here another library object, with a view of its own.
      let other = try await watch.scenario.open()
      let three = try await view.asset(3)
      let trip = try await view.album("Trip")
      _ = try await other.performChanges("Add") { try $0.add([three], to: trip) }
      await other.close()
      try await watch.wait(for: "the link") { try view.names("Trip").count == 3 }
      // And the other way.
      let link = try #require(try view.names("Trip").first)
      try removeFile(view.path("Trip/\(link)"))
      try await watch.wait(for: "the removal") { try await view.members("Trip").count == 2 }
      try Files.symlink("../../0.jpg", as: view.path("Trip/zero.jpg"))
      try await watch.wait(for: "the reference") { try await view.members("Trip").count == 3 }
      // A file manager makes a folder, and then renames it.
      try Files.createDirectory(view.path("New Folder"))
      try moveFile(view.path("New Folder"), to: view.path("Rome"))
      try await watch.wait(for: "the album") { (try? await view.album("Rome")) != nil }
      #expect(try await watch.library.albums().map(\.title) == ["Rome", "Trip"])
      try writeFile(view.path("Rome/new.jpg"), bytes: TinyPhoto.jpeg(50))
      try await watch.wait(for: "the photo") { try await view.members("Rome") == [50] }
      try await watch.wait(for: "its link") {
        try view.names("Rome").contains { $0.hasSuffix(" new.jpg") }
      }
      removeTree(view.path("Trip"))
      try await watch.wait(for: "the deletion") { (try? await view.album("Trip")) == nil }
      #expect(try await watch.library.albums().map(\.title) == ["Rome"])
    }
  }
}
