import Platform
import TestSupport
import Testing

/// What is left in the album view as it is, and is told.
@Suite struct ViewLeftTests {
  private static let atTop = "it is in no album's folder; move it into one"
  private static let outside =
    "it belongs to no album; rename it to make it one of all that is in it, or remove it"
  private static let withoutReference =
    "it is not in the album; give it another name to have it there, or remove it"

  @Test func aPhotoInNoAlbumsFolderIsTold() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let photo = bench.photos / "Albums/new.jpg"
      try writeFile(photo, bytes: try Bench.photo("new.jpg"))
      let line = "left: Albums/new.jpg: \(Self.atTop)"
      for _ in 0..<2 {
        #expect(try bench.output("scan").split(separator: "\n").contains { $0 == line })
        #expect(
          try bench.output("view", "show") == "\(line)\nin step; 1 entry left as above\n")
        let watch = try bench.output("watch", "--once-idle").split(separator: "\n")
        #expect(watch.count { $0 == line } == 1, "\(watch)")
      }
      for arguments in [["scan", "--json"], ["view", "show", "--json"]] {
        #expect(
          try bench.run(arguments).outputText.contains(
            "\"left\":[{\"path\":\"Albums/new.jpg\",\"reason\":\"\(Self.atTop)\"}]"))
      }
      #expect(try readFile(photo) == Bench.photo("new.jpg"))
      #expect(try bench.output("status").contains("1 entry left (albumen view show tells why)"))
      // What can be done about it.
      try Files.createDirectory(bench.photos / "Albums/Trip")
      try moveFile(photo, to: bench.photos / "Albums/Trip/new.jpg")
      #expect(try !bench.output("scan").contains("left:"))
      #expect(try bench.output("ls", "Trip").contains("new.jpg"))
    }
  }

  @Test func aLinkInNoAlbumsFolderIsTold() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try Files.symlink("../a.jpg", as: bench.photos / "Albums/0010 a.jpg")
      #expect(try bench.output("scan").contains("left: Albums/0010 a.jpg: \(Self.atTop)\n"))
    }
  }

  /// The view's file was lost, and with it what it said of albums that are no more.
  @Test func foldersOfNoAlbumAreToldAndWhatBecomesOfThem() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg", "c.jpg"]) { bench in
      try bench.output("album", "create", "Trip")
      try bench.output("album", "add", "Trip", "a.jpg")
      for title in ["Lost", "Gone"] {
        try Files.createDirectory(bench.photos / "Albums" / (Path(title) ?? Path()))
        for name in ["a", "b"] {
          let link = try #require(Path("Albums/\(title)/0010 \(name).jpg"))
          try Files.symlink(Path("../../\(name).jpg") ?? Path(), as: bench.photos / link)
        }
      }
      try removeFile(bench.photos / ".albumen/view")
      let on = try bench.output("view", "on")
      for title in ["Gone", "Lost"] {
        #expect(on.contains("left: Albums/\(title): \(Self.outside)\n"), "\(on)")
      }
      #expect(
        try bench.output("view", "show") == """
          left: Albums/Gone: \(Self.outside)
          left: Albums/Lost: \(Self.outside)
          in step; 2 entries left as above

          """)
      // With one more link it is an album, and what else is in it is told.
      try Files.symlink("../../c.jpg", as: bench.photos / "Albums/Lost/c.jpg")
      let scan = try bench.output("scan")
      #expect(scan.contains("Create album \"Lost\""), "\(scan)")
      for name in ["a", "b"] {
        #expect(
          scan.contains("left: Albums/Lost/0010 \(name).jpg: \(Self.withoutReference)\n"), "\(scan)"
        )
      }
      #expect(try bench.output("ls", "Lost").split(separator: "\n").count == 1)
      // As the remedies say.
      try moveFile(
        bench.photos / "Albums/Lost/0010 a.jpg", to: bench.photos / "Albums/Lost/again.jpg")
      try moveFile(bench.photos / "Albums/Gone", to: bench.photos / "Albums/Back")
      #expect(try !bench.output("scan").contains("Albums/Back"))
      #expect(try bench.output("ls", "Lost").split(separator: "\n").count == 2)
      #expect(try bench.output("ls", "Back").split(separator: "\n").count == 2)
    }
  }

  @Test func entriesThatKeepTheirNamesAreTold() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Trip")
      try bench.output("album", "add", "Trip", "a.jpg")
      try writeFile(bench.photos / "Albums/Trip/copy.jpg", bytes: try Bench.photo("b.jpg"))
      try bench.output("scan")
      try bench.output("album", "move", "Trip", "b.jpg", "--first")
      #expect(
        try listTree(bench.photos / "Albums/Trip").map(\.display) == ["0010 a.jpg", "copy.jpg"])
      #expect(
        try bench.output("view", "show") == """
          1 entry is a person's own file or link, which keeps its name whatever the order of the album
          in step

          """)
    }
  }

  @Test func aNumberOfAnyWidthIsOneOfAViews() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Trip")
      try bench.output("album", "add", "Trip", "a.jpg", "b.jpg")
      try moveFile(
        bench.photos / "Albums/Trip/0010 a.jpg", to: bench.photos / "Albums/Trip/9 a.jpg")
      try bench.output("scan")
      try removeFile(bench.photos / ".albumen/view")
      #expect(
        try bench.output("view", "show").contains(
          "with links like those of an album view; albumen view on takes it over"))
      // What is in the way is named.
      try writeFile(bench.photos / "Albums/Trip/note.txt", "a note")
      #expect(
        try bench.output("view", "show").contains(
          "with something in it that no album view has (Albums/Trip/note.txt); "))
      try removeFile(bench.photos / "Albums/Trip/note.txt")
      try bench.output("view", "on")
      #expect(try bench.output("view", "show") == "in step\n")
      #expect(
        try listTree(bench.photos / "Albums/Trip").map(\.display)
          == ["9 a.jpg", "0020 b.jpg"].sorted())
    }
  }

  @Test func statusNamesTheConfirmation() async throws {
    let names = (1...30).map { "\($0).jpg" }
    try await withBench(photos: names) { bench in
      try bench.output("album", "create", "Trip")
      try bench.run(["album", "add", "Trip"] + names)
      let links = try listTree(bench.photos / "Albums/Trip")
      for link in links.dropFirst() { try removeFile(bench.photos / "Albums/Trip" / link) }
      let confirmed =
        "out of sync; albumen scan takes changes in, and with --confirm-missing that so much is gone\n"
      #expect(try bench.run("scan").exitCode == 14)
      #expect(try bench.run("status").outputText.hasSuffix(confirmed))
      try bench.output("view", "take")
      #expect(try bench.output("status").hasSuffix("in sync\n"))
      for name in names.dropFirst() { try removeFile(bench.photos / (Path(name) ?? Path())) }
      #expect(try bench.run("status").outputText.hasSuffix(confirmed))
      #expect(try bench.run("scan").exitCode == 14)
    }
  }
}
