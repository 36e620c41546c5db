/// Is a JSON value as RFC 8259 has it, whole numbers kept apart from others.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  /// Members in the order of the text, each name once.
  case object([(name: String, value: JSONValue)])

  /// What to call the value in a message.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .int, .double: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
