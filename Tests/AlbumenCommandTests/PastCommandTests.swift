import Albumen
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

/// `--at`: what there was at a point in time.
@Suite struct PastCommandTests {
  @Test func `lists and shows what was, by names of now and of then`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg", "c.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "b.jpg", "a.jpg")
      let full = try #require(try bench.records("log").first?.text("id"))
      let parts = full.split(separator: ":")
      let id = "\(parts[0].prefix(8)):\(parts[1])"
      let state = try bench.output("state")
      let members = try bench.output("ls", "Summer")
      try bench.output("album", "remove", "Summer", "b.jpg")
      try bench.output("album", "rename", "Summer", "Rome")
      try bench.output("trash", "c.jpg")
      #expect(try bench.output("ls", "Rome", "--at", "now~3") == members)
      try bench.output("album", "delete", "Rome")

      #expect(try bench.output("state", "--at", full) == state)
      #expect(try bench.output("state", "--at", id) == state)
      #expect(try bench.output("state", "--at", "now~4") == state)
      #expect(try bench.output("ls", "--at", "now~4").split(separator: "\n").count == 3)
      #expect(try bench.output("ls", "--at", "now").split(separator: "\n").count == 2)
      #expect(try bench.output("ls", "Summer", "--at", "now~4") == members)
      // What is deleted now goes by the name that it had then.
      #expect(try bench.run("ls", "Rome", "--at", "now~4").exitCode == 4)
      let shown = try #require(try bench.records("show", "Summer", "--at", "now~3").first)
      #expect(shown.int("count") == 1 && shown.text("title") == "Summer")
      let later = try #require(try bench.records("show", "Rome", "--at", "now~1").first)
      #expect(later.bool("deleted") == false && later.text("title") == "Rome")
      #expect(try bench.output("albums", "--at", "now~1").hasPrefix("Rome"))
      #expect(try bench.output("albums", "--at", "now").isEmpty)
      #expect(try bench.records("show", "c.jpg", "--at", "now~2").first?.text("status") == "alive")
      #expect(try bench.records("show", "c.jpg", "--at", "now").first?.text("status") == "trashed")
      #expect(try bench.output("ls", "--at", "today") == bench.output("ls"))
    }
  }

  @Test func `a time that is none, or was not, is told`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      for text in ["noon", "now~", "now~x", "2026-02-30", ""] {
        let result = try bench.run("state", "--at", text)
        #expect(result.exitCode == 2, "\(text): \(result.errorText)")
        #expect(result.errorLines.count == 2, "\(result.errorText)")
      }
      let future = try bench.run("ls", "--at", "2199-01-01")
      #expect(future.isError(2, "--at is in the future: 2199-01-01"), "\(future.errorText)")
      for time in ["2001-01-01", "now~99"] {
        let result = try bench.run("albums", "--at", time)
        #expect(result.exitCode == 4, "\(result.errorText)")
        #expect(
          result.errorText.hasPrefix("albumen: that is before the first change"),
          "\(result.errorText)")
      }
      let unknown = try bench.run("state", "--at", "0123abcd:7")
      #expect(unknown.isError(4, "no such transaction: 0123abcd:7"), "\(unknown.errorText)")
      let early = try bench.run("show", "Summer", "--at", "now~1")
      #expect(early.isError(4, "no such album: Summer"), "\(early.errorText)")
    }
  }
}
