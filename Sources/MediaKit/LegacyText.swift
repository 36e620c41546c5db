/// Decodes text of which only the bytes are known.
package enum LegacyText {
  /// Decodes UTF-8, or, where the bytes are none, Windows-1252, which old programs wrote.
  package static func decode(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let value = (0x80...0x9f).contains(byte) ? windows[Int(byte) - 0x80] : UInt32(byte)
      text.append(Unicode.Scalar(value) ?? "\u{fffd}")
    }
    return String(text)
  }

  /// Decodes a C string in the same way.
  package static func decode(cString: UnsafePointer<CChar>) -> String {
    var count = 0
    while cString[count] != 0 { count += 1 }
    return decode(UnsafeRawBufferPointer(start: cString, count: count))
  }

  /// What Windows-1252 has where ISO 8859-1 has control characters; those that it leaves open stay.
  private static let windows: [UInt32] = [
    0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8d, 0x017d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d, 0x017e, 0x0178,
  ]
}
