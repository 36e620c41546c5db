import Operations
import Platform
import TestSupport
import Testing

@testable import OperationLog

/// Single transactions are read out of their frames as they are when the log is read in order, or not at all.
@Suite struct ExcerptTests {
  /// A log of one segment, with what a catalogue has noted of it.
  private struct Written {
    let fixture: LogFixture
    var places: [FramePlace] = []
    var marks: [FrameMark] = []
    var transactions: [Transaction] = []
    var length: Int64 = 0

    init(_ root: Path, _ count: Int) throws {
      fixture = LogFixture(root)
      let writer = try fixture.writer()
      for entry in try writer.append(contentsOf: try fixture.transactions(count)) {
        let transaction = entry.transaction
        transactions.append(transaction)
        places.append(
          FramePlace(
            seq: transaction.seq, lastSeq: transaction.lastSeq, hlc: transaction.hlc,
            chain: entry.chain.prefix, segment: entry.segment, offset: entry.offset))
        length = entry.mark.offset
        if FrameMark.isDue(from: UInt64(entry.offset), to: UInt64(length)) {
          marks.append(FrameMark(offset: length, tables: entry.tables))
        }
      }
    }

    /// What the operations are that name an album, by reading all of them.
    func expected(_ album: AlbumID, _ wanted: [Int]) -> [UInt64: Operation] {
      var found: [UInt64: Operation] = [:]
      for transaction in wanted.map({ transactions[$0] }) {
        for (index, operation) in transaction.operations.enumerated() {
          if case .setAlbum(album, _, _) = operation.change {
            found[transaction.seq + UInt64(index)] = operation
          }
        }
      }
      return found
    }

    /// The same by their frames, and how many were read for it.
    func found(
      _ subject: SegmentExcerpt.Subject, _ places: [FramePlace], _ marks: [FrameMark]
    ) throws(LogError) -> (operations: [UInt64: Operation], framesRead: Int) {
      var excerpt = try SegmentExcerpt(
        fixture.store.reader(fixture.log), places, marks: marks)
      var found: [UInt64: Operation] = [:]
      for place in places {
        try excerpt.forEachOperation(of: place, about: subject) { found[$0] = $1 }
      }
      return (found, excerpt.framesRead)
    }
  }

  private static let albums = (0..<4).map { AlbumID(high: 7, low: $0) }

  @Test func asReadInOrder() throws {
    var random = SeededGenerator(seed: testSeed())
    try withTemporaryDirectory { root in
      let written = try Written(root, 800)
      #expect(written.marks.count > 20)
      for _ in 0..<20 {
        let album = try #require(Self.albums.randomElement(using: &random))
        let some = (0..<800).shuffled(using: &random).prefix(
          Int.random(in: 1...200, using: &random))
        let wanted = some.sorted()
        let found = try written.found(
          .album(album), wanted.map { written.places[$0] }, written.marks)
        #expect(found.operations == written.expected(album, wanted), "seed \(random.seed)")
        // Without marks it takes the segment's beginning.
        let bare = try written.found(.album(album), wanted.map { written.places[$0] }, [])
        #expect(bare.operations == found.operations, "seed \(random.seed)")
      }
    }
  }

  @Test func assetsByTheirLives() throws {
    try withTemporaryDirectory { root in
      let written = try Written(root, 200)
      let wanted = [3, 90, 150]
      var assets: Set<AssetID> = []
      var expected: [UInt64: Operation] = [:]
      for transaction in wanted.map({ written.transactions[$0] }) {
        let operation = try #require(transaction.operations.first)
        guard case .addAsset(let asset, _) = operation.change else { throw TestFailure("no asset") }
        assets.insert(asset)
        expected[transaction.seq] = operation
      }
      let found = try written.found(.lives(of: assets), written.places, written.marks)
      #expect(found.operations == expected)
    }
  }

  /// A few transactions of many take the frames that they are in, and those that their ids came with.
  @Test func readsWhatItNeeds() throws {
    try withTemporaryDirectory { root in
      let written = try Written(root, 4_000)
      // In the first of these the album's id was new: the stretch that it is in is read as well.
      let wanted = [2_000, 3_000, 3_999]
      for album in Self.albums {
        let found = try written.found(
          .album(album), wanted.map { written.places[$0] }, written.marks)
        #expect(found.operations == written.expected(album, wanted))
        let stretch = 4_000 / written.marks.count
        #expect(found.framesRead <= wanted.count + 2 * (stretch + 1), "of 4000")
      }
    }
  }

  /// Whatever byte is another one: what is found is what was written, or it is not believed.
  @Test func damageIsNotBelieved() throws {
    var random = SeededGenerator(seed: testSeed())
    try withTemporaryDirectory { root in
      let written = try Written(root, 300)
      let file = written.fixture.file(1)
      let sound = try readFile(file)
      let wanted = Array(stride(from: 0, to: 300, by: 7))
      let places = wanted.map { written.places[$0] }
      var refused = 0
      for _ in 0..<rounds(60, nightly: 3_000) {
        var bytes = sound
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] ^= UInt8.random(in: 1...255, using: &random)
        if Int.random(in: 0..<4, using: &random) == 0 { bytes.removeLast(bytes.count - place) }
        try overwrite(file, bytes)
        let album = try #require(Self.albums.randomElement(using: &random))
        do throws(LogError) {
          let found = try written.found(.album(album), places, written.marks)
          #expect(
            found.operations == written.expected(album, wanted),
            "byte \(place), seed \(random.seed)")
        } catch { refused += 1 }
      }
      #expect(refused > 0)
    }
  }

  /// Places and marks of another log, or of another state of this one.
  @Test func marksThatDoNotFit() throws {
    var random = SeededGenerator(seed: testSeed())
    try withTemporaryDirectory { root in
      let written = try Written(root, 300)
      let places = stride(from: 200, to: 300, by: 3).map { written.places[$0] }
      let wanted = Array(stride(from: 200, to: 300, by: 3))
      var refused = 0
      for _ in 0..<200 {
        var marks = written.marks
        let at = Int.random(in: 0..<marks.count, using: &random)
        let (mark, off) = (marks[at], Int.random(in: -3...3, using: &random))
        var tables = mark.tables
        var offset = mark.offset
        switch Int.random(in: 0..<5, using: &random) {
        case 0: tables.identifiers = max(0, tables.identifiers + off)
        case 1: tables.digests = max(0, tables.digests + off)
        case 2: tables.texts = max(0, tables.texts + off)
        case 3: tables.digests = .max
        default: offset += Int64(off)
        }
        marks[at] = FrameMark(offset: offset, tables: tables)
        let album = try #require(Self.albums.randomElement(using: &random))
        do throws(LogError) {
          let found = try written.found(.album(album), places, marks)
          #expect(found.operations == written.expected(album, wanted), "seed \(random.seed)")
        } catch { refused += 1 }
      }
      #expect(refused > 0)
      // Another transaction in a place, of the same form: its chain is another one.
      let place = places[0]
      let other = FramePlace(
        seq: place.seq, lastSeq: place.lastSeq, hlc: place.hlc, chain: ~place.chain,
        segment: place.segment, offset: place.offset)
      #expect(throws: LogError.self) {
        _ = try written.found(.album(Self.albums[0]), [other], written.marks)
      }
    }
  }
}
