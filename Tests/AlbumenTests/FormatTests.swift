import Operations
import Platform
import Reconciling
import TestSupport
import Testing

@testable import Albumen

/// Reads and writes the files that `Fixtures/golden/make.py` makes from docs/formats.
@Suite struct FormatTests {
  private static let golden: Path = {
    let file = Path("\(#filePath)") ?? Path()
    return file.parent.parent.parent / "Fixtures" / "golden"
  }()
  private static let library = "11223344556677889900aabbccddeeff"
  /// 16 bytes of the SHA-256 of "albumen/machine/1\n" and sixteen bytes 1, by Python's hashlib.
  private static let machine = "de12e386949e5aa400c2a69a5433ef9b"

  /// Opens a library whose library file is one of the golden ones.
  private static func open(
    _ scenario: Scenario, file: Path = "format-1"
  ) async throws -> PhotoLibrary {
    try writeFile(
      scenario.root / ".albumen/library", bytes: try readFile(golden / "library" / file))
    return try await scenario.open()
  }

  // MARK: docs/formats/library.md

  @Test func aLibraryFileIsReadAndWritten() async throws {
    try await Scenario.run { scenario in
      let library = try await Self.open(scenario)
      #expect(library.id.description == Self.library)
      await library.close()
      let text = LibraryFile(id: library.id).text
      #expect(Array(text.utf8) == (try readFile(Self.golden / "library/format-1")))
      let extended = try await Self.open(scenario, file: "format-1-extended")
      #expect(extended.id.description == Self.library)
      await extended.close()
    }
    try await Scenario.run { scenario in
      let made = try await scenario.create()
      await made.close()
      let file = try readFile(scenario.root / ".albumen/library")
      #expect(file == Array(LibraryFile(id: made.id).text.utf8))
      let names = try listTree(scenario.root / ".albumen").map(\.display)
      #expect(names == ["library", "log", "reserve", "tmp", "trash"])
    }
  }

