extension Path: CustomStringConvertible {
  /// The path as printable text: see ``Path/display``.
  public var description: String { display }

  /// The path as text that is safe to print on a terminal.
  ///
  /// Bytes that are no UTF-8 become U+FFFD; control characters, line separators and characters that
  /// change the direction of writing are escaped (`\n`, `\u{1b}`). It need not name the file.
  public var display: String {
    Self.printable(String(decoding: bytes, as: UTF8.self))
  }

  /// The path as text, if its bytes are UTF-8.
  public var text: String? {
    String(validating: bytes, as: UTF8.self)
  }

  /// Returns a text with everything escaped that could move a cursor or forge a line.
  public static func printable(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy({ !isUnsafe($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isUnsafe(scalar):
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F: true
    default: false
    }
  }
}
