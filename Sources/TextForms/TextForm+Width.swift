import CUtf8proc

extension TextForm {
  /// Where the text stands in a field wider than it.
  package enum Alignment: Sendable {
    /// At the left edge, with spaces after it.
    case leading
    /// At the right edge, with spaces before it.
    case trailing
  }

  /// Returns the number of terminal columns that the text takes (`utf8proc_charwidth`).
  ///
  /// An emoji sequence (joined, flag, with a skin tone) takes two columns, a combining mark none.
  /// The text is expected to be printable; control characters count as nothing.
  package static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + width($1) }
  }

  /// Returns the text cut to at most `columns` terminal columns; if something had to go, the last
  /// thing that is left is "…".
  ///
  /// It never cuts a character in two, so where a wide one does not fit the result is a column
  /// short. No columns, or fewer, give the empty text.
  package static func truncated(_ text: String, to columns: Int) -> String {
    guard columns > 0 else { return "" }
    guard width(text) > columns else { return text }
    var used = 0
    var end = text.startIndex
    while end < text.endIndex {
      let next = used + width(text[end])
      guard next < columns else { break }
      used = next
      end = text.index(after: end)
    }
    return text[..<end] + "…"
  }

  /// Returns the text with spaces so that it takes at least `columns` terminal columns.
  package static func padded(
    _ text: String, to columns: Int, _ alignment: Alignment = .leading
  ) -> String {
    let missing = columns - width(text)
    guard missing > 0 else { return text }
    let spaces = String(repeating: " ", count: missing)
    return alignment == .leading ? text + spaces : spaces + text
  }

  private static func width(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count > 1, isEmojiSequence(first, scalars) { return 2 }
    return scalars.reduce(0) { $0 + width($1) }
  }

  /// Tells whether a terminal shows these scalars, one grapheme cluster, as one emoji.
  private static func isEmojiSequence(
    _ first: Unicode.Scalar, _ scalars: Character.UnicodeScalarView
  ) -> Bool {
    if (0x1F1E6...0x1F1FF).contains(first.value) { return true }  // a flag: two regional indicators
    guard first.properties.isEmoji else { return false }
    return scalars.dropFirst().contains { scalar in
      switch scalar.value {
      case 0xFE0F: true  // emoji presentation selector
      case 0x1F3FB...0x1F3FF: true  // skin tones
      case 0x200D: first.properties.isEmojiPresentation  // joiner
      default: false
      }
    }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0  // vowels and finals join the Hangul before
    default: break
    }
    let value = Int32(bitPattern: scalar.value)
    if utf8proc_category(value) == UTF8PROC_CATEGORY_CN {
      // Newer than the installed tables, most likely an emoji: too wide is safer than too narrow.
      return (0x1F000...0x1FBFF).contains(scalar.value) ? 2 : 1
    }
    return Int(utf8proc_charwidth(value))
  }
}
