import TestSupport
import Testing

@testable import Albumen

/// Directories that are albums (docs/design/0019-folder-as-albums.md).
@Suite struct SourceTests {
  /// The paths of an album's members, in order.
  private func members(_ library: PhotoLibrary, _ album: String) async throws -> [String] {
    try await library.members(of: try await library.findAlbum(album).id).compactMap(\.path)
  }

  @Test("what is in a directory and what appears there is referenced, known or not, once")
  func oneAlbum() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("in/1.jpg", 1)
      try scenario.photo("2.jpg", 2)
      try scenario.photo("3.jpg", 3)
      let library = try await scenario.create()
      _ = try await library.scan()
      let first = try await library.addSource("in", .named("Inbox"))
      #expect(first.references == 1 && !first.wasThere)
      // A new one, one that is moved in, and a copy of a known one.
      try scenario.photo("in/deep/4.jpg", 4)
      try moveFile(scenario.root / "2.jpg", to: scenario.root / "in/2.jpg")
      try scenario.photo("in/copy.jpg", 3)
      let report = try await library.scan()
      #expect(report.references == 3)
      #expect(
        Set(try await members(library, "Inbox")) == [
          "in/1.jpg", "in/2.jpg", "3.jpg", "in/deep/4.jpg",
        ])
      #expect(try await library.scan().transaction == nil)
      let again = try await library.addSource("in", .named("Inbox"))
      #expect(again.wasThere && again.transaction == nil && again.references == 0)
      #expect(try await library.sources().count == 1)
      await library.close()
    }
  }

  @Test("the library's own folder can be a source, and then all that is in it is referenced")
  func wholeFolder() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("in/1.jpg", 1)
      try scenario.photo("2.jpg", 2)
      let library = try await scenario.create()
      _ = try await library.scan()
      #expect(try await library.addSource(Path(), .named("All")).references == 2)
      try scenario.photo("3.jpg", 3)
      #expect(try await library.scan().references == 1)
      #expect(try await members(library, "All") == ["2.jpg", "in/1.jpg", "3.jpg"])
      await library.close()
    }
  }

  @Test("what was taken out stays out: after scans, renames, another add and a lost catalogue")
  func takenOut() async throws {
    try await Scenario.run { scenario in
      for number in 1...3 { try scenario.photo("in/\(number).jpg", number) }
      var library = try await scenario.create()
      _ = try await library.scan()
      _ = try await library.addSource("in", .named("Inbox"))
      let album = try await library.findAlbum("Inbox").id
      let out = try #require(try await library.members(of: album).first).id
      _ = try await library.performChanges("Take out") { try $0.remove([out], from: album) }
      try moveFile(scenario.root / "in/1.jpg", to: scenario.root / "in/new name.jpg")
      _ = try await library.scan()
      try scenario.photo("in/4.jpg", 4)
      _ = try await library.scan()
      _ = try await library.addSource("in", .named("Inbox"))
      await library.close()
      try scenario.removeCatalogue()
      library = try await scenario.open()
      _ = try await library.scan()
      #expect(try await members(library, "Inbox") == ["in/2.jpg", "in/3.jpg", "in/4.jpg"])
      await library.close()
    }
  }

  @Test("albums mirror directories: by their own names, or in folders")
  func mirrors() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("scans/2024/Rome/1.jpg", 1)
      try scenario.photo("scans/2024/2.jpg", 2)
      try scenario.photo("scans/3.jpg", 3)
      let library = try await scenario.create()
      _ = try await library.scan()
      let leaf = try await library.addSource("scans", .leaf, isDryRun: true)
      #expect(leaf.references == 3)
      #expect(try await library.albums().isEmpty)
      #expect(try await library.sources().isEmpty)
      _ = try await library.addSource("scans", .path)
      try scenario.photo("scans/2024/Rome/4.jpg", 4)
      try scenario.photo("scans/2025/Oslo/5.jpg", 5)
      _ = try await library.scan()
      #expect(
        try await members(library, "2024/Rome") == [
          "scans/2024/Rome/1.jpg", "scans/2024/Rome/4.jpg",
        ])
      #expect(try await members(library, "2025/Oslo") == ["scans/2025/Oslo/5.jpg"])
      #expect(try await members(library, "scans") == ["scans/3.jpg"])
      let tops = try await library.albums().filter { $0.title == "2024" }
      #expect(tops.count == 2 && tops.count(where: \.isFolder) == 1)
      // An album that was deleted is not filled again with what it had.
      let oslo = try await library.findAlbum("2025/Oslo").id
      _ = try await library.performChanges("Delete") { _ = try $0.deleteAlbum(oslo) }
      _ = try await library.addSource("scans", .path)
      #expect(try await library.albums().allSatisfy { $0.title != "Oslo" })
      await library.close()
    }
  }

  @Test("an import into a source's directory is referenced; a removed source does nothing more")
  func importAndRemove() async throws {
    try await Scenario.run { scenario in
      try Files.createDirectory(scenario.root / "in")
      let library = try await scenario.create()
      _ = try await library.scan()
      _ = try await library.addSource("in", .named("Inbox"))
      var options = ImportOptions()
      options.template = "in/{year}"
      _ = try await library.importFiles([try scenario.source("1.jpg", 1)], options)
      #expect(try await members(library, "Inbox").count == 1)
      #expect(try await library.removeSource("in").sources.count == 1)
      await #expect(throws: AlbumenError.self) { try await library.removeSource("in") }
      try scenario.photo("in/2.jpg", 2)
      _ = try await library.scan()
      #expect(try await members(library, "Inbox").count == 1)
      await library.close()
    }
  }

  @Test("what is no directory of the library's cannot be a source")
  func refused() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("1.jpg", 1)
      try writeFile(scenario.root / ".albumenignore", "private\n")
      try Files.createDirectory(scenario.root / "private")
      let library = try await scenario.create()
      _ = try await library.scan()
      for (directory, code) in [
        (scenario.top, AlbumenError.Code.invalid), ("none", .notFound), ("1.jpg", .invalid),
        ("private", .invalid), (".albumen", .invalid), ("Albums", .invalid),
      ] as [(Path, AlbumenError.Code)] {
        await #expect {
          try await library.addSource(directory, .leaf)
        } throws: { ($0 as? AlbumenError)?.code == code }
      }
      #expect(try await library.albums().isEmpty)
      await library.close()
    }
  }

  @Test("a source's file is as it is documented, and one of a newer version is left and told")
  func file() async throws {
    let golden: Path = {
      let file: Path = #filePath
      return file.parent.parent.parent / "Fixtures/golden/source"
    }()
    for name: Path in ["album", "leaf"] {
      let bytes = try readFile(golden / name)
      let file = try SourceFile(bytes, golden / name)
      #expect(Array(file.text.utf8) == bytes)
      let called = try readFile(golden / (Path("\(name).name") ?? Path()))
      #expect(file.name.bytes == Array(called.dropLast()))
    }
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      try writeFile(
        scenario.root / ".albumen/sources/x",
        "albumen source\nformat 2\ndirectory 61\nmirror leaf\n")
      try writeFile(scenario.root / ".albumen/sources/y", "nonsense\n")
      #expect(try await library.sources().isEmpty)
      #expect(await library.notices().count == 2)
      await library.close()
    }
  }
}
