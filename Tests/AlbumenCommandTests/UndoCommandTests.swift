import Albumen
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

@Suite struct UndoCommandTests {
  @Test func `undo goes back one by one, redo comes forward`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "b.jpg", "a.jpg")
      let full = try bench.output("ls", "Summer")
      let tried = try bench.output("undo", "-n")
      #expect(
        tried.hasPrefix("Would undo ") && tried.hasSuffix("  Summer: removed 2\n"), "\(tried)")
      #expect(try bench.output("ls", "Summer") == full)
      #expect(try bench.output("undo").hasPrefix("Undid "))
      #expect(try bench.output("ls", "Summer").isEmpty)
      let record = try #require(try bench.records("undo").first)
      #expect(record.text("action") == "undo" && record.int("operations") == 1)
      #expect(try bench.output("albums").isEmpty)
      let none = try bench.run("undo")
      #expect(none.isError(4, "there is nothing to undo on this machine"), "\(none.errorText)")
      try bench.output("redo")
      try bench.output("redo")
      #expect(try bench.output("ls", "Summer") == full)
      #expect(try bench.run("redo").exitCode == 4)
      let undo = try #require(
        try bench.records("log").first { $0.text("label")?.hasPrefix("Undo: ") == true })
      let name = try #require(undo.text("id"))
      let refused = try bench.run("undo", name)
      #expect(refused.isError(1, "this is an undo itself: \(name)"), "\(refused.errorText)")
      #expect(refused.errorText.contains("hint: "))
    }
  }

  @Test func `what the folder did since is told, with how to take it back`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      #expect(!(try bench.output("undo", "-n").contains("the folder")))
      try bench.addPhoto("b.jpg")
      try bench.output("scan")
      let said = try bench.output("undo")
      #expect(said.hasPrefix("Undid ") && said.contains("Summer"), "\(said)")
      let line = try #require(said.split(separator: "\n").last)
      #expect(line.hasPrefix("What the folder did since, ") && line.contains("(Import 1 item)"))
      let id = try #require(line.split(separator: " ").last)
      #expect(try bench.output("undo", String(id)).contains("Import 1 item"))
      #expect(try bench.records("ls").count == 1)
      // It does not stand any more.
      try bench.output("redo")
      try bench.output("album", "create", "Winter")
      #expect(!(try bench.output("undo").contains("the folder")))
    }
  }

  @Test(arguments: ["zzz", "", "a\nb", "745ab895:0"])
  func `what names no change is wrong usage`(_ name: String) async throws {
    try await withBench { bench in
      for command in ["undo", "redo"] {
        let result = try bench.run([command, name])
        #expect(result.exitCode == 2, "\(command) \(result.errorText)")
        #expect(
          result.errorLines.count == 2
            && result.errorLines[0].contains("this is not how a transaction is named"),
          "\(result.errorText)")
      }
    }
  }

  @Test func `what is left is told`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "rename", "Summer", "Rome")
      let rename = try #require(try bench.records("log").first?.text("id"))
      try bench.output("album", "rename", "Rome", "Oslo")
      let result = try bench.run("undo", rename)
      #expect(result.exitCode == 3, "\(result)")
      #expect(result.outputText.hasSuffix("; nothing that shows changes.\n"), "\(result)")
      #expect(
        result.errorText == "albumen: warning: left: \"Oslo\", title (changed since)\n")
      let again = try #require(try bench.records("log").first?.text("id"))
      #expect(try bench.run("redo", again).exitCode == 3)
      let json = try bench.run("undo", rename, "--json")
      let record = try #require(try Record.lines(json.output).first)
      #expect(
        json.exitCode == 3 && record.list("left").count == 1 && record.text("transaction") != nil)
    }
  }

  @Test func `the log tells what came in and what an undo had to leave as they are`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      let create = try #require(try bench.records("log").first?.text("id"))
      try bench.output("album", "rename", "Summer", "Rome")
      #expect(try bench.run("undo", create).exitCode == 3)
      let lines = try bench.output("log").split(separator: "\n")
      #expect(lines.first?.hasSuffix("(nothing that shows changes)") == true, "\(lines)")
      // The photo's own time is no edit.
      #expect(lines.last?.contains("(1 imported; 2 other operations)") == true, "\(lines)")
      #expect(try bench.records("log", "--limit", "2").count == 2)
      #expect(try bench.records("log").count == lines.count)
    }
  }

  @Test func `the library, or an album, returns to what it was`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "b.jpg", "a.jpg")
      let full = try bench.output("ls", "Summer")
      try bench.output("album", "remove", "Summer", "a.jpg")
      try bench.output("album", "create", "Winter")
      try bench.output("trash", "b.jpg")
      let tried = try bench.output("revert-to", "-n", "now~3")
      #expect(
        tried.split(separator: "\n").sorted() == [
          "  1 restored", "  Summer: added 1", "  Winter: deleted", "Would return to now~3.",
        ])
      #expect(
        try bench.output("revert-to", "now~2", "--album", "Summer").hasPrefix("Nothing to do: "))
      try bench.output("revert-to", "now~3")
      #expect(try bench.output("ls", "Summer") == full)
      #expect(try bench.output("albums").split(separator: "\n").count == 1)
      try bench.output("undo")
      #expect(try bench.output("albums").split(separator: "\n").count == 2)
      #expect(try bench.run("revert-to", "2199-01-01").exitCode == 2)
      #expect(try bench.run("revert-to", "2001-01-01").exitCode == 4)
      #expect(try bench.run("revert-to", "now~1", "--album", "None").exitCode == 4)
    }
  }
}

@Suite struct DiffCommandTests {
  @Test func `diff, log and show tell what happened in words`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "b.jpg", "a.jpg")
      try bench.output("album", "move", "Summer", "a.jpg", "--first")
      try bench.output("album", "rename", "Summer", "Rome")
      try bench.output("trash", "b.jpg")
      #expect(try bench.output("diff", "now", "now") == "Nothing differs.\n")
      let lines = try bench.output("diff", "now~4").split(separator: "\n").map { String($0) }
      #expect(lines.first == "Rome: was called \"Summer\", added 1", "\(lines)")
      #expect(lines.count == 2 && lines[1].hasPrefix("b.jpg  ") && lines[1].hasSuffix(": trashed"))
      #expect(try bench.records("diff", "now~4").count == 2)
      #expect(try bench.run("diff", "noon").exitCode == 2)
      #expect(try bench.run("diff", "2001-01-01").exitCode == 4)

      let log = try bench.output("log").split(separator: "\n").map { String($0) }
      #expect(log[0].hasSuffix("(1 trashed)"), "\(log)")
      #expect(log[1].hasSuffix("(Rome: renamed to \"Rome\")"), "\(log)")
      #expect(log[2].hasSuffix("(Rome: moved 1)"), "\(log)")
      #expect(log[3].hasSuffix("(Rome: added 2)"), "\(log)")
      #expect(log[4].contains("(Summer: made)"), "\(log)")

      let shown = try bench.output("show", "b.jpg")
      #expect(shown.contains("history"), "\(shown)")
      #expect(shown.hasSuffix("Import 2 items\n"), "\(shown)")
      let record = try #require(try bench.records("show", "b.jpg").first)
      #expect(record.list("history").count == 3)
    }
  }
}
