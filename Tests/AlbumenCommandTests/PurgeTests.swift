import Albumen
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

/// `purge`, and the way back.
@Suite struct PurgeTests {
  @Test func `what is trashed is purged, and its files go into the library's trash`() async throws {
    try await withBench(photos: ["2026/a.jpg", "b.jpg"]) { bench in
      let bytes = try readFile(bench.photos / "2026/a.jpg")
      try bench.output("trash", "2026/a.jpg")
      #expect(
        try bench.output("purge", "2026/a.jpg", "-n")
          == "would move 2026/a.jpg to .albumen/trash/2026/a.jpg\n"
          + "Would purge 1 photo or video; would move 1 file to .albumen/trash.\n")
      #expect(try readFile(bench.photos / "2026/a.jpg") == bytes)
      #expect(try bench.records("ls", "--trashed").count == 1)
      #expect(
        try bench.output("purge", "2026/a.jpg", "--yes")
          == "Purged 1 photo or video; moved 1 file to .albumen/trash.\n")
      #expect(try readFile(bench.photos / ".albumen/trash/2026/a.jpg") == bytes)
      #expect((try? FileStatus.ofLink(at: bench.photos / "2026/a.jpg")) == nil)
      #expect(try bench.records("ls", "--trashed").isEmpty)
      let purged = try bench.records("ls", "--all").filter { $0.text("status") == "purged" }
      #expect(purged.count == 1)
      #expect(try bench.records("scan").first?.text("transaction") == nil)
      #expect(try bench.run("status").exitCode == 0)
      // By its recorded path it can still be named, and is brought back with its file.
      #expect(
        try bench.output("untrash", "2026/a.jpg")
          == "Took 1 photo or video out of the trash, and 1 file back into the folder.\n")
      #expect(try readFile(bench.photos / "2026/a.jpg") == bytes)
      #expect((try? FileStatus.ofLink(at: bench.photos / ".albumen/trash/2026/a.jpg")) == nil)
      #expect(try bench.records("ls").count == 2)
      #expect(try bench.records("scan").first?.text("transaction") == nil)
    }
  }

  @Test func `without a terminal it needs --yes`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("trash", "a.jpg")
      let before = try bench.output("state")
      for arguments in [
        ["purge", "a.jpg"], ["purge", "a.jpg", "--json"], ["purge", "a.jpg", "-q"],
      ] {
        let result = try bench.run(arguments, input: Array("y\n".utf8))
        #expect(
          result.isError(14, "needs confirmation: purge 1 photo or video (1 file here) for good?"))
        #expect(result.errorLines.last == "hint: say --yes")
      }
      #expect(try bench.output("state") == before)
      #expect((try? FileStatus.ofLink(at: bench.photos / "a.jpg")) != nil)
    }
  }

  @Test(arguments: [
    ("y", 0), ("YES", 0), ("", 14), ("n", 14), ("yesterday", 14), ("\u{1B}[Ay", 14),
  ])
  func `on a terminal it asks`(_ answer: String, _ code: Int32) async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("trash", "a.jpg")
      let result = try bench.shell(
        "printf '%s\\n' '\(answer)' | script -qec \"'\(bench.program)' purge a.jpg\" /dev/null")
      #expect(result.exitCode == code, "\(result)")
      #expect(result.outputText.contains("purge 1 photo or video (1 file here) for good? [y/N]"))
      let isThere = (try? FileStatus.ofLink(at: bench.photos / "a.jpg")) != nil
      #expect(isThere == (code != 0))
      #expect(result.outputText.contains("not confirmed; nothing was done") == (code != 0))
    }
  }

  @Test func `only what is trashed, and all or nothing`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("trash", "a.jpg")
      let before = try bench.output("state")
      for arguments in [["b.jpg"], ["a.jpg", "b.jpg"]] {
        let result = try bench.run(["purge", "--yes"] + arguments)
        #expect(result.isError(1, "only what is in the trash can be purged: b.jpg"))
        #expect(result.errorLines.last == "hint: put it there first with: albumen trash")
      }
      #expect(try bench.run("purge", "nothing.jpg", "--yes").exitCode == 4)
      #expect(try bench.run("purge", "--yes").exitCode == 2)
      #expect(try bench.output("state") == before)
      // Twice the same is once; purged already is nothing to do, and needs no answer.
      let record = try #require(
        try bench.records("purge", "a.jpg", "./a.jpg", "--yes").first)
      #expect(record.int("operations") == 1 && record.texts("assets").count == 1)
      let id = try #require(record.texts("assets").first)
      #expect(try bench.output("purge", id) == "Nothing to do: that is purged already.\n")
    }
  }

  @Test func `a file that was changed since the last scan stays`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let id = try #require(try bench.records("ls").first?.text("id"))
      try bench.output("trash", "a.jpg")
      let changed = try Bench.photo("something else")
      try writeFile(bench.photos / "a.jpg", bytes: changed)
      let result = try bench.run("purge", id, "--yes")
      #expect(result.exitCode == 3)
      #expect(result.outputText == "Purged 1 photo or video.\n")
      #expect(result.errorText == "albumen: it has changed since the last scan: a.jpg\n")
      #expect(try readFile(bench.photos / "a.jpg") == changed)
      let again = try bench.run("purge", id, "--yes", "--json")
      #expect(again.exitCode == 3)
      let record = try #require(try Record.lines(again.output).first)
      #expect(record.int("operations") == 0 && record.list("kept").count == 1)
    }
  }

  /// Killed after the log has it and before the file has moved: the file was there all along.
  @Test func `a purge that was cut short is finished by the next`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("trash", "a.jpg")
      let killed = try bench.run(
        ["purge", "a.jpg", "--yes"], environment: ["ALBUMEN_FAILPOINTS": "purge.move=kill"])
      #expect(killed.exitCode != 0)
      for _ in 0..<2 {
        let report = try #require(try bench.records("scan").first)
        #expect(report.texts("restored").isEmpty && report.text("transaction") == nil)
      }
      #expect(try bench.records("ls", "--all").map { $0.text("status") } == ["purged"])
      let record = try #require(try bench.records("purge", "a.jpg", "--yes").first)
      #expect(record.text("transaction") == nil && record.list("moved").count == 1)
      #expect((try? FileStatus.ofLink(at: bench.photos / "a.jpg")) == nil)
    }
  }

  @Test func `the trash can be emptied by a line of shell`() async throws {
    try await withBench(photos: ["a b.jpg", "line\nbreak.jpg", "c.jpg"]) { bench in
      try bench.output("trash", "a b.jpg", "line\nbreak.jpg")
      let result = try bench.shell(
        "\"$program\" ls --trashed -0 | xargs -0 \"$program\" purge --yes")
      #expect(
        result.outputText == "Purged 2 photos and videos; moved 2 files to .albumen/trash.\n")
      #expect(try bench.records("ls", "--trashed").isEmpty)
      #expect(try bench.records("ls").count == 1)
    }
  }

  private static func isThere(_ path: Path) -> Bool { (try? FileStatus.ofLink(at: path)) != nil }

  @Test(arguments: ["a.jpg", "sub/copy.jpg"])
  func `untrash brings every copy back, by any path that one had`(name: String) async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try writeFile(bench.photos / "sub/copy.jpg", bytes: try Bench.photo("a.jpg"))
      try bench.output("scan")
      try bench.output("trash", "sub/copy.jpg")
      #expect(try bench.output("purge", "-y", "sub/copy.jpg").contains("moved 2 files"))
      let why = try bench.output("why", name)
      #expect(why.hasPrefix("\(name): not there any more\n"), "\(why)")
      #expect(
        why.contains(
          "it is purged, and its file is .albumen/trash/\(name); "
            + "to bring it back: albumen untrash \(name)"), "\(why)")
      #expect(
        try bench.output("untrash", name)
          == "Took 1 photo or video out of the trash, and 2 files back into the folder.\n")
      for name in ["a.jpg", "sub/copy.jpg"] {
        #expect(try readFile(bench.photos / (Path(name) ?? "")) == Bench.photo("a.jpg"))
      }
      #expect(
        try listTree(bench.photos / ".albumen/trash").allSatisfy {
          $0.bytes.last != UInt8(ascii: "g")
        })
      #expect(try bench.records("scan").first?.text("transaction") == nil)
      #expect(try bench.output("untrash", name).hasPrefix("Nothing to do"))
    }
  }

  /// One place was taken when it was first brought back.
  @Test func `what stayed in the library's trash comes with the next`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try writeFile(bench.photos / "copy.jpg", bytes: try Bench.photo("a.jpg"))
      try bench.output("scan")
      try bench.output("trash", "a.jpg")
      try bench.output("purge", "-y", "a.jpg")
      try bench.addPhoto("copy.jpg")
      let partly = try bench.run("untrash", "a.jpg")
      #expect(partly.exitCode == 3)
      #expect(
        partly.errorText.contains("its place in the folder is taken: .albumen/trash/copy.jpg"))
      try removeFile(bench.photos / "copy.jpg")
      #expect(try bench.output("untrash", "a.jpg") == "Took 1 file back into the folder.\n")
      #expect(Self.isThere(bench.photos / "copy.jpg"))
    }
  }

  /// Files of assets that are in the roll are not named by where they were.
  @Test func `a path that a file has left names only what has no file here`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try moveFile(bench.photos / "a.jpg", to: bench.photos / "new.jpg")
      try bench.output("scan")
      #expect(try bench.run("trash", "a.jpg").exitCode == 4)
      try bench.output("trash", "new.jpg")
      try bench.output("purge", "-y", "new.jpg")
      #expect(try bench.output("untrash", "a.jpg").contains("1 file back"))
      #expect(Self.isThere(bench.photos / "new.jpg") && !Self.isThere(bench.photos / "a.jpg"))
    }
  }

  @Test func `an undone purge says where the files are`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try writeFile(bench.photos / "copy.jpg", bytes: try Bench.photo("a.jpg"))
      try bench.output("scan")
      try bench.output("trash", "a.jpg")
      try bench.output("purge", "-y", "a.jpg")
      let undone = try bench.output("undo")
      #expect(
        undone.contains("2 files stay in .albumen/trash; albumen untrash brings them back.\n"),
        "\(undone)")
      #expect(try bench.output("untrash", "a.jpg").contains("2 files back"))
      #expect(try bench.run("status").exitCode == 0)
    }
  }
}
