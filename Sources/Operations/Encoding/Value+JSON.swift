extension Value {
  /// Writes the value where its field's name says what it is (`slot`), so that reading it back in the
  /// same slot gives the same value of the same wire type (docs/formats/jsonl.md, "Values").
  package func write(to out: inout JSONWriter, in slot: SlotType) {
    switch self {
    case .null: out.null()
    case .bool(let truth): out.bool(truth)
    case .int(let number): out.int(number)
    case .double(let number):
      if number.isFinite {
        out.double(number)
      } else {
        wrap("double", &out) { $0.string(Hex.encode(number.bitPattern)) }
      }
    case .text(let text):
      if Value(bare: text, in: slot) == self {
        out.string(text)
      } else {
        wrap("text", &out) { $0.string(text) }
      }
    case .bytes(let bytes):
      if slot == .position, !bytes.isEmpty {
        out.string(Hex.encode(bytes))
      } else {
        wrap("bytes", &out) { $0.string(Hex.encode(bytes)) }
      }
    case .identifier(let id):
      if slot == .identifier {
        out.string(id)
      } else {
        wrap("id", &out) { $0.string(id) }
      }
    case .digest(let id):
      if slot == .digest {
        out.string(id)
      } else {
        wrap("id", &out) { $0.string(id) }
      }
    case .dots(let dots):
      if slot == .dots {
        Self.write(dots, to: &out)
      } else {
        wrap("dots", &out) { Self.write(dots, to: &$0) }
      }
    case .list(let values):
      if slot == .dots {
        wrap("list", &out) { Self.write(values, to: &$0) }
      } else {
        Self.write(values, to: &out)
      }
    case .map(let entries):
      wrap("map", &out) { out in
        out.object { out in
          for entry in entries {
            out.name(entry.name)
            entry.value.write(to: &out, in: .any)
          }
        }
      }
    }
  }

  private func wrap(_ name: String, _ out: inout JSONWriter, _ body: (inout JSONWriter) -> Void) {
    out.object { out in
      out.name(name)
      body(&out)
    }
  }

  private static func write(_ dots: [Dot], to out: inout JSONWriter) {
    out.array { out in for dot in dots { out.string(dot.description) } }
  }

  private static func write(_ values: [Value], to out: inout JSONWriter) {
    out.array { out in for value in values { value.write(to: &out, in: .any) } }
  }

  /// The value of a text that stands bare in a slot.
  private init(bare text: String, in slot: SlotType) {
    switch slot {
    case .digest: self = Digest<Never>(text).map { .digest($0) } ?? .text(text)
    case .identifier: self = Identifier<Never>(text).map { .identifier($0) } ?? .text(text)
    case .position:
      if !text.isEmpty, let bytes = Hex.decode(text) {
        self = .bytes(bytes)
      } else {
        self = .text(text)
      }
    case .dots, .text, .any: self = .text(text)
    }
  }

  /// Creates the value that JSON spells in a slot.
  ///
  /// - Throws: `.malformedText` where a wrapper such as `{"id": …}` holds what it may not.
  package init(_ json: JSONValue, in slot: SlotType, depth: Int = 0) throws(OperationsError) {
    switch json {
    case .null: self = .null
    case .bool(let truth): self = .bool(truth)
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = Value(bare: text, in: slot)
    case .array(let elements):
      if slot == .dots, let dots = Self.dots(elements) {
        self = .dots(dots)
      } else {
        self = .list(try Self.list(elements, depth))
      }
    case .object(let members):
      if members.count == 1, let wrapped = try Value(wrapper: members[0], depth) {
        self = wrapped
      } else {
        self = .map(try Self.map(members, depth))
      }
    }
  }

  private init?(
    wrapper member: (name: String, value: JSONValue), _ depth: Int
  ) throws(OperationsError) {
    switch (member.name, member.value) {
    case ("id", .string(let text)):
      if let id = Identifier<Never>(text) {
        self = .identifier(id)
      } else if let id = Digest<Never>(text) {
        self = .digest(id)
      } else {
        throw Self.badWrapper("id", "32 or 64 lowercase hexadecimal digits")
      }
    case ("bytes", .string(let text)):
      guard let bytes = Hex.decode(text) else {
        throw Self.badWrapper("bytes", "pairs of lowercase hexadecimal digits")
      }
      self = .bytes(bytes)
    case ("double", .string(let text)):
      guard let bits = Hex.decodeWord(text) else {
        throw Self.badWrapper("double", "16 lowercase hexadecimal digits")
      }
      self = .double(Double(bitPattern: bits))
    case ("text", .string(let text)): self = .text(text)
    case ("dots", .array(let elements)):
      guard let dots = Self.dots(elements) else {
        throw Self.badWrapper("dots", "texts of the form log:seq")
      }
      self = .dots(dots)
    case ("list", .array(let elements)): self = .list(try Self.list(elements, depth))
    case ("map", .object(let members)): self = .map(try Self.map(members, depth))
    default: return nil
    }
  }

  private static func dots(_ elements: [JSONValue]) -> [Dot]? {
    var dots: [Dot] = []
    for element in elements {
      guard case .string(let text) = element, let dot = Dot(text) else { return nil }
      dots.append(dot)
    }
    return dots
  }

  private static func list(_ elements: [JSONValue], _ depth: Int) throws(OperationsError) -> [Value]
  {
    try check(depth)
    var values: [Value] = []
    for element in elements { values.append(try Value(element, in: .any, depth: depth + 1)) }
    return values
  }

  private static func map(
    _ members: [(name: String, value: JSONValue)], _ depth: Int
  ) throws(OperationsError) -> [MapEntry] {
    try check(depth)
    var entries: [MapEntry] = []
    for member in members {
      entries.append(MapEntry(member.name, try Value(member.value, in: .any, depth: depth + 1)))
    }
    return entries.sorted { ExactText($0.name) < ExactText($1.name) }
  }

  /// As deep as the binary form allows, and no deeper: else a log could not be read again.
  private static func check(_ depth: Int) throws(OperationsError) {
    guard depth < maximumDepth else {
      throw OperationsError(.malformedText, "values nest too deeply")
    }
  }

  private static func badWrapper(_ name: String, _ wanted: String) -> OperationsError {
    OperationsError(.malformedText, "{\"\(name)\": …} needs \(wanted)")
  }
}
