import Albumen
import TestSupport
import Testing

/// What an import that died has left in `.albumen/tmp` (docs/formats/import-step.md).
@Suite struct ImportStepTests {
  /// Writes a step with one copy, as one that was cut short; nil for one without an intent.
  private func writeStep(_ scenario: Scenario, _ name: String, intent: String?) throws {
    let step = scenario.root / ".albumen/tmp" / (Path("import-\(name)") ?? Path())
    try writeFile(step / "lock", "12345\n")
    try writeFile(step / "0", bytes: TinyPhoto.jpeg(7))
    if let intent { try writeFile(step / "intent", intent) }
  }

  private func hex(_ text: String) -> String { Hex.encode(Array(text.utf8)) }

  @Test func whatIsNotInTheLogIsRemoved() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let dot = try #require(
        try await library.performChanges("One") { try $0.createAlbum("One") }.transaction)
      let zero = String(repeating: "0", count: 16)
      try writeStep(scenario, "a", intent: nil)
      // Never written; and another transaction than the one that has this dot.
      for (name, seq) in [("b", dot.seq + 100), ("c", dot.seq)] {
        try writeStep(
          scenario, name,
          intent: """
            albumen import step 1
            transaction \(dot.log):\(seq) \(zero)
            0 \(hex("Camera Roll/x.jpg"))

            """)
      }
      _ = try await library.performChanges("Two") { try $0.createAlbum("Two") }
      #expect(try scenario.steps().isEmpty)
      #expect(try scenario.tree().isEmpty)
      await library.close()
    }
  }

  @Test func whatCannotBeToldStays() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      _ = try await library.performChanges("One") { try $0.createAlbum("One") }
      // A later version's; and one of a log of which nothing can be read.
      try writeStep(scenario, "later", intent: "albumen import step 2\nwhatever\n")
      let log = String(repeating: "d", count: 32)
      try writeFile(
        scenario.root / ".albumen/log" / (Path("\(log)/00000000000000000001.segment") ?? Path()),
        String(repeating: "damaged ", count: 40))
      try writeStep(
        scenario, "damaged",
        intent: """
          albumen import step 1
          transaction \(log):1 0000000000000001
          0 \(hex("Camera Roll/x.jpg"))

          """)
      let before = try scenario.steps()
      for number in 0..<2 {
        _ = try await library.performChanges("More") { try $0.createAlbum("\(number)") }
        #expect(try scenario.steps() == before)
      }
      #expect(try scenario.tree().isEmpty)
      await library.close()
    }
  }

  /// What an intent says leads nowhere but into the folder.
  @Test func anIntentThatLeadsElsewhereIsNotFollowed() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let asset = try #require(
        try await library.importFiles([try scenario.source("a.jpg", 1)]).imported.first)
      let row = try #require(try await library.history().first)
      let log = try await exported(library)
      let hlc = try #require(log.firstMatch(of: #/"hlc":"([0-9a-f]{16})"/#)?.1)
      for (name, path) in [("a", "../out.jpg"), ("b", "/tmp/out.jpg"), ("c", "x/../../out.jpg")] {
        try writeStep(
          scenario, name,
          intent: "albumen import step 1\ntransaction \(row.id) \(hlc)\n0 \(hex(path))\n")
      }
      _ = try await library.performChanges("More") { try $0.createAlbum("More") }
      #expect(try scenario.tree().count == 4)
      #expect(asset.path != nil)
      #expect(try listTree(scenario.top).allSatisfy { $0.lastComponent != "out.jpg" })
      await library.close()
    }
  }

  private func exported(_ library: PhotoLibrary) async throws -> String {
    let collector = Collector()
    try await library.exportLog { collector.append($0) }
    return String(decoding: collector.bytes, as: UTF8.self)
  }
}
