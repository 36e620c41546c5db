/// Finds the XMP packet in a GIF file (XMP specification, part 3, 1.1.2).
package enum GIFPacket {
  /// The packet, behind the `XMP DataXMP` application extension, without its trailer; nil if there
  /// is none in the first MiB, or if it is cut off.
  package static func find(in file: borrowing MediaFile) throws(MediaError) -> [UInt8]? {
    let bytes = try file.bytes(at: 0, count: reach)
    let view = ByteView(bytes)
    guard let flags = view[10] else { return nil }
    var offset = 13 + colors(flags)
    for _ in 0..<mostBlocks {
      switch view[offset] {
      case 0x21:
        if view[offset + 1] == 0xff, view.starts(with: "XMP DataXMP", at: offset + 3) {
          return packet(view.rest(offset + 14))
        }
        offset = behindParts(view, offset + 2)
      case 0x2c:
        guard let flags = view[offset + 9] else { return nil }
        offset = behindParts(view, offset + 11 + colors(flags))
      default: return nil
      }
    }
    return nil
  }

  private static let reach = 1 << 20
  private static let mostBlocks = 2000

  /// The bytes of a colour table that these flags announce.
  private static func colors(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  /// Steps over parts of at most 255 bytes, each behind its length, up to an empty one.
  private static func behindParts(_ view: ByteView, _ start: Int) -> Int {
    var offset = start
    while let length = view[offset] {
      offset += 1 + Int(length)
      if length == 0 { break }
    }
    return offset
  }

  /// The packet stands plain, and ends at a trailer of 258 bytes that begins with 0x01 0xff.
  private static func packet(_ rest: ByteView) -> [UInt8]? {
    guard let end = rest.bytes.firstIndex(of: 0x01) else { return nil }
    let packet = rest.bytes[..<end]
    return packet.first == 0x3c ? Array(packet) : nil
  }
}
