import Albumen
import Hashing
import OperationLog
import SQLiteKit
import TestSupport
import Testing

/// Logs and library files that are not what was once written.
@Suite struct DamageTests {
  /// What is done to a log of several segments.
  enum Harm: String, CaseIterable, Sendable {
    case flippedBit, truncated, missing, hugeFrame, newerFormat
  }

  /// Writes another device's log, in small segments: one album a transaction.
  private func writeForeignLog(
    _ scenario: Scenario, _ library: LibraryID, albums count: Int
  ) throws -> LogID {
    let log = LogID(high: 0xF0, low: 0x0F)
    let store = LogStore(directory: scenario.root / ".albumen/log", library: library)
    let writer = try LogWriter(
      store: store, log: log, settings: .init(segmentSize: 300, application: "tests/1"))
    for number in 1...count {
      let album = AlbumID(high: 0xA1, low: UInt64(number))
      _ = try writer.append(
        Transaction(
          log: log, seq: UInt64(number), hlc: UInt64(number) << 16, context: Context([]), wall: 1,
          origin: "command", label: "Make",
          operations: [
            Operation(
              .createAlbum(
                album,
                initial: [
                  Field(.title, .text("Foreign \(number)")), Field(.type, .text("album")),
                ]))
          ]))
    }
    return log
  }

  private func segments(_ scenario: Scenario, of log: LogID) throws -> [Path] {
    try scenario.segments().filter { $0.parent.lastComponent.display == log.description }
      .map { scenario.root / $0 }
  }

