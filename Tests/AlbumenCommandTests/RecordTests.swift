import Albumen
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

/// JSON records are what docs/formats/json.md says.
@Suite struct RecordTests {
  /// The examples of the document, by schema.
  private static func documented() throws -> [String: [Record]] {
    let document = Bench.fixtures.parent / "docs/formats/json.md"
    let text = String(decoding: try readFile(document), as: UTF8.self)
    let records = try text.split(separator: "\n").filter { $0.hasPrefix("    {") }
      .map { try Record(Array($0.utf8)) }
    return Dictionary(grouping: records) { $0.text("schema") ?? "" }
  }

  @Test func `the document has an example of every schema, and no other`() throws {
    let documented = try Self.documented()
    #expect(Set(documented.keys) == Set(JSONSchema.allCases.map(\.rawValue)))
    for records in documented.values {
      #expect(records.allSatisfy { $0.names.first == "schema" })
    }
  }

  @Test func `every command writes records, with the documented members in their order`()
    async throws
  {
    try await withBench(photos: ["a.jpg", "b.jpg"], isLibrary: false) { bench in
      let outside = bench.place / "c.jpg"
      try writeFile(outside, bytes: try Bench.photo("c"))
      try writeFile(bench.place / "c.jpg.xmp", bytes: Array("<x/>".utf8))
      var written: [Record] = []
      for line in [
        "version", "init", "album create Summer", "album add Summer a.jpg b.jpg",
        "album move Summer b.jpg --first", "album remove Summer a.jpg",
        "album rename Summer Winter",
        "album cover Winter b.jpg", "set b.jpg --title Lake --caption Late --rating 4 --favorite",
        "set b.jpg --no-hidden --captured 2026-05-03 --latitude 47.3769 --longitude 8.5417",
        "tag b.jpg -t water -t sun", "untag b.jpg --tag sun", "trash a.jpg", "untrash a.jpg",
        "trash a.jpg", "purge a.jpg --yes", "untrash a.jpg", "album delete Winter",
        "album restore Winter", "import \(outside) --album Winter", "scan", "ls", "ls Winter",
        "undo", "redo", "revert-to now~1", "diff now~4", "changes", "changes --token",
        "albums", "show Winter", "show b.jpg", "log", "log verify", "log export ../history.jsonl",
        "replay ../history.jsonl", "view show", "watch --once-idle",
        "config set watch.settle 50", "config list", "config unset watch.settle", "why b.jpg",
        "verify --content", "devices", "device rename this laptop", "doctor",
        "source add . --album-from-folder leaf", "source list", "source remove .",
        "export Winter ../out",
        "remote add nas ../nas", "sync", "remote list", "remote remove nas -n",
        "set b.jpg --part-of a.jpg --role edited", "show b.jpg", "show a.jpg", "why a.jpg b.jpg",
        "ls --parts", "forget -n",
      ] {
        let result = try bench.run(line.split(separator: " ").map { String($0) } + ["--json"])
        #expect(result.exitCode == 0 && result.errorOutput.isEmpty, "\(line): \(result.errorText)")
        let records = try Record.lines(result.output)
        #expect(!records.isEmpty, "\(line)")
        written += records
      }
      written += try Record.lines(try bench.run("status", "--json").output)
      try writeFile(bench.place / "conflict.jsonl", Histories.twoTitles)
      try bench.output("replay", "\(bench.place / "conflict.jsonl")")
      written += try bench.records("conflicts")
      try Files.createDirectories(bench.place / "lost/Albums/Rome")
      written += try bench.records("restore", "--from-view", "\(bench.place / "lost")")
      let documented = try Self.documented()
      #expect(Set(written.compactMap { $0.text("schema") }) == Set(documented.keys))
      for record in written {
        let examples = documented[record.text("schema") ?? ""] ?? []
        #expect(
          examples.contains { Self.isSubsequence(record.names, of: $0.names) },
          "\(record.names)")
      }
    }
  }

  private static func isSubsequence(_ names: [String], of all: [String]) -> Bool {
    var rest = all[...]
    return names.allSatisfy { name in
      guard let index = rest.firstIndex(of: name) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }

  @Test func `a change names its transaction, and none where nothing was done`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let tried = try #require(try bench.records("album", "create", "Summer", "-n").first)
      #expect(tried.bool("dryRun") == true && tried.text("transaction") == nil)
      #expect(tried.int("operations") == 1)
      #expect(try bench.records("albums").isEmpty)
      try bench.output("album", "create", "Summer")
      let done = try #require(try bench.records("album", "add", "Summer", "a.jpg").first)
      #expect(done.text("transaction") == (try bench.records("log").first?.text("id")))
      #expect(done.texts("assets").count == 1)
      let again = try #require(try bench.records("album", "add", "Summer", "a.jpg").first)
      #expect(again.text("transaction") == nil && again.int("operations") == 0)
    }
  }

  @Test func `-0 ends records with NUL, and makes ls write paths`() async throws {
    try await withBench(photos: ["a b.jpg", "line\nbreak.jpg", "gone.jpg"]) { bench in
      let records = try Record.lines(try bench.run("ls", "--json", "-0").output, endedBy: 0)
      #expect(records.count == 3)
      try removeFile(bench.photos / "gone.jpg")
      try bench.output("scan")
      let paths = try bench.run("ls", "-0").output.split(separator: 0)
        .map { String(decoding: $0, as: UTF8.self) }
      #expect(
        Set(paths) == ["\(bench.photos)/a b.jpg", "\(bench.photos)/line\nbreak.jpg"])
    }
  }

  @Test func `a name that is no UTF-8 has its bytes beside it`() async throws {
    try await withBench(isLibrary: false) { bench in
      let name = Array("bad".utf8) + [0xFF, 0x1B] + Array("[31m.jpg".utf8)
      let path = try #require(Path(bytes: name))
      try writeFile(bench.photos / path, bytes: try Bench.photo("bad"))
      try bench.output("init")
      let listed = try #require(try bench.records("ls").first)
      #expect(listed.text("filename") == "bad\u{FFFD}\u{1B}[31m.jpg")
      let id = try #require(listed.text("id"))
      let shown = try #require(try bench.records("show", id).first)
      guard case .object(let file)? = shown.list("files").first,
        case .string(let base64)? = file.first(where: { $0.name == "pathBase64" })?.value
      else { throw TestFailure("no pathBase64: \(shown)") }
      #expect(base64 == Base64.encode(name))
      // By its bytes it can be named, and on a terminal it does no harm.
      let named = try bench.shell(#"albumen show "$(printf 'bad\377\033[31m.jpg')""#)
      #expect(named.outputText.contains(#"bad�\u{1b}[31m.jpg"#), "\(named)")
      #expect(!named.output.contains(0x1B))
      #expect(!(try bench.run("ls").output.contains(0x1B)))
    }
  }
}
