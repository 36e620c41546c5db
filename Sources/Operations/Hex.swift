/// Lowercase hexadecimal text, the only spelling of ids, positions and chains outside binary files.
package enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Returns two lowercase digits a byte.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns `digits` lowercase digits of `value`, the highest first.
  package static func encode(_ value: UInt64) -> String {
    encode(bigEndianBytes(value))
  }

  /// Returns the bytes that `text` spells, or nil where it is not an even run of lowercase digits.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let units = Array(text.utf8)
    guard units.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(units.count / 2)
    var index = 0
    while index < units.count {
      guard let high = nibble(units[index]), let low = nibble(units[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
      index += 2
    }
    return bytes
  }

  /// Returns the number that exactly sixteen lowercase digits spell, or nil.
  package static func decodeWord(_ text: some StringProtocol) -> UInt64? {
    let units = text.utf8
    guard units.count == 16 else { return nil }
    var value: UInt64 = 0
    for unit in units {
      guard let digit = nibble(unit) else { return nil }
      value = value << 4 | UInt64(digit)
    }
    return value
  }

  /// The eight bytes of a number, the highest first.
  package static func bigEndianBytes(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
  }

  private static func nibble(_ unit: UInt8) -> UInt8? {
    switch unit {
    case 0x30...0x39: unit - 0x30
    case 0x61...0x66: unit - 0x61 + 10
    default: nil
    }
  }
}
