import Albumen
import TestSupport
import Testing

/// A library of which nothing is left but the links of its album view, brought back by the program.
@Suite struct RestoreViewTests {
  /// Makes a library with albums in folders, twice one title and an order that is no name's; then loses
  /// `.albumen` and the machine's state.
  private func withLostLibrary(
    keepsState: Bool = false, _ body: (Scenario) async throws -> Void
  ) async throws {
    try await Scenario.run { scenario in
      for number in 1...6 { try scenario.photo("roll/\(number).jpg", number) }
      let library = try await PhotoLibrary.create(
        at: scenario.root, try scenario.programConfiguration()
      ).library
      _ = try await library.scan()
      let assets = try await library.assets().sorted { ($0.path ?? "") < ($1.path ?? "") }.map(\.id)
      _ = try await library.performChanges("Albums") { changes in
        let trips = try changes.createFolder("Trips")
        let rome = try changes.createAlbum("Rome/1", in: trips)
        try changes.add([assets[2], assets[0], assets[5]], to: rome)
        for members in [[assets[1]], [assets[4], assets[3]]] {
          try changes.add(members, to: try changes.createAlbum("Best"))
        }
        try changes.createAlbum("Empty")
      }
      await library.close()
      removeTree(scenario.root / ".albumen")
      if !keepsState { removeTree(scenario.state) }
      try await body(scenario)
    }
  }

  /// The albums with the numbers of their photos, by path of titles.
  private func albums(_ scenario: Scenario) async throws -> [String] {
    let library = try await PhotoLibrary.open(
      at: scenario.root, try scenario.programConfiguration())
    var found: [String] = []
    let albums = try await library.albums()
    for album in albums {
      let above = albums.first { $0.id == album.parent }.map { $0.title + "/" } ?? ""
      let names = try await library.members(of: album.id).map { $0.filename ?? "?" }
      found.append("\(above)\(album.title): \(names.joined(separator: " "))")
    }
    await library.close()
    return found.sorted()
  }

  private static let expected = [
    "Best: 2.jpg", "Best: 5.jpg 4.jpg", "Empty: ", "Trips/Rome/1: 3.jpg 1.jpg 6.jpg", "Trips: ",
  ]

  private func links(_ scenario: Scenario) throws -> Set<Path> {
    Set(try listTree(scenario.root / "Albums"))
  }

  @Test func logsThatCannotBeListedAreNotTakenForNone() async throws {
    try await withLostLibrary { scenario in
      try writeFile(scenario.root / ".albumen/log", "no directory")
      let result = try scenario.run(["restore", "--from-view"])
      #expect(result.exitCode == 1, "\(result.errorText)")
      #expect(result.errorText.contains("logs of a library are here"), "\(result.errorText)")
      #expect((try? FileStatus.ofLink(at: scenario.root / ".albumen/library")) == nil)
    }
  }

