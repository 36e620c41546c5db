import TestSupport
import Testing

@testable import Albumen

/// What cannot be read in the album view, or is half of something, is not gone.
@Suite struct ViewUnclearTests {
  @Test(arguments: ViewLinkTests.forms) func whatCannotBeExaminedIsNotGone(
    _ form: PhotoLibrary.ViewLink
  ) async throws {
    try await ViewTests.run(form) { view in
      let count = try await view.library.history().count
      _ = try await Failpoint.withScope {
        Failpoint.arm("view.status", action: .error(5))
        let report = try await view.scan()
        #expect(report.view?.acts == [])
        #expect(report.view?.failed.count == 1)
      }
      #expect(try await view.members("Trip") == [1, 2, 3])
      #expect(try await view.library.history().count == count)
      #expect(try await view.scan().view?.isInStep == true)
    }
  }

  /// An editor that is about to write, a program that has failed, a link that somebody has rewritten.
  @Test(arguments: [PhotoLibrary.ViewLink.sym, .copy], ["empty", "text", "link", "directory"])
  func whatIsNoPhotoInThePlaceOfOneIsNotItsEnd(
    _ form: PhotoLibrary.ViewLink, _ kind: String
  ) async throws {
    try await ViewTests.run(form) { view in
      let (path, four) = (view.path("Trip/0020 2.jpg"), try await view.asset(4))
      try removeFile(path)
      switch kind {
      case "empty": try writeFile(path)
      case "text": try writeFile(path, "a note")
      case "link": try Files.symlink("../nowhere/2.jpg", as: path)
      default: try Files.createDirectory(path)
      }
      for _ in 0..<2 {
        let report = try await view.scan()
        #expect(report.view?.acts == [])
        #expect(report.view?.failed.map(\.path) == ["Albums/Trip/0020 2.jpg"])
        #expect(try await view.library.viewStatus().isInStep == false)
      }
      let trip = try await view.album("Trip")
      _ = try await view.library.performChanges("Add") { try $0.add([four], to: trip) }
      #expect(try await view.members("Trip") == [1, 2, 3, 4])
      // Without it, the photo is gone from the album.
      if kind == "directory" { try Files.removeDirectory(path) } else { try removeFile(path) }
      try await view.scan()
      #expect(try await view.members("Trip") == [1, 3, 4])
      #expect(try await view.scan().view?.isInStep == true)
    }
  }
}
