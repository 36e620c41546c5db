import Albumen
import TestSupport
import Testing

/// Imports by the real program, killed at any moment (SIGKILL).
@Suite struct CrashTests {
  static let titles = ["Trip", "Best"]

  /// Makes a library and sources beside it; returns the sources in their order.
  private func prepare(_ scenario: Scenario, _ count: Int) async throws -> [Path] {
    try scenario.photo("before.jpg", 1_000)
    let library = try await PhotoLibrary.create(
      at: scenario.root, try scenario.programConfiguration()
    ).library
    _ = try await library.scan()
    await library.close()
    return try (0..<count).map { number in
      // Not in the order of their names, and some with the same name.
      let name = number % 5 == 0 ? "d\(number)/IMG.jpg" : "\((number * 7) % count).jpg"
      return try scenario.source(name, number, captured: "2024:0\(1 + number % 3):01 10:00:00")
    }
  }

  private func arguments(_ sources: [Path]) -> [String] {
    ["import"] + sources.map(\.display) + Self.titles.flatMap { ["--album", $0] }
  }

  /// What an import that nothing disturbs ends in.
  private struct Ending: Equatable {
    var photos: [Path: [UInt8]]
    var members: [[String: AssetID]]
  }

  private func ending(_ scenario: Scenario, _ library: PhotoLibrary) async throws -> Ending {
    var members: [[String: AssetID]] = []
    for title in Self.titles {
      guard let album = try? await library.findAlbum(title) else { continue }
      for (place, asset) in try await library.members(of: album.id).enumerated() {
        members.append(["\(title) \(place)": asset.id])
      }
    }
    return Ending(photos: try scenario.photos(), members: members)
  }

  private func undisturbed(_ count: Int) async throws -> Ending {
    var result: Ending?
    try await Scenario.run { scenario in
      let sources = try await prepare(scenario, count)
      try #require(try scenario.run(arguments(sources)).exitCode == 0)
      let library = try await PhotoLibrary.open(
        at: scenario.root, try scenario.programConfiguration())
      result = try await self.ending(scenario, library)
      await library.close()
    }
    let found = try #require(result)
    try #require(found.photos.count == count + 1)
    try #require(found.members.count == count * Self.titles.count)
    return found
  }

  /// Looks at what a killed import has left, goes on, and repeats the import.
  ///
  /// - Returns: whether it had been done.
  @discardableResult
  private func check(
    _ scenario: Scenario, _ sources: [Path], _ bytes: [[UInt8]], isAcknowledged: Bool,
    _ wanted: Ending, _ note: Comment
  ) async throws -> Bool {
    #expect(try sources.map { try readFile($0) } == bytes, note)
    let library = try await PhotoLibrary.open(
      at: scenario.root, try scenario.programConfiguration())
    #expect(try await library.verify().problems.isEmpty, note)
    // No file in the roll is anything but one of the sources, whole.
    for (path, content) in try scenario.photos() {
      #expect(wanted.photos[path] == content, "\(path); \(note)")
    }
    let isDone = try await library.assets().count > 1
    if isAcknowledged { #expect(isDone, note) }
    var expected = isDone ? wanted : Ending(photos: wanted.photos, members: [])
    if !isDone { expected.photos = expected.photos.filter { $0.key == "before.jpg" } }
    #expect(try await ending(scenario, library).members == expected.members, note)
    // The next change finishes what was done and removes what was not.
    _ = try await library.performChanges("Next") { try $0.createAlbum("Next") }
    #expect(try await ending(scenario, library) == expected, note)
    #expect(try scenario.steps().isEmpty, note)
    _ = try await library.scan()
    #expect(try await library.status().isInSync, note)
    await library.close()
    // Once more: the same end as without the kill.
    let again = try scenario.run(arguments(sources))
    #expect(again.exitCode == 0, "\(again.errorText); \(note)")
    let reopened = try await PhotoLibrary.open(
      at: scenario.root, try scenario.programConfiguration())
    #expect(try await ending(scenario, reopened) == wanted, note)
    #expect(try await reopened.assets().count == sources.count + 1, note)
    #expect(try await reopened.verify().problems.isEmpty, note)
    await reopened.close()
    return isDone
  }

  /// Every fsync, rename, append and commit on the way is a failpoint.
  @Test func aKillAtAnyFailpointLosesNothing() async throws {
    let count = 6
    let wanted = try await undisturbed(count)
    // What is passed on the way, and how often.
    var passed: [String: Int] = [:]
    try await Scenario.run { scenario in
      let sources = try await prepare(scenario, count)
      var options = ImportOptions()
      options.albums = Self.titles
      let library = try await PhotoLibrary.open(
        at: scenario.root, try scenario.programConfiguration())
      passed = try await Failpoint.withScope { [options] in
        _ = try await library.importFiles(sources, options)
      }.hits
      await library.close()
    }
    for name in [
      "import.copy", "import.syncfs", "import.intent.fsync", "log.append.fsync", "import.place",
    ] {
      #expect(passed[name] != nil, "\(name)")
    }
    var outcomes: Set<Bool> = []
    for (name, times) in passed.sorted(by: { $0.key < $1.key }) {
      for passage in Set([1, (times + 1) / 2, times]) {
        let note: Comment = "killed at \(name), passage \(passage)"
        try await Scenario.run { scenario in
          let sources = try await prepare(scenario, count)
          let bytes = try sources.map { try readFile($0) }
          let result = try scenario.run(
            arguments(sources), ["ALBUMEN_FAILPOINTS": "\(name)=kill@\(passage)"])
          #expect(result.status == .signalled(9), note)
          outcomes.insert(
            try await check(scenario, sources, bytes, isAcknowledged: false, wanted, note))
        }
      }
    }
    #expect(outcomes == [true, false])
  }

  /// In four parts, which can run beside each other; a thousand at night.
  @Test(arguments: 0..<4) func aHundredKillsLoseNothing(_ part: Int) async throws {
    let seed = testSeed() &+ UInt64(part)
    var random = SeededGenerator(seed: seed)
    let wanted = try await undisturbed(30)
    var duration = Duration.milliseconds(1)
    try await Scenario.run { scenario in
      let sources = try await prepare(scenario, 30)
      let start = ContinuousClock.now
      try scenario.run(arguments(sources))
      duration = ContinuousClock.now - start
    }
    let kills = rounds(25, nightly: 250)
    for kill in 1...kills {
      // Spread over the whole import, and a little beyond its end.
      let moment = (Double(kill) - .random(in: 0..<1, using: &random)) / Double(kills) * 1.1
      let note: Comment = "kill \(kill) after \(moment) of \(duration), seed \(seed)"
      try await Scenario.run { scenario in
        let sources = try await prepare(scenario, 30)
        let bytes = try sources.map { try readFile($0) }
        var child = try scenario.start(arguments(sources))
        let ended = try child.wait(until: Deadline(after: duration * moment))
        child.kill()
        let status = try #require(try child.wait(until: Deadline(after: hangLimit)))
        #expect(ended == nil || status == .exited(0), note)
        try await check(
          scenario, sources, bytes, isAcknowledged: status == .exited(0), wanted, note)
      }
    }
  }
}
