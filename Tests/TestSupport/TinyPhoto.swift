/// Makes the smallest files that are photos, each with other bytes.
package enum TinyPhoto {
  /// Returns a JPEG of 1 by 1 pixels (ITU-T T.81, grey, baseline).
  ///
  /// - Parameters:
  ///   - number: stands in a comment, so that each number gives another file.
  ///   - captured: an EXIF time `YYYY:MM:DD HH:MM:SS`, put into an APP1 segment.
  package static func jpeg(_ number: Int, captured: String? = nil) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    if let captured { bytes += segment(0xE1, Array("Exif\0\0".utf8) + tiff(captured)) }
    bytes += segment(0xFE, Array("photo \(number)".utf8))
    bytes += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    bytes += segment(0xC0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
    // One Huffman code each for DC and AC: the code 0 stands for 0.
    bytes += segment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0])
    bytes += segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
    bytes += segment(0xDA, [1, 1, 0, 0, 63, 0])
    return bytes + [0x3F, 0xFF, 0xD9]
  }

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
  }

  /// A TIFF block with DateTimeOriginal (tag 0x9003) in an Exif IFD.
  private static func tiff(_ captured: String) -> [UInt8] {
    let text = Array(captured.utf8) + [0]
    func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value & 0xFFFF) }
    func ifd(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      short(1) + short(tag) + short(type) + long(count) + long(value) + long(0)
    }
    return Array("MM".utf8) + short(42) + long(8) + ifd(0x8769, 4, 1, 26)
      + ifd(0x9003, 2, text.count, 44) + text
  }
}
