import Glibc
import Operations
import Platform
import TestSupport
import Testing

@testable import Catalogue

/// Ten thousand assets: reports what things take, and fails only where they take absurdly long.
@Suite(.serialized) struct ScaleTests {
  private static let count = 10_000
  private static let album = AlbumID(high: 3, low: 3)

  private static func asset(_ index: Int) -> AssetID {
    AssetID(words: (UInt64(index) &* 0x9E37_79B9_7F4A_7C15, 0, 0, UInt64(index)))
  }

  /// A hundred assets a transaction, each with all that an import records, all in one album.
  private static func history() throws -> [DeliveredTransaction] {
    let log = LogID(high: 1, low: 1)
    var result: [DeliveredTransaction] = []
    var seq: UInt64 = 1
    func append(_ operations: [Operation]) throws {
      let transaction = try Transaction(
        log: log, seq: seq, hlc: seq, context: .empty, wall: Int64(seq), origin: "command",
        label: "Import", operations: operations)
      let chain = History.chain(log, transaction.lastSeq)
      result.append(.init(transaction, chain: chain, segment: 1, offset: seq, end: seq + 1))
      seq = transaction.lastSeq + 1
    }
    try append([
      Operation(
        .createAlbum(album, initial: [Field(.title, .text("All")), Field(.type, .text("album"))]))
    ])
    for start in stride(from: 0, to: count, by: 100) {
      let indices = start..<start + 100
      try append(
        indices.map { index in
          let time = "2026-05-\(10 + index % 20)T12:00:\(10 + index % 50)"
          return Operation(
            .addAsset(
              asset(index),
              initial: [
                Field(.type, .text("image/jpeg")), Field(.filename, .text("IMG_\(index).jpg")),
                Field(.path, .text("Camera Roll/2026/05/IMG_\(index).jpg")),
                Field(.size, .int(Int64(index))), Field(.captured, .text(time)),
                Field(.width, .int(4032)), Field(.height, .int(3024)),
              ]))
        }
          + indices.compactMap { index in
            Position(bytes: [0x82] + Hex.bigEndianBytes(UInt64(index))).map {
              Operation(.addReference(album, asset(index), $0))
            }
          })
    }
    return result
  }

  private func report<Result>(
    _ what: String, limit: Duration, _ body: () throws -> Result
  ) throws -> Result {
    // The processor's time, which does not depend on what else the machine has to do.
    let start = clock()
    let result = try body()
    let time = Duration.microseconds(clock() - start)
    print("\(what): \(time)")
    #expect(time < limit, "\(what)")
    return result
  }

  @Test func tenThousandAssets() throws {
    let history = try Self.history()
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    try report("deliver 20,000 operations", limit: .seconds(60)) { try catalogue.deliver(history) }
    try report("build from 20,000 operations", limit: .seconds(30)) {
      try build(catalogue, history)
    }
    for _ in 0..<2 {
      let rows = try report("list 10,000 assets", limit: .seconds(10)) {
        try catalogue.assets(.alive)
      }
      #expect(rows.count == Self.count)
    }
    _ = try report("list 10,000 ids", limit: .seconds(2)) { try catalogue.assetIDs(.alive) }
    let members = try report("list 10,000 members", limit: .seconds(2)) {
      try catalogue.members(of: Self.album)
    }
    #expect(members.map(\.asset) == (0..<Self.count).map(Self.asset))
    let albums = try report("list albums", limit: .seconds(2)) { try catalogue.albums() }
    #expect(albums.map(\.memberCount) == [Self.count])
    _ = try report("last position", limit: .seconds(1)) {
      try catalogue.lastPosition(in: Self.album)
    }
    _ = try report("one asset", limit: .seconds(1)) { try catalogue.asset(Self.asset(77)) }
    let newest = try report("newest 20 transactions", limit: .seconds(1)) {
      try catalogue.transactions(limit: 20)
    }
    #expect(newest.count == 20)
    _ = try report("load the state", limit: .seconds(30)) { try catalogue.state() }
    let files = (0..<Self.count).compactMap { index in
      Path("Camera Roll/2026/05/IMG_\(index).jpg").map {
        FileRow(
          path: $0, inode: UInt64(index), size: 1, modified: 1, changed: 1, born: 1,
          content: Self.asset(index).cast(), asset: Self.asset(index), hashed: 1)
      }
    }
    try report("record 10,000 files", limit: .seconds(10)) { try catalogue.replaceFiles(files) }
    let there = try report("list 10,000 files", limit: .seconds(5)) { try catalogue.files() }
    #expect(there.count == Self.count)
    _ = try report("count", limit: .seconds(2)) { try catalogue.counts() }
    try report("open", limit: .seconds(5)) {
      let other = try temporary.open()
      #expect(try other.vector == catalogue.vector)
    }
  }
}
