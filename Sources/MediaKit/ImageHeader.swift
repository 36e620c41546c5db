/// Reads pixel sizes from the headers of pictures, for files whose metadata no library could read.
///
/// Sizes are as stored, before any orientation that metadata ask for.
package enum ImageHeader {
  /// A width and a height in pixels, both greater than zero.
  package struct Size: Sendable, Equatable {
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int

    /// Takes two lengths in pixels; nil unless both are positive and below 2^31.
    package init?(_ width: Int, _ height: Int) {
      guard width > 0, height > 0, width < 1 << 31, height < 1 << 31 else { return nil }
      self.width = width
      self.height = height
    }
  }

  /// Finds the size in a picture's header; nil if there is none within reach.
  package static func size(
    of type: MediaType, in file: borrowing MediaFile
  ) throws(MediaError) -> Size? {
    if type == .jpeg { return try jpegSize(file) }
    let head = ByteView(try file.bytes(at: 0, count: MediaType.sniffLength))
    switch type {
    case .png: return pngSize(head)
    case .gif: return gifSize(head)
    case .webp: return webPSize(head)
    case .jpegXL: return try jpegXLSize(head, file)
    case .raf: return try fujifilmSize(head, file)
    case .cr3: return try canonSize(file)
    case .tiff, .dng, .cr2, .nef, .arw, .rw2, .orf:
      guard let header = TIFFHeader(head) else { return nil }
      // A part that cannot be read tells nothing.
      return tiffSize(header) { ByteView((try? file.bytes(at: $0, count: $1)) ?? []) }
    default: return nil
    }
  }

  /// IHDR (PNG, third edition, 11.2.1).
  private static func pngSize(_ head: ByteView) -> Size? {
    guard head.starts(with: "IHDR", at: 12), let width = head.u32(16), let height = head.u32(20)
    else { return nil }
    return Size(width, height)
  }

  /// The logical screen (GIF89a, 18).
  private static func gifSize(_ head: ByteView) -> Size? {
    guard let width = head.u16le(6), let height = head.u16le(8) else { return nil }
    return Size(width, height)
  }

  /// The first chunk of a WebP file (RFC 9649, 2.5 to 2.7).
  private static func webPSize(_ head: ByteView) -> Size? {
    switch head.code(12) {
    case "VP8X":
      guard let width = head.u24le(24), let height = head.u24le(27) else { return nil }
      return Size(width + 1, height + 1)
    case "VP8L":
      guard head[20] == 0x2f, let bits = head.u32le(21) else { return nil }
      return Size((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1)
    case "VP8 ":
      guard head.starts(with: [0x9d, 0x01, 0x2a], at: 23), let width = head.u16le(26),
        let height = head.u16le(28)
      else { return nil }
      return Size(width & 0x3fff, height & 0x3fff)
    default: return nil
    }
  }

  /// The first frame header (ITU-T T.81, B.2.2), at most 1,000 segments in.
  private static func jpegSize(
    _ file: borrowing MediaFile
  ) throws(MediaError) -> Size? {
    var offset: UInt64 = 2
    for _ in 0..<1000 {
      let head = ByteView(try file.bytes(at: offset, count: 9))
      guard head[0] == 0xff, let marker = head[1] else { return nil }
      switch marker {
      case 0xff:
        offset += 1
      case 0x01, 0xd0...0xd8:
        offset += 2
      case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
        guard let height = head.u16(5), let width = head.u16(7) else { return nil }
        return Size(width, height)
      case 0xda, 0xd9:
        return nil
      default:
        guard let length = head.u16(2), length >= 2 else { return nil }
        offset += UInt64(2 + length)
      }
    }
    return nil
  }
}
