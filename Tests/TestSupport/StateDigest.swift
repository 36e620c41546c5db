package import Operations

/// Tells states apart by a number: FNV-1a, 64 bits, over one spelling of their JSON.
///
/// Members in the order of their names, texts as the hexadecimal digits of their UTF-8, no spaces
/// (Fixtures/histories/README.md, "past.txt").
package enum StateDigest {
  /// Returns the sixteen digits of a JSON text.
  package static func of(_ json: some Collection<UInt8>) throws -> String {
    of(try JSONParser.parse(json))
  }

  /// Returns the sixteen digits of what a JSON text says.
  package static func of(_ json: JSONValue) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in spelling(json).utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return Hex.encode(hash)
  }

  private static func spelling(_ json: JSONValue) -> String {
    switch json {
    case .null: "n"
    case .bool(let truth): truth ? "t" : "f"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): "\"" + Hex.encode(text.utf8)
    case .array(let elements):
      "[" + elements.map(spelling).joined(separator: ",")
        + "]"
    case .object(let members):
      "{"
        + members.map { spelling(.string($0.name)) + ":" + spelling($0.value) }.sorted()
        .joined(separator: ",") + "}"
    }
  }
}
