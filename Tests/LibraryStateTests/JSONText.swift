import LibraryState
import Operations

/// The text of a JSON value in one form for all that mean the same: names sorted, nothing else changed.
func normalized(_ json: some Collection<UInt8>) throws -> String {
  normalized(try JSONParser.parse(json))
}

private func normalized(_ json: JSONValue) -> String {
  switch json {
  case .null: "null"
  case .bool(let truth): "\(truth)"
  case .int(let number): "\(number)"
  case .double(let number): "\(number)"
  case .string(let text): quoted(text)
  case .array(let values): "[" + values.map(normalized).joined(separator: ",") + "]"
  case .object(let members):
    "{\n"
      + members.sorted { ExactText($0.name) < ExactText($1.name) }
      .map { quoted($0.name) + ":" + normalized($0.value) }.joined(separator: ",\n") + "}"
  }
}

private func quoted(_ text: String) -> String {
  // Escaped whole, so that texts that Swift takes for the same, but are not, differ.
  "\"" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
}

/// The lines that only one of two normalized texts has.
func difference(_ actual: String, _ expected: String) -> String {
  let here = actual.split(separator: "\n"), there = expected.split(separator: "\n")
  return there.difference(from: here).map { change in
    switch change {
    case .insert(_, let line, _): "expected \(line)"
    case .remove(_, let line, _): "not expected \(line)"
    }
  }.joined(separator: "\n")
}

extension LibraryState {
  /// The visible state as `normalized` text.
  func normalizedJSON() throws -> String {
    var out = JSONWriter()
    write(to: &out)
    return try normalized(out.bytes)
  }
}
