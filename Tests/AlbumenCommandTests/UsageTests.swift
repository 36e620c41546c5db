import Platform
import TestSupport
import Testing

@Suite struct UsageTests {
  @Test(arguments: [
    ("nosuch", "unknown command: nosuch"),
    ("albom", "unknown command: albom"),
    ("ls --nosuch", "unknown option: --nosuch"),
    ("ls a b", "ls takes no more operands: b"),
    ("album", "album needs to be told what to do"),
    ("album add", "album add needs an operand: ALBUM"),
    ("album add Summer", "album add needs an operand: ASSET"),
    (
      "album move Summer x", "album move needs one of --first, --last, --index, --before or --after"
    ),
    ("album add Summer x --first --last", "options that exclude each other: --first, --last"),
    ("album add Summer x --index 0", "--index takes a whole number, 1 or more: 0"),
    ("album cover Summer", "album cover needs ASSET or --none"),
    ("album cover Summer x --none", "album cover takes ASSET or --none, not both"),
    ("ls --trashed --all", "options that exclude each other: --trashed, --all"),
    ("ls Summer --trashed", "an album shows no trash: --trashed"),
    ("log --since noon", "--since takes a time: noon"),
    ("log --limit 0", "--limit takes a whole number, 1 or more: 0"),
    ("watch --settle soon", "--settle takes a whole number from 0 to 3600000: soon"),
    ("import", "import needs an operand: PATH"),
    ("help nosuch", "unknown command: nosuch"),
    ("--json", "no command given"),
  ])
  func `a line that cannot be carried out is told, with exit code 2`(
    line: String, message: String
  ) async throws {
    try await withBench(isLibrary: false) { bench in
      let result = try bench.run(line.split(separator: " ").map { String($0) })
      #expect(result.isError(2, message), "\(result.exitCode ?? -1): \(result.errorText)")
    }
  }

  @Test func `an empty path is no path`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      #expect(try bench.run("album", "add", "Summer", "").isError(2, "ASSET is empty"))
      #expect(try bench.run("-L", "", "ls").isError(2, "--library is empty"))
    }
  }

  @Test func `control characters of the user's are shown, not sent`() async throws {
    try await withBench { bench in
      let result = try bench.run("ls", "\u{1B}[2Jgone\nalbumen: forged")
      #expect(
        result.isError(4, #"no such album: \u{1b}[2Jgone\nalbumen: forged"#), "\(result.errorText)")
    }
  }

  @Test func `a name of a device is shown as safely`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let result = try bench.run("log", "--device", "\u{1B}[2J")
      #expect(
        result.isError(4, #"no device of this name has changed anything here: \u{1b}[2J"#),
        "\(result.errorText)")
    }
  }

  @Test func `global options stand before and after the command`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let place = "\(bench.photos)"
      for words in [
        ["-L", place, "--json", "ls"], ["ls", "--json", "-L", place],
        ["--library=\(place)", "ls", "--json"],
      ] {
        let result = try bench.run(words, in: "/")
        #expect(result.exitCode == 0 && result.outputText.contains("a.jpg"), "\(words)")
      }
    }
  }
}
