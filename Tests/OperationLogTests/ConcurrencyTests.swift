import OperationLog
import Operations
import Platform
import TestSupport
import Testing

/// Readers beside a writer, without a lock.
@Suite struct ConcurrencyTests {
  @Test func aReaderFollowsAWriter() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let transactions = try fixture.transactions(400)
      let writing = Background {
        let writer = try fixture.writer(segmentSize: 3000)
        for transaction in transactions { _ = try writer.append(transaction) }
      }
      // One cursor that asks again, and new ones that begin where an older one was.
      var cursor = try fixture.store.reader(fixture.log).entries()
      var followed: [Transaction] = []
      let deadline = Deadline(after: hangLimit)
      while followed.count < transactions.count, !deadline.hasPassed {
        while let entry = try cursor.next() { followed.append(entry.transaction) }
        #expect(transactions.starts(with: followed))
        let rest = try fixture.readAll(from: cursor.mark)
        #expect(transactions.dropFirst(followed.count).starts(with: rest))
      }
      try writing.finish()
      #expect(followed.count == transactions.count)
    }
  }

  /// A reader that has half of a frame in its window, when the append is taken back and another made.
  @Test func aReaderLooksTwiceBeforeItSpeaksOfDamage() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let writer = try fixture.writer()
      let first = try writer.append(try fixture.transaction(1))
      let before = try DurableFile.contents(of: fixture.file(1))
      _ = try writer.append(try fixture.transaction(4, operations: 9))
      let failed = try DurableFile.contents(of: fixture.file(1)).dropLast(20)
      let file = try Descriptor.open(fixture.file(1), .readWrite)
      try file.setSize(Int64(failed.count))

      var cursor = try fixture.store.reader(fixture.log).entries()
      #expect(try cursor.next() == first)
      try file.setSize(Int64(before.count))
      let second = try fixture.transaction(4, operations: 40, salt: 1)
      _ = try fixture.writer().append(second)
      #expect(try cursor.next()?.transaction == second)
    }
  }

  /// Bytes that come a few at a time, appends that fail half-way and are taken back: a reader sees
  /// whole transactions or none.
  @Test(arguments: 0..<rounds(40, nightly: 2_000))
  func aReaderStopsBeforeAPartOfAFrame(round: Int) throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root / "whole")
      let copy = LogFixture(root / "copy")
      let transactions = try fixture.transactions(60)
      let entries = try fixture.writer().append(contentsOf: transactions)
      let bytes = try DurableFile.contents(of: fixture.file(1))
      try Files.createDirectories(copy.logDirectory)
      let seed = testSeed()
      let writing = Background {
        var random = SeededGenerator(seed: seed)
        let file = try Descriptor.open(copy.file(1), [.readWrite, .create])
        var end = 0
        let bounds = [88] + entries.map { Int($0.mark.offset) }
        for bound in bounds {
          if random.next() % 3 == 0 {
            // A write that failed after some bytes.
            let count = Int(random.next() % UInt64(bound - end))
            try file.writeAll(Array(bytes[end..<end + count]), at: end)
            try file.setSize(Int64(end))
          }
          while end < bound {
            let count = min(bound - end, 1 + Int(random.next() % 40))
            try file.writeAll(Array(bytes[end..<end + count]), at: end)
            end += count
          }
        }
      }
      var seen = 0
      let deadline = Deadline(after: hangLimit)
      while seen < transactions.count, !deadline.hasPassed {
        let read = try copy.readAll()
        #expect(read.count >= seen, "seed \(seed)")
        #expect(try LogVerification(of: copy.store).problems.isEmpty, "seed \(seed)")
        #expect(transactions.starts(with: read), "seed \(seed)")
        seen = read.count
      }
      try writing.finish()
      #expect(seen == transactions.count)
    }
  }
}

extension Descriptor {
  fileprivate func writeAll(_ bytes: [UInt8], at offset: Int) throws {
    try bytes.withUnsafeBytes { try writeAll($0, at: Int64(offset)) }
  }
}
