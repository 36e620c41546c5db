import Albumen
import Glibc
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

@Suite struct WhyTests {
  /// The one record about a path, whatever the exit code.
  private func why(_ bench: Bench, _ path: String) throws -> Record {
    let result = try bench.run("why", path, "--json")
    let records = try Record.lines(result.output)
    return try #require(records.first, "\(result)")
  }

  private func standing(_ bench: Bench, _ path: String) throws -> String? {
    try why(bench, path).text("standing")
  }

  @Test func `a known file is told with its asset, albums and copies`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try writeFile(bench.photos / "sub/copy.jpg", bytes: try Bench.photo("a.jpg"))
      try bench.output("scan")
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "a.jpg")
      let known = try why(bench, "a.jpg")
      #expect(known.text("standing") == "known" && known.text("status") == "alive")
      #expect(known.texts("albums").count == 1 && known.list("otherFiles").count == 1)
      #expect((known.int("lastRead") ?? 0) > 1_700_000_000_000)
      let words = try bench.output("why", "sub/copy.jpg")
      #expect(words.hasPrefix("sub/copy.jpg: in the library\n"))
      #expect(words.contains("  albums   \"Summer\"\n") && words.contains("  also at  a.jpg\n"))
      try bench.output("trash", "a.jpg")
      #expect(try bench.output("why", "a.jpg").hasPrefix("a.jpg: in the library, and in its trash"))
    }
  }

  @Test func `what is not in the library is told why`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.addPhoto("new.jpg")
      try writeFile(bench.photos / "copy.jpg", bytes: try Bench.photo("a.jpg"))
      try writeFile(bench.photos / "note.txt", "no photo")
      try writeFile(bench.photos / "empty.jpg")
      try bench.addPhoto("part.jpg.part")
      try bench.addPhoto("@eaDir/deep/x.jpg")
      try bench.addPhoto("Albums/x.jpg")
      try bench.addPhoto("../outside.jpg")
      try Files.symlink("../outside.jpg", as: bench.photos / "out.jpg")
      try Files.symlink("nowhere", as: bench.photos / "dangling.jpg")
      try Files.symlink("a.jpg", as: bench.photos / "in.jpg")
      _ = (bench.photos / "pipe").withCString { mkfifo($0, 0o600) }
      for (path, expected) in [
        ("new.jpg", "new"), ("copy.jpg", "new"), ("note.txt", "otherFile"), ("empty.jpg", "empty"),
        ("part.jpg.part", "ignored"), ("@eaDir/deep/x.jpg", "ignored"), ("Albums/x.jpg", "ignored"),
        ("Albums", "ignored"), (".albumen", "ignored"), ("../outside.jpg", "outside"),
        ("out.jpg", "linkOut"), ("dangling.jpg", "linkNowhere"), ("in.jpg", "known"),
        ("pipe", "special"), (".", "directory"), ("..", "outside"), ("@eaDir/..", "directory"),
        ("none/../x.jpg", "unknown"), ("note.txt/x.jpg", "unknown"),
      ] {
        #expect(try standing(bench, path) == expected, "\(path)")
      }
      #expect(try why(bench, "copy.jpg").text("asset") != nil)
      #expect(try why(bench, "new.jpg").text("asset") == nil)
      #expect(try why(bench, "in.jpg").text("link") == "in.jpg")
      #expect(try why(bench, "out.jpg").text("target")?.hasSuffix("/outside.jpg") == true)
      #expect(try why(bench, "@eaDir/deep/x.jpg").text("reason")?.contains("@eaDir") == true)
      // What is known only by its link's name is followed; nothing was changed by all this.
      #expect(try bench.run("status").exitCode == 15)
      #expect(try bench.records("ls").count == 1)
    }
  }

  @Test func `what is changed, settling, missing or moved is told`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]) { bench in
      try writeFile(bench.photos / "a.jpg", bytes: try Bench.photo("other"))
      #expect(try standing(bench, "a.jpg") == "changed")
      #expect(try why(bench, "a.jpg").text("asset") != nil)
      try writeFile(bench.photos / "half.jpg", bytes: Array(try Bench.photo("half").prefix(80)))
      let half = try why(bench, "half.jpg")
      #expect(half.text("standing") == "settling")
      let now = Int(SystemClock.wallMilliseconds)
      #expect((now - 1000...now + 10_000).contains(half.int("settlesAt") ?? 0))
      #expect(try bench.output("why", "half.jpg").contains("\n  until    2"))
      try removeFile(bench.photos / "b.jpg")
      let gone = try why(bench, "b.jpg")
      #expect(gone.text("standing") == "missing" && gone.text("asset") != nil)
      try bench.output("scan")
      let noted = try why(bench, "b.jpg")
      #expect(noted.text("standing") == "missing" && noted.text("asset") == gone.text("asset"))
      #expect(noted.text("reason") == "no file here holds it any more")
    }
  }

  @Test func `exit codes tell what is known of none, or of some`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let none = try bench.run("why", "x.jpg", "y.jpg")
      #expect(none.exitCode == 4 && none.errorLines.count == 2)
      #expect(
        none.errorText.hasPrefix(
          "albumen: nothing is there, and the history knows of nothing that was: x.jpg\n"))
      #expect(try bench.run("why", "a.jpg", "x.jpg").exitCode == 3)
      #expect(try bench.run("why", "").isError(2, "PATH is empty"))
    }
  }

  /// A link in the album view is told as the photo that it stands for.
  @Test func `a link of the album view stands for its photo`() async throws {
    try await withBench(photos: ["day/a.jpg"]) { bench in
      try bench.output("album", "create", "Rome")
      try bench.output("album", "add", "Rome", "day/a.jpg")
      let link = try #require(try listTree(bench.photos / "Albums/Rome").first)
      let record = try #require(
        try bench.records("why", "Albums/Rome/\(link)").first)
      #expect(record.text("standing") == "known" && record.text("path") == "day/a.jpg")
      #expect(record.text("link") == "Albums/Rome/\(link)")
    }
  }

  @Test func `names of any bytes can be asked for`() async throws {
    try await withBench(isLibrary: false) { bench in
      let names: [[UInt8]] = [
        [0xFF, 0x1B] + Array("[31m.jpg".utf8), Array("line\nbreak.jpg".utf8),
        Array("-dash.jpg".utf8),
        Array(String(repeating: "n", count: 251).utf8) + Array(".jpg".utf8),
      ]
      for name in names {
        let path = try #require(Path(bytes: name))
        try writeFile(bench.photos / path, bytes: try Bench.photo("\(name)"))
      }
      try bench.output("init")
      let result = try bench.shell("albumen why --json -- *.jpg")
      let records = try Record.lines(result.output)
      #expect(records.count == 4 && records.allSatisfy { $0.text("standing") == "known" })
      #expect(Set(records.compactMap { $0.text("pathBase64") }) == [Base64.encode(names[0])])
      #expect(!(try bench.shell("albumen why -- *.jpg").output.contains(0x1B)))
      try removeFile(bench.photos / (Path(bytes: names[0]) ?? ""))
      try bench.output("scan")
      // A path that no log can hold is not known by its name once its file is gone.
      #expect(try bench.shell("albumen why -- $'\\xff\\x1b[31m.jpg'").exitCode == 4)
    }
  }

  @Test func `a file that was moved is told with where it is`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      for (from, to) in [("a.jpg", "sub/one.jpg"), ("sub/one.jpg", "two.jpg")] {
        try Files.createDirectories(bench.photos / "sub")
        try moveFile(bench.photos / (Path(from) ?? ""), to: bench.photos / (Path(to) ?? ""))
        try bench.output("scan")
      }
      for path in ["a.jpg", "sub/one.jpg"] {
        let record = try why(bench, path)
        #expect(record.text("standing") == "missing" && record.text("reason") == "moved to two.jpg")
        #expect(record.text("asset") == (try bench.records("show", "two.jpg").first?.text("id")))
      }
      // Another photo has come to be there: that one is told.
      try bench.addPhoto("a.jpg")
      #expect(try standing(bench, "a.jpg") == "new")
      #expect(try bench.run("why", "a.jp").exitCode == 4)
    }
  }
}
