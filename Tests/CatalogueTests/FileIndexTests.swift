import Operations
import Platform
import TestSupport
import Testing

@testable import Catalogue

@Suite struct FileIndexTests {
  private func file(
    _ path: Path, inode: UInt64 = 1, content: UInt64 = 1, asset: UInt64 = 1, born: Int64? = nil
  ) -> FileRow {
    FileRow(
      path: path, inode: inode, size: 1 << 40, modified: -5, changed: .max, born: born,
      content: ContentID(words: (content, 0, 0, 0)), asset: AssetID(words: (asset, 0, 0, 0)),
      hashed: 1_764_475_200_000_000_000)
  }

  @Test func filesAreFoundByAllTheirKeys() throws {
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    // Names are bytes: neither UTF-8 nor free of newlines.
    let strange = try #require(Path(bytes: [0x66, 0xFF, 0x0A, 0xC3]))
    let files = [
      file("a.jpg", inode: .max, content: 1, asset: 1, born: 77),
      file("b/a.jpg", inode: 5, content: 2, asset: 1),
      file(strange, inode: 5, content: 1, asset: 2),
    ]
    for file in files.reversed() { try catalogue.put(file) }
    #expect(try catalogue.files() == files)
    #expect(try catalogue.file(at: strange) == files[2])
    #expect(try catalogue.file(at: "A.jpg") == nil)
    #expect(try catalogue.files(of: AssetID(words: (1, 0, 0, 0))) == Array(files[0...1]))
    #expect(try catalogue.counts().files == 3)

    let edited = file("a.jpg", inode: 9, content: 3, asset: 1)
    try catalogue.put(edited)
    #expect(try catalogue.file(at: "a.jpg") == edited)
    #expect(try catalogue.counts().files == 3)
    #expect(try catalogue.removeFile(at: "a.jpg"))
    #expect(try !catalogue.removeFile(at: "a.jpg"))
    #expect(try catalogue.files() == Array(files[1...2]))
  }

  @Test func assetsWithoutAFileAreMissing() throws {
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    let log = LogID(high: 1, low: 1)
    let transaction = try Transaction(
      log: log, seq: 1, hlc: 1, context: .empty, wall: 0, origin: nil, label: "",
      operations: [1, 2].map { Operation(.addAsset(AssetID(words: ($0, 0, 0, 0)), initial: [])) })
    try catalogue.deliver([
      DeliveredTransaction(
        transaction, chain: History.chain(log, 2), segment: 1, offset: 0, end: 1,
        tables: SegmentTables.Sizes())
    ])
    #expect(try catalogue.counts().missing == 2)
    try catalogue.put(file("a.jpg", asset: 1))
    #expect(try catalogue.counts().missing == 1)
  }

  /// The index changes in the same transaction as the fold, or not at all.
  @Test func aFailedChangeLeavesTheIndexAsItWas() throws {
    struct Refusal: Error {}
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    try catalogue.put(file("a.jpg"))
    #expect(throws: Refusal.self) {
      try catalogue.withChange(mapError: { $0 as any Error }) {
        try catalogue.removeFile(at: "a.jpg")
        try catalogue.setBase(files: 0)
        throw Refusal()
      }
    }
    #expect(try catalogue.files().count == 1)
    #expect(try !catalogue.hasBase)
  }
}
