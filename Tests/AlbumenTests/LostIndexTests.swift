import Platform
import TestSupport
import Testing

@testable import Albumen

/// A library whose catalogue was deleted: it is built again, but which files there are shows only in a look
/// at the folder.
@Suite struct LostIndexTests {
  private static func run(
    _ body: (Scenario, PhotoLibrary) async throws -> Void
  ) async throws {
    try await Scenario.run { scenario in
      try scenario.photo("roll/a.jpg", 1)
      try scenario.photo("roll/b.jpg", 2)
      let library = try await scenario.create()
      _ = try await library.scan()
      await library.close()
      for path in try listTree(scenario.state) {
        if "\(path.lastComponent)".hasPrefix("catalogue.sqlite") {
          try removeFile(scenario.state / path)
        }
      }
      let opened = try await scenario.open()
      try await body(scenario, opened)
      await opened.close()
    }
  }

  @Test func whatIsHereIsNotCopiedAgain() async throws {
    try await Self.run { scenario, library in
      let report = try await library.importFiles([
        try scenario.source("card/a.jpg", 1), try scenario.source("card/new.jpg", 3),
      ])
      #expect(report.known.count == 1 && report.imported.count == 1)
      #expect(try scenario.photos().count == 3)
    }
  }

  @Test func nothingIsCalledMissing() async throws {
    try await Self.run { _, library in
      let status = try await library.status()
      #expect(!status.isLookedAt && status.missing == 0 && !status.isInSync)
      let check = try await library.check(readingFiles: true)
      #expect(check.isSound && check.findings.map(\.kind) == [.unscanned])
      _ = try await library.scan()
      #expect(try await library.status().isLookedAt)
      #expect(try await library.check(readingFiles: true).findings.isEmpty)
    }
  }
}
