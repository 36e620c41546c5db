import MediaKit
import Platform
import TestSupport
import Testing

@Suite struct SniffTests {
  /// A `ftyp` box with these brands, the first one the major one.
  private static func brands(_ brands: String...) -> [UInt8] {
    let list = Array(brands[0].utf8) + [0, 0, 0, 0] + brands.dropFirst().flatMap { Array($0.utf8) }
    return [0, 0, 0, UInt8(8 + list.count)] + Array("ftyp".utf8) + list
  }

  private static func box(_ type: String, _ size: UInt8, _ content: [UInt8] = []) -> [UInt8] {
    [0, 0, 0, size] + Array(type.utf8) + content
  }

  private static func matroska(_ name: String) -> [UInt8] {
    [0x1a, 0x45, 0xdf, 0xa3, 0x80 + UInt8(7 + name.utf8.count), 0x42, 0x86, 0x81, 0x01]
      + [0x42, 0x82, 0x80 + UInt8(name.utf8.count)] + Array(name.utf8)
  }

  private static let heads: [(MediaType?, [UInt8])] = [
    (.jpeg, [0xff, 0xd8, 0xff, 0xe1, 0x20, 0x00]),
    (.jpeg, [0xff, 0xd8, 0xff, 0xdb]),
    (nil, [0xff, 0xd8, 0xff]),
    (nil, [0xff, 0xd8, 0xff, 0x00]),
    (.png, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    (nil, [0x89, 0x50, 0x4e, 0x47, 0x0a, 0x1a, 0x0a, 0x00]),
    (.gif, Array("GIF87a".utf8)), (.gif, Array("GIF89a".utf8)), (nil, Array("GIF90a".utf8)),
    (.webp, Array("RIFF1234WEBPVP8 ".utf8)), (.avi, Array("RIFF1234AVI LIST".utf8)),
    (nil, Array("RIFF1234WAVEfmt ".utf8)),
    (.tiff, [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]), (.tiff, [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8]),
    (.orf, Array("IIRO".utf8) + [8, 0, 0, 0]), (.orf, Array("IIRS".utf8) + [8, 0, 0, 0]),
    (.orf, Array("MMOR".utf8) + [0, 0, 0, 8]), (nil, Array("MMRO".utf8) + [0, 0, 0, 8]),
    (.rw2, [0x49, 0x49, 0x55, 0, 24, 0, 0, 0]), (nil, [0x4d, 0x4d, 0, 0x55, 0, 0, 0, 24]),
    (.cr2, [0x49, 0x49, 0x2a, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0]),
    (.raf, Array("FUJIFILMCCD-RAW 0201".utf8)), (nil, Array("FUJIFILMCCD".utf8)),
    (
      nil,
      brands("crx ", "isom") + box("moov", 255) + box("uuid", 247, Array(repeating: 7, count: 16))
        + box("CNCV", 38, Array("CanonCRM0001".utf8))
    ),
    (
      .cr3,
      brands("crx ", "isom") + box("moov", 255) + box("uuid", 247, Array(repeating: 7, count: 16))
        + box("CNCV", 38, Array("CanonCR3_001".utf8))
    ),
    (.tiff, [0x49, 0x49, 0x2b, 0, 8, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0]),
    (nil, [0x49, 0x49, 0x2a, 0, 0, 0, 0, 0]),
    (.jpegXL, [0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a]),
    (.jpegXL, [0xff, 0x0a, 0b0000_0111, 0, 0]),
    (.heic, brands("heic", "mif1", "heic")), (.heic, brands("mif1", "heic", "miaf")),
    (.heic, brands("heix")), (.heif, brands("mif1")), (.heifSequence, brands("msf1", "iso8")),
    (.heicSequence, brands("hevc", "msf1")), (.heicSequence, brands("msf1", "hevc")),
    (.avif, brands("avif", "mif1")), (.avif, brands("mif1", "avif")), (.avif, brands("avis")),
    (.mp4, brands("isom", "iso2", "avc1", "mp41")), (.mp4, brands("mp42", "isom")),
    (.mp4, brands("what", "isom")), (.quickTime, brands("qt  ", "qt  ")),
    (.m4v, brands("M4V ", "isom")), (.threeGPP, brands("3gp5", "isom")),
    (.threeGPP2, brands("3g2a")), (nil, brands("M4A ", "mp42", "isom")),
    (nil, brands("M4B ", "isom")), (nil, brands("what", "ever")), (.cr3, brands("crx ", "isom")),
    (.quickTime, box("wide", 8) + box("mdat", 0)),
    (.quickTime, box("moov", 200, [0, 0, 0, 108]) + Array("mvhd".utf8)),
    (.quickTime, box("mdat", 200)), (nil, box("mdat", 5)), (nil, box("moov", 200)),
    (nil, box("free", 8)), (nil, box("free", 0)), (nil, box("wide", 8) + box("wide", 8)),
    (.matroska, matroska("matroska")), (.webM, matroska("webm")), (nil, matroska("other")),
    (nil, [0x1a, 0x45, 0xdf, 0xa3]),
    (nil, []), (nil, [0]), (nil, Array("#!/bin/sh\necho ftypisom\n".utf8)),
    (nil, Array("%PDF-1.7\n".utf8)), (nil, Array("BM1234".utf8)), (nil, Array("PK\u{3}\u{4}".utf8)),
  ]

  @Test(arguments: heads)
  func theFirstBytesTellTheType(_ want: MediaType?, _ head: [UInt8]) {
    #expect(MediaType.sniff(head) == want, "\(head)")
  }

  @Test func everyHeadSurvivesBeingCut() {
    for (_, head) in Self.heads {
      for length in 0...head.count { _ = MediaType.sniff(Array(head.prefix(length))) }
    }
  }

  @Test func fixturesAreRecognisedByContentAlone() throws {
    // That this one has sound only shows further on.
    for (name, file) in try Fixtures.expected() where name != "Am See/voice message.mp4" {
      let head = Array(try readFile(try Fixtures.path(name)).prefix(MediaType.sniffLength))
      #expect(MediaType.sniff(head)?.name == file.type, "\(name)")
      let short = MediaType.sniff(Array(head.prefix(64)))
      // What a TIFF file is shows in its directory, further on.
      if short == .tiff, MediaType.sniff(head)?.isRaw == true { continue }
      #expect(short?.name == file.type, "\(name), 64 bytes")
    }
  }

  @Test func randomBytesAreNothing() {
    var random = SeededGenerator(seed: testSeed())
    var found = 0
    for _ in 0..<20_000 {
      let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
      if MediaType.sniff(bytes) != nil { found += 1 }
    }
    // Once in 65,536 times the two bytes of a JPEG XL codestream come up by chance.
    #expect(found <= 6, "seed \(random.seed)")
  }

  @Test func randomTextIsNothing() {
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<20_000 {
      let bytes = (0..<64).map { _ in UInt8.random(in: 0x20...0x7e, using: &random) }
      #expect(MediaType.sniff(bytes) == nil, "seed \(random.seed): \(bytes)")
    }
  }

  @Test func namesFindTheirTypes() {
    for type in MediaType.all {
      #expect(MediaType(name: type.name) == type)
      #expect(type.isPhoto != type.isVideo)
      #expect(type.name.hasPrefix(type.isPhoto ? "image/" : "video/"))
    }
    #expect(MediaType(name: "image/x-unheard-of") == nil)
    #expect(Set(MediaType.all.map(\.name)).count == MediaType.all.count)
  }
}
