import Albumen
import Glibc
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

/// A library with a Live Photo, a raw file with its picture, and one photo more.
func withPairs(_ body: (Bench) async throws -> Void) async throws {
  try await withBench(isLibrary: false) { bench in
    try bench.put("Phone/IMG_0001.HEIC", "IMG_0001.HEIC")
    try bench.put("Phone/IMG_0001.MOV", "IMG_0001.MOV")
    try bench.put("Raw/LUM_0101.JPG", "LUM_0101.JPG")
    try bench.put("Raw/LUM_0101.DNG", "LUM_0101.DNG")
    try bench.put("Phone/IMG_0002.HEIC", "other.HEIC")
    try bench.output("init")
    try await body(bench)
  }
}

/// What tests of pairs ask.
extension Bench {
  /// Puts a file of the fixtures into the folder, or elsewhere; bytes behind its end make it another.
  func put(
    _ fixture: String, _ name: String, mark: String = "", below directory: Path? = nil
  ) throws {
    let bytes = try readFile(Self.fixtures / "camera" / (Path(fixture) ?? ""))
    let path = (directory ?? photos) / (Path(name) ?? "")
    try writeFile(path, bytes: bytes + Array(mark.utf8))
  }

  /// Where the files of assets are, or were recorded.
  func names(_ records: [Record]) -> [String] {
    records.compactMap { $0.text("file") ?? $0.text("path") }
  }

  /// What a file's asset is part of, and as what.
  func part(_ path: String) throws -> String? {
    let record = try #require(try records("show", path).first)
    guard let whole = record.text("partOf") else { return nil }
    let shown = try #require(try records("show", whole).first)
    return "\(record.text("role") ?? "") of \(shown.text("file") ?? "")"
  }

  /// The id of a file's asset.
  func id(_ path: String) throws -> String {
    try #require(try records("show", path).first?.text("id"))
  }

  /// The files and links below a directory.
  func trees(_ directory: Path) throws -> [String] {
    try listTree(directory).filter { path in
      try FileStatus.ofLink(at: directory / path).kind != .directory
    }.map(\.display).sorted()
  }
}

/// Live Photos and raw files through the program, with files as phones and cameras write them.
@Suite struct PairCommandTests {
  // MARK: Finding out

  @Test(arguments: [
    ["IMG_0001.HEIC", "IMG_0001.MOV"], ["IMG_0001.MOV", "IMG_0001.HEIC"],
  ])
  func `whichever of a Live Photo's files comes first, and nothing is written again`(
    order: [String]
  ) async throws {
    try await withBench { bench in
      for name in order {
        try bench.put("Phone/\(name)", name)
        #expect(try bench.records("scan").first?.text("transaction") != nil)
      }
      #expect(try bench.part("IMG_0001.MOV") == "pairedVideo of IMG_0001.HEIC")
      let log = try bench.output("log")
      #expect(try bench.records("scan").first?.text("transaction") == nil)
      #expect(try bench.output("log") == log)
      #expect(try bench.run("status").exitCode == 0)
      // Neither does a catalogue that was made anew see it otherwise.
      let before = try bench.output("state")
      for path in try listTree(bench.state) where path.display.contains("catalogue.sqlite") {
        try removeFile(bench.state / path)
      }
      try bench.output("scan")
      #expect(try bench.output("log") == log)
      #expect(try bench.output("state") == before)
    }
  }

  @Test(arguments: [
    ["IMG_0001.HEIC", "IMG_0001.MOV"], ["IMG_0001.MOV", "IMG_0001.HEIC"],
  ])
  func `while the folder is watched, too`(order: [String]) async throws {
    try await withBench { bench in
      var watch = try bench.start("watch", "--json")
      for name in order {
        try bench.put("Phone/\(name)", "\(name).part")
        try moveFile(
          bench.photos / (Path("\(name).part") ?? ""), to: bench.photos / (Path(name) ?? ""))
        try await wait(for: "\(name) to be taken in") {
          try bench.run(["show", name, "--json"]).exitCode == 0
        }
      }
      #expect(try bench.part("IMG_0001.MOV") == "pairedVideo of IMG_0001.HEIC")
      watch.kill(SIGTERM)
      _ = try watch.finish(until: Deadline(after: hangLimit))
      #expect(try bench.records("scan").first?.text("transaction") == nil)
    }
  }

