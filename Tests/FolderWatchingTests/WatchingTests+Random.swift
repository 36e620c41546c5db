import FolderWatching
import Platform
import TestSupport
import Testing

extension WatchingTests {
  /// Does everything to a folder at random, as fast as it can, and compares what the events say with
  /// what is there; then checks that every directory still has its watch under its right name.
  @Test(arguments: 0..<rounds(6, nightly: 200))
  func `the events tell the whole story, whatever is done`(round: Int) async throws {
    let seed = testSeed() &+ UInt64(round)
    try await withWatcher(prepare: { try Files.createDirectories($0 / "a/b") }) {
      folder, recorder in
      var model = try FolderModel(root: folder)
      var random = SeededGenerator(seed: seed)
      let outside = folder.parent / "outside"
      try Files.createDirectory(outside)
      for step in 0..<600 {
        act(&random, step: step, folder: folder, outside: outside)
        if Int.random(in: 0..<40, using: &random) == 0 { await Task.yield() }
      }
      try await recorder.settle()
      let there = Set(try listTree(folder))
      let directories = try there.filter {
        try FileStatus.ofLink(at: folder / $0).kind == .directory
      }
      // Where directories moved too fast, the intake looks again a little later.
      try await wait(for: "as many watches as directories, seed \(seed)") {
        try watchCount() == directories.count + 1
      }
      try await recorder.settle()
      // What left during a storm may be told under another name. Then the reader is asked to compare
      // the folder once more; if it never is, the expectations below say which paths.
      let before = model
      try? await wait(for: "the events to agree with the folder, seed \(seed)") {
        var told = before
        try told.apply(recorder.events)
        return told.paths == there || told.rescans.contains(.overtaken)
      }
      try model.apply(recorder.events)
      if !model.rescans.contains(.overtaken) {
        #expect(model.rescans.isEmpty)
        #expect(model.paths.subtracting(there) == [], "believed, seed \(seed)")
        #expect(there.subtracting(model.paths) == [], "missed, seed \(seed)")
      }
      recorder.forget()
      for directory in directories { try writeFile(folder / directory / "probe", "") }
      try await recorder.settle()
      let events = Set(recorder.events)
      for directory in directories {
        let isSeen = events.contains(.closedAfterWriting(directory / "probe"))
        #expect(isSeen, "\(directory), seed \(seed)")
      }
    }
  }

  /// Does the same a step at a time: then the events alone tell everything.
  @Test func `the events alone tell everything that is done in peace`() async throws {
    let seed = testSeed()
    try await withWatcher(prepare: { try Files.createDirectories($0 / "a/b") }) {
      folder, recorder in
      var model = try FolderModel(root: folder)
      var random = SeededGenerator(seed: seed)
      let outside = folder.parent / "outside"
      try Files.createDirectory(outside)
      for step in 0..<rounds(150, nightly: 1_000) {
        act(&random, of: [0, 2, 4, 6, 7, 9], step: step, folder: folder, outside: outside)
        try await recorder.settle()
        // A comparison may be asked for, but is not needed.
        try model.apply(recorder.events.filter { $0 != .rescan(.overtaken) })
        recorder.forget()
        #expect(model.paths == Set(try listTree(folder)), "seed \(seed), step \(step)")
      }
    }
  }

  /// Does one thing; what is not possible is not done.
  private func act(
    _ random: inout SeededGenerator, of kinds: [Int] = Array(0..<10), step: Int, folder: Path,
    outside: Path
  ) {
    let names: [Path] = ["a", "b", "c", "d"]
    func place(_ random: inout SeededGenerator) -> Path {
      (0..<Int.random(in: 1...3, using: &random)).reduce(folder) { path, _ in
        path / (names.randomElement(using: &random) ?? "a")
      }
    }
    let one = place(&random)
    let other = place(&random)
    let unique = Path("\(step)") ?? ""
    switch kinds.randomElement(using: &random) {
    case 0, 1: try? Files.createDirectories(one)
    case 2, 3: try? writeFile(one / unique, "x")
    case 4, 5: try? Files.rename(one, to: other)
    case 6: try? Files.rename(one, to: outside / unique)
    case 7:
      if let back = (try? listTree(outside))?.first(where: { $0.components.count == 1 }) {
        try? Files.rename(outside / back, to: one)
      }
    case 8:
      try? Files.createDirectories(one / other.lastComponent / unique)
      try? Files.rename(one, to: other)
    default: removeTree(one)
    }
  }
}
