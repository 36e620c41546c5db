import TestSupport
import Testing

@testable import AlbumenCommand

/// `tag` and `untag`.
@Suite struct TagTests {
  @Test func `tags come and go`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      #expect(
        try bench.output("tag", "a.jpg", "b.jpg", "--tag", "water", "-t", "summer 2026")
          == "Tagged 2 photos and videos \"water\", \"summer 2026\".\n")
      #expect(try bench.records("show", "a.jpg").first?.texts("tags") == ["summer 2026", "water"])
      #expect(
        try bench.output("tag", "a.jpg", "-t", "water")
          == "Nothing to do: it has that tag already.\n")
      #expect(
        try bench.output("tag", "a.jpg", "b.jpg", "-t", "water", "-t", "summer 2026")
          == "Nothing to do: they have those tags already.\n")
      #expect(
        try bench.output("untag", "a.jpg", "-t", "water")
          == "Took \"water\" from 1 photo or video.\n")
      #expect(
        try bench.output("untag", "a.jpg", "-t", "water")
          == "Nothing to do: it does not have that tag.\n")
      #expect(try bench.records("show", "a.jpg").first?.texts("tags") == ["summer 2026"])
      #expect(try bench.output("show", "b.jpg").contains("tags      summer 2026, water\n"))
      #expect(
        try bench.output("untag", "a.jpg", "b.jpg", "--all")
          == "Took all tags from 2 photos and videos.\n")
      #expect(
        try bench.output("untag", "b.jpg", "--all")
          == "Nothing to do: it does not have any tags.\n")
      let listed = try bench.records("ls")
      #expect(listed.allSatisfy { $0.texts("tags").isEmpty })
    }
  }

  @Test func `records say what was done, or would be`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let tried = try #require(try bench.records("tag", "a.jpg", "-t", "x", "-n").first)
      #expect(tried.text("action") == "tag" && tried.bool("dryRun") == true)
      #expect(tried.int("operations") == 1 && tried.text("transaction") == nil)
      #expect(try bench.records("show", "a.jpg").first?.texts("tags") == [])
      // The same tag twice, in either form of Unicode, is one operation.
      let done = try #require(
        try bench.records("tag", "a.jpg", "-t", "Cafe\u{301}", "-t", "Caf\u{E9}").first)
      #expect(done.int("operations") == 1)
      #expect(
        try bench.records("show", "a.jpg").first?.texts("tags").map { Array($0.utf8) }
          == [Array("Caf\u{E9}".utf8)])
      let taken = try #require(try bench.records("untag", "a.jpg", "-t", "Cafe\u{301}").first)
      #expect(taken.text("action") == "untag" && taken.int("operations") == 1)
    }
  }

  static let wrong: [(arguments: [String], code: Int32, line: String)] = [
    (["tag", "a.jpg", "-t", ""], 2, "--tag is empty"),
    (["tag", "a.jpg", "-t", " "], 2, "--tag is empty"),
    (["tag", "a.jpg", "-t", "a\tb"], 2, "--tag may not hold control characters: a\\tb"),
    (
      ["tag", "a.jpg", "-t", "\u{9B}31m"], 2, "--tag may not hold control characters: \\u{9b}31m"
    ),
    (
      ["tag", "a.jpg", "-t", String(repeating: "x", count: 257)], 1,
      "a tag may have at most 256 bytes: 257"
    ),
    (["untag", "a.jpg", "-t", ""], 2, "--tag is empty"),
  ]

  @Test(arguments: wrong.indices)
  func `a wrong tag is refused`(_ index: Int) async throws {
    let (arguments, code, line) = Self.wrong[index]
    try await withBench(photos: ["a.jpg"]) { bench in
      let result = try bench.run(arguments)
      #expect(result.isError(code, line), "\(arguments): \(result)")
      let record = try #require(try bench.records("show", "a.jpg").first)
      #expect(record.texts("tags") == [])
    }
  }

  @Test func `a tag is needed, and for untag one or all`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      for arguments in [
        ["tag", "a.jpg"], ["untag", "a.jpg"], ["untag", "a.jpg", "-t", "x", "--all"],
        ["tag", "-t", "x"],
      ] {
        let result = try bench.run(arguments)
        #expect(result.exitCode == 2 && result.output.isEmpty, "\(arguments)")
      }
      let missing = try bench.run("tag", "a.jpg", "nothing.jpg", "-t", "x")
      #expect(missing.exitCode == 4)
      let record = try #require(try bench.records("show", "a.jpg").first)
      #expect(record.texts("tags") == [])
    }
  }
}
