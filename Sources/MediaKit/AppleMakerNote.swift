/// Reads the fields of Apple's maker note that pair a photo with its video and group a burst.
///
/// The note is `Apple iOS` and a NUL, a version, a byte order, and one TIFF directory whose offsets
/// count from the note's start. Its tag 0x0011 holds the content identifier, 0x000B that of the
/// burst (ExifTool's documentation, "Apple Tags"). gexiv2 gives the note as raw bytes.
package enum AppleMakerNote {
  /// Finds the content identifier; nil if the bytes are no such note or have none.
  package static func contentIdentifier(in note: [UInt8]) -> String? {
    text(0x0011, in: note)
  }

  /// Finds what the photos of one burst share; nil if the bytes are no such note or have none.
  package static func burstIdentifier(in note: [UInt8]) -> String? {
    text(0x000b, in: note)
  }

  private static func text(_ wanted: Int, in note: [UInt8]) -> String? {
    let view = ByteView(note)
    guard view.starts(with: "Apple iOS"), let order = view.u16(12) else { return nil }
    let little: Bool
    switch order {
    case 0x4d4d: little = false
    case 0x4949: little = true
    default: return nil
    }
    func number(_ offset: Int, _ width: Int) -> Int? {
      (little ? view.littleEndian(offset, width) : view.bigEndian(offset, width)).map { Int($0) }
    }
    guard let entries = number(14, 2) else { return nil }
    for index in 0..<entries {
      let entry = 16 + index * 12
      guard let tag = number(entry, 2), let format = number(entry + 2, 2),
        let count = number(entry + 4, 4)
      else { return nil }
      guard tag == wanted else { continue }
      guard format == 2, (1...256).contains(count),
        let start = count <= 4 ? entry + 8 : number(entry + 8, 4),
        let text = view.part(start, count)
      else { return nil }
      let content = text.bytes.prefix { $0 != 0 }
      guard !content.isEmpty, content.allSatisfy({ (0x21...0x7e).contains($0) }) else {
        return nil
      }
      return String(decoding: content, as: UTF8.self)
    }
    return nil
  }
}