  @Test func `a video without an identifier is known by name, time and length`() async throws {
    try await withBench { bench in
      let time = "2024:05:11 10:15:01"
      try writeFile(bench.photos / "clip.jpg", bytes: TinyPhoto.jpeg(1, captured: time))
      try bench.put("Phone/IMG_0010.MOV", "clip.MOV")
      try writeFile(
        bench.photos / "late.jpg", bytes: TinyPhoto.jpeg(2, captured: "2024:05:11 10:15:04"))
      try bench.put("Phone/IMG_0010.MOV", "late.MOV", mark: "\0\0\0\u{8}free")
      // A JPEG and another one are no pair.
      try writeFile(bench.photos / "ben.jpg", bytes: TinyPhoto.jpeg(3, captured: time))
      try writeFile(bench.photos / "ben.jpeg", bytes: TinyPhoto.jpeg(4, captured: time))
      try bench.output("scan")
      #expect(try bench.part("clip.MOV") == "pairedVideo of clip.jpg")
      #expect(try bench.part("late.MOV") == nil)
      #expect(try bench.part("ben.jpeg") == nil && bench.part("ben.jpg") == nil)
    }
  }

  @Test func `of three that come into question none is chosen, and why says so`() async throws {
    try await withBench { bench in
      try bench.put("Phone/IMG_0001.HEIC", "a.HEIC")
      try bench.put("Phone/IMG_0001.HEIC", "b.HEIC", mark: "\0\0\0\u{8}free")
      try bench.put("Phone/IMG_0001.MOV", "c.MOV")
      try bench.output("scan")
      #expect(try bench.part("c.MOV") == nil)
      let record = try #require(try bench.records("why", "c.MOV").first)
      #expect(try Set(record.texts("inDoubt")) == [bench.id("a.HEIC"), bench.id("b.HEIC")])
      #expect(
        try bench.output("why", "a.HEIC").contains("  no pair  too many come into question: "))
      try bench.output("set", "c.MOV", "--part-of", "b.HEIC")
      #expect(try bench.part("c.MOV") == "pairedVideo of b.HEIC")
      #expect(try bench.records("why", "c.MOV").first?.texts("inDoubt") == [])
    }
  }

  @Test func `files that move apart, or are deleted, stay a pair`() async throws {
    try await withPairs { bench in
      try Files.createDirectories(bench.photos / "videos")
      try moveFile(bench.photos / "IMG_0001.MOV", to: bench.photos / "videos/x.mov")
      try removeFile(bench.photos / "LUM_0101.JPG")
      try bench.output("scan")
      #expect(try bench.part("videos/x.mov") == "pairedVideo of IMG_0001.HEIC")
      #expect(try bench.records("show", "LUM_0101.DNG").first?.text("role") == "raw")
      #expect(try bench.records("ls").count == 3)
    }
  }

  // MARK: What shows

  @Test func `a whole shows once`() async throws {
    try await withPairs { bench in
      #expect(
        try Set(bench.names(bench.records("ls")))
          == ["IMG_0001.HEIC", "LUM_0101.JPG", "other.HEIC"])
      #expect(try bench.records("ls", "--parts").count == 5)
      #expect(try bench.records("status").first?.int("parts") == 2)
      #expect(try bench.output("status").contains("roll     3 photos and videos with 2 parts,"))
      try bench.output("album", "create", "Trip")
      // Parts stand for their wholes.
      try bench.output("album", "add", "Trip", "IMG_0001.MOV", "other.HEIC", "LUM_0101.DNG")
      let wanted = ["IMG_0001.HEIC", "other.HEIC", "LUM_0101.JPG"]
      #expect(try bench.names(bench.records("ls", "Trip")) == wanted)
      #expect(try bench.records("albums").first?.int("count") == 3)
      #expect(try bench.records("ls", "Trip", "--at", "now~0").count == 3)
      #expect(
        try bench.trees(bench.photos / "Albums").map { String($0.drop { $0 != " " }.dropFirst()) }
          == wanted)
      let shown = try #require(try bench.records("show", "IMG_0001.HEIC").first)
      #expect(try shown.texts("parts") == [bench.id("IMG_0001.MOV")])
      #expect(try bench.output("show", "IMG_0001.HEIC").contains("part      IMG_0001.MOV"))
      #expect(try bench.output("why", "LUM_0101.DNG").contains("part of  LUM_0101.JPG"))
      #expect(try bench.records("why", "IMG_0001.MOV").first?.texts("albums").count == 1)
      let state = try bench.output("state")
      #expect(try state.contains("\"partOf\":\"\(bench.id("IMG_0001.HEIC"))\""))
    }
  }

  @Test func `references to a part and its whole show once, at the whole's place`() async throws {
    try await withBench { bench in
      // The video comes first, and is in an album by itself.
      try bench.put("Phone/IMG_0001.MOV", "IMG_0001.MOV")
      try bench.addPhoto("a.jpg")
      try bench.addPhoto("b.jpg")
      try bench.output("scan")
      try bench.output("album", "create", "Trip")
      try bench.output("album", "add", "Trip", "a.jpg", "IMG_0001.MOV", "b.jpg")
      try bench.put("Phone/IMG_0001.HEIC", "IMG_0001.HEIC")
      try bench.output("scan")
      #expect(
        try bench.names(bench.records("ls", "Trip")) == ["a.jpg", "IMG_0001.HEIC", "b.jpg"])
      #expect(
        try bench.trees(bench.photos / "Albums").map { String($0.dropFirst(10)) }
          == ["a.jpg", "IMG_0001.HEIC", "b.jpg"])
      // It can be moved, and beside it, by either.
      try bench.output("album", "move", "Trip", "IMG_0001.HEIC", "--last")
      #expect(
        try bench.names(bench.records("ls", "Trip")) == ["a.jpg", "b.jpg", "IMG_0001.HEIC"])
      try bench.output("album", "move", "Trip", "a.jpg", "--after", "IMG_0001.MOV")
      #expect(
        try bench.names(bench.records("ls", "Trip")) == ["b.jpg", "IMG_0001.HEIC", "a.jpg"])
      #expect(try bench.output("album", "add", "Trip", "IMG_0001.HEIC").contains("Nothing to do"))
      #expect(try bench.records("albums").first?.int("count") == 3)
      // Removing the link in the view removes all of it.
      let link = try #require(
        try bench.trees(bench.photos / "Albums").first { $0.hasSuffix("IMG_0001.HEIC") })
      try removeFile(bench.photos / "Albums" / (Path(link) ?? ""))
      try bench.output("scan")
      #expect(try bench.names(bench.records("ls", "Trip")) == ["b.jpg", "a.jpg"])
      #expect(try bench.records("show", "IMG_0001.MOV").first?.texts("albums") == [])
      try bench.output("undo", try #require(bench.records("log").first?.text("id")))
      #expect(
        try bench.names(bench.records("ls", "Trip")) == ["b.jpg", "IMG_0001.HEIC", "a.jpg"])
    }
  }

  // MARK: Acting on a whole

  @Test func `trash, hide and purge act on the parts in one transaction, and undo does`()
    async throws
  {
    try await withPairs { bench in
      func count() throws -> Int { try bench.records("log").count }
      let before = try count()
      try bench.output("trash", "IMG_0001.HEIC")
      #expect(try count() == before + 1)
      #expect(try bench.records("ls", "--parts").count == 3)
      #expect(try bench.names(bench.records("ls", "--trashed")) == ["IMG_0001.HEIC"])
      #expect(try bench.records("ls", "--trashed", "--parts").count == 2)
      try bench.output("untrash", "IMG_0001.HEIC")
      #expect(try bench.records("ls", "--parts").count == 5)
      try bench.output("undo")
      try bench.output("undo")
      #expect(try bench.records("ls", "--parts").count == 5)
      try bench.output("set", "IMG_0001.HEIC", "--hidden")
      #expect(try bench.records("show", "IMG_0001.MOV").first?.bool("hidden") == true)
      try bench.output("undo")
      #expect(try bench.records("show", "IMG_0001.MOV").first?.bool("hidden") == nil)
      try bench.output("trash", "IMG_0001.HEIC")
      try bench.output("purge", "IMG_0001.HEIC", "--yes")
      #expect(
        try bench.trees(bench.photos / ".albumen/trash") == ["IMG_0001.HEIC", "IMG_0001.MOV"])
      try bench.output("untrash", "IMG_0001.HEIC")
      #expect(try bench.part("IMG_0001.MOV") == "pairedVideo of IMG_0001.HEIC")
      #expect(try bench.trees(bench.photos / ".albumen/trash").isEmpty)
      #expect(try bench.records("scan").first?.text("transaction") == nil)
    }
  }

  @Test func `what a person took apart is never put together again`() async throws {
    try await withPairs { bench in
      let set = try #require(
        try bench.records("set", "IMG_0001.MOV", "--clear", "part-of").first)
      #expect(set.int("operations") == 2 && set.text("action") == "set")
      #expect(try bench.part("IMG_0001.MOV") == nil)
      #expect(try bench.records("ls").count == 4)
      // Said once is said.
      #expect(
        try bench.records("set", "IMG_0001.MOV", "--clear", "part-of").first?.int("operations")
          == 0)
      // Whatever makes a scan look again.
      try moveFile(bench.photos / "IMG_0001.MOV", to: bench.photos / "x.MOV")
      try moveFile(bench.photos / "x.MOV", to: bench.photos / "IMG_0001.MOV")
      try bench.put("Phone/IMG_0001.HEIC", "copy/IMG_0001.HEIC")
      try bench.put("Phone/IMG_0001.MOV", "copy/IMG_0001.MOV")
      try bench.output("scan")
      #expect(try bench.part("IMG_0001.MOV") == nil)
      for path in try listTree(bench.state) where path.display.contains("catalogue.sqlite") {
        try removeFile(bench.state / path)
      }
      try bench.output("scan")
      #expect(try bench.part("IMG_0001.MOV") == nil)
      #expect(try bench.records("why", "IMG_0001.MOV").first?.texts("inDoubt") == [])
      try bench.output("undo")
      #expect(try bench.part("IMG_0001.MOV") == "pairedVideo of IMG_0001.HEIC")
      try bench.output("redo")
      #expect(try bench.part("IMG_0001.MOV") == nil)
    }
  }

  @Test func `another machine on the folder leaves it as it is`() async throws {
    try await withPairs { bench in
      try bench.output("set", "IMG_0001.MOV", "--clear", "part-of")
      let state = try bench.output("state")
      let other = ["XDG_STATE_HOME": "\(bench.place / "other")"]
      let scan = try bench.run(["scan", "--json"], environment: other)
      #expect(scan.exitCode == 0, "\(scan.errorText)")
      #expect(try Record.lines(scan.output).first?.texts("paired") == [])
      let seen = try bench.run(["show", "IMG_0001.MOV", "--json"], environment: other)
      #expect(try Record.lines(seen.output).first?.text("partOf") == nil)
      #expect(try bench.output("state") == state)
    }
  }

  @Test func `a person can say what belongs together`() async throws {
    try await withPairs { bench in
      try bench.output("set", "other.HEIC", "--part-of", "LUM_0101.JPG")
      #expect(try bench.part("other.HEIC") == "edited of LUM_0101.JPG")
      try bench.output("set", "other.HEIC", "--part-of", "LUM_0101.JPG", "--role", "raw")
      #expect(try bench.part("other.HEIC") == "raw of LUM_0101.JPG")
      // A part of a part is one of the whole.
      try bench.output("set", "IMG_0001.HEIC", "--part-of", "other.HEIC")
      #expect(try bench.part("IMG_0001.MOV") == "pairedVideo of LUM_0101.JPG")
      #expect(try bench.records("ls").count == 1)
      for whole in ["LUM_0101.JPG", "IMG_0001.MOV"] {
        let result = try bench.run("set", "LUM_0101.JPG", "--part-of", whole)
        #expect(result.exitCode == 1, "\(result)")
        #expect(result.errorText.contains("nothing is a part of itself"))
      }
      #expect(try bench.run("set", "other.HEIC", "--role", "raw", "--rating", "1").exitCode == 2)
      #expect(
        try bench.run("set", "other.HEIC", "--part-of", "LUM_0101.JPG", "--clear", "part-of")
          .exitCode == 2)
      #expect(try bench.run("set", "other.HEIC", "--part-of", "nowhere.jpg").exitCode == 4)
      try bench.output("undo")
      try bench.output("undo")
      #expect(try bench.part("other.HEIC") == "edited of LUM_0101.JPG")
    }
  }

  @Test func `a part that goes to the trash alone is told, with how to trash the whole`()
    async throws
  {
    try await withPairs { bench in
      let (video, photo) = ("IMG_0001.MOV", "IMG_0001.HEIC")
      #expect(
        try bench.output("trash", video)
          == "Put 1 photo or video into the trash; the file stays where it is.\n"
          + "\(video) is part of \(photo), which stays; "
          + "to put the whole into the trash: albumen trash \(photo)\n")
      #expect(try bench.records("show", photo).first?.text("status") == "alive")
      try bench.output("untrash", video)
      // With its whole there is nothing to tell.
      for words in [[photo, video], [photo]] {
        #expect(!(try bench.run(["trash"] + words)).outputText.contains("part of"))
        #expect(try bench.records("show", video).first?.text("status") == "trashed")
        try bench.output("untrash", photo)
      }
    }
  }
}
