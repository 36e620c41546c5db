import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

/// `set`: what people say of photos.
@Suite struct SetTests {
  @Test func `every field is set, told and cleared`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      let said = try bench.output(
        "set", "a.jpg", "b.jpg", "--title", "At the lake", "--rating", "4", "--favorite")
      #expect(said == "Set title, rating and favorite of 2 photos and videos.\n")
      try bench.output(
        "set", "a.jpg", "--caption", "One\nTwo", "--hidden", "--captured",
        "2026-05-03T12:00:30+02:00", "--latitude", "-33.8688", "--longitude", "151.2093")
      let listed = try bench.records("ls")
      let record = try #require(listed.first { $0.text("filename") == "a.jpg" })
      #expect(record.text("title") == "At the lake" && record.text("caption") == "One\nTwo")
      #expect(record.int("rating") == 4 && record.bool("favorite") == true)
      #expect(record.bool("hidden") == true)
      #expect(record.text("captured") == "2026-05-03T12:00:30+02:00")
      #expect(record.double("latitude") == -33.8688 && record.double("longitude") == 151.2093)
      let shown = try bench.output("show", "a.jpg")
      for line in [
        "title     At the lake", "caption   One\\nTwo", "rating    4 stars",
        "marked    favorite, hidden", "place     33.8688 S, 151.2093 E",
        "taken     2026-05-03T12:00:30+02:00",
      ] { #expect(shown.contains(line + "\n"), "\(line): \(shown)") }
      for field in SetCommand.Clearable.allCases {
        try bench.output("set", "a.jpg", "--clear", field.rawValue)
      }
      let cleared = try #require(try bench.records("show", "a.jpg").first)
      for name in [
        "title", "caption", "rating", "favorite", "hidden", "captured", "latitude", "longitude",
      ] { #expect(!cleared.names.contains(name), "\(name)") }
      #expect(!(try bench.output("show", "a.jpg")).contains("place"))
      // The other asset has kept what it was given.
      #expect(try bench.records("show", "b.jpg").first?.text("title") == "At the lake")
    }
  }

