import Operations
import Platform
import TestSupport
import Testing

@testable import OperationLog

/// Pieces of a log, as they travel.
@Suite struct PieceTests {
  private func withFixture(_ body: (LogFixture) throws -> Void) throws {
    try withTemporaryDirectory { try body(LogFixture($0)) }
  }

  private func piece(_ fixture: LogFixture, from first: UInt64, count: Int) throws -> LogPiece {
    var cursor = try fixture.store.reader(fixture.log).entries(behind: first - 1)
    var builder = LogPieceBuilder(fixture.log, of: fixture.library, behind: cursor.mark)
    for _ in 0..<count { try builder.add(try #require(try cursor.next())) }
    return try #require(builder.sealed)
  }

  private func read(
    _ fixture: LogFixture, _ bytes: [UInt8], _ range: ClosedRange<UInt64>
  ) throws -> [LogEntry] {
    var reader = try LogPieceReader(
      bytes, log: fixture.log, library: fixture.library, range: range, path: "remote")
    var entries: [LogEntry] = []
    while let entry = try reader.next() { entries.append(entry) }
    return entries
  }

  /// From any transaction to any later one, whatever segments it lies in.
  @Test func aPieceHoldsWhatTheLogHas() throws {
    try withFixture { fixture in
      let all = try fixture.transactions(40)
      let writer = try fixture.writer(segmentSize: 900)
      let entries = try writer.append(contentsOf: all)
      #expect(try fixture.segments().count > 3)
      for start in stride(from: 0, to: 40, by: 3) {
        for count in [1, 2, 7, 40 - start] where start + count <= 40 {
          let piece = try piece(fixture, from: all[start].seq, count: count)
          let last = all[start + count - 1].lastSeq
          #expect(piece.firstSeq == all[start].seq && piece.lastSeq == last)
          #expect(piece.chain == entries[start + count - 1].chain)
          let found = try read(fixture, piece.bytes, piece.firstSeq...piece.lastSeq)
          #expect(found.map(\.transaction) == Array(all[start..<(start + count)]))
          #expect(found.map(\.chain) == entries[start..<(start + count)].map(\.chain))
          let ends = LogPieceEnds(
            start: Array(piece.bytes.prefix(LogPieceEnds.startCount)),
            end: Array(piece.bytes.suffix(LogPieceEnds.endCount)))
          #expect(ends?.chain == piece.chain && ends?.chainBefore == piece.chainBefore)
        }
      }
    }
  }

  /// It is a segment as any other: a log that has it in the place of one reads it.
  @Test func aPieceIsASegment() throws {
    try withFixture { fixture in
      let all = try fixture.transactions(30)
      _ = try fixture.writer(segmentSize: 900).append(contentsOf: all)
      let segments = try fixture.segments()
      for (first, next) in zip(segments, segments.dropFirst()) {
        let count = all.count { $0.seq >= first && $0.seq < next }
        let piece = try piece(fixture, from: first, count: count)
        #expect(try readFile(fixture.file(first)) == piece.bytes)
      }
    }
  }

  /// No bit can be other, and no end be missing, without its being noticed.
  @Test func whatIsForgedIsToldAndNothingElse() throws {
    try withFixture { fixture in
      let all = try fixture.transactions(5)
      _ = try fixture.writer().append(contentsOf: all)
      let piece = try piece(fixture, from: 1, count: 5)
      let range = piece.firstSeq...piece.lastSeq
      for place in piece.bytes.indices {
        var bytes = piece.bytes
        bytes[place] ^= 1 << UInt8(place % 8)
        let error = #expect(throws: LogError.self, "\(place)") {
          _ = try read(fixture, bytes, range)
        }
        #expect(error.map { [.damaged, .newerFormat, .otherLibrary].contains($0.code) } == true)
      }
      for count in piece.bytes.indices {
        #expect(throws: LogError.self) {
          _ = try read(fixture, Array(piece.bytes.prefix(count)), range)
        }
      }
      #expect(throws: LogError.self) { _ = try read(fixture, piece.bytes + [0], range) }
      // A name that says something else than what is in it.
      for other in [1...14, 1...16, 4...15, 1...UInt64.max] as [ClosedRange<UInt64>] {
        let error = #expect(throws: LogError.self) { _ = try read(fixture, piece.bytes, other) }
        #expect(error?.code == .damaged)
      }
    }
  }

