/// Writes JSON (RFC 8259) to a buffer, compact, member by member.
///
/// Control characters, C1 ones included, are escaped, so that a text from another device can do nothing
/// to a terminal that shows it.
package struct JSONWriter {
  /// The UTF-8 that was written.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  /// Starts anew, keeping the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Returns what was written so far, and goes on behind it in the same text.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  package mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Writes an object whose members `body` writes.
  package mutating func object<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    separate()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    try body(&self)
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// Writes a list whose elements `body` writes.
  package mutating func array<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    separate()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
    try body(&self)
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Writes the name of the member whose value comes next.
  package mutating func name(_ name: String) {
    separate()
    quoted(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func null() { raw("null") }
  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
  package mutating func int(_ value: some BinaryInteger) { raw(String(value)) }

  package mutating func string(_ text: String) {
    separate()
    quoted(text)
    needsComma = true
  }

  /// Writes the digits of an identifier as a text.
  package mutating func string<Subject>(_ id: Identifier<Subject>) {
    digits { bytes in
      Hex.append(id.high, to: &bytes)
      Hex.append(id.low, to: &bytes)
    }
  }

  /// Writes the digits of a digest as a text.
  package mutating func string<Subject>(_ digest: Digest<Subject>) {
    digits { bytes in
      Hex.append(digest.words.0, to: &bytes)
      Hex.append(digest.words.1, to: &bytes)
      Hex.append(digest.words.2, to: &bytes)
      Hex.append(digest.words.3, to: &bytes)
    }
  }

  /// Writes a text of digits, in which nothing needs to be escaped.
  private mutating func digits(_ body: (inout [UInt8]) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    body(&bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a number so that it reads back to the same bits; it must be finite.
  package mutating func double(_ value: Double) {
    // `description` is the shortest text that reads back the same, and always has a point or exponent.
    raw(value.description)
  }

  /// Writes a member with a text.
  package mutating func member(_ name: String, _ value: String) {
    self.name(name)
    string(value)
  }

  /// Writes a member with a whole number.
  package mutating func member(_ name: String, _ value: some BinaryInteger) {
    self.name(name)
    int(value)
  }

  /// Writes a member with a truth value.
  package mutating func member(_ name: String, _ value: Bool) {
    self.name(name)
    bool(value)
  }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  private mutating func quoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: Self.mayNeedEscape) {
      for scalar in text.unicodeScalars { escaped(scalar) }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2
  }

  private mutating func escaped(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x22, 0x5C:
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(UInt8(scalar.value))
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0..<0x20, 0x7F..<0xA0:
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(contentsOf: Hex.encode([UInt8(scalar.value)]).utf8)
    default: bytes.append(contentsOf: String(scalar).utf8)
    }
  }
}