  @Test func `what is set already writes nothing, and a dry run writes nothing`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let tried = try #require(try bench.records("set", "a.jpg", "--rating", "3", "-n").first)
      #expect(tried.text("action") == "set" && tried.bool("dryRun") == true)
      #expect(tried.text("transaction") == nil && tried.int("operations") == 1)
      #expect(
        try bench.output("set", "a.jpg", "--rating", "3", "-n")
          == "Would set rating of 1 photo or video.\n")
      #expect(try bench.records("show", "a.jpg").first?.int("rating") == nil)
      let done = try #require(try bench.records("set", "a.jpg", "--rating", "3").first)
      #expect(done.text("transaction") == (try bench.records("log").first?.text("id")))
      #expect(
        try bench.output("set", "a.jpg", "a.jpg", "--rating", "3")
          == "Nothing to do: that is set already.\n")
      #expect(
        try bench.output("set", "a.jpg", "--clear", "caption", "--clear", "caption")
          == "Nothing to do: that is set already.\n")
    }
  }

  @Test func `an asset given twice counts once`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let record = try #require(
        try bench.records("set", "a.jpg", "./a.jpg", "a.jpg", "--favorite").first)
      #expect(record.texts("assets").count == 1 && record.int("operations") == 1)
    }
  }

  /// The time that stood there was only the file's: with a given one the mark goes, and what the file
  /// said is not forgotten.
  @Test func `a given time is no longer the file's`() async throws {
    try await withBench(isLibrary: false) { bench in
      try writeFile(bench.photos / "a.jpg", bytes: TinyPhoto.jpeg(1))
      try bench.output("init")
      #expect(try bench.output("ls").hasPrefix("~"))
      #expect(try bench.output("show", "a.jpg").contains("(when the file was last written)"))
      try bench.output("set", "a.jpg", "--captured", "1987-08-01")
      #expect(try bench.output("ls").hasPrefix("1987-08-01 00:00"))
      #expect(!(try bench.output("show", "a.jpg")).contains("last written"))
      // Another picture under the old name is still an edit: the file never said when it was taken.
      try writeFile(
        bench.photos / "a.jpg", bytes: TinyPhoto.jpeg(2, captured: "2020:01:01 10:00:00"))
      try bench.output("scan")
      #expect(try bench.records("ls").map { $0.text("captured") } == ["1987-08-01T00:00:00"])
    }
  }

  /// Each wrong value, as arguments behind `set a.jpg`, and the one line it gets.
  static let wrong: [(arguments: [String], line: String)] = [
    (
      [],
      "set needs one of --title, --caption, --rating, --favorite, --no-favorite, --hidden, "
        + "--no-hidden, --captured, --latitude, --longitude, --part-of or --clear"
    ),
    (["--rating", "6"], "--rating takes a whole number from 0 to 5: 6"),
    (["--rating", "-1"], "--rating takes a whole number from 0 to 5: -1"),
    (["--rating", "four"], "--rating takes a whole number from 0 to 5: four"),
    (["--rating", "4.5"], "--rating takes a whole number from 0 to 5: 4.5"),
    (["--rating="], "--rating takes a whole number from 0 to 5: "),
    (["--captured", "yesterday"], "--captured takes a time: yesterday"),
    (["--captured", "2026-13-01"], "--captured takes a time: 2026-13-01"),
    (["--captured", "2026-02-30T12:00"], "--captured takes a time: 2026-02-30T12:00"),
    (["--captured", ""], "--captured takes a time: "),
    (
      ["--latitude", "91", "--longitude", "8"],
      "--latitude takes degrees from -90 to 90: 91"
    ),
    (
      ["--latitude", "47", "--longitude", "-180.5"],
      "--longitude takes degrees from -180 to 180: -180.5"
    ),
    (["--latitude", "nan", "--longitude", "8"], "--latitude takes degrees from -90 to 90: nan"),
    (["--latitude", "0x10", "--longitude", "8"], "--latitude takes degrees from -90 to 90: 0x10"),
    (["--latitude", "47"], "--latitude and --longitude go together: --longitude"),
    (["--longitude", "8"], "--latitude and --longitude go together: --latitude"),
    (
      ["--latitude", "0", "--longitude", "0"],
      "0 and 0 is what stands for no place: --latitude, --longitude"
    ),
    (["--title", ""], "--title is empty"),
    (["--title", " \u{A0}"], "--title is empty"),
    (["--title", "a\nb"], "--title may not hold control characters: a\\nb"),
    (["--caption", "a\u{1B}[31mb"], "--caption may not hold control characters: a\\u{1b}[31mb"),
    (
      ["--favorite", "--no-favorite"], "options that exclude each other: --favorite, --no-favorite"
    ),
    (["--hidden", "--no-hidden"], "options that exclude each other: --hidden, --no-hidden"),
    (["--title", "a", "--clear", "title"], "a field is either set or cleared: --clear title"),
    (["--no-hidden", "--clear", "hidden"], "a field is either set or cleared: --clear hidden"),
    (["--title", "a", "--title", "b"], "option given more than once: --title"),
  ]

  @Test(arguments: wrong.indices)
  func `a wrong value is refused before anything is done`(_ index: Int) async throws {
    let (arguments, line) = Self.wrong[index]
    try await withBench(photos: ["a.jpg"]) { bench in
      let before = try bench.output("state")
      let result = try bench.run(["set", "a.jpg"] + arguments)
      #expect(result.exitCode == 2 && result.output.isEmpty)
      #expect(result.errorLines.first == "albumen: " + line, "\(result.errorText)")
      #expect(result.errorLines.dropFirst().allSatisfy { $0.hasPrefix("hint: ") })
      #expect(try bench.output("state") == before)
    }
  }

  @Test func `a field that there is not gets the nearest`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let result = try bench.run("set", "a.jpg", "--clear", "titel")
      #expect(result.exitCode == 2)
      #expect(result.errorText.contains("titel") && result.errorText.contains("title"))
      let unknown = try bench.run("set", "a.jpg", "--ratings", "3")
      #expect(unknown.exitCode == 2 && unknown.errorText.contains("--rating"))
    }
  }

  @Test func `texts that are too long are refused whole`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let title = String(repeating: "t", count: 1_025)
      #expect(
        try bench.run("set", "a.jpg", "--title", title)
          .isError(1, "a title may have at most 1024 bytes: 1025"))
      let caption = String(repeating: "c", count: 65_537)
      #expect(
        try bench.run("set", "a.jpg", "--caption", caption)
          .isError(1, "a caption may have at most 65536 bytes: 65537"))
      try bench.output("set", "a.jpg", "--title", String(title.dropLast()))
    }
  }

  @Test func `one asset that is not there leaves all as they were`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let result = try bench.run("set", "a.jpg", "nothing.jpg", "--rating", "5")
      #expect(result.exitCode == 4)
      #expect(try bench.records("show", "a.jpg").first?.int("rating") == nil)
      #expect(try bench.run("set", "--rating", "5").exitCode == 2)
    }
  }

  /// Another device may have written anything: shown, it steers no terminal.
  @Test func `words from elsewhere are printed safely`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let asset = try #require(try bench.records("ls").first?.text("id"))
      let log = String(repeating: "ab", count: 16)
      let evil = #"\u001b[2J\u001b]0;x\u0007\u009b31m\nforged: line"#
      let settings = ["title", "caption", "camera"].map {
        #"{"kind":"asset.set","asset":"\#(asset)","field":"\#($0)","value":"\#(evil)"}"#
      }
      let tag = #"{"kind":"tag.add","asset":"\#(asset)","tag":"\#(evil)"}"#
      let odd = [("rating", "99"), ("latitude", "1000.5"), ("longitude", #""east""#)].map {
        #"{"kind":"asset.set","asset":"\#(asset)","field":"\#($0.0)","value":\#($0.1)}"#
      }
      let line =
        #"{"log":"\#(log)","seq":1,"hlc":"01c0000000000001","context":{},"wall":0,"label":"x","ops":["#
        + (settings + [tag] + odd).joined(separator: ",") + "]}\n"
      try writeFile(bench.place / "evil.jsonl", line)
      try bench.output("replay", "../evil.jsonl")
      for arguments in [
        ["show", "a.jpg"], ["ls"], ["ls", "--json"], ["show", "a.jpg", "--json"],
      ] {
        let result = try bench.run(arguments)
        #expect(result.exitCode == 0)
        #expect(!result.output.contains { $0 < 0x20 && $0 != 0x0A }, "\(arguments)")
        #expect(!result.outputText.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
        #expect(!result.outputText.contains("\nforged"))
      }
      let shown = try bench.output("show", "a.jpg")
      // What makes no sense is told as it is, and not as stars and a place.
      #expect(shown.contains("rating    99\n") && shown.contains("latitude  1000.5\n"))
      #expect(!shown.contains("place"))
      // However a tag is spelled it can be taken away.
      try bench.output("untag", "a.jpg", "--tag", "\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}31m\nforged: line")
      #expect(try bench.records("show", "a.jpg").first?.texts("tags") == [])
    }
  }
}
