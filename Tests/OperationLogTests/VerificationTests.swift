import Operations
import Platform
import TestSupport
import Testing

@testable import OperationLog

@Suite struct VerificationTests {
  /// One file that the disk does not give must not keep the rest from being checked.
  @Test func whatCannotBeReadIsAProblemAndNotTheEnd() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let transactions = try fixture.transactions(9, operations: 2)
      _ = try fixture.writer(segmentSize: 600).append(contentsOf: transactions)
      let other = LogID(high: 0xEEEE, low: 1)
      let otherWriter = try LogWriter(
        store: fixture.store, log: other, settings: .init(application: "tests/1"))
      _ = try otherWriter.append(
        try Transaction(
          log: other, seq: 1, hlc: 1 << 16, context: .empty, wall: 1, origin: nil, label: "",
          operations: transactions[0].operations))
      let segments = try fixture.segments()
      try #require(segments.count == 3)
      // A directory can be opened, and not be read (EISDIR), also by root.
      try Files.unlink(fixture.file(segments[1]))
      try Files.createDirectory(fixture.file(segments[1]))
      let found = try LogVerification(of: fixture.store)
      #expect(found.problems.map(\.code) == [.io])
      #expect(found.problems.map(\.path) == [fixture.file(segments[1])])
      #expect(found.logs == 2)
      let read = transactions.filter { $0.seq < segments[1] || $0.seq >= segments[2] }
      #expect(found.transactions == read.count + 1)

      // The same for a log that cannot be listed.
      try Files.rename(fixture.logDirectory, to: root / "away")
      try writeFile(fixture.logDirectory)
      let more = try LogVerification(of: fixture.store)
      #expect(more.problems.allSatisfy { $0.code == .io } && more.transactions == 1)
    }
  }
}
