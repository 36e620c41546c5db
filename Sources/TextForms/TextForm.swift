import CUtf8proc

/// The forms a text is brought into: normalised to be compared, printable and measured in columns to
/// be shown.
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
    isPlainlyNFC(text) ? text : composed(text)
  }

  /// Returns UTF-8 bytes in Normalization Form C; nil if they are not valid UTF-8.
  package static func nfc(_ bytes: some Collection<UInt8>) -> [UInt8]? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return Array(nfc(text).utf8)
  }

  /// All characters below U+0300, the first combining mark, are their own normal form; in UTF-8
  /// those are the texts without a byte from 0xCC up.
  private static func isPlainlyNFC(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0xCC }
  }

  private static func composed(_ text: String) -> String {
    let options = utf8proc_option_t(
      rawValue: UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
    var text = text
    return text.withUTF8 { bytes in
      var result: UnsafeMutablePointer<UInt8>?
      let count = utf8proc_map(bytes.baseAddress, bytes.count, &result, options)
      guard count >= 0, let result else {
        // A String is valid UTF-8 and shorter than utf8proc's limits; what is left is no memory.
        fatalError("utf8proc_map failed: \(String(cString: utf8proc_errmsg(count)))")
      }
      defer { albumen_utf8proc_free(result) }
      return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
    }
  }
}
