import Platform
import TestSupport
import Testing

@Suite struct AlbumCommandTests {
  /// The file names of an album's members, in order.
  private func members(_ album: String, _ bench: Bench) throws -> [String] {
    try bench.records("ls", album).compactMap { $0.text("filename") }
  }

  @Test func `members go where they are put`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]) { bench in
      let made = try bench.output("album", "create", "Summer")
      #expect(made.hasPrefix("Made the album \"Summer\" (@") && made.hasSuffix(").\n"))
      #expect(
        try bench.output("album", "add", "Summer", "b.jpg", "a.jpg")
          == "Added 2 photos and videos to \"Summer\".\n")
      try bench.output("album", "add", "Summer", "c.jpg", "--first")
      try bench.output("album", "add", "Summer", "d.jpg", "--index", "2")
      #expect(try members("Summer", bench) == ["c.jpg", "d.jpg", "b.jpg", "a.jpg"])
      // A member stays where it is unless a place is given.
      #expect(
        try bench.output("album", "add", "Summer", "a.jpg")
          == "Nothing to do: \"Summer\" has it already.\n")
      #expect(
        try bench.output("album", "add", "Summer", "a.jpg", "--first")
          == "Moved 1 photo or video that was in it already, in \"Summer\".\n")
      #expect(try members("Summer", bench) == ["a.jpg", "c.jpg", "d.jpg", "b.jpg"])
      try bench.output("album", "move", "Summer", "a.jpg", "c.jpg", "--after", "d.jpg")
      #expect(try members("Summer", bench) == ["d.jpg", "a.jpg", "c.jpg", "b.jpg"])
      try bench.output("album", "move", "Summer", "b.jpg", "--before", "a.jpg")
      #expect(try members("Summer", bench) == ["d.jpg", "b.jpg", "a.jpg", "c.jpg"])
      try bench.output("album", "move", "Summer", "d.jpg", "--last")
      try bench.output("album", "move", "Summer", "c.jpg", "--index", "1")
      #expect(try members("Summer", bench) == ["c.jpg", "b.jpg", "a.jpg", "d.jpg"])
      #expect(
        try bench.output("album", "remove", "Summer", "b.jpg")
          == "Removed 1 photo or video from \"Summer\".\n")
      #expect(
        try bench.output("album", "remove", "Summer", "b.jpg")
          == "Nothing to do: \"Summer\" does not have it.\n")
      #expect(try members("Summer", bench) == ["c.jpg", "a.jpg", "d.jpg"])
    }
  }

  /// A machine's first change introduces it besides, which is nothing that was in the album.
  @Test func `a first change that deletes counts albums alone`() async throws {
    try await withBench { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "create", "--folder", "Trips")
      try bench.output("album", "create", "Rome", "--in", "Trips")
      let history = try bench.run("log", "export").output
      let other = bench.place / "Other"
      try Files.createDirectory(other)
      #expect(try bench.run(["init"], in: other).exitCode == 0)
      #expect(try bench.run(["replay", "-"], in: other, input: history).exitCode == 0)
      let alone = try bench.run(["album", "delete", "Summer"], in: other)
      #expect(alone.outputText.hasPrefix("Deleted the album \"Summer\"; "), "\(alone)")
      let both = try bench.run(["album", "delete", "-r", "Trips"], in: other)
      #expect(both.outputText.hasPrefix("Deleted the folder \"Trips\" with 1 in it; "), "\(both)")
    }
  }

  @Test func `what is deleted comes back as it was`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "b.jpg", "a.jpg")
      try bench.output("album", "delete", "Summer")
      #expect(try bench.run("ls", "Summer").exitCode == 4)
      #expect(try bench.output("albums").isEmpty)
      #expect(try bench.output("albums", "--deleted").hasPrefix("Summer  2  @"))
      #expect(
        try bench.output("album", "restore", "Summer") == "Brought the album \"Summer\" back.\n")
      #expect(try members("Summer", bench) == ["b.jpg", "a.jpg"])
      #expect(
        try bench.output("album", "restore", "Summer")
          == "Nothing to do: \"Summer\" is not deleted.\n")
      try bench.output("trash", "a.jpg")
      #expect(try members("Summer", bench) == ["b.jpg"])
      #expect(try bench.output("ls", "--trashed").contains("a.jpg"))
      #expect((try? FileStatus.ofLink(at: bench.photos / "a.jpg")) != nil)
      try bench.output("untrash", "a.jpg")
      #expect(try members("Summer", bench) == ["b.jpg", "a.jpg"])
    }
  }

  @Test func `albums stand in folders`() async throws {
    try await withBench { bench in
      try bench.output("album", "create", "--folder", "Trips")
      try bench.output("album", "create", "Rome", "--in", "Trips")
      try bench.output("album", "create", "Rome")
      let tree = try bench.output("albums", "--tree").split(separator: "\n")
      let titles = tree.map { String($0.prefix { $0 != "@" }) }
      #expect(
        Set(titles) == ["Rome    0  ", "Trips/     ", "  Rome  0  "], "\(titles)")
      let index = try #require(titles.firstIndex { $0.hasPrefix("Trips/") })
      #expect(titles[index + 1].hasPrefix("  Rome"))
      let ambiguous = try bench.run("ls", "Rome")
      #expect(ambiguous.exitCode == 5 && ambiguous.output.isEmpty, "\(ambiguous.errorText)")
      #expect(ambiguous.errorText.contains("@"))
      #expect(try bench.run("ls", "Trips/Rome").exitCode == 0)
      #expect(try bench.run("ls", "Trips").exitCode == 1)
      try bench.output("album", "rename", "Trips/Rome", "Roma")
      #expect(try bench.run("ls", "Trips/Roma").exitCode == 0)
      try bench.output("album", "delete", "Trips", "-r")
      #expect(try bench.records("albums").compactMap { $0.text("title") } == ["Rome"])
    }
  }

  @Test func `albums are listed by their paths, capitals among the others`() async throws {
    try await withBench { bench in
      try bench.output("album", "create", "--folder", "trips")
      for title in ["Trips 2", "zoo", "Alps", "beach"] {
        try bench.output("album", "create", title)
      }
      for title in ["Rome", "oslo"] { try bench.output("album", "create", title, "--in", "trips") }
      let titles = ["Alps", "beach", "trips", "oslo", "Rome", "Trips 2", "zoo"]
      #expect(try bench.records("albums").compactMap { $0.text("title") } == titles)
      let tree = try bench.output("albums", "--tree").split(separator: "\n")
      let shown = tree.map { $0.drop { $0 == " " } }
      #expect(zip(titles, shown).allSatisfy { $1.hasPrefix($0) }, "\(tree)")
    }
  }

  @Test func `a slash in a title is allowed, with a warning`() async throws {
    try await withBench { bench in
      let made = try bench.run("album", "create", "a/b")
      #expect(made.exitCode == 0)
      #expect(
        made.errorLines.first
          == "albumen: warning: a slash in a title puts nothing into a folder: a/b")
      #expect(try bench.run("ls", "a/b").exitCode == 0)
      #expect(
        try bench.run("album", "create", "x", "--in", "Nope").isError(4, "no such folder: Nope"))
    }
  }

  @Test func `an @ before the id of a photo does no harm`() async throws {
    try await withBench(photos: ["a.jpg", "@b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      let id = try #require(
        try bench.records("ls").first { $0.text("path") == "a.jpg" }?.text("id"))
      let prefix = "@" + id.prefix(8)
      #expect(try bench.output("album", "add", "Summer", prefix).hasPrefix("Added 1 "))
      #expect(try members("Summer", bench) == ["a.jpg"])
      #expect(try bench.output("show", prefix).contains(id))
      #expect(try bench.output("show", "@b.jpg").contains("@b.jpg"))
      // What stands behind it is an id, not a file's name.
      let file = try bench.run("trash", "@a.jpg")
      #expect(
        file.isError(4, "no such file, and no asset whose id begins so: @a.jpg"),
        "\(file.errorText)")
      #expect(try bench.run("show", "@000").exitCode == 4)
    }
  }

  @Test func `names that fit nothing, or two things, are told`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      let outside = bench.place / "c.jpg"
      try writeFile(outside, bytes: try Bench.photo("c"))
      try bench.output("album", "create", "Summer")
      let foreign = try bench.run("album", "add", "Summer", "\(outside)")
      #expect(foreign.exitCode == 4 && foreign.output.isEmpty)
      #expect(
        foreign.errorLines.last
          == "hint: it is outside the library; take it in first with: albumen import \(outside)")
      try bench.addPhoto("new.jpg")
      let unscanned = try bench.run("album", "add", "Summer", "a.jpg", "new.jpg")
      #expect(unscanned.exitCode == 4)
      #expect(
        unscanned.errorLines.last
          == "hint: if it is a photo or video, take it in with: albumen scan")
      // All or nothing.
      #expect(try members("Summer", bench).isEmpty)
      #expect(try bench.run("show", "nothing").exitCode == 4)
      // Too short for the start of an id.
      #expect(try bench.run("album", "add", "Summer", "000").exitCode == 4)
      try bench.output("album", "create", "a.jpg")
      let both = try bench.run("show", "a.jpg")
      #expect(both.exitCode == 5 && both.errorLines.last?.contains("@") == true)
      let album = try #require(try bench.records("albums").last?.text("id"))
      #expect(try bench.output("show", "@" + album.prefix(8)).hasPrefix("album "))
    }
  }

  @Test func `a dry run changes nothing`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "a.jpg")
      let before = try bench.output("state")
      for line in [
        "album create X", "album rename Summer X", "album remove Summer a.jpg",
        "album delete Summer", "album cover Summer a.jpg", "trash a.jpg", "scan",
      ] {
        let words = line.split(separator: " ").map { String($0) } + ["-n"]
        let result = try bench.run(words)
        #expect(result.exitCode == 0, "\(line): \(result.errorText)")
        let isTold =
          line == "scan"
          ? result.outputText.hasSuffix("othing has changed.\n")
          : result.outputText.hasPrefix("Would ")
        #expect(isTold, "\(line): \(result.outputText)")
      }
      #expect(try bench.output("state") == before)
    }
  }

  @Test func `albums of one title are told apart, and misspelt ones guessed`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Rome")
      let first = try #require(try bench.records("albums").first?.text("id"))
      try bench.output("album", "add", "Rome", "a.jpg", "b.jpg")
      let again = try bench.run("album", "create", "Rome")
      #expect(again.exitCode == 0)
      #expect(
        again.errorText
          == "albumen: warning: another album is called \"Rome\": @\(first.prefix(8))\n")
      let second = try #require(
        try bench.records("albums").compactMap { $0.text("id") }.first { $0 != first })
      let ambiguous = try bench.run("ls", "Rome")
      #expect(ambiguous.exitCode == 5)
      let hint = try #require(ambiguous.errorLines.last)
      #expect(hint.contains("@\(first.prefix(8)) (2 photos, made 20"), "\(hint)")
      #expect(hint.contains("@\(second.prefix(8)) (0 photos, made 20"), "\(hint)")
      let year = try #require(hint.firstRange(of: "made 20"))
      #expect(hint[year.lowerBound...].prefix(15).filter { $0 == "-" }.count == 2, "\(hint)")
      for words in [
        ["ls", "Rom"], ["album", "add", "rome", "a.jpg"], ["export", "Roma", "../out"],
        ["show", "Rmoe"], ["album", "create", "X", "--in", "Rime"],
        ["revert-to", "now", "--album", "Roe"],
      ] {
        let result = try bench.run(words)
        #expect(result.exitCode == 4, "\(words) \(result)")
        #expect(
          result.errorLines.last?.hasPrefix("hint: did you mean \"Rome\"?") == true,
          "\(words) \(result.errorText)")
      }
      #expect(try bench.run("ls", "Nothing").errorLines.last?.contains("mean") == false)
    }
  }
}
