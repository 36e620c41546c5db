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

  /// Returns the sixteen lowercase digits of a number, the highest first.
  package static func encode(_ value: UInt64) -> String {
    let halves = (spelled(value >> 32), spelled(value & 0xFFFF_FFFF))
    return withUnsafeBytes(of: halves) { String(decoding: $0, as: UTF8.self) }
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

  /// Returns the number that the sixteen lowercase digits at an address spell, or nil; all digits at
  /// once, since which is a letter cannot be guessed.
  static func word(at digits: UnsafeRawPointer) -> UInt64? {
    guard let high = halfWord(digits.loadUnaligned(as: UInt64.self)),
      let low = halfWord(digits.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    else { return nil }
    return high << 32 | low
  }

  /// Returns the number that eight digits spell, the first of them in the lowest byte of a word.
  private static func halfWord(_ stored: UInt64) -> UInt64? {
    let digits = UInt64(littleEndian: stored)
    let isLetter = (digits >> 6) & ones
    let nibbles = (digits & 0x0F0F_0F0F_0F0F_0F0F) &+ isLetter &* 9
    // What is no digit has another spelling than the one that its four bits have.
    let isAboveNine = ((nibbles &+ ones &* 0x76) >> 7) & ones
    guard nibbles & 0xF0F0_F0F0_F0F0_F0F0 == 0,
      nibbles &+ ones &* 0x30 &+ isAboveNine &* 0x27 == digits
    else { return nil }
    var packed = nibbles.byteSwapped
    packed = (packed | packed >> 4) & 0x00FF_00FF_00FF_00FF
    packed = (packed | packed >> 8) & 0x0000_FFFF_0000_FFFF
    return (packed | packed >> 16) & 0xFFFF_FFFF
  }

  /// Appends the sixteen lowercase digits of a number.
  static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    let halves = (spelled(value >> 32), spelled(value & 0xFFFF_FFFF))
    withUnsafeBytes(of: halves) { bytes.append(contentsOf: $0) }
  }

  /// The eight digits of a number below 2^32, the first in the lowest byte as it is stored.
  private static func spelled(_ value: UInt64) -> UInt64 {
    var spread = value
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    spread = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F
    let nibbles = spread.byteSwapped
    let isAboveNine = ((nibbles &+ ones &* 0x76) >> 7) & ones
    return (nibbles &+ ones &* 0x30 &+ isAboveNine &* 0x27).littleEndian
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  static func nibble(_ unit: UInt8) -> UInt8? {
    switch unit {
    case 0x30...0x39: unit - 0x30
    case 0x61...0x66: unit - 0x61 + 10
    default: nil
    }
  }
}
