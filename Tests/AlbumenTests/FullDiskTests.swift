import Albumen
import TestSupport
import Testing

@Suite(.enabled(if: SmallFileSystem.canMount, "mounting a small file system takes root"))
struct FullDiskTests {
  /// So many albums that their operations fit into no rest of a page.
  private static func makeAlbums(_ changes: LibraryChanges, _ titles: String) throws {
    for number in 0..<500 { try changes.createAlbum("\(titles) \(number)") }
  }

  @Test func aFullDiskDuringAnAppendLosesNothing() async throws {
    try await Scenario.run { scenario in
      try await SmallFileSystem.with(at: scenario.root, kilobytes: 8_192) { disk in
        try scenario.photo("a.jpg", 1)
        let library = try await scenario.create()
        _ = try await library.scan()
        let before = try await library.stateJSON()
        let filler = try disk.fill()
        for _ in 0..<2 {
          let error = try await #require(throws: AlbumenError.self) {
            try await library.performChanges("Many") { try Self.makeAlbums($0, "Many") }
          }
          #expect(error.code == .full)
          #expect(error.hint != nil)
          #expect(try await library.stateJSON() == before)
          #expect(try await library.verify().problems.isEmpty)
        }
        let result = try scenario.run(["album", "create", String(repeating: "x", count: 9_000)])
        #expect(result.exitCode == 1)
        #expect(result.errorText.split(separator: "\n").count <= 2, "\(result.errorText)")
        try removeFile(filler)
        _ = try await library.performChanges("Many") { try Self.makeAlbums($0, "Many") }
        #expect(try await library.albums().count == 500)
        #expect(try await library.verify().problems.isEmpty)
        await library.close()
      }
    }
  }

  /// The log has room, the catalogue has none: what is in the log is done, the rest is not.
  @Test func aFullDiskUnderTheCatalogueLosesNothing() async throws {
    try await Scenario.run { scenario in
      try await SmallFileSystem.with(at: scenario.state, kilobytes: 2_048) { disk in
        try scenario.photo("a.jpg", 1)
        let library = try await scenario.create()
        _ = try await library.scan()
        let filler = try disk.fill()
        var expected = 0
        for round in 0..<3 {
          do {
            _ = try await library.performChanges("Many") { try Self.makeAlbums($0, "\(round)") }
            expected += 500
          } catch let error as AlbumenError { #expect(error.code == .full) }
        }
        do {
          #expect(try await library.albums().count == expected)
        } catch let error as AlbumenError { #expect(error.code == .full) }
        try removeFile(filler)
        try disk.resize(kilobytes: 32_768)
        #expect(try await library.albums().count == expected)
        _ = try await library.performChanges("Many") { try Self.makeAlbums($0, "last") }
        #expect(try await library.albums().count == expected + 500)
        #expect(try await library.verify().problems.isEmpty)
        let before = try await library.stateJSON()
        await library.close()
        try scenario.removeCatalogue()
        let again = try await scenario.open()
        #expect(try await again.stateJSON() == before)
        await again.close()
      }
    }
  }

  /// Opening needs room, too.
  @Test func aFullDiskWhenALibraryIsOpenedIsTold() async throws {
    try await Scenario.run { scenario in
      try await SmallFileSystem.with(at: scenario.state, kilobytes: 1_024) { disk in
        try scenario.photo("a.jpg", 1)
        #expect(try scenario.run(["init"]).exitCode == 0)
        let filler = try disk.fill()
        let result = try scenario.run(["ls"])
        #expect(result.exitCode == 1)
        #expect(result.errorText.contains("hint: make room"), "\(result.errorText)")
        #expect(result.errorText.split(separator: "\n").count == 2, "\(result.errorText)")
        try removeFile(filler)
        #expect(try scenario.run(["ls"]).exitCode == 0)
      }
    }
  }

  @Test func aFullDiskDuringTheFirstChangeLosesNothing() async throws {
    try await Scenario.run { scenario in
      try await SmallFileSystem.with(at: scenario.state, kilobytes: 1_024) { disk in
        let library = try await scenario.create()
        let filler = try disk.fill()
        let error = try await #require(throws: AlbumenError.self) {
          try await library.performChanges("Many") { try Self.makeAlbums($0, "Many") }
        }
        #expect(error.code == .full)
        #expect(try scenario.segments().isEmpty)
        try removeFile(filler)
        _ = try await library.performChanges("One") { try $0.createAlbum("One") }
        #expect(try await library.albums().count == 1)
        await library.close()
      }
    }
  }

  @Test func aFullDiskDuringTheCopiesOfAnImportLeavesNothing() async throws {
    try await Scenario.run { scenario in
      var sources: [Path] = []
      for number in 0..<8 {
        let source = scenario.card / (Path("\(number).jpg") ?? Path())
        // What stands behind the end of a JPEG is no part of it, and makes it large.
        let large = [UInt8](repeating: UInt8(number), count: 1 << 20)
        try writeFile(source, bytes: TinyPhoto.jpeg(number) + large)
        sources.append(source)
      }
      try await SmallFileSystem.with(at: scenario.root, kilobytes: 9_000) { disk in
        let library = try await scenario.create()
        var options = ImportOptions()
        options.albums = ["Trip"]
        options.movesSources = true
        let error = try await #require(throws: AlbumenError.self) {
          try await library.importFiles(sources, options)
        }
        #expect(error.code == .full)
        #expect(try scenario.tree().isEmpty)
        #expect(try scenario.steps().isEmpty)
        #expect(try listTree(scenario.card).count == 8)
        #expect(try await library.assets().isEmpty)
        #expect(try await library.albums().isEmpty)
        try disk.resize(kilobytes: 32_768)
        #expect(try await library.importFiles(sources, options).imported.count == 8)
        #expect(try await library.albums().map(\.count) == [8])
        #expect(try listTree(scenario.card).isEmpty)
        await library.close()
      }
    }
  }

  @Test func aFullDiskDuringInitLeavesNoLibrary() async throws {
    try await Scenario.run { scenario in
      try await SmallFileSystem.with(at: scenario.root, kilobytes: 2_048) { disk in
        try scenario.photo("a.jpg", 1)
        let error = try await #require(throws: AlbumenError.self) {
          try await scenario.create()
        }
        #expect(error.code == .full)
        #expect(try listTree(scenario.root) == ["a.jpg"])
        let result = try scenario.run(["init"])
        #expect(result.exitCode == 1)
        #expect(try listTree(scenario.root) == ["a.jpg"])
        try disk.resize(kilobytes: 16_384)
        let library = try await scenario.create()
        #expect(try FileStatus.ofLink(at: scenario.root / ".albumen/reserve").size == 4 << 20)
        #expect(try await library.scan().added.count == 1)
        await library.close()
      }
    }
  }
}
