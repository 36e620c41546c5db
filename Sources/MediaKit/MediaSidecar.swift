package import Platform

/// Knows where sidecars lie: XMP files in which programs keep what they don't write into a photo.
package enum MediaSidecar {
  /// The names that the sidecar of a file may have, the one that counts more first:
  /// `photo.ext.xmp`, then `photo.xmp`, each also with `.XMP`.
  ///
  /// Pure. The second form may belong to several files of one stem, such as a raw photo and its
  /// JPEG. None for a name that ends in `.xmp` itself.
  ///
  /// - Parameter name: the name of the photo or video, or a path to it.
  package static func paths(beside name: Path) -> [Path] {
    let last = name.lastComponent.bytes
    guard !last.isEmpty, !isSidecar(name) else { return [] }
    let stem: [UInt8]
    if let dot = last.lastIndex(of: 0x2e), dot != last.startIndex {
      stem = Array(name.bytes.dropLast(last.endIndex - dot))
    } else {
      stem = []
    }
    return [name.bytes, stem].filter { !$0.isEmpty }.flatMap { base in
      extensions.compactMap { Path(bytes: base + $0) }
    }
  }

  /// Whether a file has a sidecar's name.
  package static func isSidecar(_ name: Path) -> Bool {
    let last = name.lastComponent.bytes
    return extensions.contains { last.count > $0.count && last.suffix($0.count) == $0[...] }
  }

  private static let extensions = [Array(".xmp".utf8), Array(".XMP".utf8)]

  /// No sound sidecar is larger, in bytes.
  package static let longest: UInt64 = 4 << 20

  /// The XMP packet in a sidecar's bytes as UTF-8, without what stands before its first tag; nil
  /// if they hold no text that begins with one.
  ///
  /// UTF-16 and UTF-32 are told by their byte order mark or by their zeros (XMP specification,
  /// part 3, 2.2).
  package static func packet(_ bytes: [UInt8]) -> [UInt8]? {
    let text: String
    switch encoding(of: bytes) {
    case .utf8: text = String(decoding: bytes, as: UTF8.self)
    case .utf16(let big):
      text = String(decoding: units(bytes, 2, big).map { UInt16($0) }, as: UTF16.self)
    case .utf32(let big):
      text = String(decoding: units(bytes, 4, big), as: UTF32.self)
    }
    let blanks: Set<UInt8> = [0x09, 0x0a, 0x0d, 0x20]
    var packet = Array(text.utf8)[...]
    if packet.starts(with: [0xef, 0xbb, 0xbf]) { packet = packet.dropFirst(3) }
    packet = packet.drop { blanks.contains($0) }
    // The declaration may name an encoding that no longer is.
    if packet.starts(with: "<?xml ".utf8), let end = packet.firstIndex(of: 0x3e) {
      packet = packet[(end + 1)...].drop { blanks.contains($0) }
    }
    return packet.first == 0x3c ? Array(packet) : nil
  }

  private enum Encoding {
    case utf8
    case utf16(bigEndian: Bool)
    case utf32(bigEndian: Bool)
  }

  private static func encoding(of bytes: [UInt8]) -> Encoding {
    switch Array(bytes.prefix(4)) {
    case [0xff, 0xfe, 0, 0], [0x3c, 0, 0, 0]: .utf32(bigEndian: false)
    case [0, 0, 0xfe, 0xff], [0, 0, 0, 0x3c]: .utf32(bigEndian: true)
    case let start where start.starts(with: [0xff, 0xfe]) || start.starts(with: [0x3c, 0]):
      .utf16(bigEndian: false)
    case let start where start.starts(with: [0xfe, 0xff]) || start.starts(with: [0, 0x3c]):
      .utf16(bigEndian: true)
    default: .utf8
    }
  }

  private static func units(_ bytes: [UInt8], _ width: Int, _ bigEndian: Bool) -> [UInt32] {
    let view = ByteView(bytes)
    return stride(from: 0, to: bytes.count - width + 1, by: width).compactMap { offset in
      (bigEndian ? view.bigEndian(offset, width) : view.littleEndian(offset, width))
        .map { UInt32($0) }
    }
  }
}
