import LibraryState
import OperationLog
import Operations
import Platform
import TestSupport
import Testing

@testable import Albumen

/// One album of the past, read by the frames that are about it, is the one that a fold of everything has.
@Suite struct PastReadingTests {
  @Test(arguments: 0..<3) func asFolded(_ part: UInt64) async throws {
    let seed = testSeed() &+ part
    for round in 0..<rounds(1, nightly: 20) {
      var past = PastHistory(seed: seed &+ 100 &* UInt64(round))
      try await Scenario.run { scenario in
        let library = try await scenario.create()
        let size: Int64 = part == 0 ? 4 << 20 : 6 << 10
        try past.write(300, to: scenario.logs, of: library.id, segmentSize: size)
        let reading = try await past.compare(library, points: 12)
        #expect(reading.walked == 0 && reading.frames > 0, "seed \(seed)")
        await library.close()
      }
    }
  }

  /// What is written by this machine one by one is found as well as what is read from a log.
  @Test func asWritten() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      _ = try await library.performChanges("Make") { try $0.createAlbum("Rome") }
      let one = try await library.findAlbum("Rome").id
      for number in 0..<120 {
        let label = "A long label, so that it takes some room: \(number)"
        _ = try await library.performChanges(label) { try $0.rename(one, to: "Title \(number)") }
      }
      let whole = try await library.wholeState(at: .back(5))
      let part = try #require(try await library.reading(of: one, at: .back(5)))
      #expect(part.state.albums[one] == whole.albums[one])
      #expect(part.state.hasReferences(of: one, like: whole))
      #expect(part.segmentsWalked == 0)
      await library.close()
    }
  }

  /// A log that is cut into segments in another way holds the same transactions elsewhere.
  @Test func cutIntoOtherSegments() async throws {
    var past = PastHistory(seed: testSeed())
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      try past.write(500, to: scenario.logs, of: library.id, segmentSize: 5 << 10)
      _ = try await past.compare(library, points: 2)
      await library.close()
      try past.cutAnew(in: scenario.logs, of: library.id, segmentSize: 5 << 10)
      let opened = try await scenario.open()
      let reading = try await past.compare(opened, points: 8)
      #expect(reading.walked > 0, "seed \(past.seed)")
      await opened.close()
    }
  }

  /// A log that was cut short, or went on in another way, and is put back.
  @Test func cutShortAndForked() async throws {
    var past = PastHistory(seed: testSeed())
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      try past.write(200, to: scenario.logs, of: library.id, segmentSize: 5 << 10)
      _ = try await past.compare(library, points: 2)
      await library.close()
      let whole = past.transactions
      for salt in ["", "other", "put back"] {
        // The second history has the same length, to the byte, from somewhere on.
        past.transactions = whole
        if salt != "put back" { past.shorten(going: salt) }
        try past.rewrite(to: scenario.logs, of: library.id, segmentSize: 5 << 10)
        let opened = try await scenario.open()
        _ = try await past.compare(opened, points: 6)
        await opened.close()
      }
    }
  }

  /// A frame that is damaged is not believed, and what is wrong is told as ever.
  @Test func damaged() async throws {
    var past = PastHistory(seed: testSeed())
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      try past.write(100, to: scenario.logs, of: library.id, segmentSize: 4 << 20)
      let album = past.albums[0]
      #expect(try await library.reading(of: album, at: .back(1))?.segmentsWalked == 0)
      for log in PastHistory.logs {
        let file =
          scenario.logs / (Path(log.description) ?? Path())
          / "00000000000000000001.segment"
        var bytes = try readFile(file)
        for place in stride(from: 200, to: bytes.count, by: 50) { bytes[place] ^= 1 }
        try writeFile(file, bytes: bytes)
      }
      await #expect(throws: AlbumenError.self) {
        _ = try await library.reading(of: album, at: .back(1))
      }
      await library.close()
    }
  }

  /// What an album costs is its own history, not the library's.
  @Test func readsOwnFrames() async throws {
    var past = PastHistory(seed: testSeed())
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      past.albums = Array(past.albums.prefix(1))
      try past.write(60, to: scenario.logs, of: library.id, segmentSize: 4 << 20)
      let before = try await library.reading(of: past.albums[0], at: .back(1))
      // Nothing of what follows is about it.
      past.turnAway()
      try past.write(800, to: scenario.logs, of: library.id, segmentSize: 4 << 20)
      past.albums = [PastHistory(seed: 0).albums[0]]
      let after = try await library.reading(of: past.albums[0], at: .back(1))
      let (few, many) = (try #require(before?.framesRead), try #require(after?.framesRead))
      // The frames of the stretch that was the last, and of no further one, at most once a log.
      let all = past.transactions.count
      #expect(many <= few + 3 * 40 && many < all / 2, "\(few), \(many), seed \(past.seed)")
      #expect(after?.segmentsWalked == 0)
      _ = try await past.compare(library, points: 4)
      await library.close()
    }
  }
}

