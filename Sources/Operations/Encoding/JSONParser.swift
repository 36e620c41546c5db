/// Parses one JSON text (RFC 8259), strictly: UTF-8, no duplicate names, bounded depth.
package struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private static let maximumDepth = 80

  /// Returns the value that a whole text spells.
  ///
  /// - Throws: `.malformedText`, with the column (in bytes, from 1) where the text goes wrong.
  package static func parse(_ text: some Collection<UInt8>) throws(OperationsError) -> JSONValue {
    let copy = Array(text)
    let result: Result<JSONValue, OperationsError> = copy.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(bytes: buffer)
      do throws(OperationsError) {
        return .success(try parser.whole())
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func whole() throws(OperationsError) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard index == bytes.count else { throw fault("there is more behind the JSON value") }
    return value
  }

  private mutating func value(depth: Int) throws(OperationsError) -> JSONValue {
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < Self.maximumDepth else { throw fault("the JSON nests too deeply") }
      return try peek == UInt8(ascii: "{") ? object(depth) : array(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case 0 where index >= bytes.count: throw fault("the JSON ends too early")
    default: throw fault("no JSON value begins here")
    }
  }

  private mutating func object(_ depth: Int) throws(OperationsError) -> JSONValue {
    index += 1
    var members: [(name: String, value: JSONValue)] = []
    var names: Set<ExactText> = []
    if skip(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw fault("a name in quotes is missing") }
      let name = try string()
      guard names.insert(ExactText(name)).inserted else { throw fault("a name stands twice") }
      guard skip(UInt8(ascii: ":")) else { throw fault("a colon is missing") }
      members.append((name, try value(depth: depth + 1)))
      if skip(UInt8(ascii: "}")) { return .object(members) }
      guard skip(UInt8(ascii: ",")) else { throw fault("a comma or } is missing") }
    }
  }

  private mutating func array(_ depth: Int) throws(OperationsError) -> JSONValue {
    index += 1
    var values: [JSONValue] = []
    if skip(UInt8(ascii: "]")) { return .array(values) }
    while true {
      values.append(try value(depth: depth + 1))
      if skip(UInt8(ascii: "]")) { return .array(values) }
      guard skip(UInt8(ascii: ",")) else { throw fault("a comma or ] is missing") }
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(OperationsError)
    -> JSONValue
  {
    let end = index + word.utf8CodeUnitCount
    guard end <= bytes.count,
      (index..<end).allSatisfy({ bytes[$0] == word.utf8Start[$0 - index] })
    else { throw fault("no JSON value begins here") }
    index = end
    return value
  }

  private mutating func number() throws(OperationsError) -> JSONValue {
    let start = index
    var whole = true
    _ = take(UInt8(ascii: "-"))
    guard let first = digit() else { throw fault("a digit is missing") }
    if first == UInt8(ascii: "0") {
      if digit() != nil { throw fault("a number begins with 0") }
    } else {
      while digit() != nil {}
    }
    if take(UInt8(ascii: ".")) {
      whole = false
      guard digit() != nil else { throw fault("a digit is missing") }
      while digit() != nil {}
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      whole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digit() != nil else { throw fault("a digit is missing") }
      while digit() != nil {}
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if whole {
      // As a floating-point number it would come back as another one.
      guard let number = Int64(text) else { throw fault("a whole number needs more than 64 bits") }
      return .int(number)
    }
    guard let number = Double(text), number.isFinite else { throw fault("a number is too large") }
    return .double(number)
  }

  private mutating func string() throws(OperationsError) -> String {
    index += 1
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""),
      bytes[index] != UInt8(ascii: "\\"), bytes[index] >= 0x20
    { index += 1 }
    var text = Array(bytes[start..<index])
    while true {
      guard index < bytes.count else { throw fault("a text has no end") }
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let result = String(validating: text, as: UTF8.self) else {
          throw fault("a text is not UTF-8")
        }
        return result
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw fault("a text holds a raw control character")
      default: text.append(byte)
      }
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws(OperationsError) {
    let letter = peek
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "u"): text += Array(String(try escapedScalar()).utf8)
    default: throw fault("an escape is unknown")
    }
  }

  private mutating func escapedScalar() throws(OperationsError) -> Character {
    var code = try hexWord()
    if (0xD800..<0xDC00).contains(code) {
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
        throw fault("half a surrogate pair stands alone")
      }
      let low = try hexWord()
      guard (0xDC00..<0xE000).contains(low) else {
        throw fault("half a surrogate pair stands alone")
      }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw fault("half a surrogate pair stands alone")
    }
    return Character(scalar)
  }

  private mutating func hexWord() throws(OperationsError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      let unit = peek
      guard index < bytes.count, let digit = Character(Unicode.Scalar(unit)).hexDigitValue else {
        throw fault("four hexadecimal digits are missing")
      }
      index += 1
      code = code << 4 | UInt32(digit)
    }
    return code
  }

  private var peek: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func digit() -> UInt8? {
    let byte = peek
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    index += 1
    return byte
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    return take(byte)
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  private func fault(_ message: String) -> OperationsError {
    OperationsError(.malformedText, "\(message) (column \(min(index, bytes.count) + 1))")
  }
}
