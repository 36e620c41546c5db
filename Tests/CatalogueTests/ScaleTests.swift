import LibraryState
import Operations
import Platform
import TestSupport
import Testing

@testable import Catalogue

/// Ten thousand assets: everything comes back whole, and nothing takes absurdly long.
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
      result.append(
        .init(
          transaction, chain: chain, segment: 1, offset: seq, end: seq + 1,
          tables: SegmentTables.Sizes()))
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

  @Test(.timeLimit(.minutes(10))) func tenThousandAssets() throws {
    let history = try Self.history()
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    try catalogue.deliver(history)
    try build(catalogue, history)
    for _ in 0..<2 {
      let rows = try catalogue.assets(.alive)
      #expect(rows.count == Self.count)
    }
    let members = try catalogue.members(of: Self.album)
    #expect(members.map(\.asset) == (0..<Self.count).map(Self.asset))
    #expect(try catalogue.albums().map(\.memberCount) == [Self.count])
    let last = try catalogue.references(of: Self.album, .last)
    #expect(last.map(\.member.asset) == [Self.asset(Self.count - 1)])
    #expect(try catalogue.asset(Self.asset(77))?.id == Self.asset(77))
    #expect(try catalogue.transactions(limit: 20).count == 20)
    #expect(try catalogue.state().assets.count == Self.count)
    try catalogue.withChange { () throws(CatalogueError) in
      for index in 0..<Self.count {
        guard let path = Path("Camera Roll/2026/05/IMG_\(index).jpg") else { continue }
        try catalogue.put(
          FileRow(
            path: path, inode: UInt64(index), size: 1, modified: 1, changed: 1, born: 1,
            content: Self.asset(index).cast(), asset: Self.asset(index), hashed: 1))
      }
    }
    #expect(try catalogue.files().count == Self.count)
    #expect(try catalogue.counts().files == Self.count)
    #expect(try temporary.open().vector == catalogue.vector)
  }
}
