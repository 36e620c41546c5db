/// Spells bytes in printable ASCII: `%` and two lowercase hexadecimal digits for a space, a `%`, and
/// each byte that is none of it (docs/formats/identity.md, `path`).
package enum PercentEncoding {
  private static let mark = UInt8(ascii: "%")

  /// Returns the spelling of bytes.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      if byte > 0x20, byte < 0x7F, byte != mark {
        text.append(byte)
      } else {
        text.append(mark)
        text += Hex.encode([byte]).utf8
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes that a text spells; nil where a `%` has no two lowercase digits behind it.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == mark else {
        bytes.append(byte)
        continue
      }
      guard let value = Hex.decode(String(decoding: rest.prefix(2), as: UTF8.self)),
        value.count == 1
      else { return nil }
      bytes += value
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
