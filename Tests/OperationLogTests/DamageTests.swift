import Hashing
import Operations
import Platform
import TestSupport
import Testing

@testable import OperationLog

/// Whatever happens to a segment's bytes: never a crash, never a transaction that was not written.
@Suite struct DamageTests {
  /// Reads all that can be read, and returns it with the error that ended it.
  func readUntilError(_ fixture: LogFixture) -> ([Transaction], LogError?) {
    var result: [Transaction] = []
    do throws(LogError) {
      var cursor = try fixture.store.reader(fixture.log).entries()
      while let entry = try cursor.next() { result.append(entry.transaction) }
      return (result, nil)
    } catch {
      return (result, error)
    }
  }

  /// A log of two sealed segments and an open one.
  func makeLog(_ fixture: LogFixture, count: Int = 9) throws -> [Transaction] {
    let transactions = try fixture.transactions(count, operations: 2)
    _ = try fixture.writer(segmentSize: 600).append(contentsOf: transactions)
    try #require(try fixture.segments().count == 3)
    return transactions
  }

  /// Where each transaction ends in its segment.
  func ends(_ fixture: LogFixture) throws -> [(segment: UInt64, end: Int64)] {
    var cursor = try fixture.store.reader(fixture.log).entries()
    var result: [(UInt64, Int64)] = []
    while let entry = try cursor.next() { result.append((entry.segment, entry.mark.offset)) }
    return result
  }