  @Test func aLibraryFileOfANewerVersionIsLeftAsItIs() async throws {
    try await Scenario.run { scenario in
      let error = await #expect(throws: AlbumenError.self) {
        try await Self.open(scenario, file: "format-2")
      }
      #expect(error?.code == .newerVersion)
      let again = await #expect(throws: AlbumenError.self) { try await scenario.create() }
      #expect(again?.code == .newerVersion)
      let file = try readFile(scenario.root / ".albumen/library")
      #expect(file == (try readFile(Self.golden / "library/format-2")))
    }
  }

  @Test(arguments: [
    "", "albumen library", "albumen library\nformat x\nlibrary \(library)\n",
    "albumen library\nformat 1\nlibrary 1234\n", "ALBUMEN library\nformat 1\nlibrary \(library)\n",
  ]) func aDamagedLibraryFileIsAnError(_ text: String) async throws {
    try await Scenario.run { scenario in
      try writeFile(scenario.root / ".albumen/library", text)
      let error = await #expect(throws: AlbumenError.self) { try await scenario.open() }
      #expect(error?.code == .damaged)
    }
  }

  // MARK: docs/formats/view.md

  @Test func theViewsFileIsReadAndWritten() throws {
    let golden = Self.golden / "view/format-1"
    let bytes = try readFile(golden)
    let file = try ViewFile(bytes, golden)
    #expect(Array(file.text.utf8) == bytes)
    #expect(file.directory == Array("Albums".utf8) && !file.isOff)
    #expect(file.machine == Self.machine)
    #expect(file.generation == 0x0011_2233_4455_66FF && file.previous == 0x0F0E_0D0C_0B0A_0908)
    #expect(
      file.albums.values.map { String(decoding: $0, as: UTF8.self) }.sorted() == [
        "Trips", "Trips/Rome",
      ])
    let hard = try readFile(Self.golden / "view/format-1-hard")
    var files = file
    files.form = .hard
    #expect(try ViewFile(hard, golden) == files && Array(files.text.utf8) == hard)
    // What a later version adds is passed over; a later format is not believed.
    let more = try ViewFile(bytes + Array("shape round\n".utf8), golden)
    #expect(more == file)
    for (text, code) in [
      ("albumen view\nformat 2\n", AlbumenError.Code.newerVersion), ("", .damaged),
      ("albumen view\nformat 1\n", .damaged),
      ("albumen view\nformat 1\ndirectory 2e2e\nlog \(Self.library)\n", .damaged),
      ("albumen view\nformat 1\ndirectory 612f62\nlog \(Self.library)\n", .damaged),
    ] {
      let error = #expect(throws: AlbumenError.self) { try ViewFile(Array(text.utf8), golden) }
      #expect(error?.code == code)
    }
  }

  // MARK: docs/formats/import-step.md

  /// The golden intent in parts.
  private static func items(in directory: Path) throws -> [ImportStep.Item] {
    [
      ImportStep.Item(
        staged: directory / "0", destination: "Camera Roll/2026/05/Gr\u{f6}\u{df}e 1.jpg",
        content: ContentID("15c279caa8aff93c001a43df7901e05fcfe9782ba8bb1a671a160e43cc90d4d9")),
      ImportStep.Item(
        staged: directory / "12",
        destination: try #require(Path(bytes: Array("odd/".utf8) + [0xFF, 0x0A] + ".jpg".utf8)),
        content: ContentID("9538698c7a7a090306f102875ca5f73d5ea1651092425f936d55007700de2c97")),
    ]
  }

  @Test func anIntentIsWrittenAsItIsMeant() throws {
    try withTemporaryDirectory { directory in
      let dot = try #require(Dot("a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1:32"))
      try ImportStep.intend(
        Self.items(in: directory), (dot: dot, hlc: 0x01a1_9467_e800_0002), in: directory)
      #expect(
        try readFile(directory / "intent") == readFile(Self.golden / "import-step/intent"))
    }
  }

  /// A step whose process has died is finished if its transaction is in the log, and else removed.
  @Test(arguments: [true, false]) func aStepThatWasCutShortIsEnded(_ isRecorded: Bool) async throws
  {
    try await Scenario.run { scenario in
      let library = try await Self.open(scenario)
      if isRecorded {
        _ = try await library.replay(Self.golden / "histories/every-kind.jsonl")
      }
      let step = scenario.root / ".albumen/tmp/import-00000000000000000000000000000001"
      for name in ["0", "12", "13"] {
        try writeFile(step / (Path(name) ?? Path()), "copy \(name)")
      }
      try writeFile(
        step / "intent", bytes: try readFile(Self.golden / "import-step/intent"))
      _ = try await library.performChanges("Any") { try $0.createAlbum("Any") }
      #expect(try listTree(scenario.root / ".albumen/tmp").isEmpty)
      let placed = try listTree(scenario.root).filter { !$0.isInside(".albumen") }
      let destinations = try Self.items(in: step).map(\.destination)
      for (destination, name) in zip(destinations, ["0", "12"]) where isRecorded {
        #expect(try readFile(scenario.root / destination) == Array("copy \(name)".utf8))
      }
      #expect(placed.filter { destinations.contains($0) }.count == (isRecorded ? 2 : 0))
      await library.close()
    }
  }

  // MARK: docs/formats/waiting.md

  @Test func whatWaitsIsWrittenAndRead() async throws {
    let waiting = Self.golden / "waiting.jsonl"
    let whole = Self.golden / "histories/mixed.jsonl"
    try await Scenario.run { scenario in
      let library = try await Self.open(scenario)
      let report = try await library.replay(waiting)
      #expect(report.kept == 3)
      #expect(report.delivered == 0)
      let file = scenario.root / (Path(".albumen/waiting/\(Self.machine).jsonl") ?? Path())
      #expect(try readFile(file) == readFile(waiting))
      await library.close()

      // Read again by another process, with all that it waits for.
      let again = try await scenario.open()
      #expect(try await again.status().waiting.count == 1)
      let lines = try readFile(whole).split(separator: 10)
      let kept = Set(try readFile(waiting).split(separator: 10).map(Array.init))
      let rest = lines.filter { !kept.contains(Array($0)) }
      try ReplayTests.write(rest, to: scenario.top / "rest.jsonl")
      let completed = try await again.replay(scenario.top / "rest.jsonl")
      #expect(completed.kept == 0)
      #expect(completed.delivered == lines.count)
      #expect((try? readFile(file)) == nil)
      let state = try await again.stateJSON()
      await again.close()
      try await Scenario.run { other in
        let reference = try await Self.open(other)
        _ = try await reference.replay(whole)
        #expect(try await reference.stateJSON() == state)
        await reference.close()
      }
    }
  }

  @Test func aDamagedWaitingFileIsAnErrorAndIsKept() async throws {
    try await Scenario.run { scenario in
      let library = try await Self.open(scenario)
      let file = scenario.root / (Path(".albumen/waiting/\(Self.machine).jsonl") ?? Path())
      try writeFile(file, "{\"log\":\"not one\"}\n")
      let error = await #expect(throws: AlbumenError.self) {
        try await library.replay(Self.golden / "waiting.jsonl")
      }
      #expect(error?.code == .damaged)
      #expect(try readFile(file) == Array("{\"log\":\"not one\"}\n".utf8))
      await library.close()
    }
  }
}