  @Test(arguments: [false, true]) func theAlbumsComeBackInOrder(_ keepsState: Bool) async throws {
    try await withLostLibrary(keepsState: keepsState) { scenario in
      let before = try links(scenario)
      let photos = try scenario.photos()
      let tried = try scenario.run(["restore", "--from-view", "-n"])
      #expect(tried.exitCode == 0 && tried.outputText.contains("4 albums in 1 folder of 6 links"))
      #expect((try? FileStatus.ofLink(at: scenario.root / ".albumen")) == nil)
      let result = try scenario.run(["restore", "--from-view"])
      #expect(result.exitCode == 0, "\(result.errorText)")
      #expect(result.outputText.contains("not in links"))
      #expect(try await albums(scenario) == Self.expected)
      #expect(try scenario.photos() == photos)
      // Only the mark that tells two albums of one title apart is another one.
      let after = try links(scenario)
      #expect(
        after.filter { !$0.display.contains("~") } == before.filter { !$0.display.contains("~") })
      #expect(after.count == before.count)
      #expect(try scenario.run(["status"]).exitCode == 0)
      // It is a library like any other now, and not restored over.
      let again = try scenario.run(["restore", "--from-view"])
      #expect(again.exitCode == 1 && again.errorText.contains("keeps an album view"))
    }
  }

  @Test func whatLeadsNowhereIsToldAndLeft() async throws {
    try await withLostLibrary { scenario in
      try Files.symlink("../../roll/gone.jpg", as: scenario.root / "Albums/Empty/0010 gone.jpg")
      try Files.symlink(
        "../../../../../etc/hostname", as: scenario.root / "Albums/Empty/0020 out.jpg")
      try Files.symlink("../../roll/1.jpg", as: scenario.root / "Albums/Trips/0010 1.jpg")
      try Files.symlink(scenario.root / "roll/2.jpg", as: scenario.root / "Albums/Empty/mine.jpg")
      try writeFile(scenario.root / "Albums/Empty/notes.txt", "mine")
      try writeFile(scenario.root / "Albums/Empty/new.jpg", bytes: TinyPhoto.jpeg(77))
      let before = try links(scenario)
      let result = try scenario.run(["restore", "--from-view"])
      #expect(result.exitCode == 3)
      for name in ["Empty/0010 gone.jpg", "Empty/0020 out.jpg", "Trips/0010 1.jpg"] {
        #expect(result.errorText.contains(name), "\(result.errorText)")
      }
      #expect(!result.errorText.contains("mine.jpg"))
      // A link that a person wrote leads to its photo like any other; a photo that only was there goes to
      // the roll as from any view, and nothing is lost.
      try #require(try scenario.run(["scan"]).exitCode == 0)
      #expect(try await albums(scenario).contains("Empty: 2.jpg new.jpg"))
      let after = try links(scenario)
      let renamed = ["~", "new.jpg", "mine.jpg"]
      for path in before where !renamed.contains(where: { path.display.contains($0) }) {
        #expect(after.contains(path), "\(path)")
      }
      let kept = try readFile(scenario.root / "Albums/Empty/notes.txt")
      #expect(kept == Array("mine".utf8))
    }
  }

  @Test func aRuleThatLeavesThePhotosAloneIsNamed() async throws {
    try await withLostLibrary { scenario in
      try writeFile(scenario.root / ".albumenignore", "\nroll\n")
      let result = try scenario.run(["restore", "--from-view"])
      #expect(result.exitCode == 3)
      #expect(
        result.errorText.contains(
          "it leads to no photo or video of the library, as the rule roll in .albumenignore, line 2, "
            + "leaves it alone: Albums/"), "\(result.errorText)")
    }
  }

  @Test func whereThereIsMoreLeftOrNothingItIsRefused() async throws {
    try await Scenario.run { scenario in
      let none = try scenario.run(["restore", "--from-view"])
      #expect(none.exitCode == 4 && none.errorText.contains("no album view"))
      try Files.createDirectories(scenario.root / "Albums")
      let empty = try scenario.run(["restore", "--from-view"])
      #expect(empty.exitCode == 4 && empty.errorText.contains("no albums"))
      let missing = try scenario.run(["restore", "--from-view", "/nowhere/at/all"])
      #expect(missing.exitCode == 4)
      // The logs are there: then nothing is lost yet.
      try Files.createDirectories(scenario.root / "Albums/Rome")
      let log = String(repeating: "a1", count: 16)
      try Files.createDirectories(scenario.root / ".albumen/log" / (Path(log) ?? Path()))
      let refused = try scenario.run(["restore", "--from-view"])
      #expect(refused.exitCode == 1 && refused.errorText.contains(".albumen/library"))
      #expect((try? FileStatus.ofLink(at: scenario.state)) == nil)
    }
  }

  /// What a transaction is called says nothing: anybody may write that.
  @Test func albumsOfAnotherKindAreNotTakenForAnEarlierRun() async throws {
    try await withLostLibrary { scenario in
      let library = try await PhotoLibrary.create(
        at: scenario.root, try scenario.programConfiguration(), evenIfKnown: true
      ).library
      _ = try await library.performChanges("Restore albums from their links") {
        try $0.createAlbum("Mine")
      }
      await library.close()
      try? removeFile(scenario.root / ".albumen/view")
      let result = try scenario.run(["restore", "--from-view"])
      #expect(result.exitCode == 1, "\(result.errorText)")
      #expect(result.errorText.contains("with albums of its own"), "\(result.errorText)")
      #expect(try await albums(scenario) == ["Mine: "])
    }
  }

  /// Killed at any step, another run comes to the same albums.
  @Test func aRunThatWasCutShortIsFinishedByAnother() async throws {
    for step in [
      "library.fsync=kill", "library.publish=kill", "log.segment.create=kill",
      "log.append.write=kill", "log.append.fsync=kill", "catalogue.commit=kill@2",
      "catalogue.commit=kill@4", "catalogue.commit=kill@6", "view.file.rename=kill",
      "view.file.rename=kill@2",
    ] {
      try await withLostLibrary { scenario in
        let cut = try scenario.run(["restore", "--from-view"], ["ALBUMEN_FAILPOINTS": step])
        try #require(cut.status == .signalled(9), "\(step): \(cut.status)")
        let result = try scenario.run(["restore", "--from-view"])
        let isDone = result.errorText.contains("keeps an album view")
        #expect(isDone || result.exitCode == 0, "\(step), \(cut.status): \(result.errorText)")
        try #require(try scenario.run(["scan"]).exitCode == 0)
        #expect(try await albums(scenario) == Self.expected, "\(step), \(cut.status)")
        #expect(try scenario.run(["status"]).exitCode == 0, "\(step)")
      }
    }
  }
}