  /// With an open segment as the newest, and with a sealed one.
  @Test(arguments: [false, true]) func everyFlippedBitIsFound(isSealed: Bool) throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      _ = try makeLog(fixture)
      if isSealed { try fixture.writer().seal() }
      let transactions = try fixture.readAll()
      let ends = try ends(fixture)
      for segment in try fixture.segments() {
        let path = fixture.file(segment)
        let original = try DurableFile.contents(of: path)
        for position in original.indices {
          var bytes = original
          bytes[position] ^= 1 << UInt8((position &* 7) % 8)
          try overwrite(path, bytes)
          let (read, error) = readUntilError(fixture)
          let intact = ends.filter {
            $0.segment < segment || ($0.segment == segment && $0.end <= Int64(position))
          }.count
          #expect(read == Array(transactions.prefix(intact)), "byte \(position) of \(segment)")
          #expect(error?.code == .damaged || error?.code == .otherLibrary)
          #expect(error?.path == path, "byte \(position) of \(segment)")
          #expect(error?.offset.map { $0 <= Int64(position) } == true)
          let found = try LogVerification(of: fixture.store)
          #expect(found.problems.contains { $0.path == path }, "byte \(position) of \(segment)")
          // Its owner does not take it for a torn tail either.
          let start = LogMark.start(of: fixture.log)
          #expect(throws: LogError.self) { try fixture.writer(acknowledged: start) }
        }
        try overwrite(path, original)
      }
      #expect(try fixture.readAll() == transactions)
    }
  }

  @Test(arguments: 0..<8, [false, true])
  func everyBitOfALengthIsGuarded(bit: UInt8, isSealed: Bool) throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let transactions = try fixture.transactions(5)
      let writer = try fixture.writer()
      let entries = try writer.append(contentsOf: transactions)
      if isSealed { try writer.seal() }
      let original = try DurableFile.contents(of: fixture.file(1))
      for (index, entry) in entries.enumerated() {
        for place in 0..<2 {
          var bytes = original
          bytes[Int(entry.offset) + place] ^= 1 << bit
          try overwrite(fixture.file(1), bytes)
          let (read, error) = readUntilError(fixture)
          #expect(read == Array(transactions.prefix(index)))
          #expect(error?.code == .damaged)
          #expect(error?.offset == entry.offset)
        }
      }
    }
  }

  @Test func aFileCutAnywhereIsATornTail() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let transactions = try makeLog(fixture)
      let ends = try ends(fixture)
      let newest = try #require(try fixture.segments().last)
      let original = try DurableFile.contents(of: fixture.file(newest))
      for length in 0..<original.count {
        try overwrite(fixture.file(newest), Array(original.prefix(length)))
        let whole = ends.filter { $0.segment < newest || $0.end <= Int64(length) }.count
        let kept = Array(transactions.prefix(whole))
        #expect(try fixture.readAll() == kept, "cut to \(length)")
        let found = try LogVerification(of: fixture.store)
        #expect(found.problems.isEmpty)
        // Reading has changed nothing; only the owner cuts.
        #expect(try FileStatus.ofLink(at: fixture.file(newest)).size == Int64(length))
        let writer = try fixture.writer()
        // A segment's header has 88 bytes.
        let end = ends.last { $0.segment == newest && $0.end <= Int64(length) }?.end ?? 88
        #expect((writer.cutTail == nil) == (Int64(length) == end), "\(length)")
        _ = try writer.append(contentsOf: Array(transactions.dropFirst(whole)))
        #expect(try fixture.readAll() == transactions)
        #expect(try DurableFile.contents(of: fixture.file(newest)) == original)
      }
    }
  }

  @Test func nothingAcknowledgedIsCut() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let transactions = try fixture.transactions(4)
      let entries = try fixture.writer().append(contentsOf: transactions)
      let original = try DurableFile.contents(of: fixture.file(1))
      for (index, entry) in entries.enumerated() {
        for length in [Int(entry.offset) + 1, Int(entry.mark.offset) - 1] {
          try overwrite(fixture.file(1), Array(original.prefix(length)))
          let error = #expect(throws: LogError.self) {
            try fixture.writer(acknowledged: entry.mark)
          }
          #expect(error?.code == .tornBelowAcknowledged)
          #expect(try FileStatus.ofLink(at: fixture.file(1)).size == Int64(length))
          // What was acknowledged before it does not mind.
          let before = index == 0 ? LogMark.start(of: fixture.log) : entries[index - 1].mark
          #expect(try fixture.writer(acknowledged: before).mark.seq == before.seq)
        }
      }
      try Files.unlink(fixture.file(1))
      let error = #expect(throws: LogError.self) {
        try fixture.writer(acknowledged: entries[0].mark)
      }
      #expect(error?.code == .tornBelowAcknowledged)
    }
  }

  @Test func zerosThatAFileSystemLeavesAreATornTail() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let transactions = try fixture.transactions(3, operations: 30)
      let entries = try fixture.writer().append(contentsOf: transactions)
      let original = try DurableFile.contents(of: fixture.file(1))
      let last = try #require(entries.last)
      // All of the last frame, and what of it stands in blocks of its own.
      let firstBlock = (Int(last.offset) / 512 + 1) * 512
      for range in [Int(last.offset)..<original.count, firstBlock..<original.count] {
        var bytes = original
        for index in range { bytes[index] = 0 }
        try overwrite(fixture.file(1), bytes)
        #expect(try fixture.readAll() == Array(transactions.prefix(2)))
        #expect(try fixture.writer().cutTail?.offset == last.offset)
      }
      // The same before a sound frame is damage.
      var bytes = original
      for index in Int(entries[1].offset)..<Int(last.offset) { bytes[index] = 0 }
      try overwrite(fixture.file(1), bytes)
      let (read, error) = readUntilError(fixture)
      #expect(read == Array(transactions.prefix(1)))
      #expect(error?.offset == entries[1].offset)
      // So is a block within it.
      let block = (Int(entries[1].offset) / 512 + 1) * 512
      try #require(block + 512 <= Int(last.offset))
      bytes = original
      for index in block..<(block + 512) { bytes[index] = 0 }
      try overwrite(fixture.file(1), bytes)
      #expect(readUntilError(fixture).1?.offset == entries[1].offset)
    }
  }

  /// A seal whose checksum is right, but which is another segment's.
  @Test func aSealMustTellTheTruth() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let entries = try fixture.writer().append(contentsOf: try fixture.transactions(3))
      let original = try DurableFile.contents(of: fixture.file(1))
      let frames = entries.map {
        SegmentSeal.Frame(operations: $0.transaction.operations.count, size: $0.size)
      }
      let chain = entries[2].chain
      let false1 = SegmentSeal.bytes(frames: Array(frames.dropLast()), chain: chain)
      let false2 = SegmentSeal.bytes(frames: frames, chain: entries[1].chain)
      for seal in [false1, false2] {
        try overwrite(fixture.file(1), original + seal)
        let (read, error) = readUntilError(fixture)
        #expect(read.count == 3)
        #expect(error?.code == .damaged)
        #expect(error?.offset == Int64(original.count))
      }
      try overwrite(fixture.file(1), original + SegmentSeal.bytes(frames: frames, chain: chain))
      #expect(readUntilError(fixture).1 == nil)
    }
  }

  @Test func aFalseLengthAsksForNoMemory() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let writer = try fixture.writer()
      _ = try writer.append(try fixture.transaction(1))
      let original = try DurableFile.contents(of: fixture.file(1))
      // 2^60, 2^63, one more than 64 MiB, and a varint without end.
      for length: [UInt8] in [
        [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10],
        [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
        [0x81, 0x80, 0x80, 0x20], [UInt8](repeating: 0xFF, count: 20),
      ] {
        try overwrite(fixture.file(1), original + length + [1, 2, 3])
        let (read, error) = readUntilError(fixture)
        #expect(read.count == 1)
        #expect(error?.code == .damaged)
        #expect(error?.offset == Int64(original.count))
      }
      // 64 MiB are allowed, and not there yet.
      try overwrite(fixture.file(1), original + [0x80, 0x80, 0x80, 0x20, 1, 2, 3])
      #expect(try fixture.readAll().count == 1)
    }
  }

  @Test func aTornTailThatIsCutIsGone() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let large = try fixture.transaction(4, operations: 50)
      let entries = try fixture.writer().append(contentsOf: [fixture.transaction(1), large])
      let whole = try DurableFile.contents(of: fixture.file(1))
      try overwrite(fixture.file(1), whole.dropLast(5))
      let writer = try fixture.writer()
      let cut = LogWriter.CutTail(
        path: fixture.file(1), offset: entries[1].offset, count: Int64(entries[1].size - 5))
      #expect(writer.cutTail == cut)
      #expect(try FileStatus.ofLink(at: fixture.file(1)).size == entries[1].offset)
      _ = try writer.append(try fixture.transaction(4, operations: 1))
      #expect(try FileStatus.ofLink(at: fixture.file(1)).size == writer.mark.offset)
      #expect(try fixture.readAll().count == 2)
    }
  }

  /// Random changes of many bytes: whatever is read is what was written.
  @Test func randomDamageNeverGivesAWrongTransaction() throws {
    var random = SeededGenerator(seed: testSeed())
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let transactions = try makeLog(fixture)
      let segments = try fixture.segments()
      for _ in 0..<300 {
        let segment = segments[Int(random.next() % 3)]
        let original = try DurableFile.contents(of: fixture.file(segment))
        var bytes = original
        let start = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes.removeSubrange(start..<min(bytes.count, start + 1 + Int(random.next() % 40)))
        case 1: bytes.insert(contentsOf: [UInt8](repeating: 0, count: 9), at: start)
        case 2:
          for index in start..<min(bytes.count, start + 30) {
            bytes[index] = UInt8(random.next() & 255)
          }
        default: bytes.insert(contentsOf: bytes.suffix(50), at: start)
        }
        try overwrite(fixture.file(segment), bytes)
        let (read, _) = readUntilError(fixture)
        #expect(transactions.starts(with: read), "seed \(random.seed)")
        _ = try LogVerification(of: fixture.store)
        try overwrite(fixture.file(segment), original)
      }
    }
  }
}
