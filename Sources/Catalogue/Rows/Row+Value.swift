import Operations
import SQLiteKit

/// How a value that SQLite has no type for begins: its tag.
private enum ValueTag {
  static let identifier = UInt8(ascii: "I")
  static let digest = UInt8(ascii: "D")
  static let bytes = UInt8(ascii: "B")
  static let yes = UInt8(ascii: "Y")
  static let no = UInt8(ascii: "N")
  static let json = UInt8(ascii: "J")
}

extension ParameterBinding {
  /// Binds the value of a register (docs/formats/catalogue.md, "Values").
  func bind(_ value: Value, at index: Int) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .int(let number): try bind(number, at: index)
    // SQLite would store a NaN as NULL, and drop its bits.
    case .double(let number) where !number.isNaN: try bind(number, at: index)
    case .text(let text): try bind(text, at: index)
    case .bool(let truth): try bind([truth ? ValueTag.yes : ValueTag.no], at: index)
    case .bytes(let bytes): try bind(bytes, behind: ValueTag.bytes, at: index)
    case .identifier(let id): try bind(id.bytes, behind: ValueTag.identifier, at: index)
    case .digest(let id): try bind(id.bytes, behind: ValueTag.digest, at: index)
    case .double, .dots, .list, .map:
      var out = JSONWriter()
      value.write(to: &out, in: .any)
      try bind([ValueTag.json] + out.bytes, at: index)
    }
  }

  /// Binds the name of a field: its code, or its text where it has none.
  func bind(_ field: FieldName, at index: Int) throws(SQLiteError) {
    if field.code != 0 {
      try bind(Int64(field.code), at: index)
    } else {
      try bind(field.text, at: index)
    }
  }
}

extension Row {
  /// Reads the value of a register.
  ///
  /// - Throws: `.corrupt` for bytes that stand for none.
  func value(_ column: Int) throws(SQLiteError) -> Value {
    switch type(column) {
    case .null: return .null
    case .integer: return .int(int64(column))
    case .real: return .double(double(column))
    case .text: return .text(text(column))
    case .blob:
      guard let value = withBytes(column, Self.tagged) else {
        throw SQLiteError(.corrupt, "a value in the catalogue is damaged")
      }
      return value
    }
  }

  /// Reads the name of a field.
  func field(_ column: Int) throws(SQLiteError) -> FieldName {
    if type(column) == .text { return FieldName(text(column)) }
    guard let field = FieldName(code: UInt8(clamping: int64(column))) else {
      throw SQLiteError(.corrupt, "the name of a field in the catalogue is damaged")
    }
    return field
  }

  private static func tagged(_ bytes: UnsafeRawBufferPointer) -> Value? {
    guard let tag = bytes.first else { return nil }
    let body = bytes.dropFirst()
    switch tag {
    case ValueTag.yes: return body.isEmpty ? .bool(true) : nil
    case ValueTag.no: return body.isEmpty ? .bool(false) : nil
    case ValueTag.bytes: return .bytes([UInt8](body))
    case ValueTag.identifier: return Identifier<Never>(bytes: body).map { .identifier($0) }
    case ValueTag.digest: return Digest<Never>(bytes: body).map { .digest($0) }
    case ValueTag.json: return try? Value(JSONParser.parse(body), in: .any)
    default: return nil
    }
  }
}
