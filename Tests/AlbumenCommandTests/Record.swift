import Albumen
import TestSupport

/// Is a JSON object that the program wrote.
struct Record: Sendable {
  let members: [(name: String, value: JSONValue)]

  init(_ bytes: some Collection<UInt8>) throws {
    guard case .object(let members) = try JSONParser.parse(bytes) else {
      throw TestFailure("no object: \(String(decoding: bytes, as: UTF8.self))")
    }
    self.members = members
  }

  /// The objects of JSON Lines.
  static func lines(
    _ bytes: [UInt8], endedBy terminator: UInt8 = UInt8(ascii: "\n")
  ) throws -> [Record] {
    guard bytes.isEmpty || bytes.last == terminator else {
      throw TestFailure("the last record is not ended")
    }
    return try bytes.split(separator: terminator).map { try Record($0) }
  }

  var names: [String] { members.map(\.name) }

  subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

  /// The text of a member.
  func text(_ name: String) -> String? {
    if case .string(let text)? = self[name] { text } else { nil }
  }

  /// The number of a member.
  func int(_ name: String) -> Int? {
    if case .int(let number)? = self[name] { Int(number) } else { nil }
  }

  /// The number of a member, a binary one.
  func double(_ name: String) -> Double? {
    if case .double(let number)? = self[name] { number } else { nil }
  }

  /// The truth value of a member.
  func bool(_ name: String) -> Bool? {
    if case .bool(let truth)? = self[name] { truth } else { nil }
  }

  /// The elements of a member.
  func list(_ name: String) -> [JSONValue] {
    if case .array(let elements)? = self[name] { elements } else { [] }
  }

  /// The texts of a member's elements.
  func texts(_ name: String) -> [String] {
    list(name).compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}

extension JSONValue {
  /// The value with the members of its objects in order, so that equal values are equal texts.
  var canonical: String {
    switch self {
    case .null: "null"
    case .bool(let truth): "\(truth)"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): "\"\(text.unicodeScalars.map { "\($0.value)." }.joined())\""
    case .array(let elements): "[\(elements.map(\.canonical).joined(separator: ","))]"
    case .object(let members):
      "{\(members.sorted { $0.name < $1.name }.map { "\($0.name):\($0.value.canonical)" }.joined(separator: ","))}"
    }
  }
}
