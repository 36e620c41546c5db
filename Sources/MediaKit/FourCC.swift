/// A four-character code, as ISO media, QuickTime and RIFF files use them.
struct FourCC: Hashable, ExpressibleByStringLiteral {
  let value: UInt32

  init(_ value: UInt32) {
    self.value = value
  }

  init(stringLiteral text: String) {
    value = text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Whether all four bytes are printable ASCII, or the © that QuickTime uses.
  var isPlausible: Bool {
    [24, 16, 8, 0].allSatisfy { shift in
      let byte = UInt8(truncatingIfNeeded: value >> shift)
      return (0x20...0x7e).contains(byte) || byte == 0xa9
    }
  }
}
