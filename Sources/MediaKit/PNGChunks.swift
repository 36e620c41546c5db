/// Reads the times that a PNG file states in chunks of its own (PNG, third edition, 11.3).
package struct PNGChunks {
  /// The text `Creation Time`: when the picture was made.
  package private(set) var created: CaptureTime?
  /// The chunk `tIME`: when the picture was last changed, in UTC.
  package private(set) var changed: CaptureTime?

  /// Walks the chunks of an open file, at most some thousands.
  package init(_ file: borrowing MediaFile) throws(MediaError) {
    var offset: UInt64 = 8
    for _ in 0..<Self.mostChunks {
      let head = ByteView(try file.bytes(at: offset, count: 8))
      guard let length = head.u32(0), let type = head.code(4), type != "IEND" else { return }
      switch type {
      case "tIME": changed = Self.time(ByteView(try file.bytes(at: offset + 8, count: 7)))
      case "tEXt", "iTXt":
        guard length <= Self.longestText else { break }
        let chunk = ByteView(try file.bytes(at: offset + 8, count: length))
        created = created ?? Self.creation(chunk, isInternational: type == "iTXt")
      default: break
      }
      offset += UInt64(length) + 12
    }
  }

  private static let mostChunks = 4000
  private static let longestText = 1024

  private static func time(_ chunk: ByteView) -> CaptureTime? {
    guard let year = chunk.u16(0), let month = chunk[2], let day = chunk[3], let hour = chunk[4],
      let minute = chunk[5], let second = chunk[6]
    else { return nil }
    return CaptureTime(
      year: year, month: Int(month), day: Int(day), hour: Int(hour), minute: Int(minute),
      second: Int(second), offset: .utc)
  }

  /// The value behind the keyword; in `iTXt`, two flags, a language and a translation lie between.
  private static func creation(_ chunk: ByteView, isInternational: Bool) -> CaptureTime? {
    let keyword: StaticString = "Creation Time"
    guard chunk.starts(with: keyword), chunk[13] == 0 else { return nil }
    var value = chunk.rest(14).bytes
    if isInternational {
      guard value.count > 2, value.first == 0 else { return nil }
      value = value.dropFirst(2)
      for _ in 0..<2 {
        guard let end = value.firstIndex(of: 0) else { return nil }
        value = value[(end + 1)...]
      }
    }
    let text = String(decoding: value, as: UTF8.self)
    return CaptureTime(text) ?? CaptureTime(mail: text)
  }
}
