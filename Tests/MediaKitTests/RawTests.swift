import MediaKit
import Platform
import TestSupport
import Testing

/// TIFF files and what is made like them, and the chunks and packets that MediaKit reads itself.
@Suite struct RawTests {
  private func withFile<Result>(
    _ bytes: [UInt8], _ body: (borrowing MediaFile) throws -> Result
  ) throws -> Result {
    try withTemporaryDirectory { directory in
      let path = directory / "file"
      try writeFile(path, bytes: bytes)
      return try body(MediaFile(path))
    }
  }

  /// A directory in big-endian order: tag, type, count, and four bytes of value each.
  private func directory(_ entries: [(UInt16, UInt16, UInt32, UInt32)]) -> [UInt8] {
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
    return bytes(UInt16(entries.count))
      + entries.flatMap { bytes($0.0) + bytes($0.1) + bytes($0.2) + bytes($0.3) } + [0, 0, 0, 0]
  }

  @Test func theTypeShowsInADirectoryFarBehind() throws {
    let directory = directory([(0xc612, 1, 4, 0x0104_0000)])
    let bytes = [0x4d, 0x4d, 0, 0x2a, 0, 1, 0, 0] + Array(repeating: 0, count: 65_528) + directory
    #expect(MediaType.sniff(Array(bytes.prefix(MediaType.sniffLength))) == .tiff)
    #expect(try withFile(bytes) { try MediaType.of($0) } == .dng)
  }

  @Test(
    arguments: [
      ("NIKON CORPORATION", 1, true, MediaType.nef), ("NIKON", 0, true, .tiff),
      ("NIKON", 1, false, .tiff), ("SONY", 1, true, .arw), ("SONY", 0, true, .tiff),
      ("Canon", 1, true, .tiff),
    ])
  func makersAreToldApart(
    _ maker: String, _ subfile: UInt32, _ hangs: Bool, _ want: MediaType
  ) {
    var entries: [(UInt16, UInt16, UInt32, UInt32)] = [
      (0xfe, 4, 1, subfile), (0x10f, 2, UInt32(maker.utf8.count + 1), 100),
    ]
    if hangs { entries.append((0x14a, 4, 1, 200)) }
    var bytes: [UInt8] = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8] + directory(entries)
    bytes += Array(repeating: 0, count: 100 - bytes.count) + Array(maker.utf8) + [0]
    #expect(MediaType.sniff(bytes) == want)
  }

  @Test func theFullPictureCounts() throws {
    let start: [UInt8] = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8]
    let small = directory([
      (0xfe, 4, 1, 1), (0x100, 4, 1, 900), (0x101, 4, 1, 800), (0x14a, 4, 1, 62),
    ])
    let large = directory([(0xfe, 4, 1, 0), (0x100, 4, 1, 90), (0x101, 4, 1, 80)])
    #expect(start.count + small.count == 62)
    let size = try withFile(start + small + large) { try ImageHeader.size(of: .dng, in: $0) }
    #expect(size == ImageHeader.Size(90, 80))
  }

  @Test func hostileDirectoriesEnd() throws {
    let start: [UInt8] = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8]
    // One that hangs off itself, and is its own next one.
    var loop = start + directory([(0x14a, 4, 1, 8), (0x100, 4, 1, 5)])
    loop.replaceSubrange(loop.count - 4..<loop.count, with: [0, 0, 0, 8])
    #expect(try withFile(loop) { try ImageHeader.size(of: .tiff, in: $0) } == nil)
    for entry: (UInt16, UInt16, UInt32, UInt32) in [
      (0x100, 4, .max, .max), (0x14a, 4, .max, 8), (0x100, 99, 1, 1), (0x10f, 2, .max, .max),
      (0x100, 4, 0, 0), (0x14a, 3, 1 << 30, 0),
    ] {
      let bytes = start + directory([entry])
      #expect(try withFile(bytes) { try ImageHeader.size(of: .tiff, in: $0) } == nil)
      #expect(MediaType.sniff(bytes) == .tiff)
    }
    #expect(MediaType.sniff(start + [0xff, 0xff]) == .tiff)
  }

  @Test func mutatedFixturesNeverTrap() throws {
    var random = SeededGenerator(seed: testSeed())
    let names = try Fixtures.expected().map(\.name).filter {
      $0.hasPrefix("Raw/") || $0.hasSuffix(".tif") || $0.hasSuffix(".png") || $0.hasSuffix(".gif")
    }
    for name in names {
      let bytes = try readFile(try Fixtures.path(name))
      for _ in 0..<60 {
        var mutant = bytes
        for _ in 0..<4 {
          mutant[Int.random(in: 0..<min(400, mutant.count), using: &random)] = .random(
            in: 0...255, using: &random)
        }
        try withFile(mutant) { file in
          for type in MediaType.all where type.isPhoto {
            _ = try ImageHeader.size(of: type, in: file)
          }
          _ = try MediaType.of(file)
          _ = try PNGChunks(file)
          _ = try GIFPacket.find(in: file)
        }
      }
    }
  }

  @Test func chunksOfPNGTellTimes() throws {
    let made = try MediaFile(try Fixtures.path("Phone/made.png"))
    let chunks = try PNGChunks(made)
    #expect(chunks.created?.text == "2024-05-05T21:12:08+02:00")
    #expect(chunks.changed?.text == "2024-06-01T00:00:00Z")
    func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(data.count)] + Array(type.utf8) + data + [0, 0, 0, 0]
    }
    let start: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    let key = Array("Creation Time\0".utf8)
    let international = chunk(
      "iTXt", key + [0, 0] + Array("en\0Creation Time\0".utf8) + Array("2024-05-05T21:12:08Z".utf8))
    #expect(
      try withFile(start + international) { try PNGChunks($0).created?.text }
        == "2024-05-05T21:12:08Z")
    for hostile in [
      chunk("iTXt", key + [1, 0, 0, 0]), chunk("iTXt", key), chunk("iTXt", key + [0, 0, 0x41]),
      chunk("tEXt", key), chunk("tIME", [7, 232, 13, 1, 0, 0, 0]), chunk("tIME", [7]),
    ] {
      let found = try withFile(start + hostile) { try PNGChunks($0) }
      #expect(found.created == nil && found.changed == nil)
    }
  }

  @Test func packetsInGIFAreFound() throws {
    let path = try Fixtures.path("Phone/titled.gif")
    let packet = try #require(try GIFPacket.find(in: MediaFile(path)))
    #expect(packet.starts(with: "<?xpacket".utf8))
    let bytes = try readFile(path)
    for length in stride(from: 0, to: bytes.count - 260, by: 37) {
      #expect(try withFile(Array(bytes.prefix(length))) { try GIFPacket.find(in: $0) } == nil)
    }
    #expect(try GIFPacket.find(in: MediaFile(try Fixtures.path("Phone/moving.gif"))) == nil)
  }
}
