import Platform
import TestSupport
import Testing

/// Errors say what was typed.
@Suite struct GivenNameTests {
  @Test func `errors name the files that were given, and what helps`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg", "c.jpg", "sub/d.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "create", "Trips", "--folder")
      try bench.output("album", "add", "Summer", "b.jpg", "c.jpg")
      try bench.output("trash", "c.jpg")
      let cases: [([String], Int32, String)] = [
        (["purge", "--yes", "a.jpg"], 1, "only what is in the trash can be purged: a.jpg"),
        (
          ["album", "move", "Summer", "a.jpg", "--first"], 4,
          "the photo or video is not in Summer: a.jpg"
        ),
        (
          ["album", "move", "Summer", "b.jpg", "--after", "sub/d.jpg"], 4,
          "the neighbour is not in the album: sub/d.jpg"
        ),
        (["album", "add", "Summer", "c.jpg"], 4, "the asset is in the trash: c.jpg"),
        (
          ["album", "move", "Summer", "b.jpg", "--after", "b.jpg"], 1,
          "an asset cannot be placed beside itself: b.jpg"
        ),
        (
          ["set", "a.jpg", "--part-of", "a.jpg"], 1,
          "nothing is a part of itself, or of one of its parts: a.jpg"
        ),
      ]
      for (arguments, code, line) in cases {
        let result = try bench.run(arguments)
        #expect(result.isError(code, line), "\(result.exitCode ?? -1): \(result.errorText)")
        #expect(result.errorText.contains("\nhint: "), "\(result.errorText)")
      }
    }
  }

  @Test func `an empty title and a template that cannot be are wrong usage`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      let other = bench.place / "b.jpg"
      try writeFile(other, bytes: try Bench.photo("b.jpg"))
      let cases: [([String], String)] = [
        (["album", "create", ""], "TITLE is empty"),
        (["album", "create", "--folder", ""], "TITLE is empty"),
        (["album", "rename", "Summer", ""], "TITLE is empty"),
        (["import", "\(other)", "--album", ""], "--album is empty"),
        (["import", "\(other)", "--into", "{foo}/x"], "--into: a field is unknown: {foo}/x"),
        (["source", "add", ".", "--album", ""], "--album is empty"),
      ]
      for (arguments, line) in cases {
        let result = try bench.run(arguments)
        #expect(result.isError(2, line), "\(result.exitCode ?? -1): \(result.errorText)")
      }
      let out = try bench.run("import", "\(other)", "--into", "../out")
      #expect(out.exitCode == 2, "\(out.errorText)")
      let taken = try #require(try bench.records("import", "\(other)", "--into", "In/{year}").first)
      let whole = try #require(taken.text("asset"))
      let set = try bench.output("set", "a.jpg", "--part-of", whole, "--role", "edited")
      #expect(set == "Set grouping of 1 photo or video.\n")
    }
  }

  @Test func `paths that were given with dots are shown plain`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "a.jpg")
      let out = bench.place / "out"
      try Files.createDirectory(out)
      let told = try bench.output("export", "Summer", "../out", "-n")
      #expect(!told.contains(".."), "\(told)")
      try writeFile(bench.place / "in/b.jpg", bytes: try Bench.photo("b.jpg"))
      let record = try #require(try bench.records("import", "../in", "-n").first)
      #expect(record.text("source") == "\(bench.place)/in/b.jpg")
    }
  }
}