  /// Does something to a segment that is neither the first nor the last.
  private func harm(_ segment: Path, _ harm: Harm) throws {
    var bytes = try readFile(segment)
    switch harm {
    case .flippedBit: bytes[100] ^= 0x10
    case .truncated: bytes.removeLast(bytes.count / 2)
    case .missing: return try removeFile(segment)
    case .hugeFrame:
      // 2^60 as a varint where the first frame's length is.
      bytes.replaceSubrange(88..<97, with: [UInt8](repeating: 0x80, count: 8) + [0x10])
    case .newerFormat:
      bytes[8] = 2
      let checksum = CRC32C.checksum(Array(bytes[..<84]))
      for index in 0..<4 { bytes[84 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * index)) }
    }
    try writeFile(segment, bytes: bytes)
  }

  private func contents(_ scenario: Scenario) throws -> [Path: [UInt8]] {
    var contents: [Path: [UInt8]] = [:]
    for path in try scenario.segments() { contents[path] = try readFile(scenario.root / path) }
    return contents
  }

  /// What is sound of another device's log is read, the rest is told of, and this device goes on.
  @Test(arguments: Harm.allCases) func aDamagedForeignLogIsReadAsFarAsItGoes(
    _ harm: Harm
  ) async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      _ = try await library.performChanges("Own") { try $0.createAlbum("Own") }
      let log = try writeForeignLog(scenario, library.id, albums: 20)
      let damaged = try segments(scenario, of: log)
      try #require(damaged.count >= 4)
      let middle = damaged.count / 2
      try self.harm(damaged[middle], harm)
      // Where a segment is missing it is the next one that does not fit.
      let place = damaged[harm == .missing ? middle + 1 : middle]
      let before = try contents(scenario)
      for _ in 0..<2 {
        let titles = try await library.albums().map(\.title)
        #expect(titles.contains("Own"))
        #expect(titles.contains("Foreign 1"))
        #expect(!titles.contains("Foreign 20"))
        let status = try await library.status()
        #expect(!status.isInSync)
        #expect(status.unreadable.contains { $0.path == place }, "\(status.unreadable)")
      }
      let problems = try await library.verify().problems
      #expect(problems.contains { $0.contains(place.lastComponent.display) }, "\(problems)")
      _ = try await library.performChanges("More") { try $0.createAlbum("More") }
      #expect(try await library.albums().contains { $0.title == "More" })
      let after = try contents(scenario)
      for (path, bytes) in before where path.parent.lastComponent.display == log.description {
        #expect(after[path] == bytes)
      }
      await library.close()
      let result = try scenario.run(["log", "verify"])
      #expect(result.exitCode == 16, "\(result.errorText)")
    }
  }

  /// What was read before it was damaged is in the catalogue: all of it goes on.
  @Test func damageBehindTheCatalogueDisturbsNothing() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let log = try writeForeignLog(scenario, library.id, albums: 20)
      #expect(try await library.albums().count == 20)
      _ = try await library.performChanges("Own") { try $0.createAlbum("Own") }
      let place = try segments(scenario, of: log)[1]
      try harm(place, .flippedBit)
      _ = try await library.performChanges("More") { try $0.createAlbum("More") }
      #expect(try await library.albums().count == 22)
      #expect(try await library.verify().problems.count == 1)
      await library.close()
      // Without the catalogue, what this device wrote waits for what cannot be read: nothing may be
      // written that does not know of it.
      try scenario.removeCatalogue()
      let again = try await scenario.open()
      #expect(!(try await again.albums().contains { $0.title == "Own" }))
      #expect(try await again.status().waiting.count == 1)
      let before = try contents(scenario)
      let error = try await #require(throws: AlbumenError.self) {
        try await again.performChanges("Late") { try $0.createAlbum("Late") }
      }
      #expect(error.code == .damaged)
      #expect(try contents(scenario) == before)
      await again.close()
    }
  }

  /// A library whose own log has several transactions; returns the segment.
  private func prepareOwn(_ scenario: Scenario) async throws -> (PhotoLibrary, Path) {
    let library = try await scenario.create()
    for number in 1...5 {
      _ = try await library.performChanges("Make") { try $0.createAlbum("Own \(number)") }
    }
    return (library, scenario.root / (try #require(try scenario.segments().first)))
  }

  @Test(arguments: [Harm.flippedBit, .hugeFrame, .newerFormat])
  func aDamagedOwnLogRefusesChanges(_ harm: Harm) async throws {
    try await Scenario.run { scenario in
      let (library, segment) = try await prepareOwn(scenario)
      await library.close()
      try self.harm(segment, harm)
      try scenario.removeCatalogue()
      let before = try contents(scenario)
      let again = try await scenario.open()
      #expect(try await again.albums().isEmpty)
      #expect(try await again.status().unreadable.map(\.path) == [segment])
      for _ in 0..<2 {
        let error = try await #require(throws: AlbumenError.self) {
          try await again.performChanges("Late") { try $0.createAlbum("Late") }
        }
        #expect(error.code == (harm == .newerFormat ? .newerVersion : .damaged))
        #expect(error.subject.contains(segment.display))
      }
      #expect(try contents(scenario) == before)
      let problems = try await again.verify().problems
      #expect(problems.count == 1)
      #expect(problems.first?.contains("at byte") == true)
      await again.close()
    }
  }

  /// An append that a crash has cut is no damage: it is passed over, and cut off by the next change.
  @Test func aTornTailOfTheOwnLogIsCutOff() async throws {
    try await Scenario.run { scenario in
      let (library, segment) = try await prepareOwn(scenario)
      let whole = try readFile(segment)
      // A frame of which the end is missing, and one of which only the beginning reached the disk.
      let frame = Array(whole[88...])
      let length = Int(frame[0]) + 9
      let zeros = Array(frame[..<20]) + [UInt8](repeating: 0, count: length - 20)
      for tail in [Array(frame[..<20]), zeros] {
        try writeFile(segment, bytes: try readFile(segment) + tail)
        #expect(try await library.albums().count >= 5)
        #expect(try await library.albums().count >= 5)
        _ = try await library.performChanges("On") { try $0.createAlbum("On") }
        #expect(try await library.verify().problems.isEmpty)
        #expect(try await library.status().isInSync)
      }
      #expect(try await library.albums().count == 7)
      #expect(Set(try await library.history().map(\.id.log)).count == 1)
      await library.close()
    }
  }

  @Test func aLibraryFileThatIsNotItselfIsRefused() async throws {
    try await Scenario.run { scenario in
      let (library, _) = try await prepareOwn(scenario)
      let state = try await library.stateJSON()
      await library.close()
      let file = scenario.root / ".albumen/library"
      let whole = try readFile(file)
      let text = String(decoding: whole, as: UTF8.self)
      let logs = try contents(scenario)
      let cases: [(String, AlbumenError.Code)] = [
        ("", .damaged), ("no library at all\n", .damaged), ("\u{0}\u{1}\u{2}", .damaged),
        (text.replacing("format 1", with: "format 2"), .newerVersion),
        (text.replacing("format 1", with: "format x"), .damaged),
        ("albumen library\nformat 1\n", .damaged),
        ("albumen library\nformat 1\nlibrary 12\n", .damaged),
      ]
      for (text, code) in cases {
        try writeFile(file, text)
        for isNew in [true, false] {
          let error = try await #require(throws: AlbumenError.self) {
            if isNew { try await scenario.create() } else { try await scenario.open() }
          }
          #expect(error.code == code, "\(text)")
        }
      }
      // Another library's file: its logs are not these, and they are left as they are.
      try writeFile(
        file, "albumen library\nformat 1\nlibrary \(String(repeating: "e", count: 32))\n")
      let other = try await scenario.open()
      #expect(try await other.albums().isEmpty)
      #expect(try await other.status().unreadable.count == 1)
      await other.close()
      #expect(try contents(scenario) == logs)
      try writeFile(file, bytes: whole)
      let again = try await scenario.open()
      #expect(try await again.stateJSON() == state)
      await again.close()
    }
  }

  /// Damage that shows only in a change is mended, too, not only damage that opening meets.
  @Test func aCatalogueThatTurnsOutDamagedInAChangeIsBuiltAnew() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      for number in 1...60 {
        _ = try await library.performChanges("Make") { try $0.createAlbum("Own \(number)") }
      }
      await library.close()
      let path = try scenario.catalogue()
      let connection = try Connection(path)
      let number = try connection.statement(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'register'"
      ).first { Int($0.int64(0)) }
      let page = try #require(number)
      try connection.close()
      // What neither opening nor catching up looks at.
      var bytes = try readFile(path)
      for index in ((page - 1) * 4_096)..<(page * 4_096) { bytes[index] = 0xEE }
      try writeFile(path, bytes: bytes)
      let again = try await scenario.open()
      let result = try await again.performChanges("More") { changes in
        _ = try changes.findOrCreateAlbum("Own 7")
        try changes.createAlbum("More")
        return changes.count
      }
      #expect(result.value >= 1)
      #expect(try await again.albums().count == 61)
      #expect(try await again.verify().problems.isEmpty)
      await again.close()
    }
  }
}
