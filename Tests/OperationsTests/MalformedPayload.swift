@testable import Operations

/// A payload with one thing wrong, and what is said of it.
struct MalformedPayload: CustomStringConvertible {
  let bytes: [UInt8]
  let message: String
  var description: String { message }

  private init(_ message: String, whole bytes: [UInt8]) {
    self.bytes = bytes
    self.message = message
  }

  /// A payload that is sound up to its operations.
  private init(_ message: String, _ operations: [UInt8]) {
    self.init(message, whole: [0, 0, 0, 0, 0, 0, 0, 0, 0] + operations)
  }

  /// One operation with one field called "value", whose tag and content follow.
  private init(_ message: String, value: [UInt8]) { self.init(message, [1, 1, 1] + value) }

  private static func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + text.utf8 }

  private static func many(_ byte: UInt8, _ count: Int) -> [UInt8] {
    [UInt8](repeating: byte, count: count)
  }

  private static let log = LogID(high: 7, low: 7).bytes

  static let all: [MalformedPayload] = outside + operations + values

  private static let outside: [MalformedPayload] = [
    MalformedPayload("a transaction has flags of a newer version", whole: [0, 0, 0, 4]),
    MalformedPayload("an origin is unknown", whole: [0, 0, 0, 0, 0, 0, 0, 4, 0, 1, 1, 0]),
    MalformedPayload(
      "a context names the transaction's own log",
      whole: [1] + log + [0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1, 1, 0]),
    MalformedPayload(
      "a sequence number in a context is out of range",
      whole: [1] + many(3, 16) + [0, 0, 0, 0, 0, 1, 0] + many(0xFE, 9) + [1, 0, 0, 1, 1, 0]),
    MalformedPayload(
      "a context has a chain of nothing",
      whole: [1] + many(3, 16) + [0, 0, 0, 0, 0, 1, 0, 1] + many(0, 8) + [0, 0, 1, 1, 0]),
    MalformedPayload(
      "a context is not in ascending order",
      whole: [2] + many(3, 16) + many(2, 16) + [0, 0, 0, 0, 0, 2, 0, 2, 1, 2, 0, 0, 1, 1, 0]),
    MalformedPayload(
      "a context is not in ascending order",
      whole: [1] + many(3, 16) + [0, 0, 0, 0, 0, 2, 0, 2, 0, 4, 0, 0, 1, 1, 0]),
    MalformedPayload(
      "a sequence number is out of range",
      whole: [1] + log + [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0]),
    MalformedPayload(
      "a field of a transaction is written as an unknown one",
      whole: [0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0] + text("ops")),
  ]

  private static let operations: [MalformedPayload] = [
    MalformedPayload("a transaction has no operations", [0]),
    MalformedPayload("a kind has an unknown code", [1, 19, 0]),
    MalformedPayload("a transaction is followed by more", [1, 1, 0, 0]),
    MalformedPayload("fields are not in ascending order", [1, 1, 2, 0x50, 0x40]),
    MalformedPayload("fields are not in ascending order", [1, 1, 2, 0x50, 0x50]),
    MalformedPayload("a kind that has a code is written by name", [1, 0] + text("ref.add") + [0]),
    MalformedPayload("a field that has a code is written by name", value: [0] + text("tag")),
    MalformedPayload("an operation has a field called kind", value: [0] + text("kind")),
    MalformedPayload("a field has an unknown code", value: [0xF0, 35]),
    MalformedPayload("a field has an unknown code", value: [0xF0, 3]),
    MalformedPayload("a field has an unknown code", value: [0xF0, 0]),
  ]

  private static let values: [MalformedPayload] = [
    MalformedPayload("an id is not in the table", value: [0x18, 0]),
    MalformedPayload("an id is not in the table", value: [0x27, 0]),
    MalformedPayload("an id is not in the table", value: [0x39, 1, 0, 1]),
    MalformedPayload("a text is not in the table", value: [0x8C, 0]),
    MalformedPayload("a text is not in the table", value: [0x5C, 0]),
    MalformedPayload("a name is unknown", value: [0x4D, 35]),
    MalformedPayload("a name is unknown", value: [0x4D, 0]),
    MalformedPayload("a name is unknown", value: [0x5D, 1]),
    MalformedPayload("a type is unknown", value: [0x5E]),
    MalformedPayload("a type is unknown", value: [0x5A, 1, 0x55, 0]),
    MalformedPayload("a value has a type that it may not have here", value: [0x5A, 1, 12, 0]),
    MalformedPayload("a value has a type that it may not have here", value: [0x5A, 1, 13, 1]),
    MalformedPayload("a text is not UTF-8", value: [0x55, 1, 0xFF]),
    MalformedPayload("a text is not UTF-8", value: [0x55, 2, 0xC0, 0x80]),
    MalformedPayload("a text is not UTF-8", value: [0x55, 3, 0xED, 0xA0, 0x80]),
    MalformedPayload(
      "the names of a map are not in ascending order", value: [0x5B, 2, 1, 0x62, 0, 1, 0x61, 0]),
    MalformedPayload(
      "the names of a map are not in ascending order", value: [0x5B, 2, 1, 0x61, 0, 1, 0x61, 0]),
    MalformedPayload(
      "values nest too deeply", value: [0x5A] + (0..<32).flatMap { _ in [1, 10] as [UInt8] } + [0]),
    MalformedPayload("a number is too long", value: [0x53] + many(0xFF, 10)),
    MalformedPayload("a number is too long", value: [0x53] + many(0x80, 9) + [2]),
  ]
}
