extension ImageHeader {
  /// The size in a JPEG XL file: of its codestream, or of the one its container holds.
  static func jpegXLSize(
    _ head: ByteView, _ file: borrowing MediaFile
  ) throws(MediaError) -> Size? {
    if let size = jpegXLCodestreamSize(head) { return size }
    var boxes = BoxWalk(end: file.size)
    for _ in 0..<100 {
      guard let box = try boxes.next(in: file) else { return nil }
      let skip: UInt64
      switch box.type {
      case "jxlc": skip = 0
      case "jxlp": skip = 4
      default: continue
      }
      return jpegXLCodestreamSize(
        ByteView(try file.bytes(at: box.contentOffset + skip, count: 32)))
    }
    return nil
  }

  /// The size at the start of a codestream (ISO/IEC 18181-1, SizeHeader and ImageMetadata).
  ///
  /// The orientation is a part of the codestream, and is applied.
  static func jpegXLCodestreamSize(_ view: ByteView) -> Size? {
    guard view.starts(with: [0xff, 0x0a]) else { return nil }
    var bits = BitReader(view.rest(2))
    guard let stored = storedSize(&bits) else { return nil }
    // all_default, then extra_fields, then the orientation less 1: 4 to 7 are turned.
    guard bits.read(1) == 0, bits.read(1) == 1, let orientation = bits.read(3), orientation > 3
    else { return stored }
    return Size(stored.height, stored.width)
  }

  private static func storedSize(_ bits: inout BitReader) -> Size? {
    guard let small = bits.read(1) else { return nil }
    guard let height = length(&bits, small: small == 1), let ratio = bits.read(3) else {
      return nil
    }
    switch ratio {
    case 0:
      guard let width = length(&bits, small: small == 1) else { return nil }
      return Size(width, height)
    case 1: return Size(height, height)
    case 2: return Size(height * 12 / 10, height)
    case 3: return Size(height * 4 / 3, height)
    case 4: return Size(height * 3 / 2, height)
    case 5: return Size(height * 16 / 9, height)
    case 6: return Size(height * 5 / 4, height)
    default: return Size(height * 2, height)
    }
  }

  private static func length(_ bits: inout BitReader, small: Bool) -> Int? {
    if small { return bits.read(5).map { ($0 + 1) * 8 } }
    guard let selector = bits.read(2) else { return nil }
    return bits.read([9, 13, 18, 30][selector]).map { $0 + 1 }
  }

  /// Reads bits, the lowest of each byte first.
  private struct BitReader {
    private let view: ByteView
    private var position = 0

    init(_ view: ByteView) {
      self.view = view
    }

    mutating func read(_ count: Int) -> Int? {
      var value = 0
      for bit in 0..<count {
        guard let byte = view[position / 8] else { return nil }
        value |= Int(byte >> (position % 8) & 1) << bit
        position += 1
      }
      return value
    }
  }
}