  /// Random bytes behind a sound header: nothing of it can crash, nor be taken for more than it is.
  @Test func nonsenseIsRefused() throws {
    try withFixture { fixture in
      let seed = testSeed()
      var generator = SeededGenerator(seed: seed)
      let header = SegmentHeader(
        library: fixture.library, log: fixture.log, firstSeq: 1,
        chainBefore: ChainHash.start(fixture.log)
      ).bytes
      for _ in 0..<rounds(500, nightly: 50_000) {
        let count = Int.random(in: 0...300, using: &generator)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(throws: LogError.self, "seed \(seed)") {
          _ = try read(fixture, header + bytes, 1...100)
        }
      }
      // A length of 64 MiB, and no byte behind it.
      #expect(throws: LogError.self) {
        _ = try read(fixture, header + [0x80, 0x80, 0x80, 0x20], 1...100)
      }
      let huge = [UInt8](repeating: 1, count: LogPiece.maximumSize + 1)
      let error = #expect(throws: LogError.self) { _ = try read(fixture, huge, 1...100) }
      #expect(error?.code == .tooLarge)
    }
  }

  @Test func aFullPieceTakesNothingMore() throws {
    try withFixture { fixture in
      let large = try Transaction(
        log: fixture.log, seq: 1, hlc: 1 << 40, context: .empty, wall: 0, origin: nil,
        label: String(repeating: "x", count: LogPiece.fullSize),
        operations: [
          Operation(.restoreAsset(AssetID(words: (1, 2, 3, 4))))
        ])
      let writer = try fixture.writer()
      _ = try writer.append(contentsOf: [large] + (try fixture.transactions(1, from: 2)))
      var cursor = try fixture.store.reader(fixture.log).entries()
      var builder = LogPieceBuilder(fixture.log, of: fixture.library, behind: cursor.mark)
      try builder.add(try #require(try cursor.next()))
      #expect(builder.isFull)
      let next = try #require(try cursor.next())
      let error = #expect(throws: LogError.self) { try builder.add(next) }
      #expect(error?.code == .misplaced)
    }
  }

  // MARK: Mending

  @Test func aLogIsCutBehindAnyTransaction() throws {
    try withFixture { fixture in
      let all = try fixture.transactions(20)
      for kept in 0...20 {
        _ = try fixture.writer(segmentSize: 900).append(
          contentsOf: Array(all[(try fixture.readAll().count)...]))
        let last = kept == 0 ? 0 : all[kept - 1].lastSeq
        try fixture.store.cut(fixture.log, behind: last)
        #expect(try fixture.readAll() == Array(all[..<kept]))
        #expect(try LogVerification(of: fixture.store).problems.isEmpty)
      }
      #expect(throws: LogError.self) { try fixture.store.cut(fixture.log, behind: 2) }
      #expect(try fixture.readAll() == all)
    }
  }

  @Test func whatIsMissingOrDamagedIsNamed() throws {
    try withFixture { fixture in
      let all = try fixture.transactions(30)
      _ = try fixture.writer(segmentSize: 900).append(contentsOf: all)
      #expect(try fixture.store.faults(of: fixture.log).isEmpty)
      let segments = try fixture.segments()
      for (index, first) in segments.enumerated() {
        let path = fixture.file(first)
        let bytes = try readFile(path)
        let next = index + 1 < segments.count ? segments[index + 1] : nil
        for isGone in [false, true] {
          if isGone { try Files.unlink(path) } else { try overwrite(path, damaged(bytes)) }
          let faults = try fixture.store.faults(of: fixture.log)
          if isGone, next == nil {
            // Nobody here can know that there was more.
            #expect(faults.isEmpty)
          } else {
            #expect(faults.count == 1, "\(index) \(isGone)")
            #expect(faults.first?.firstSeq == first && faults.first?.lastSeq == next.map { $0 - 1 })
            #expect((faults.first?.file == nil) == isGone)
            #expect(faults.first?.chainBefore != nil)
          }
          try overwrite(path, bytes)
        }
      }
    }
  }

  private func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes[110] ^= 1
    return bytes
  }
}
