extension MediaCompleteness {
  /// Walks the segments to the first scan, then looks for the end marker (ITU-T T.81, B.1.1.3).
  ///
  /// The marker can only be behind the first scan's head: inside a scan a 0xff byte is followed by
  /// 0 or a restart number, and the pictures that metadata hold come before. Data may follow it.
  static func jpeg(_ file: borrowing MediaFile) throws(MediaError) -> MediaCompleteness {
    guard let scan = try firstScan(file) else { return .incomplete }
    let tail = min(file.size - scan, tailLength)
    let end = try file.bytes(at: file.size - tail, count: Int(tail))
    if contains(endMarker: end) { return .complete }
    return try findEnd(file, from: scan)
  }

  /// The offset behind the first scan's header; nil if the file ends before.
  package static func firstScan(_ file: borrowing MediaFile) throws(MediaError) -> UInt64? {
    var offset: UInt64 = 2
    for _ in 0..<limit {
      let head = ByteView(try file.bytes(at: offset, count: 4))
      guard head[0] == 0xff, let marker = head[1] else { return nil }
      switch marker {
      case 0xff: offset += 1
      case 0x01, 0xd0...0xd8: offset += 2
      case 0xd9: return offset
      default:
        guard let length = head.u16(2), length >= 2 else { return nil }
        offset += UInt64(2 + length)
        if offset > file.size { return nil }
        if marker == 0xda { return offset }
      }
    }
    return nil
  }

  private static func contains(endMarker bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == 0xff && $1 == 0xd9 }
  }

  /// Reads on from the first scan until the end marker, stepping over tables between scans.
  private static func findEnd(
    _ file: borrowing MediaFile, from scan: UInt64
  ) throws(MediaError) -> MediaCompleteness {
    var offset = scan
    while offset < file.size {
      if offset - scan > searchLength { return .unknown }
      let chunk = try file.bytes(at: offset, count: 1 << 18)
      if chunk.count < 2 { return .incomplete }
      var index = 0
      var skipped = false
      while index + 1 < chunk.count, !skipped {
        guard chunk[index] == 0xff else {
          index += 1
          continue
        }
        switch chunk[index + 1] {
        case 0xd9: return .complete
        case 0x00, 0x01, 0xd0...0xd7: index += 2
        case 0xff: index += 1
        default:
          let length = ByteView(try file.bytes(at: offset + UInt64(index) + 2, count: 2)).u16(0)
          guard let length, length >= 2 else { return .incomplete }
          offset += UInt64(index + 2 + length)
          skipped = true
        }
      }
      if !skipped { offset += UInt64(index) }
    }
    return .incomplete
  }

  private static let tailLength: UInt64 = 4096
  private static let searchLength: UInt64 = 64 << 20
}
