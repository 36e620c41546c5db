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
    // A text's own bytes equal make equal texts, which is the cheaper question.
    guard left.text.utf8.count == right.text.utf8.count else { return false }
    return left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Tells whether the left one comes first.
  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// Feeds the value to a hasher.
  package func hash(into hasher: inout Hasher) {
    // The hasher has the length as well, so that texts in succession do not run into each other.
    var text = text
    text.withUTF8 { utf8 in
      hasher.combine(utf8.count)
      hasher.combine(bytes: UnsafeRawBufferPointer(utf8))
    }
  }
}
