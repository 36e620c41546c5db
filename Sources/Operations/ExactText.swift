/// Compares text by its bytes.
///
/// Swift's `String` takes canonically equivalent texts (NFC and NFD twins) for equal. The log does not:
/// a tag, a name or a repeated text is its UTF-8, and is ordered by it.
package struct ExactText: Hashable, Comparable, Sendable {
  /// The text.
  package let text: String

  /// Creates the exact form of a text.
  package init(_ text: String) { self.text = text }

  /// Tells whether both are the same.
  package static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Tells whether the left one comes first.
  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// Feeds the value to a hasher.
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8(0xFF))
  }
}
