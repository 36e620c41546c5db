import Albumen
import TestSupport
import Testing

/// `devices`, `device rename`, `device retire` and `conflicts`, through the program.
@Suite struct DevicesCommandTests {
  private func replay(_ history: String, _ bench: Bench) throws -> Int32? {
    try writeFile(bench.place / "history.jsonl", history)
    return try bench.run("replay", "\(bench.place / "history.jsonl")").exitCode
  }

  @Test func devicesAreListedWithTheOwnOneMarked() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      #expect(try replay(Histories.twoTitles, bench) == 0)
      let lines = try bench.output("devices").split(separator: "\n")
      #expect(lines.count == 3 && lines[0].hasPrefix("*"))
      #expect(lines[1].contains("laptop  a1a1a1a1  2026-05-03 12:04  3"))
      #expect(lines[2].contains("phone   b2b2b2b2  2026-05-03 12:03  2"))
      let records = try bench.records("devices")
      #expect(records.count == 3 && records.filter { $0.bool("isOwn") == true }.count == 1)
      let phone = try #require(records.first { $0.text("name") == "phone" })
      #expect(phone.text("log") == Histories.phone && phone.int("lastSeq") == 2)
      #expect(try bench.output("complete", "devices").contains("laptop\n"))
      #expect(try bench.output("log", "--device", "phone").contains("b2b2b2b2:1"))
    }
  }

  @Test func aDeviceIsRenamed() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      #expect(try replay(Histories.twoTitles, bench) == 0)
      let tried = try bench.output("device", "rename", "phone", "old phone", "-n")
      #expect(tried == "Would rename \"phone\" to \"old phone\".\n")
      let done = try #require(try bench.records("device", "rename", "b2b2", "old phone").first)
      #expect(done.text("action") == "device.rename" && done.int("operations") == 1)
      #expect(try bench.output("device", "rename", "this", "laptop").contains("to \"laptop\""))
      let ambiguous = try bench.run("device", "rename", "laptop", "box")
      #expect(ambiguous.isError(5, "several devices are called this: laptop"))
      #expect(ambiguous.errorText.contains("a1a1a1a1a1a1"))
      #expect(try bench.run("device", "rename", "tablet", "box").exitCode == 4)
      #expect(try bench.run("device", "rename", "this", "a\nb").exitCode == 2)
      #expect(try bench.run("device", "rename", "this", "").exitCode == 2)
    }
  }

  /// What is said of a device cannot be undone, and does not stand in the way of what can.
  @Test func aNameStandsInNoUndosWay() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      _ = try bench.output("album", "create", "Rome")
      _ = try bench.output("album", "create", "Oslo")
      _ = try bench.output("device", "rename", "this", "box")
      _ = try bench.output("undo")
      #expect(try bench.records("albums").compactMap { $0.text("title") } == ["Rome"])
      _ = try bench.output("device", "rename", "this", "crate")
      _ = try bench.output("redo")
      #expect(try bench.records("albums").count == 2)
    }
  }

  @Test func aLostDeviceIsToldWithTheCommandThatHelps() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      #expect(try replay(Histories.twoTitles, bench) == 0)
      #expect(try replay(Histories.afterLostPhone, bench) == 3)
      let status = try bench.run("status")
      #expect(status.exitCode == 15)
      let remedy = "albumen device retire b2b2b2b2 --at 2"
      #expect(status.outputText.contains("\"phone\": operations 3 to 4;"), "\(status.outputText)")
      #expect(status.outputText.contains(remedy))
      #expect(try bench.output("devices").contains("operations 3 to 4 missing"))
      #expect(try bench.output("device", "retire", "phone", "-n").contains("at operation 2"))
      #expect(!(try bench.output("albums").contains("Oslo")))
      let arguments = remedy.split(separator: " ").dropFirst().map { String($0) }
      let retired = try bench.run(arguments)
      #expect(retired.exitCode == 0, "\(retired.errorText)")
      #expect(retired.outputText.contains("1 transaction that waited came in"))
      #expect(try bench.output("albums").contains("Oslo"))
      #expect(try bench.run("status").exitCode == 0)
      #expect(try bench.output("devices").contains("retired at 2"))
      #expect(try bench.output("device", "retire", "phone").contains("Nothing to do"))
      let own = try bench.run("device", "retire", "this")
      #expect(own.exitCode == 1 && own.errorText.contains("on another device"))
    }
  }

  @Test func bothSidesOfAConflictAreTold() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      #expect(try bench.output("conflicts") == "There are none.\n")
      #expect(try replay(Histories.twoTitles, bench) == 0)
      #expect(
        try bench.output("conflicts") == """
          "Roma", title
            kept "Roma" (laptop, 2026-05-03 12:04, a1a1a1a1:3)
            lost "Rom" (phone, 2026-05-03 12:03, b2b2b2b2:1)

          """)
      #expect(try bench.records("conflicts", "Roma").count == 1)
      #expect(try bench.records("conflicts", "a.jpg").isEmpty)
      #expect(try bench.records("conflicts", "--since", "2026-05-04").isEmpty)
      let record = try #require(try bench.records("conflicts", "--since", "2026-05-03").first)
      #expect(record.text("kind") == "value" && record.text("field") == "title")
      try bench.output("album", "rename", "Roma", "Rome")
      #expect(try bench.records("conflicts").isEmpty)
    }
  }
}