extension Scenario {
  /// Where the logs are.
  fileprivate var logs: Path { root / ".albumen" / "log" }
}

extension PhotoLibrary {
  /// What is read of one album.
  fileprivate func reading(
    of album: AlbumID, at point: PointInTime
  ) throws(AlbumenError) -> AlbumReading? {
    try store.readPast(at: point) { cut, catalogue throws(AlbumenError) in
      guard let cut, let made = try store.reading(ofAlbum: album, at: cut, catalogue) else {
        return nil
      }
      return AlbumReading(
        state: made.state, framesRead: made.framesRead, segmentsWalked: made.segmentsWalked)
    }
  }

  /// The fold of everything.
  fileprivate func wholeState(at point: PointInTime) throws(AlbumenError) -> LibraryState {
    try store.state(at: point)
  }
}

/// Is what a reading of one album has come to.
private struct AlbumReading: Sendable {
  let state: LibraryState
  let framesRead: Int
  let segmentsWalked: Int
}

/// Makes up what several devices do to some albums, seeing of each other what they see.
private struct PastHistory {
  static let logs = (1...3).map { LogID(high: 0xA0 + $0, low: 5) }

  let seed: UInt64
  var albums: [AlbumID]
  var transactions: [Transaction] = []
  private var random: SeededGenerator
  private var assets: [AssetID]
  private var known = VersionVector()
  private var seen: [LogID: VersionVector] = [:]
  private var hlc: UInt64 = (HybridClock.floor << 16) + 1
  /// The dots that removals may name.
  private var added: [(album: AlbumID, asset: AssetID, dot: Dot)] = []
  private var lives: [(asset: AssetID, dot: Dot)] = []

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    assets = (0..<120).map { _ in
      AssetID(words: (random.next(), random.next(), random.next(), random.next()))
    }
    albums = (0..<6).map { AlbumID(high: 0xAB, low: $0) }
    self.random = random
  }

  /// Goes on with other albums and assets, and lets these be.
  mutating func turnAway() {
    albums = [AlbumID(high: 9, low: 9)]
    assets = (0..<120).map { AssetID(words: ($0, 9, 9, 9)) }
    added = []
    lives = []
  }

  /// Makes transactions and appends them to their logs.
  mutating func write(
    _ count: Int, to directory: Path, of library: LibraryID, segmentSize: Int64
  ) throws {
    let first = transactions.count
    for _ in 0..<count { transactions.append(try transaction()) }
    try append(transactions[first...], to: directory, library, segmentSize)
  }

  /// Writes all logs anew, of the transactions as they are now.
  func rewrite(to directory: Path, of library: LibraryID, segmentSize: Int64) throws {
    for log in Self.logs {
      let place = directory / (Path(log.description) ?? Path())
      for name in try listTree(place) { try Files.unlink(place / name) }
    }
    try append(transactions[...], to: directory, library, segmentSize)
  }

  /// Makes one segment of all but the newest of each log; that one stays as it is, to the byte.
  func cutAnew(in directory: Path, of library: LibraryID, segmentSize: Int64) throws {
    let store = LogStore(directory: directory, library: library)
    for log in Self.logs {
      let place = directory / (Path(log.description) ?? Path())
      let names = try listTree(place).filter { $0.text?.hasSuffix(".segment") ?? false }
      let newest = try #require(names.max { ($0.text ?? "") < ($1.text ?? "") })
      let first = try #require(UInt64((newest.text ?? "").prefix(20)))
      #expect(first > 1)
      let bytes = try readFile(place / newest)
      for name in try listTree(place) { try Files.unlink(place / name) }
      let own = transactions.filter { $0.log == log }
      let behind = own.filter { $0.seq >= first }
      // The second writer seals what the first has written, and begins a segment.
      for (size, part) in [
        (Int64.max, own.filter { $0.seq < first }), (1, Array(behind.prefix(1))),
        (segmentSize, Array(behind.dropFirst())),
      ] where !part.isEmpty {
        let writer = try LogWriter(
          store: store, log: log, settings: .init(segmentSize: size, application: "test/1"))
        _ = try writer.append(contentsOf: part)
      }
      #expect(try readFile(place / newest) == bytes)
    }
  }

  private func append(
    _ transactions: ArraySlice<Transaction>, to directory: Path, _ library: LibraryID,
    _ segmentSize: Int64
  ) throws {
    let store = LogStore(directory: directory, library: library)
    for log in Self.logs {
      let own = transactions.filter { $0.log == log }
      if own.isEmpty { continue }
      let writer = try LogWriter(
        store: store, log: log, settings: .init(segmentSize: segmentSize, application: "test/1"))
      _ = try writer.append(contentsOf: own)
    }
  }

  /// Takes away the last sixth; or says it in other words, of the same length where they are not empty.
  mutating func shorten(going salt: String) {
    let kept = transactions.count * 5 / 6
    let gone = transactions[kept...]
    transactions.removeLast(gone.count)
    if salt.isEmpty { return }
    for old in gone {
      let label = String(old.label.reversed())
      guard
        let other = try? Transaction(
          log: old.log, seq: old.seq, hlc: old.hlc, context: old.context, wall: old.wall,
          origin: old.origin, label: label, operations: old.operations)
      else { continue }
      transactions.append(other)
    }
  }

  private mutating func transaction() throws -> Transaction {
    let log = pick(Self.logs)
    // Some see all that there is, some nothing new.
    if chance(3) {
      for entry in known.entries where entry.log != log {
        seen[log, default: VersionVector()][entry.log] = entry.seq
      }
    }
    let seq = known[log] + 1
    hlc += UInt64.random(in: 1...3 << 16, using: &random)
    var operations: [Operation] = []
    for index in 0..<UInt64.random(in: 1...4, using: &random) {
      operations.append(try operation(Dot(log: log, seq: seq + index)))
    }
    let context = (seen[log]?.entries ?? []).filter { $0.log != log && $0.seq > 0 }
      .map { Context.Entry(log: $0.log, seq: $0.seq, chain: nil) }
    let made = try Transaction(
      log: log, seq: seq, hlc: hlc, context: Context(context),
      wall: Int64(hlc >> 16) + Int64.random(in: -5...5, using: &random), origin: "command",
      label: "what was done \(seq)", operations: operations)
    known[log] = made.lastSeq
    return made
  }

  private mutating func operation(_ dot: Dot) throws -> Operation {
    let (album, asset) = (pick(albums), pick(assets))
    switch Int.random(in: 0..<14, using: &random) {
    case 0:
      let fields = [Field(.title, .text("Album \(dot.seq)")), Field(.type, .text("album"))]
      return Operation(.createAlbum(album, initial: fields))
    case 1: return Operation(.setAlbum(album, .title, .text("Title \(dot.seq)")))
    case 2: return Operation(.setAlbum(album, .parent, .identifier(pick(albums).cast())))
    case 3, 4:
      lives.append((asset, dot))
      return Operation(.addAsset(asset, initial: [Field(.type, .text("image/jpeg"))]))
    case 5:
      guard let life = one(of: visible(lives.map { ($0, $0.dot) }, to: dot.log)) else {
        return Operation(.restoreAsset(asset))
      }
      return Operation(.trashAsset(life.asset, observed: [life.dot], purges: []))
    case 6: return Operation(.addTag(asset, "tag \(dot.seq % 7)"))
    case 7, 8:
      guard let reference = one(of: visible(added.map { ($0, $0.dot) }, to: dot.log)) else {
        return Operation(.restoreAlbum(album))
      }
      return Operation(
        .removeReference(reference.album, reference.asset, observed: [reference.dot]))
    case 9: return Operation(.moveReference(album, asset, try position()))
    default:
      added.append((album, asset, dot))
      return Operation(.addReference(album, asset, chance(2) ? try position() : nil))
    }
  }

  /// Those whose dots the author of a log has seen.
  private func visible<Item>(_ items: [(Item, Dot)], to log: LogID) -> [Item] {
    items.suffix(60).filter { item in
      let height = item.1.log == log ? known[log] : seen[log]?[item.1.log] ?? 0
      return item.1.seq <= height
    }.map(\.0)
  }

  private mutating func position() throws -> Position {
    try #require(Position(bytes: [0x80, UInt8.random(in: 1...255, using: &random), 7]))
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
  private mutating func pick<Item>(_ items: [Item]) -> Item {
    items[Int.random(in: 0..<items.count, using: &random)]
  }
  private mutating func one<Item>(of items: [Item]) -> Item? {
    items.randomElement(using: &random)
  }

  /// Compares albums at points of all kinds with the fold of everything; returns how they were read.
  mutating func compare(
    _ library: PhotoLibrary, points: Int
  ) async throws -> (frames: Int, walked: Int) {
    var (frames, walked) = (0, 0)
    for number in 0..<points {
      let transaction: Transaction = pick(transactions)
      let point: PointInTime =
        switch number % 3 {
        case 0: .transaction(transaction.dot)
        case 1: .back(Int.random(in: 1..<transactions.count, using: &random))
        default: .moment(transaction.wall)
        }
      let whole = try await library.wholeState(at: point)
      for album in albums {
        guard let part = try await library.reading(of: album, at: point) else { continue }
        let what: Comment = "\(point) \(album), seed \(seed)"
        #expect(part.state.vector == whole.vector, what)
        #expect(part.state.albums[album] == whole.albums[album], what)
        #expect(part.state.hasReferences(of: album, like: whole), what)
        #expect(part.state.members(of: album) == whole.members(of: album), what)
        #expect(part.state.parents()[album] == whole.parents()[album], what)
        frames += part.framesRead
        walked += part.segmentsWalked
      }
    }
    return (frames, walked)
  }
}
