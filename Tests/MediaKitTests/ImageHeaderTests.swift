import MediaKit
import Platform
import TestSupport
import Testing

@Suite struct ImageHeaderTests {
  private func size(_ type: MediaType, _ bytes: [UInt8]) throws -> ImageHeader.Size? {
    try withTemporaryDirectory { directory in
      let path = directory / "file"
      try writeFile(path, bytes: bytes)
      return try ImageHeader.size(of: type, in: MediaFile(path))
    }
  }

  @Test(arguments: [
    ("Scans/no metadata.jpg", MediaType.jpeg, 240, 160),
    ("DCIM/101VESTA/DSC_0418.JPG", .jpeg, 240, 160),
    ("DCIM/100LUMOR/LUM_0006.JPG", .jpeg, 240, 160),
    ("Phone/chart.png", .png, 160, 120), ("Phone/moving.gif", .gif, 120, 80),
    ("Phone/plain.webp", .webp, 240, 160), ("Phone/received.webp", .webp, 240, 160),
    ("Scans/scan-0001.tif", .tiff, 240, 160), ("Scans/scan-0002.tif", .tiff, 60, 40),
    ("Raw/LUM_0101.DNG", .dng, 48, 32), ("Raw/DSC_0301.NEF", .nef, 48, 32),
    ("Raw/DSC00401.ARW", .arw, 48, 32), ("Raw/P1010501.ORF", .orf, 48, 32),
    ("Raw/P1000601.RW2", .rw2, 4000, 3000), ("Raw/DSCF0701.RAF", .raf, 6000, 4000),
    ("Raw/IMG_0801.CR3", .cr3, 6000, 4000),
  ])
  func storedSizesAreInTheHeaders(
    _ name: String, _ type: MediaType, _ width: Int, _ height: Int
  ) throws {
    let file = try MediaFile(try Fixtures.path(name))
    #expect(try ImageHeader.size(of: type, in: file) == ImageHeader.Size(width, height))
  }

  /// Bits, the lowest of each byte first, behind the two bytes that begin a codestream.
  private func codestream(_ fields: (value: Int, width: Int)...) -> [UInt8] {
    var bits = fields.flatMap { field in (0..<field.width).map { field.value >> $0 & 1 } }
    while !bits.count.isMultiple(of: 8) { bits.append(0) }
    return [0xff, 0x0a]
      + stride(from: 0, to: bits.count, by: 8).map { start in
        (0..<8).reduce(UInt8(0)) { $0 | UInt8(bits[start + $1]) << UInt8($1) }
      }
  }

  @Test func jpegXLCodestreamsTellTheirSize() throws {
    // Height 240 and width 160, both in eights; all metadata are the default.
    let small = codestream((1, 1), (29, 5), (0, 3), (19, 5), (1, 1))
    #expect(try size(.jpegXL, small) == ImageHeader.Size(160, 240))
    // Height 1,000 in 13 bits, width by the ratio 3:2.
    let ratio = codestream((0, 1), (1, 2), (999, 13), (4, 3), (1, 1))
    #expect(try size(.jpegXL, ratio) == ImageHeader.Size(1500, 1000))
    // The same with orientation 6.
    let turned = codestream((0, 1), (1, 2), (999, 13), (4, 3), (0, 1), (1, 1), (5, 3))
    #expect(try size(.jpegXL, turned) == ImageHeader.Size(1000, 1500))
    let boxed: [UInt8] =
      [0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a]
      + [0, 0, 0, UInt8(8 + small.count)] + Array("jxlc".utf8) + small
    #expect(try size(.jpegXL, boxed) == ImageHeader.Size(160, 240))
    #expect(try size(.jpegXL, [0xff, 0x0a]) == nil)
  }

  @Test func losslessWebPTellsItsSize() throws {
    // 14 bits of width less 1, 14 of height less 1 (RFC 9649, 3.4).
    let bits = UInt32(319) | UInt32(199) << 14
    let bytes =
      Array("RIFF1234WEBPVP8L1234".utf8) + [0x2f]
      + withUnsafeBytes(of: bits.littleEndian) { Array($0) }
    #expect(try size(.webp, bytes) == ImageHeader.Size(320, 200))
  }

  @Test func hostileHeadersGiveNothing() throws {
    #expect(try size(.jpeg, [0xff, 0xd8, 0xff, 0xe0, 0, 0]) == nil)
    #expect(try size(.jpeg, [0xff, 0xd8] + Array(repeating: 0xff, count: 5000)) == nil)
    #expect(try size(.jpeg, [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0]) == nil)
    #expect(try size(.png, [0x89]) == nil)
    #expect(try size(.gif, Array("GIF89a".utf8) + [0, 0, 0, 0]) == nil)
    #expect(try size(.webp, Array("RIFF1234WEBPVP8X".utf8)) == nil)
    #expect(ImageHeader.Size(0, 1) == nil)
    #expect(ImageHeader.Size(1, 1 << 31) == nil)
  }
}
