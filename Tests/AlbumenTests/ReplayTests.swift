import Albumen
import Foundation
import Synchronization
import TestSupport
import Testing

/// The 200 histories of `Fixtures/histories`, whose states an independent reference has computed.
@Suite struct ReplayTests {
  static let fixtures: Path = {
    let file = Path("\(#filePath)") ?? Path()
    return file.parent.parent.parent / "Fixtures" / "histories"
  }()

  static func same(_ left: String, _ right: [UInt8]) throws -> Bool {
    let left = try JSONSerialization.jsonObject(with: Data(left.utf8)) as? NSDictionary
    let right = try JSONSerialization.jsonObject(with: Data(right)) as? NSDictionary
    return left != nil && left == right
  }

  private static func seq(_ line: ArraySlice<UInt8>) throws -> Int {
    let object = try JSONSerialization.jsonObject(with: Data(line)) as? NSDictionary
    return try #require(object?["seq"] as? Int)
  }

  static func write(_ lines: [ArraySlice<UInt8>], to path: Path) throws {
    try writeFile(path, bytes: Array(lines.joined(separator: [10])) + [10])
  }

  /// In a random order, some lines twice, in two parts of which the second comes first.
  @Test(arguments: 0..<8) func historiesComeToTheirStates(_ eighth: Int) async throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed &+ UInt64(eighth))
    for number in (1...200).filter({ $0 % 8 == eighth }) {
      let name = String(repeating: "0", count: 3 - String(number).count) + String(number)
      let note: Comment = "history \(name), seed \(seed)"
      var lines = try readFile(Self.fixtures / (Path("\(name).jsonl") ?? Path())).split(
        separator: 10)
      let expected = try readFile(Self.fixtures / (Path("\(name).state.json") ?? Path()))
      lines += lines.shuffled(using: &random).prefix(5)
      lines.shuffle(using: &random)
      let half = Int.random(in: 0...lines.count, using: &random)
      try await Scenario.run { scenario in
        let library = try await scenario.create()
        try Self.write(Array(lines[half...]), to: scenario.top / "second.jsonl")
        try Self.write(Array(lines[..<half]), to: scenario.top / "first.jsonl")
        _ = try await library.replay(scenario.top / "second.jsonl")
        _ = try await library.replay(scenario.top / "first.jsonl")
        #expect(try Self.same(try await library.stateJSON(), expected), note)
        // All of it again changes nothing, and is seen to be here.
        let again = try await library.replay(scenario.top / "first.jsonl")
        #expect(again.delivered == 0, note)
        #expect(try Self.same(try await library.stateJSON(), expected), note)
        // A catalogue that is built at once is the same as one that grew.
        await library.close()
        try scenario.removeCatalogue()
        let reopened = try await scenario.open()
        #expect(try Self.same(try await reopened.stateJSON(), expected), note)
        await reopened.close()
      }
    }
  }

  /// Where several machines open one folder, another one may be writing the same copies.
  @Test func whatIsTakenInWaitsForTheLockOnTheCopies() async throws {
    try await Scenario.run { scenario in
      var configuration = try scenario.configuration()
      configuration.lockTimeout = .milliseconds(50)
      let library = try await PhotoLibrary.create(at: scenario.root, configuration).library
      let history = Self.fixtures / "001.jsonl"
      let logs = scenario.root / ".albumen/log"
      try Files.createDirectories(logs)
      let lock = try FileLock.acquire(logs / "lock", until: Deadline(after: hangLimit))
      let error = await #expect(throws: AlbumenError.self) { try await library.replay(history) }
      #expect(error?.code == .locked)
      #expect(try await library.replay(history, isDryRun: true).delivered > 0)
      lock.release()
      #expect(try await library.replay(history).delivered > 0)
      await library.close()
    }
  }

  /// In the order of their logs, as an export has them, in parts that overlap: what is read one behind the
  /// other comes to the same as what comes in any order.
  @Test(arguments: 0..<8) func historiesInOrderComeToTheirStates(_ eighth: Int) async throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed &+ UInt64(eighth))
    for number in (1...200).filter({ $0 % 8 == eighth }) {
      let name = String(repeating: "0", count: 3 - String(number).count) + String(number)
      let note: Comment = "history \(name), seed \(seed)"
      let lines = try readFile(Self.fixtures / (Path("\(name).jsonl") ?? Path())).split(
        separator: 10
      ).sorted { try Self.seq($0) < Self.seq($1) }
      let expected = try readFile(Self.fixtures / (Path("\(name).state.json") ?? Path()))
      let middle = Int.random(in: 0...lines.count, using: &random)
      let again = Int.random(in: 0...middle, using: &random)
      try await Scenario.run { scenario in
        let library = try await scenario.create()
        try Self.write(Array(lines[..<middle]), to: scenario.top / "first.jsonl")
        try Self.write(Array(lines[again...]), to: scenario.top / "second.jsonl")
        _ = try await library.replay(scenario.top / "first.jsonl")
        let tried = try await library.replay(scenario.top / "second.jsonl", isDryRun: true)
        let done = try await library.replay(scenario.top / "second.jsonl")
        #expect(tried.seen == done.seen, note)
        #expect(try Self.same(try await library.stateJSON(), expected), note)
        #expect(try await library.verify().problems.isEmpty, note)
        #expect(try listTree(scenario.root / ".albumen" / "tmp").isEmpty, note)
        await library.close()
      }
    }
  }

  /// A line that is wrong leaves all as it was, however much came before it.
  @Test func whatWasStagedIsGoneWhereALineIsWrong() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      var lines = try readFile(Self.fixtures / "001.jsonl").split(separator: 10)
      lines.append(Array("{}".utf8)[...])
      try Self.write(lines, to: scenario.top / "wrong.jsonl")
      await #expect(throws: AlbumenError.self) {
        _ = try await library.replay(scenario.top / "wrong.jsonl")
      }
      #expect(try listTree(scenario.root / ".albumen" / "log").isEmpty)
      #expect(try listTree(scenario.root / ".albumen" / "tmp").isEmpty)
      // So is what a process has left that died.
      let dead = scenario.root / ".albumen" / "tmp" / "replay-dead"
      try Files.createDirectories(dead / "log")
      try writeFile(dead / "log" / "segment", bytes: [1])
      _ = try await library.performChanges("Rome") { try $0.createAlbum("Rome") }
      #expect(try listTree(scenario.root / ".albumen" / "tmp").isEmpty)
      await library.close()
    }
  }

  /// An export is a history like any other: it gives the same state in another library.
  @Test func anExportGivesTheSameLibrary() async throws {
    try await Scenario.run { scenario in
      for number in 1...4 { try scenario.photo("\(number).jpg", number) }
      let library = try await scenario.create()
      let assets = try await library.scan().added
      _ = try await library.performChanges("Trip") { changes in
        let album = try changes.createAlbum("Trip")
        try changes.add(assets, to: album)
      }
      let before = try await library.stateJSON()
      let path = scenario.top / "export.jsonl"
      let collector = Collector()
      try await library.exportLog { collector.append($0) }
      try writeFile(path, bytes: collector.bytes)
      await library.close()
      try await Scenario.run { other in
        let copy = try await other.create(machine: 2)
        let report = try await copy.replay(path)
        #expect(report.delivered == 2)
        #expect(try await copy.stateJSON() == before)
        // What the copy writes then is behind all of it.
        _ = try await copy.performChanges("Rome") { try $0.createAlbum("Rome") }
        #expect(try await copy.albums().map(\.title) == ["Rome", "Trip"])
        #expect(try await copy.verify().problems.isEmpty)
        await copy.close()
      }
    }
  }
}

/// Collects bytes from another thread.
final class Collector: Sendable {
  private let storage = Mutex([UInt8]())
  func append(_ bytes: [UInt8]) { storage.withLock { $0 += bytes } }
  var bytes: [UInt8] { storage.withLock { $0 } }
}
