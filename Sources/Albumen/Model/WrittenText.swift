import Operations
import TextForms

/// Brings texts into the form in which assets have them: those that a file holds are cut and cleaned,
/// those that a person gives are refused where they have to be.
enum WrittenText {
  /// The longest title, in bytes of UTF-8.
  static let longestTitle = 1_024
  /// The longest caption, in bytes of UTF-8.
  static let longestCaption = 65_536
  /// The longest tag, in bytes of UTF-8 in Normalization Form C.
  static let longestTag = 256
  /// The longest name of a camera, in bytes of UTF-8.
  static let longestCamera = 256
  /// The longest identifier that files can share, in bytes of UTF-8: a longer one is none.
  static let longestIdentifier = 256
  /// The most tags that a file can give.
  static let mostTags = 100

  // MARK: What a file holds

  /// One line of what a file holds: control characters become blanks, blanks at both ends go; nil if
  /// nothing is left.
  static func line(_ text: String, longest: Int) -> String? {
    cut(text, to: longest) { isControl($0) ? " " : $0 }
  }

  /// Lines of what a file holds; nil if nothing is left.
  ///
  /// Line feeds end them; other control characters but the tab go.
  static func lines(_ text: String, longest: Int) -> String? {
    var last: Unicode.Scalar?
    return cut(text, to: longest) { scalar in
      defer { last = scalar }
      switch scalar {
      case "\n" where last == "\r": return nil
      case "\r", "\u{85}", "\u{2028}", "\u{2029}": return "\n"
      case "\n", "\t": return scalar
      default: return isControl(scalar) ? nil : scalar
      }
    }
  }

  /// The tags that a file's keywords are, each once, in their order.
  static func tags(_ keywords: [String]) -> [String] {
    var tags: [String] = []
    var seen: Set<ExactText> = []
    for keyword in keywords where tags.count < mostTags {
      guard let tag = line(TextForm.nfc(keyword), longest: longestTag) else { continue }
      if seen.insert(ExactText(tag)).inserted { tags.append(tag) }
    }
    return tags
  }

  private static func cut(
    _ text: String, to longest: Int, _ replace: (Unicode.Scalar) -> Unicode.Scalar?
  ) -> String? {
    if text.utf8.count <= longest, isPlain(text.utf8) { return text }
    var kept = String.UnicodeScalarView()
    var size = 0
    // Blanks that nothing has followed yet: those at the end are not wanted.
    var blanks: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      guard let scalar = replace(scalar) else { continue }
      size += UTF8.width(scalar)
      if size > longest { break }
      if scalar.properties.isWhitespace {
        if kept.isEmpty { size = 0 } else { blanks.append(scalar) }
      } else {
        kept.append(contentsOf: blanks)
        kept.append(scalar)
        blanks = []
      }
    }
    return kept.isEmpty ? nil : String(kept)
  }

  /// Whether nothing is to be done to a text: ASCII without control characters, no blanks at its ends.
  private static func isPlain(_ text: String.UTF8View) -> Bool {
    let blank = UInt8(ascii: " ")
    guard let first = text.first, first != blank, text.last != blank else { return false }
    return text.allSatisfy { $0 >= blank && $0 < 0x7F }
  }

  // MARK: What a person gives

  /// A title or tag that a person gives.
  ///
  /// - Parameter what: what it is called: `a title`.
  /// - Throws: `.invalid` where it is empty, holds a control character, or is too long.
  static func checkedLine(
    _ text: String, _ what: String, longest: Int
  ) throws(AlbumenError) -> String {
    if text.unicodeScalars.contains(where: isControl) {
      throw AlbumenError(.invalid, "\(what) may not hold control characters", subject: text)
    }
    return try checked(text, what, longest: longest)
  }

  /// A caption that a person gives: lines may end, tabs may be.
  ///
  /// - Throws: as ``checkedLine(_:_:longest:)``.
  static func checkedLines(
    _ text: String, _ what: String, longest: Int
  ) throws(AlbumenError) -> String {
    if text.unicodeScalars.contains(where: { isControl($0) && $0 != "\n" && $0 != "\t" }) {
      throw AlbumenError(.invalid, "\(what) may not hold control characters", subject: text)
    }
    return try checked(text, what, longest: longest)
  }

  private static func checked(
    _ text: String, _ what: String, longest: Int
  ) throws(AlbumenError) -> String {
    if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      throw AlbumenError(.invalid, "\(what) may not be empty")
    }
    if text.utf8.count > longest {
      throw AlbumenError(
        .invalid, "\(what) may have at most \(longest) bytes", subject: "\(text.utf8.count)")
    }
    return text
  }

  /// Whether a character ends lines or steers a terminal: Unicode's control characters, and its two
  /// separators.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      || scalar == "\u{2028}" || scalar == "\u{2029}"
  }
}
