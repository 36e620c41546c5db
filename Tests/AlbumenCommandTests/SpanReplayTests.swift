import Albumen
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

@Suite struct SpanReplayTests {
  @Test func `a span is told, stepped through, and made a library of`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "b.jpg", "a.jpg")
      let state = try bench.output("state")
      try bench.output("album", "rename", "Summer", "Rome")
      try bench.output("trash", "a.jpg")

      let all = try bench.output("replay", "--to", "now").split(separator: "\n")
      #expect(all.count == 5, "\(all)")
      let span = try bench.output("replay", "--from", "now~3", "--to", "now~1").split(
        separator: "\n")
      #expect(span.count == 2 && span[0].contains("added 2") && span[1].contains("renamed"))
      let records = try bench.records("replay", "--from", "now~3")
      #expect(
        records.count == 3 && records.allSatisfy { $0.text("schema") == "albumen.transaction/1" })

      // Enter goes on, q and the end of the input do not.
      let step = ["replay", "--from", "now~4", "--step"]
      func lines(_ input: String) throws -> Int {
        let result = try bench.run(step, input: Array(input.utf8))
        #expect(result.exitCode == 0, "\(result.errorText)")
        return result.outputText.split(separator: "\n").count
      }
      #expect(try lines("\n\n\n") == 4)
      #expect(try lines("\nq\n") == 2)
      #expect(try lines("") == 1)

      let then = bench.place / "then"
      let tried = try bench.run("replay", "--to", "now~2", "--into", "\(then)", "-n")
      #expect(tried.exitCode == 0 && (try? FileStatus.ofLink(at: then)) == nil)
      let made = try bench.output("replay", "--from", "now~4", "--to", "now~2", "--into", "\(then)")
      #expect(made.hasSuffix("Made a library in \(then) of 3 transactions.\n"), "\(made)")
      #expect(try bench.run(["state"], in: then).outputText == state)
      let again = try bench.run("replay", "--to", "now", "--into", "\(then)")
      #expect(again.exitCode == 1 && again.errorText.contains("a library is there already"))
      let stepped = bench.place / "stepped"
      let some = try bench.run(
        ["replay", "--into", "\(stepped)", "--step"], input: Array("\n\nq\n".utf8))
      #expect(some.outputText.hasSuffix(" of 3 transactions.\n"), "\(some)")
      #expect(try bench.run(["state"], in: stepped).outputText == state)
      // This one stays as it was.
      #expect(try bench.records("log").count == 5)
    }
  }

  @Test func `what was not there then is exported, and completes what has the rest`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      let first = bench.place / "first.jsonl"
      try bench.output("log", "export", "\(first)")
      try bench.output("album", "add", "Summer", "a.jpg")
      try bench.output("album", "rename", "Summer", "Rome")
      let second = bench.place / "second.jsonl"
      #expect(
        try bench.output("log", "export", "--since", "now~2", "\(second)")
          .hasPrefix("Wrote 2 transactions, "))
      #expect(try bench.run("log", "export", "--since", "2001-01-01").exitCode == 4)
      let other = bench.place / "Other"
      try Files.createDirectory(other)
      #expect(try bench.run(["init", "--no-scan"], in: other).exitCode == 0)
      #expect(try bench.run(["replay", "\(second)"], in: other).exitCode == 3)
      #expect(try bench.run(["replay", "\(first)"], in: other).exitCode == 0)
      #expect(try bench.run(["state"], in: other).outputText == bench.output("state"))
    }
  }

  @Test func `a file and a span do not go together`() async throws {
    try await withBench { bench in
      let both = try bench.run("replay", "x.jsonl", "--to", "now")
      #expect(both.isError(2, "a FILE is replayed as a whole: x.jsonl"), "\(both.errorText)")
      let none = try bench.run("replay")
      #expect(none.isError(2, "FILE is missing"), "\(none.errorText)")
    }
  }
}
