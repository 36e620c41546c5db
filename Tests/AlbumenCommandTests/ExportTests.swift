import Albumen
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

@Suite struct ExportTests {
  private func text(_ path: Path) throws -> [UInt8] { try readFile(path) }

  /// A library whose album Summer holds b, a and c, in this order.
  private func withSummer(_ body: (Bench, Path) async throws -> Void) async throws {
    try await withBench(photos: ["a.jpg", "sub/b.jpg", "c.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "sub/b.jpg", "a.jpg", "c.jpg")
      try await body(bench, bench.place / "out")
    }
  }

  @Test func `copies are numbered in the order of the album, and can be made again`() async throws {
    try await withSummer { bench, out in
      #expect(
        try bench.output("export", "Summer", "\(out)") == "Copied 3 photos and videos to \(out).\n")
      #expect(
        try listTree(out)
          == ["Summer", "Summer/0001 b.jpg", "Summer/0002 a.jpg", "Summer/0003 c.jpg"])
      #expect(try text(out / "Summer/0001 b.jpg") == Bench.photo("sub/b.jpg"))
      let source = try FileStatus.ofLink(at: bench.photos / "a.jpg")
      let copy = try FileStatus.ofLink(at: out / "Summer/0002 a.jpg")
      #expect(copy.mtimeNanoseconds == source.mtimeNanoseconds && copy.inode != source.inode)
      let again = try bench.records("export", "Summer", "\(out)")
      #expect(again.map { $0.text("outcome") } == ["present", "present", "present"])
      #expect(again.map { $0.int("index") } == [1, 2, 3])
      #expect(try FileStatus.ofLink(at: out / "Summer/0002 a.jpg").isSameFile(as: copy))
    }
  }

  @Test func `a dry run lists and makes nothing`() async throws {
    try await withSummer { bench, out in
      let text = try bench.output("export", "-n", "Summer", "\(out)")
      #expect(text.hasPrefix("would copy Summer/0001 b.jpg\nwould copy Summer/0002 a.jpg\n"))
      #expect((try? FileStatus.ofLink(at: out)) == nil)
      try bench.output("export", "Summer", "\(out)")
      try removeFile(out / "Summer/0002 a.jpg")
      let records = try bench.records("export", "-n", "Summer", "\(out)")
      #expect(records.map { $0.text("outcome") } == ["present", "copied", "present"])
      #expect(records.allSatisfy { $0.bool("dryRun") == true })
      try writeFile(out / "Summer/.albumen-12ab.tmp", "half")
      try bench.output("export", "-n", "Summer", "\(out)")
      #expect(try listTree(out).count == 4)
    }
  }

  @Test func `nothing that is there is replaced or followed`() async throws {
    try await withSummer { bench, out in
      try writeFile(out / "Summer/0001 b.jpg", "mine")
      let victim = bench.place / "victim"
      try writeFile(victim, "theirs")
      try Files.symlink(victim, as: out / "Summer/0002 a.jpg")
      let result = try bench.run("export", "Summer", "\(out)")
      #expect(result.exitCode == 3, "\(result.errorText)")
      #expect(result.errorLines.count == 2)
      #expect(
        result.errorLines.allSatisfy {
          $0.hasPrefix("albumen: another file has this name, and is not replaced: \(out)/Summer/")
        })
      #expect(try text(out / "Summer/0001 b.jpg") == Array("mine".utf8))
      #expect(try text(victim) == Array("theirs".utf8))
      #expect(try text(out / "Summer/0003 c.jpg") == Bench.photo("c.jpg"))
    }
  }

  @Test func `a link in the place of an album's directory is not gone through`() async throws {
    try await withSummer { bench, out in
      try Files.createDirectories(out)
      try Files.createDirectories(bench.place / "elsewhere")
      try Files.symlink("../elsewhere", as: out / "Summer")
      let result = try bench.run("export", "Summer", "\(out)")
      #expect(result.exitCode == 1)
      #expect(result.errorText.contains("something else has the name of an album's directory"))
      #expect(try listTree(bench.place / "elsewhere") == [])
    }
  }

  @Test func `copies do not go into the library`() async throws {
    try await withSummer { bench, out in
      for place in [".", "sub", "new/deep", "../Photos/x/../y", "../Photos/./y", ".albumen"] {
        let result = try bench.run("export", "Summer", place)
        #expect(
          result.isError(
            1,
            "copies cannot go into the library's folder: "
              + "\(Files.plain(bench.photos / (Path(place) ?? "")))"),
          "\(result.errorText)")
      }
      // An album's own directory may be the library, too.
      try bench.output("album", "rename", "Summer", "Photos")
      let result = try bench.run("export", "Photos", "\(bench.place)")
      #expect(result.exitCode == 1, "\(result.errorText)")
      #expect(result.errorText.contains("copies cannot go into the library's folder"))
      #expect(try bench.run("status").exitCode == 0)
    }
  }

  @Test func `what has no file here is listed, and keeps its number`() async throws {
    try await withSummer { bench, out in
      try removeFile(bench.photos / "a.jpg")
      let early = try bench.run("export", "Summer", "\(out)")
      #expect(early.exitCode == 3)
      #expect(early.errorText == "albumen: no file of it is here: Summer/0002 a.jpg\n")
      try bench.output("scan")
      let result = try bench.run("export", "Summer", "\(out)", "--json")
      #expect(result.exitCode == 3)
      let outcomes = try Record.lines(result.output).map { $0.text("outcome") }
      #expect(outcomes == ["present", "missing", "present"])
      #expect(try listTree(out / "Summer") == ["0001 b.jpg", "0003 c.jpg"])
    }
  }

  @Test func `the parts of a whole go with it, under its number`() async throws {
    try await withSummer { bench, out in
      try bench.addPhoto("b.mov.jpg")
      try writeFile(bench.photos / "part/b.jpg", bytes: try Bench.photo("part"))
      try bench.output("scan")
      let ids = try bench.records("ls").reduce(into: [String: String]()) { ids, asset in
        ids[asset.text("path") ?? ""] = asset.text("id")
      }
      let whole = try #require(ids["sub/b.jpg"])
      // As another device says it: the one has another name, the other the same.
      let parts = try ["b.mov.jpg", "part/b.jpg"].map { try #require(ids[$0]) }
      let operations = parts.map {
        #"{"kind":"asset.set","asset":"\#($0)","field":"partOf","value":"\#(whole)"}"#
      }
      let line =
        #"{"log":"0123456789abcdef0123456789abcdef","seq":1,"hlc":"0700000000000000","context":{},"#
        + #""wall":1764475200000,"label":"Pair","ops":[\#(operations.joined(separator: ","))]}"#
      try writeFile(bench.place / "pair.jsonl", line + "\n")
      try bench.output("replay", "../pair.jsonl")
      try bench.output("export", "Summer", "\(out)")
      let names = try listTree(out / "Summer").map { "\($0)" }
      #expect(names.count == 5 && names.contains("0001 b.jpg") && names.contains("0001 b.mov.jpg"))
      #expect(names.contains { $0.hasPrefix("0001 b ~") && $0.hasSuffix(".jpg") }, "\(names)")
      #expect(names.contains("0002 a.jpg"))
    }
  }

  @Test func `a photo that another one has replaced is not passed off as it`() async throws {
    try await withSummer { bench, out in
      try writeFile(bench.photos / "a.jpg", bytes: try Bench.photo("something else"))
      let result = try bench.run("export", "Summer", "\(out)")
      #expect(result.exitCode == 3)
      #expect(result.errorText.contains("it has changed since it was last read"))
      #expect(try listTree(out / "Summer") == ["0001 b.jpg", "0003 c.jpg"])
      try bench.output("scan")
      try bench.output("export", "Summer", "\(out)")
      #expect(try listTree(out / "Summer").count == 3)
    }
  }

  @Test func `titles lead nowhere else, and clash with none`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let out = bench.place / "out"
      let titles = ["../up", "..", ".hidden", "a/b\\c:d", "end. ", "x\u{1B}[31m\n", "Rome", "rome"]
      for title in titles {
        try bench.output("album", "create", "--", title)
        let id = try #require(
          try bench.records("albums").first { $0.text("title") == title }?.text("id"))
        try bench.output("album", "add", "@\(id)", "a.jpg")
        try bench.output("export", "@\(id)", "\(out)")
      }
      let names = try listTree(out).filter { $0.components.count == 1 }.map { $0.description }
      #expect(
        Set(names) == [
          "%2E.%2Fup", "%2E%2E", "%2Ehidden", "a%2Fb%5Cc%3Ad", "end.%20", "x%1B[31m%0A", "Rome",
          "rome",
        ], "\(names)")
      #expect(try listTree(bench.place).filter { $0.lastComponent == "up" }.isEmpty)
      // In one export two titles that differ by case only are two directories on any file system.
      let both = bench.place / "both"
      try bench.output("export", "Rome", "rome", "\(both)")
      let two = try listTree(both).filter { $0.components.count == 1 }.map { $0.description }
      #expect(two.count == 2 && two.contains("Rome") && two.contains { $0.hasPrefix("rome ~") })
    }
  }

  @Test func `a folder becomes directories, and long names are cut`() async throws {
    let long = String(repeating: "é", count: 125) + ".jpg"
    try await withBench(photos: [long, "b/x.jpg", "c/x.jpg"]) { bench in
      try bench.output("album", "create", "--folder", "Trips")
      try bench.output("album", "create", "Rome", "--in", "Trips")
      try bench.output("album", "create", "Oslo", "--in", "Trips")
      try bench.output("album", "add", "Rome", long)
      try bench.output("album", "add", "Oslo", "b/x.jpg", "c/x.jpg")
      let out = bench.place / "out"
      try bench.output("export", "Trips", "\(out)")
      let files = try listTree(out)
      #expect(files.contains("Trips/Oslo/0001 x.jpg") && files.contains("Trips/Oslo/0002 x.jpg"))
      let cut = try #require(files.first { $0.description.hasPrefix("Trips/Rome/") })
      #expect(cut.lastComponent.bytes.count <= 255 && cut.text?.hasSuffix("é.jpg") == true)
    }
  }

  @Test(arguments: ["export.copy", "export.syncfs", "export.publish", "export.fsyncDirectory"])
  func `a crash leaves whole copies or none, and the next export completes it`(
    failpoint: String
  ) async throws {
    try await withSummer { bench, out in
      let hit = failpoint == "export.publish" || failpoint == "export.copy" ? "=kill@2" : "=kill"
      let killed = try bench.run(
        ["export", "Summer", "\(out)"],
        environment: ["ALBUMEN_FAILPOINTS": failpoint + hit])
      #expect(killed.exitCode == nil, "\(killed)")
      let contents = ["0001 b.jpg": "sub/b.jpg", "0002 a.jpg": "a.jpg", "0003 c.jpg": "c.jpg"]
      for path in try listTree(out / "Summer") {
        #expect(try text(out / "Summer" / path) == Bench.photo(contents["\(path)"] ?? "?"))
      }
      // What a file system without O_TMPFILE would have left.
      try writeFile(out / "Summer/.albumen-12ab.tmp", "half")
      try bench.output("export", "Summer", "\(out)")
      #expect(try listTree(out / "Summer").map { "\($0)" } == contents.keys.sorted())
    }
  }

  @Test func `two exports into one directory do not mix`() async throws {
    try await withSummer { bench, out in
      try bench.output("export", "Summer", "\(out)")
      guard let lock = try FileLock.tryAcquire(directory: out / "Summer") else {
        throw TestFailure("somebody has the lock")
      }
      let result = try bench.run("export", "Summer", "\(out)")
      #expect(result.exitCode == 11, "\(result.errorText)")
      lock.release()
      try bench.output("export", "Summer", "\(out)")
    }
  }

  @Test func `an unknown album is not found before anything is made`() async throws {
    try await withSummer { bench, out in
      #expect(try bench.run("export", "Summer", "None", "\(out)").isError(4, "no such album: None"))
      #expect((try? FileStatus.ofLink(at: out)) == nil)
      try writeFile(bench.place / "file")
      let file = try bench.run("export", "Summer", "../file")
      #expect(file.exitCode == 1 && file.errorText.contains("copies cannot go there"), "\(file)")
    }
  }

  @Test func `a directory is made in one that is there only`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "a.jpg")
      let none = bench.place / "none"
      for words in [["export"], ["export", "-n"]] {
        let result = try bench.run(words + ["Summer", "\(none / "x")"])
        #expect(result.isError(4, "no such folder: \(none)"), "\(result)")
      }
      #expect((try? FileStatus.ofLink(at: none)) == nil)
      try bench.output("export", "Summer", "\(bench.place / "out")")
    }
  }
}
