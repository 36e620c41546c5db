import Operations
import Platform
import TestSupport
import Testing

@testable import Replication

/// What is remembered of a remote (docs/formats/machine-state.md, "Remotes").
@Suite struct RemoteKnowledgeTests {
  private func golden() -> Path {
    let file: Path = #filePath
    return file.parent.parent.parent / "Fixtures/golden/exchange/nas"
  }

  @Test func `what the page describes is read, and written again`() throws {
    try withTemporaryDirectory { place in
      let known = try RemoteKnowledge(file: golden())
      let faults = known.faults.sorted()
      #expect(faults.count == 2 && known.unread == Set(faults.map(\.log)))
      #expect(faults[0].piece == PieceName(faults[0].log, 8, 9))
      #expect(
        faults[0].reason.hasPrefix("a frame's checksum is wrong: /mnt/nas/50 % größer/0000"))
      #expect(faults[1].piece == nil && faults[1].reason.hasPrefix("the branch refs/heads/"))
      #expect(known.heights.count == 2 && known.pieces.count == 3 && known.others.count == 1)
      try known.write(to: place / "again")
      #expect(try readFile(place / "again") == readFile(golden()))
      #expect(try RemoteKnowledge(file: place / "again") == known)
    }
  }

  @Test func `a log that was not read to its end is known, and no fault`() throws {
    try withTemporaryDirectory { place in
      let log = LogID(high: 1, low: 2)
      try writeFile(place / "old", "albumen-exchange 1\nunread \(log)\n")
      let known = try RemoteKnowledge(file: place / "old")
      #expect(known.unread == [log] && known.faults.isEmpty)
      try known.write(to: place / "again")
      #expect(try readFile(place / "again") == readFile(place / "old"))
    }
  }

  @Test func `a remote with any number of faults takes no room for them`() throws {
    try withTemporaryDirectory { place in
      var known = RemoteKnowledge()
      let log = LogID(high: 1, low: 2)
      let reason = String(repeating: "long ", count: 10_000)
      for number in 1...1_000 as ClosedRange<UInt64> {
        known.note(RemoteFault(log, PieceName(log, number, number), reason: reason))
      }
      #expect(known.faults.count <= 8)
      try known.write(to: place / "known")
      #expect(try readFile(place / "known").count < 16_384)
      #expect(try RemoteKnowledge(file: place / "known").faults.count == known.faults.count)
    }
  }
}
