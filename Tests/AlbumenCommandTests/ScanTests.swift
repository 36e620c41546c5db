import Albumen
import CommandParsing
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

@Suite struct ScanTests {
  @Test func `a scan tells what it did, and a dry run what it would`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg", "c.jpg"]) { bench in
      try moveFile(bench.photos / "a.jpg", to: bench.photos / "moved.jpg")
      try removeFile(bench.photos / "b.jpg")
      try bench.addPhoto("d.jpg")
      let tried = try bench.output("scan", "-n")
      #expect(tried.contains("moved: a.jpg\n") && tried.contains("missing here: b.jpg\n"))
      #expect(tried.hasSuffix("Would note: +1 photo or video, 1 moved, 1 missing here.\n"))
      #expect(
        try bench.output("scan") == "+1 photo or video, 1 moved, 1 missing here.\n")
      // What was hashed right after it was written is hashed once more.
      let settled = try bench.output("scan")
      #expect(settled.hasSuffix("othing has changed.\n"), "\(settled)")
      let again = bench.photos / "d.jpg"
      try writeFile(again, bytes: try readFile(again))
      let read = try bench.output("scan")
      #expect(read.hasPrefix("Read ") && read.hasSuffix("; nothing has changed.\n"), "\(read)")
    }
  }

  @Test func `what is incomplete is left for later, and told, by init too`() async throws {
    try await withBench(photos: ["a.jpg"], isLibrary: false) { bench in
      let line = "1 file looks incomplete and changed a moment ago; scan again in 10 seconds.\n"
      try writeFile(bench.photos / "b.jpg", bytes: Array(try Bench.photo("b").prefix(2000)))
      let made = try bench.output("init")
      #expect(made.hasPrefix("Made a library of 1 photo or video in ") && made.hasSuffix(line))
      try writeFile(bench.photos / "b.jpg", bytes: Array(try Bench.photo("c").prefix(2000)))
      #expect(try bench.output("scan").hasSuffix(line))
    }
  }

  @Test func `many files gone at once need confirmation`() async throws {
    let names = (0..<30).map { "\($0).jpg" }
    try await withBench(photos: names + ["stays.jpg"]) { bench in
      for name in names { try removeFile(bench.photos / (Path(name) ?? "")) }
      try bench.addPhoto("new.jpg")
      let withheld = try bench.run("scan")
      #expect(withheld.exitCode == 14, "\(withheld)")
      #expect(withheld.outputText == "+1 photo or video.\n")
      #expect(withheld.errorText.hasPrefix("albumen: 30 files gone at once"))
      #expect(withheld.errorLines.last?.contains("--confirm-missing") == true)
      let confirmed = try bench.output("scan", "--confirm-missing")
      #expect(confirmed == "30 missing here.\n")
    }
  }

  @Test func `what was not done decides the exit code`() throws {
    let invocation = try CommandParser(Program.spec).parse([Array("scan".utf8)])
    guard case .command(let parsed) = invocation else { throw TestFailure("no command") }
    let environment = Environment(variables: [:], workingDirectory: "/")
    let diagnostics = Diagnostics(isQuiet: true, showsProgress: false, environment: environment)
    let context = CommandContext(
      parsed: parsed, environment: environment, output: Output(endsWithNUL: false),
      diagnostics: diagnostics, settings: UserSettings(nil, diagnostics))
    var report = ScanReport()
    #expect(ScanCommand.conclude(report, context) == .done)
    report.links = ["link"]
    #expect(ScanCommand.conclude(report, context) == .done)
    report.unreadable = [("locked", "cannot open: Permission denied")]
    #expect(ScanCommand.conclude(report, context) == .partlyDone)
    report.withheld = ["gone"]
    #expect(ScanCommand.conclude(report, context) == .needsConfirmation)
  }

  @Test func `every kind of error has its code`() {
    let codes: [(AlbumenError.Code, Int32)] = [
      (.failed, 1), (.invalid, 1), (.full, 1), (.notFound, 4), (.ambiguous, 5),
      (.noLibrary, 10), (.locked, 11), (.rootUnavailable, 13),
      (.damaged, 16), (.newerVersion, 17),
    ]
    for (code, number) in codes {
      #expect(ExitStatus(AlbumenError(code, "")).rawValue == number, "\(code)")
    }
    #expect(ExitStatus(UsageError(.missingCommand, "")) == .usage)
    #expect(ExitStatus(CancellationError()) == .interrupted)
  }

  @Test func `status tells whether all is in step`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.addPhoto("b.jpg")
      let behind = try bench.run("status")
      #expect(behind.exitCode == 15 && behind.outputText.contains("  b.jpg\n"), "\(behind)")
      // What was hashed right after it was written is hashed once more.
      try await wait(for: "folder and library to agree") {
        try bench.output("scan")
        return try bench.run("status").exitCode == 0
      }
      #expect(try bench.output("status").hasSuffix("in sync\n"))
      let record = try #require(try bench.records("status").first)
      #expect(record.bool("inSync") == true && record.int("assets") == 2)
    }
  }

  @Test func `ls --missing lists what has no file here`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "a.jpg", "c.jpg")
      try bench.output("trash", "d.jpg")
      #expect(try bench.output("ls", "--missing").isEmpty)
      for name in ["a.jpg", "b.jpg", "d.jpg"] {
        try removeFile(bench.photos / (Path(name) ?? ""))
      }
      try bench.output("scan", "--confirm-missing")
      let records = try bench.records("ls", "--missing")
      #expect(records.compactMap { $0.text("path") } == ["a.jpg", "b.jpg"])
      #expect(records.allSatisfy { $0.text("file") == nil && $0.text("status") == "alive" })
      let text = try bench.output("ls", "--missing")
      #expect(text.split(separator: "\n").count == 2 && text.contains("b.jpg"))
      #expect(try bench.records("ls", "Summer", "--missing").map { $0.text("path") } == ["a.jpg"])
      #expect(try bench.records("ls", "--missing", "--at", "now").count == 2)
      for words in [["-0"], ["--trashed"], ["--all"]] {
        #expect(try bench.run(["ls", "--missing"] + words).exitCode == 2, "\(words)")
      }
    }
  }
}
