import Hashing
import Operations
import Platform
import TestSupport
import Testing

@testable import OperationLog

/// Segments that are missing, of another log, or of a later format.
extension DamageTests {
  @Test func nothingMayFollowASeal() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      _ = try makeLog(fixture)
      let original = try DurableFile.contents(of: fixture.file(1))
      try overwrite(fixture.file(1), original + [7])
      let (_, error) = readUntilError(fixture)
      #expect(error?.code == .damaged)
      #expect(error?.path == fixture.file(1))
      #expect(error?.offset == Int64(original.count))
    }
  }

  @Test func aMissingSegmentIsNamed() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      _ = try makeLog(fixture)
      let segments = try fixture.segments()
      try Files.unlink(fixture.file(segments[1]))
      let (_, error) = readUntilError(fixture)
      #expect(error?.code == .damaged)
      #expect(error?.path == fixture.file(segments[2]))
    }
  }

  @Test func aSegmentWithoutASealIsTheLast() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let transactions = try makeLog(fixture)
      let ends = try ends(fixture).filter { $0.segment == 1 }
      let end = try #require(ends.last).end
      let original = try DurableFile.contents(of: fixture.file(1))
      try overwrite(fixture.file(1), Array(original.prefix(Int(end))))
      let (read, error) = readUntilError(fixture)
      #expect(read == Array(transactions.prefix(ends.count)))
      #expect(error?.code == .damaged)
      #expect(error?.path == fixture.file(1))
      #expect(error?.offset == end)
    }
  }

  /// It is whole in itself, and even its sequence numbers fit.
  @Test func aSegmentOfAnotherHistoryIsRefused() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root / "one")
      let other = LogFixture(root / "other")
      let transactions = try makeLog(fixture)
      let others = try other.transactions(9, operations: 2, salt: 3)
      _ = try other.writer(segmentSize: 600).append(contentsOf: others)
      let second = try fixture.segments()[1]
      try #require(try other.segments()[1] == second)
      let foreign = try DurableFile.contents(of: other.file(second))
      try overwrite(fixture.file(second), foreign)
      let (read, error) = readUntilError(fixture)
      #expect(read == transactions.filter { $0.seq < second })
      #expect(error?.code == .damaged)
      #expect(error?.path == fixture.file(second))
      #expect(error?.offset == 52)
    }
  }

  @Test func segmentsOfOthersAreRefused() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      _ = try fixture.writer().append(try fixture.transaction(1))
      let foreign = LogStore(directory: root / "log", library: LibraryID(high: 5, low: 6))
      let error = #expect(throws: LogError.self) {
        try foreign.reader(fixture.log).entries().firstEntry()
      }
      #expect(error?.code == .otherLibrary)
      #expect(error?.disposition == .userAction)
      #expect(try LogVerification(of: foreign).problems.map(\.code) == [.otherLibrary])

      let moved = root / "log" / (Path(fixture.other.description) ?? Path())
      try Files.rename(fixture.logDirectory, to: moved)
      let second = #expect(throws: LogError.self) {
        try fixture.store.reader(fixture.other).entries().firstEntry()
      }
      #expect(second?.code == .damaged)
      #expect(second?.offset == 28)
    }
  }

  @Test func aNewerFormatIsLeftAlone() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      _ = try fixture.writer().append(try fixture.transaction(1))
      var bytes = try DurableFile.contents(of: fixture.file(1))
      bytes[8] = 2
      let checksum = CRC32C.checksum(bytes[..<84])
      for index in 0..<4 { bytes[84 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * index)) }
      try overwrite(fixture.file(1), bytes)
      #expect(readUntilError(fixture).1?.code == .newerFormat)
      let error = #expect(throws: LogError.self) { try fixture.writer() }
      #expect(error?.code == .newerFormat)
      #expect(try LogVerification(of: fixture.store).problems.map(\.code) == [.newerFormat])
      #expect(try DurableFile.contents(of: fixture.file(1)) == bytes)
    }
  }

  @Test func aLogThatWasReplacedIsNoticed() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let entries = try fixture.writer().append(contentsOf: try fixture.transactions(4))
      let mark = entries[2].mark
      try overwrite(fixture.file(1), [])
      #expect(throws: LogError.self) { try fixture.readAll(from: mark) }
      try Files.unlink(fixture.file(1))
      _ = try fixture.writer().append(contentsOf: try fixture.transactions(4, salt: 9))
      let error = #expect(throws: LogError.self) { try fixture.readAll(from: mark) }
      #expect(error?.code == .diverged)
      let second = #expect(throws: LogError.self) { try fixture.writer(acknowledged: mark) }
      #expect(second?.code == .diverged)
    }
  }
}

extension LogCursor {
  fileprivate consuming func firstEntry() throws(LogError) -> LogEntry? {
    var cursor = self
    return try cursor.next()
  }
}
