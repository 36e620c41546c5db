import Glibc
import Platform
import TestSupport
import Testing
import TextForms

@Suite struct OutputTests {
  @Test func `a reader that has gone ends the program without a word`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      // The pipe's only reader closes before the program writes.
      let result = try bench.shell(
        "mkfifo p; exec 3<>p 4>p 3>&-; albumen ls >&4; echo ended with $?")
      #expect(result.errorOutput.isEmpty, "\(result.errorText)")
      // 128 + SIGPIPE, as every program that the signal ends.
      #expect(result.outputText == "ended with 141\n")
    }
  }

  @Test(arguments: [">/dev/full", ">&-"])
  func `results that cannot be written are an error`(redirection: String) async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let result = try bench.shell("albumen ls \(redirection)")
      #expect(result.exitCode == 1)
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.hasPrefix("albumen: cannot write: "))
      #expect(result.errorText.hasSuffix(": standard output\n"))
      // No file of the library was taken for the closed stream.
      #expect(try bench.run("log", "verify").exitCode == 0)
    }
  }

  @Test func `no file is opened in the place of a closed stream`() async throws {
    try await withBench { bench in
      // The shell becomes the program, with its output closed.
      var watch = try ChildProcess(
        executable: "/bin/sh",
        arguments: ["-c", "exec \"$0\" watch --quiet >&-", "\(bench.program)"],
        environment: bench.environment(), workingDirectory: bench.photos, errorOutput: .pipe)
      let link = try #require(Path("/proc/\(watch.identifier)/fd/1"))
      try await wait(for: "something in the closed stream's place") {
        (try? Files.readLink(link)) == "/dev/null"
      }
      // Not before it minds the signal, which would end it as it ends any program.
      try await wait(for: "the watch to stand") {
        try bench.run("status").outputText.contains("watch    watching")
      }
      watch.kill(SIGTERM)
      let end = try watch.finish(until: Deadline(after: hangLimit))
      #expect(end.status == .exited(0) && end.errorOutput.isEmpty, "\(end)")
    }
  }

  @Test func `a terminal of 20 columns gets lines of 20`() async throws {
    try await withBench(photos: ["2026/a name that is longer.jpg", "日本の写真、とても長い名前.jpg"]) { bench in
      try bench.output("album", "create", "A title that is longer than that")
      for line in ["ls", "albums", "albums --tree", "log"] {
        let result = try bench.shell(
          "script -qec \"$program \(line)\" /dev/null </dev/null", environment: ["COLUMNS": "20"])
        let lines = result.outputText.split(whereSeparator: \.isNewline)
        #expect(!lines.isEmpty, "\(line)")
        for text in lines { #expect(TextForm.width(String(text)) <= 20, "\(line): \(text)") }
      }
    }
  }

  @Test func `names can send nothing to a terminal`() async throws {
    let name = "\u{1B}]0;title\u{07}\u{1B}[2J\r\u{202E}.jpg"
    try await withBench(photos: [name]) { bench in
      try bench.output("album", "create", "red\u{1B}[31m\nalbumen: forged")
      try bench.output("album", "add", "red\u{1B}[31m\nalbumen: forged", name)
      for line in ["ls", "albums", "albums --tree", "log", "show", "status", "scan"] {
        let words = line == "show" ? ["show", name] : line.split(separator: " ").map { String($0) }
        let result = try bench.run(words)
        let text = result.outputText + result.errorText
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "\(line)")
        #expect(!text.unicodeScalars.contains("\u{202E}"), "\(line)")
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("albumen: forged") })
      }
      // A program gets the name itself.
      #expect(try bench.records("ls").first?.text("filename") == name)
    }
  }

  @Test func `quiet says nothing of what was done`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let made = try bench.output("album", "create", "Summer", "--quiet")
      #expect(made.isEmpty)
      #expect(try bench.output("-q", "album", "add", "Summer", "a.jpg").isEmpty)
      #expect(try bench.output("-q", "scan").isEmpty)
      #expect(!(try bench.output("-q", "ls", "Summer").isEmpty))
      #expect(try bench.run("-q", "ls", "None").isError(4, "no such album: None"))
    }
  }

  @Test func `times are those of the zone that one is in`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let here = try bench.output("log").prefix(16)
      let there = try bench.run(["log"], environment: ["TZ": "Asia/Kathmandu"])
      let minutes = { (text: Substring) -> Int? in
        let clock = text.suffix(5).split(separator: ":").compactMap { Int($0) }
        return clock.count == 2 ? clock[0] * 60 + clock[1] : nil
      }
      let east = try #require(minutes(there.outputText.prefix(16)))
      let west = try #require(minutes(here))
      #expect((east - west + 1440) % 1440 == 345)
    }
  }
}
