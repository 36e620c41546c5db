extension TextForm {
  /// Returns untrusted text as it may stand in a terminal or on a line of a log.
  ///
  /// Whatever could move the cursor, end the line, reorder or hide text is escaped visibly, as `\n`,
  /// `\r`, `\t`, `\0` or `\u{1b}`: control characters (C0, DEL, C1), line and paragraph separators,
  /// bidirectional marks, embeddings, overrides and isolates, deprecated and invisible format
  /// characters. A backslash stays as it is, so the result is for reading, not for parsing back.
  package static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: mustBeEscaped) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if mustBeEscaped(scalar) {
        result.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns untrusted bytes, a file's name say, as they may stand in a terminal or on a line of a
  /// log: decoded as UTF-8, what is not UTF-8 as U+FFFD, and then like a text.
  package static func printable(_ bytes: some Collection<UInt8>) -> String {
    printable(String(decoding: bytes, as: UTF8.self))
  }

  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: false
    case 0...0x1F, 0x7F...0x9F: true  // C0, DEL, C1
    case 0x061C, 0x200E, 0x200F: true  // bidirectional marks
    case 0x2028, 0x2029: true  // line and paragraph separator
    case 0x202A...0x202E, 0x2066...0x2069: true  // embeddings, overrides, isolates
    case 0x206A...0x206F, 0xFFF9...0xFFFB, 0xFEFF: true  // deprecated format, annotation, BOM
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0": "\\0"
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}
