import Platform
import Reconciling
import TextForms

/// Makes names of directories out of titles, which are untrusted text and may be anything.
///
/// What a file system or another one would not take, or what would lead elsewhere, stands as a percent sign
/// and two hexadecimal digits (docs/design/0004-folder-sync.md).
enum AlbumDirectoryName {
  /// The most bytes of a name; a mark that tells it from others fits behind it (NAME_MAX is 255).
  private static let longest = 230

  /// Returns the name for a title.
  static func name(of title: String) -> [UInt8] {
    let source = Array(TextForm.nfc(title).utf8)
    var bytes: [UInt8] = []
    for (index, byte) in source.enumerated() {
      if isRefused(byte) || (byte == percent && isEscape(source[index...])) {
        bytes += escape(byte)
      } else {
        bytes.append(byte)
      }
    }
    bytes = cut(bytes)
    if bytes.isEmpty { return Array("%".utf8) }
    if bytes.first == UInt8(ascii: ".") { bytes.replaceSubrange(0..<1, with: escape(bytes[0])) }
    if let last = bytes.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") {
      bytes.removeLast()
      bytes += escape(last)
    }
    // What a scan would leave alone is not to vanish when the copies are taken in somewhere.
    if IgnoreRules.reason(forDirectory: bytes, depth: 1) != nil {
      bytes.replaceSubrange(0..<1, with: escape(bytes[0]))
    }
    if IgnoreRules.reason(forFile: bytes) != nil, let last = bytes.popLast() {
      bytes += escape(last)
    }
    return bytes
  }

  /// Returns a name with a mark at its end, or before what follows its last dot, that no other has.
  static func marked(_ name: [UInt8], _ mark: some StringProtocol) -> [UInt8] {
    name + Array(" ~\(mark)".utf8)
  }

  private static let percent = UInt8(ascii: "%")

  /// Whether a byte cannot be in a name everywhere: a separator, a control character, or one of those that
  /// other systems keep for themselves.
  private static func isRefused(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || #"/\:?*"<>|"#.utf8.contains(byte)
  }

  private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    let digits = bytes.dropFirst().prefix(2)
    return digits.count == 2
      && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    let digits = String(byte, radix: 16, uppercase: true)
    return Array("%\(digits.count == 1 ? "0" : "")\(digits)".utf8)
  }

  /// Cuts what is too long, between characters.
  private static func cut(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count > longest else { return bytes }
    var end = longest
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(bytes[..<end])
  }
}
