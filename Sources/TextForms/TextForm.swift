import CUtf8proc

/// The forms a text is brought into: normalised and case-folded to be compared, printable and
/// measured in columns to be shown.
///
/// The tables are those of the installed utf8proc. Unicode promises that the normal form of a
/// character, once assigned, never changes, so two versions differ only about characters that one of
/// them does not know; those stay as they are.
package enum TextForm {
  /// Returns the text in Normalization Form C (Unicode Standard Annex 15; `utf8proc_map`).
  ///
  /// Compare the result by its `utf8` where bytes matter: Swift's `==` on strings finds every
  /// canonical equivalent equal.
  package static func nfc(_ text: String) -> String {
    isPlainlyNFC(text) ? text : mapped(text, UTF8PROC_COMPOSE)
  }

  /// Returns UTF-8 bytes in Normalization Form C; nil if they are not valid UTF-8.
  package static func nfc(_ bytes: some Collection<UInt8>) -> [UInt8]? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return Array(nfc(text).utf8)
  }

  /// Tells whether the text is in Normalization Form C already; at once if it is ASCII or Latin.
  package static func isNFC(_ text: String) -> Bool {
    isPlainlyNFC(text) || mapped(text, UTF8PROC_COMPOSE).utf8.elementsEqual(text.utf8)
  }

  /// Returns the key by which texts that differ only in case or in normalisation are the same
  /// (full, locale-independent case folding; then Form C).
  ///
  /// The result is made to be compared, not to be shown: ß becomes ss.
  package static func caseFolded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.utf8.contains(where: isUpperCase) ? lowercasedASCII(text) : text
    }
    return mapped(text, UTF8PROC_COMPOSE, UTF8PROC_CASEFOLD)
  }

  /// All characters below U+0300, the first combining mark, are their own normal form; in UTF-8
  /// those are the texts without a byte from 0xCC up.
  private static func isPlainlyNFC(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0xCC }
  }

  private static func isUpperCase(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }

  private static func lowercasedASCII(_ text: String) -> String {
    String(decoding: text.utf8.map { isUpperCase($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func mapped(_ text: String, _ options: utf8proc_option_t...) -> String {
    let flags = options.reduce(UTF8PROC_STABLE.rawValue) { $0 | $1.rawValue }
    var text = text
    return text.withUTF8 { bytes in
      var result: UnsafeMutablePointer<UInt8>?
      let count = utf8proc_map(
        bytes.baseAddress, bytes.count, &result, utf8proc_option_t(rawValue: flags))
      guard count >= 0, let result else {
        // A String is valid UTF-8 and shorter than utf8proc's limits; what is left is no memory.
        fatalError("utf8proc_map failed: \(String(cString: utf8proc_errmsg(count)))")
      }
      defer { albumen_utf8proc_free(result) }
      return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
    }
  }
}
