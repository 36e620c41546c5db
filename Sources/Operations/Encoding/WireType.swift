/// Says how a value is written in binary; the raw values are the format (docs/formats/transaction.md).
enum WireType: UInt8 {
  case null = 0
  case no, yes, int, double, text, bytes, identifier, digest, dots, list, map
  /// A text that stands in the segment's table of texts.
  case internedText
  /// The name of a field that has a code.
  case symbol
}

/// The fixed parts of a transaction's binary form.
enum BinaryForm {
  /// Texts that repeat so much that a segment holds them once.
  static func isInterned(_ name: FieldName) -> Bool { name == .type || name == .tag }

  static let origins = ["command", "folder", "replay"]
  /// The code of an origin that has none: its text follows.
  static let otherOrigin: UInt8 = 255

  static let hasUndoes: UInt8 = 1
  static let hasExtra: UInt8 = 2
}
