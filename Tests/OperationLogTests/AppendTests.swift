import OperationLog
import Operations
import Platform
import TestSupport
import Testing

@Suite struct AppendTests {
  @Test func whatIsAppendedIsReadBack() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let transactions = try fixture.transactions(20)
      let writer = try fixture.writer()
      var entries: [LogEntry] = []
      for transaction in transactions { entries.append(try writer.append(transaction)) }
      #expect(try fixture.readAll() == transactions)

      var cursor = try fixture.store.reader(fixture.log).entries()
      var chain = ChainHash.start(fixture.log)
      for entry in entries {
        chain = ChainHash.next(chain, entry.transaction)
        #expect(entry.chain == chain)
        #expect(try cursor.next() == entry)
        #expect(cursor.mark == entry.mark)
      }
      #expect(try cursor.next() == nil)
      #expect(cursor.mark == writer.mark)
      #expect(try fixture.store.logs() == [fixture.log])
    }
  }

  @Test func aReopenedLogGoesOnWhereItEnded() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let transactions = try fixture.transactions(12)
      var last: LogMark?
      for (index, transaction) in transactions.enumerated() {
        // With and without knowing how far it was acknowledged.
        let writer = try fixture.writer(acknowledged: index.isMultiple(of: 2) ? last : nil)
        #expect(writer.cutTail == nil)
        last = try writer.append(transaction).mark
      }
      #expect(try fixture.readAll() == transactions)
      let length = try FileStatus.ofLink(at: fixture.file(1)).size

      // The same transactions in one go make the same bytes: the encoder's state was continued.
      try withTemporaryDirectory { second in
        let other = LogFixture(second)
        _ = try other.writer().append(contentsOf: transactions)
        #expect(
          try DurableFile.contents(of: other.file(1)) == DurableFile.contents(of: fixture.file(1)))
        #expect(length > 88)
      }
    }
  }

  @Test(arguments: [1, 200, 700, 3000]) func segmentsAreSealedAndContinued(size: Int64) throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let transactions = try fixture.transactions(40)
      let identity = try fixture.identityFile()
      var writer = try fixture.writer(segmentSize: size, identity: identity)
      for transaction in transactions.prefix(25) { _ = try writer.append(transaction) }
      writer = try fixture.writer(segmentSize: size, acknowledged: identity.identity.mark)
      _ = try writer.append(contentsOf: Array(transactions.dropFirst(25)))
      #expect(try fixture.segments().count > (size == 3000 ? 1 : 3))
      #expect(try fixture.readAll() == transactions)
      // From every place that a reader may have come to.
      var cursor = try fixture.store.reader(fixture.log).entries()
      var count = 0
      while let entry = try cursor.next() {
        count += 1
        #expect(try fixture.readAll(from: entry.mark) == Array(transactions.dropFirst(count)))
      }
      #expect(try fixture.store.reader(fixture.log).tip() == writer.mark)
      #expect(cursor.mark == writer.mark)
    }
  }

  @Test func aBatchMakesTheSameFilesAsSingleAppends() throws {
    try withTemporaryDirectory { root in
      let one = LogFixture(root / "one")
      let many = LogFixture(root / "many")
      let transactions = try one.transactions(30)
      let writer = try one.writer(segmentSize: 1000)
      for transaction in transactions { _ = try writer.append(transaction) }
      let entries = try many.writer(segmentSize: 1000).append(contentsOf: transactions)
      #expect(entries.map(\.transaction) == transactions)
      #expect(try one.segments() == many.segments())
      for segment in try one.segments() {
        #expect(
          try DurableFile.contents(of: one.file(segment))
            == DurableFile.contents(of: many.file(segment)))
      }
    }
  }

  /// Transactions whose chains were verified elsewhere make the same files, and only where they belong.
  @Test func verifiedTransactionsMakeTheSameFiles() throws {
    try withTemporaryDirectory { root in
      let one = LogFixture(root / "one")
      let two = LogFixture(root / "two")
      let transactions = try one.transactions(30)
      let entries = try one.writer(segmentSize: 1000).append(contentsOf: transactions)
      // The places of the entries are those of other files: nothing of them but the chains counts.
      let writer = try two.writer(segmentSize: 1000)
      let first = try writer.append(
        verified: Array(entries.prefix(7)), behind: LogMark.start(of: two.log).chain)
      #expect(first == Array(entries.prefix(7)))
      // What follows another chain is refused, and the log is as it was.
      let mark = writer.mark
      let error = #expect(throws: LogError.self) {
        try writer.append(verified: Array(entries.dropFirst(7)), behind: entries[5].chain)
      }
      #expect(error?.code == .misplaced && writer.mark == mark)
      let rest = try writer.append(
        verified: Array(entries.dropFirst(7)), behind: entries[6].chain)
      #expect(first + rest == entries)
      #expect(try two.readAll() == transactions)
      for segment in try one.segments() {
        #expect(
          try DurableFile.contents(of: one.file(segment))
            == DurableFile.contents(of: two.file(segment)))
      }
    }
  }

  @Test func aCaughtUpReaderNeedNotRead() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      #expect(LogMark.start(of: fixture.log).isAtEnd(of: try fixture.store.extent(of: fixture.log)))
      let writer = try fixture.writer(segmentSize: 400)
      for transaction in try fixture.transactions(5) {
        let before = writer.mark
        _ = try writer.append(transaction)
        let extent = try fixture.store.extent(of: fixture.log)
        #expect(writer.mark.isAtEnd(of: extent))
        #expect(!before.isAtEnd(of: extent))
      }
    }
  }

  @Test func onlyTheNextTransactionIsTaken() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let writer = try fixture.writer()
      _ = try writer.append(try fixture.transaction(1))
      for seq: UInt64 in [1, 3, 5] {
        let error = #expect(throws: LogError.self) {
          try writer.append(try fixture.transaction(seq))
        }
        #expect(error?.code == .misplaced)
      }
      // A batch is refused whole.
      let good = try fixture.transaction(4)
      #expect(throws: LogError.self) {
        try writer.append(contentsOf: [good, try fixture.transaction(4)])
      }
      _ = try writer.append(good)
      #expect(try fixture.readAll().map(\.seq) == [1, 4])
    }
  }

  @Test func namesThatAreNoLogsArePassedOver() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      _ = try fixture.writer().append(try fixture.transaction(1))
      try Files.createDirectory(root / "log" / "notes")
      try overwrite(fixture.logDirectory / "1.segment", [1, 2, 3])
      try overwrite(fixture.logDirectory / ".albumen-1.tmp", [1, 2, 3])
      #expect(try fixture.store.logs() == [fixture.log])
      #expect(try fixture.readAll().count == 1)
      #expect(try LogStore(directory: root / "none", library: fixture.library).logs() == [])
    }
  }
}
