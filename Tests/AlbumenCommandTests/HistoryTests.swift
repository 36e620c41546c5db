import Albumen
import Platform
import TestSupport
import Testing

@Suite struct HistoryTests {
  @Test func `the log is filtered by what, when and how much`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "a.jpg")
      try bench.output("album", "create", "Winter")
      func labels(_ words: String...) throws -> [String] {
        let result = try bench.run(["log", "--json"] + words)
        return try Record.lines(result.output).compactMap { $0.text("label") }
      }
      let all = try labels()
      #expect(all.count == 4)
      #expect(all.first == "Make album \"Winter\"")
      #expect(try labels("--limit", "2") == Array(all.prefix(2)))
      #expect(try labels("Summer") == Array(all[1...2]))
      #expect(try labels("b.jpg") == Array(all[3...]))
      #expect(try labels("--since", "1 hour ago", "--until", "now") == all)
      #expect(try labels("--since", "yesterday", "--until", "today") == all)
      #expect(try labels("--until", "yesterday") == [])
      #expect(try labels("--since", "2099-01-01") == [])
      let record = try #require(try bench.records("log").first)
      let device = try #require(record.text("device"))
      let log = try #require(record.text("id")?.prefix(8))
      #expect(try labels("--device", device, "--limit", "1") == Array(all.prefix(1)))
      #expect(try labels("--device", String(log)) == all)
      #expect(try bench.run("log", "--device", "no device").exitCode == 4)
      #expect(try bench.run("log", "No album").exitCode == 4)
    }
  }

  @Test func `an export replays into another library, in any way it comes`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "b.jpg", "a.jpg")
      try bench.output("trash", "a.jpg")
      let history = bench.place / "history.jsonl"
      #expect(
        try bench.output("log", "export", "\(history)").hasPrefix("Wrote 4 transactions, "))
      let bytes = try readFile(history)
      #expect(try bench.run("log", "export").output == bytes)
      #expect(try bench.run("log", "export", "-").output == bytes)
      let state = try bench.output("state")

      let other = bench.place / "Other"
      try Files.createDirectory(other)
      #expect(try bench.run(["init"], in: other).exitCode == 0)
      let tried = try bench.run(["replay", "-n", "\(history)"], in: other)
      #expect(tried.outputText == "Would take in 4 transactions.\n", "\(tried.errorText)")
      // The last line alone waits for those before it.
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
      let last = Array(try #require(lines.last)) + [UInt8(ascii: "\n")]
      let waiting = try bench.run(["replay", "-"], in: other, input: last)
      #expect(waiting.exitCode == 3, "\(waiting)")
      let whole = try bench.run(["replay", "-", "--json"], in: other, input: bytes)
      #expect(whole.exitCode == 0, "\(whole.errorText)")
      let again = try bench.run(["replay", "\(history)"], in: other)
      #expect(again.outputText == "Took in 0 transactions; 4 known already.\n")
      let theirs = try bench.run(["state"], in: other)
      #expect(theirs.outputText == state)
    }
  }

  @Test func `an edited photo is found again by its history, if that comes first`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "b.jpg", "a.jpg")
      try writeFile(bench.photos / "a.jpg", bytes: try Bench.photo("a.jpg, edited"))
      #expect(try bench.output("scan").contains("1 edited"))
      let history = bench.place / "history.jsonl"
      try bench.output("log", "export", "\(history)")
      let before = try bench.records("ls", "Summer").map { $0.text("id") }
      #expect(try !bench.output("show", "a.jpg").contains("{"))

      let other = bench.place / "Other"
      for (old, new) in [("a.jpg", "x/1.jpg"), ("b.jpg", "x/2.jpg")] {
        try writeFile(
          other / (Path(new) ?? ""), bytes: try readFile(bench.photos / (Path(old) ?? "")))
      }
      let made = try bench.run(["init", "--no-scan"], in: other)
      #expect(
        made.outputText == "Made a library in \(other); albumen scan takes in what is there.\n",
        "\(made.errorText)")
      #expect(try bench.run(["ls", "--json"], in: other).output.isEmpty)
      #expect(try bench.run(["replay", "\(history)"], in: other).exitCode == 0)
      let again = try bench.run(["init", "--no-scan", "--json"], in: other)
      let record = try Record.lines(again.output)
      #expect(record.count == 1 && record.first?.int("assets") == 2, "\(again)")
      #expect(try bench.run(["scan"], in: other).exitCode == 0)

      let roll = try Record.lines(try bench.run(["ls", "--json"], in: other).output)
      #expect(Set(roll.map { $0.text("id") }) == Set(before))
      let members = try Record.lines(try bench.run(["ls", "Summer", "--json"], in: other).output)
      #expect(members.map { $0.text("id") } == before)
      #expect(members.map { $0.text("path") } == ["x/2.jpg", "x/1.jpg"])
      let status = try bench.run(["status", "--json"], in: other)
      #expect(try Record.lines(status.output).first?.int("missing") == 0, "\(status)")
    }
  }

  @Test func `an export that cannot be written names the file that was asked for`() async throws {
    try await withBench { bench in
      let path = "\(bench.place)/none/x"
      let result = try bench.run("log", "export", path)
      #expect(
        result.isError(4, "cannot write: No such file or directory: \(path)"),
        "\(result.errorText)")
    }
  }

  @Test(arguments: [1, 50, 100, 150, 200])
  func `a history gives the state that another program folds from it`(number: Int) async throws {
    try await withBench { bench in
      let name = String(String(1000 + number).dropFirst())
      let histories = Bench.fixtures / "histories"
      let history = try #require(Path("\(histories)/\(name).jsonl"))
      let expected = try #require(Path("\(histories)/\(name).state.json"))
      #expect(try bench.run("replay", "\(history)").exitCode == 0)
      let state = try JSONParser.parse(Array(try bench.output("state").utf8))
      #expect(state.canonical == (try JSONParser.parse(try readFile(expected)).canonical))
    }
  }

  @Test(arguments: [
    (#"{"seq":1}"#, "a missing field"),
    (#"{"log":1,"seq":1,"hlc":"0","context":{},"wall":0,"label":"","ops":[]}"#, "a wrong type"),
    (
      #"{"log":"zz000000000000000000000000000000","seq":1,"hlc":"0000000000000001","context":{},"wall":0,"label":"","ops":[{"kind":"x"}]}"#,
      "a bad digit"
    ),
    ("{\"log\":\"\u{0}", "no JSON"), ("[1,2]", "no object"),
  ])
  func `a line of the wrong form is refused, and nothing taken in`(
    line: String, what: String
  ) async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let before = try bench.output("state")
      let good = try bench.run("log", "export").output
      let result = try bench.run(["replay", "-"], input: good + Array((line + "\n").utf8))
      #expect(result.exitCode == 1 && result.output.isEmpty, "\(what): \(result)")
      #expect(result.errorLines.count <= 2 && result.errorText.hasPrefix("albumen: "))
      #expect(try bench.output("state") == before)
    }
  }

  @Test func `a device is no history, and that is one line`() async throws {
    try await withBench { bench in
      let result = try bench.run("replay", "/dev/zero")
      let line = "a line does not begin as an object of JSON does: /dev/zero line 1"
      #expect(result.isError(1, line), "\(result)")
      #expect(result.errorLines.count <= 2)
    }
  }

  @Test func `of many histories of one log a few are told, and all with --json`() async throws {
    try await withBench { bench in
      func lines(_ label: String, _ sequence: ClosedRange<Int>) -> [UInt8] {
        let lines = sequence.map { seq in
          #"{"log":"00000000000000010000000000000002","seq":\#(seq),"context":{},"wall":1,"#
            + #""hlc":"00000000000\#(10000 + seq)","label":"\#(label)","ops":[{"kind":"x"}]}"#
            + "\n"
        }
        return Array(lines.joined().utf8)
      }
      #expect(try bench.run(["replay", "-"], input: lines("one", 1...13)).exitCode == 0)
      let forked = lines("two", 1...13)
      let told = try bench.run(["replay", "-"], input: forked + lines("three", 1...13))
      #expect(told.exitCode == 3)
      #expect(told.errorLines.count == 11, "\(told.errorText)")
      #expect(Set(told.errorLines).count == 11)
      #expect(told.errorLines.last == "albumen: … and 3 more")
      let all = try bench.run(["replay", "-", "--json"], input: forked + forked)
      #expect(try Record.lines(all.output).first?.list("forks").count == 13)
    }
  }

  @Test func `invalid UTF-8 in a history is refused`() async throws {
    try await withBench { bench in
      let result = try bench.run(["replay", "-"], input: [0x7B, 0x22, 0xFF, 0x22, 0x7D, 0x0A])
      #expect(result.exitCode == 1 && result.errorLines.count <= 2, "\(result)")
      let missing = try bench.run("replay", "none.jsonl")
      #expect(missing.exitCode == 4 || missing.exitCode == 1, "\(missing)")
    }
  }

  @Test func `without the catalogue the answers are the same`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg", "c.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "c.jpg", "a.jpg")
      try bench.output("trash", "b.jpg")
      let questions = [
        ["ls", "--json"], ["ls", "Summer", "--json"], ["log", "--json"], ["state"], ["albums"],
        ["ls", "--all"], ["log", "export"],
      ]
      let before = try questions.map { try bench.run($0).output }
      let catalogues = try listTree(bench.state).filter {
        "\($0)".hasSuffix("catalogue.sqlite")
      }
      #expect(catalogues.count == 1)
      for path in try listTree(bench.state) where "\(path)".contains("catalogue.sqlite") {
        try removeFile(bench.state / path)
      }
      #expect(try questions.map { try bench.run($0).output } == before)
    }
  }
}
