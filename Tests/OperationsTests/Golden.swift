import Glibc

@testable import Operations

/// The golden files that `Fixtures/golden/make.py` writes from the format documents.
enum Golden {
  static let histories = [
    "every-kind", "unknown", "values", "contexts", "mixed", "example", "initial",
  ]

  /// The bytes of a file below `Fixtures/golden`.
  static func bytes(_ name: String) throws -> [UInt8] {
    let here = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let path = "/\(here)/Fixtures/golden/\(name)"
    guard let file = fopen(path, "r") else { throw Failure(text: "cannot open \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// The lines of a file, without their ends.
  static func lines(_ name: String) throws -> [[UInt8]] {
    try bytes(name).split(separator: UInt8(ascii: "\n")).map { Array($0) }
  }

  /// One transaction as the golden files have it in binary.
  struct Row {
    let log: LogID
    let seq: UInt64
    let canonical: [UInt8]
    let chain: String
    let payload: [UInt8]
  }

  /// The rows of a history, log by log, ascending.
  static func rows(_ history: String) throws -> [Row] {
    let json = try JSONParser.parse(try bytes("histories/\(history).json"))
    var rows: [Row] = []
    for (name, list) in try json.members {
      let log = try need(LogID(name))
      for row in try list.elements {
        rows.append(
          Row(
            log: log, seq: UInt64(try row["seq"].int),
            canonical: try need(Hex.decode(try row["canonical"].text)),
            chain: try row["chain"].text, payload: try need(Hex.decode(try row["payload"].text))))
      }
    }
    return rows
  }

  /// The transactions of a history by their names.
  static func transactions(_ history: String) throws -> [Dot: Transaction] {
    var byDot: [Dot: Transaction] = [:]
    for line in try lines("histories/\(history).jsonl") {
      let transaction = try Transaction(jsonLine: line)
      byDot[transaction.dot] = transaction
    }
    return byDot
  }
}

/// Says why a test's own data cannot be used.
struct Failure: Error {
  let text: String
}

func need<Wanted>(_ value: Wanted?) throws -> Wanted {
  guard let value else { throw Failure(text: "a golden file has another shape") }
  return value
}

extension JSONValue {
  var members: [(name: String, value: JSONValue)] {
    get throws {
      guard case .object(let members) = self else { throw Failure(text: "no object") }
      return members
    }
  }

  var elements: [JSONValue] {
    get throws {
      guard case .array(let elements) = self else { throw Failure(text: "no array") }
      return elements
    }
  }

  var text: String {
    get throws {
      guard case .string(let text) = self else { throw Failure(text: "no text") }
      return text
    }
  }

  var int: Int64 {
    get throws {
      guard case .int(let number) = self else { throw Failure(text: "no whole number") }
      return number
    }
  }

  subscript(_ name: String) -> JSONValue {
    get throws { try need(try members.first { $0.name == name }?.value) }
  }

  /// The value in a text of one form, members in the order of their names: equal for equal values.
  var comparable: String {
    switch self {
    case .null: "null"
    case .bool(let truth): "\(truth)"
    case .int(let number): "\(number)"
    case .double(let number): "d\(number.bitPattern)"
    case .string(let text): Self.exact(text)
    case .array(let elements): "[\(elements.map(\.comparable).joined(separator: ","))]"
    case .object(let members):
      "{"
        + members.map { "\(Self.exact($0.name)):\($0.value.comparable)" }.sorted()
        .joined(separator: ",") + "}"
    }
  }

  private static func exact(_ text: String) -> String { "'\(Hex.encode(text.utf8))'" }
}
