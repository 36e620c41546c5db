extension Transaction {
  /// The names that JSON Lines gives to what a transaction always can have.
  static let memberNames: Set<String> = [
    "log", "seq", "hlc", "context", "chains", "wall", "origin", "label", "undoes", "ops",
  ]

  /// The transaction as one line of JSON Lines, without the line's end (docs/formats/jsonl.md).
  package var jsonLine: String {
    var out = JSONWriter()
    write(to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// Writes the transaction as one JSON object.
  package func write(to out: inout JSONWriter) {
    out.object { out in
      out.member("log", log.description)
      out.member("seq", seq)
      out.member("hlc", Hex.encode(hlc))
      out.name("context")
      out.object { out in
        for entry in context.entries { out.member(entry.log.description, entry.seq) }
      }
      let chains = context.entries.filter { $0.chain != nil }
      if !chains.isEmpty {
        out.name("chains")
        out.object { out in
          for entry in chains { out.member(entry.log.description, Hex.encode(entry.chain ?? 0)) }
        }
      }
      out.member("wall", wall)
      if let origin { out.member("origin", origin) }
      out.member("label", label)
      if let undoes { out.member("undoes", undoes.description) }
      out.name("ops")
      out.array { out in for operation in operationList { operation.write(to: &out) } }
      for field in extra {
        out.name(field.name.text)
        field.value.write(to: &out, in: .any)
      }
    }
  }

  /// Creates the transaction that a line of JSON Lines spells.
  ///
  /// - Throws: `.malformedText`, with what is wrong in words.
  package init(jsonLine: some Collection<UInt8>) throws(OperationsError) {
    if let plain = PlainLineReader.transaction(jsonLine) {
      self = plain
    } else {
      try self.init(anyLine: jsonLine)
    }
  }

  /// Creates the transaction that a line spells, however it spells it.
  init(anyLine jsonLine: some Collection<UInt8>) throws(OperationsError) {
    guard case .object(let members) = try JSONParser.parse(jsonLine) else {
      throw OperationsError(.malformedText, "the line is no JSON object")
    }
    var fields = MemberTaker(members, of: "the transaction")
    let log = try fields.log("log")
    let seq = try fields.seq("seq")
    guard let hlc = Hex.decodeWord(try fields.text("hlc")) else {
      throw OperationsError(.malformedText, "\"hlc\" is not 16 lowercase hexadecimal digits")
    }
    let context = try Self.context(
      try fields.object("context"), chains: try fields.objectIfPresent("chains") ?? [])
    let wall = try fields.int("wall")
    let origin = try fields.textIfPresent("origin")
    let label = try fields.text("label")
    let undoes = try Self.undoes(try fields.textIfPresent("undoes"))
    var operations: [Operation] = []
    for element in try fields.array("ops") { operations.append(try Operation(element)) }
    do throws(OperationsError) {
      try self.init(
        read: log, seq: seq, hlc: hlc, context: context, wall: wall, origin: origin, label: label,
        undoes: undoes, operations: OperationList(operations), extra: try Self.extra(fields.rest))
    } catch { throw OperationsError(.malformedText, error.message) }
  }

  private static func context(
    _ members: [(name: String, value: JSONValue)], chains: [(name: String, value: JSONValue)]
  ) throws(OperationsError) -> Context {
    var chainOf: [LogID: UInt64] = [:]
    for chain in chains {
      guard let log = LogID(chain.name), case .string(let text) = chain.value,
        let word = Hex.decodeWord(text)
      else {
        throw OperationsError(
          .malformedText, "\"chains\" needs log ids with 16 lowercase hexadecimal digits each")
      }
      chainOf[log] = word
    }
    var entries: [Context.Entry] = []
    for member in members {
      guard let log = LogID(member.name), case .int(let seq) = member.value, seq >= 1,
        UInt64(seq) <= maximumSeq
      else {
        throw OperationsError(.malformedText, "\"context\" needs log ids with numbers from 1")
      }
      entries.append(
        Context.Entry(log: log, seq: UInt64(seq), chain: chainOf.removeValue(forKey: log)))
    }
    guard chainOf.isEmpty else {
      throw OperationsError(.malformedText, "\"chains\" names a log that \"context\" does not")
    }
    return Context(entries)
  }

  private static func undoes(_ text: String?) throws(OperationsError) -> Dot? {
    guard let text else { return nil }
    guard let dot = Dot(text) else {
      throw OperationsError(.malformedText, "\"undoes\" is not of the form log:seq")
    }
    return dot
  }

  private static func extra(
    _ members: [(name: String, value: JSONValue)]
  ) throws(OperationsError) -> [Field] {
    var fields: [Field] = []
    for member in members {
      fields.append(Field(FieldName(member.name), try Value(member.value, in: .any)))
    }
    return fields.sorted { $0.name < $1.name }
  }
}

extension Operation {
  /// Writes the operation as one JSON object.
  package func write(to out: inout JSONWriter) {
    let isKnown = kind != nil
    let fields = fields
    let register = fields.first { $0.name == .field }?.value.text.map { FieldName($0) }
    out.object { out in
      out.member("kind", kindName)
      for field in fields {
        out.name(field.name.text)
        field.value.write(
          to: &out, in: isKnown ? Self.slot(of: field.name, register: register) : .any)
      }
    }
  }

  /// Creates the operation that a JSON object spells.
  init(_ json: JSONValue) throws(OperationsError) {
    guard case .object(let members) = json else {
      throw OperationsError(.malformedText, "an operation is no JSON object")
    }
    var taker = MemberTaker(members, of: "an operation")
    let kind = try taker.text("kind")
    let isKnown = OperationKind(name: kind) != nil
    // What a register's value is depends on the register, whose name may stand behind it.
    let register = try members.first { $0.name == "field" }
      .map { member throws(OperationsError) in try Value(member.value, in: .text) }?
      .text.map { FieldName($0) }
    var fields: [Field] = []
    for member in taker.rest {
      let name = FieldName(member.name)
      let slot = isKnown ? Self.slot(of: name, register: register) : .any
      fields.append(Field(name, try Value(member.value, in: slot)))
    }
    self.init(kind: kind, fields: fields.sorted { $0.name < $1.name })
  }

  /// What a field of a known kind holds: for a register's value, what the register is for.
  private static func slot(of name: FieldName, register: FieldName?) -> SlotType {
    switch name {
    case .value:
      switch register {
      case .content?, .partOf?, .cover?: .digest
      case .parent?: .identifier
      default: .any
      }
    case .parent: .identifier
    default: SlotType(of: name)
    }
  }
}

/// Takes the members that a format asks for out of a JSON object, with errors that name them.
struct MemberTaker {
  private(set) var rest: [(name: String, value: JSONValue)]
  private let subject: String

  init(_ members: [(name: String, value: JSONValue)], of subject: String) {
    rest = members
    self.subject = subject
  }

  private mutating func take(_ name: String) -> JSONValue? {
    guard let index = rest.firstIndex(where: { $0.name == name }) else { return nil }
    return rest.remove(at: index).value
  }

  private mutating func require(_ name: String) throws(OperationsError) -> JSONValue {
    guard let value = take(name) else {
      throw OperationsError(.malformedText, "\(subject) has no \"\(name)\"")
    }
    return value
  }

  private func wrong(_ name: String, _ value: JSONValue, _ wanted: String) -> OperationsError {
    OperationsError(.malformedText, "\"\(name)\" is \(value.typeName), not \(wanted)")
  }

  mutating func text(_ name: String) throws(OperationsError) -> String {
    let value = try require(name)
    guard case .string(let text) = value else { throw wrong(name, value, "a text") }
    return text
  }

  mutating func textIfPresent(_ name: String) throws(OperationsError) -> String? {
    guard let value = take(name) else { return nil }
    guard case .string(let text) = value else { throw wrong(name, value, "a text") }
    return text
  }

  mutating func int(_ name: String) throws(OperationsError) -> Int64 {
    let value = try require(name)
    guard case .int(let number) = value else { throw wrong(name, value, "a whole number") }
    return number
  }

  mutating func seq(_ name: String) throws(OperationsError) -> UInt64 {
    let number = try int(name)
    guard number >= 1 else { throw OperationsError(.malformedText, "\"\(name)\" is below 1") }
    return UInt64(number)
  }

  mutating func log(_ name: String) throws(OperationsError) -> LogID {
    guard let log = LogID(try text(name)) else {
      throw OperationsError(.malformedText, "\"\(name)\" is not 32 lowercase hexadecimal digits")
    }
    return log
  }

  mutating func array(_ name: String) throws(OperationsError) -> [JSONValue] {
    let value = try require(name)
    guard case .array(let elements) = value else { throw wrong(name, value, "a list") }
    return elements
  }

  mutating func object(
    _ name: String
  ) throws(OperationsError) -> [(name: String, value: JSONValue)] {
    let value = try require(name)
    guard case .object(let members) = value else { throw wrong(name, value, "an object") }
    return members
  }

  mutating func objectIfPresent(
    _ name: String
  ) throws(OperationsError) -> [(name: String, value: JSONValue)]? {
    guard rest.contains(where: { $0.name == name }) else { return nil }
    return try object(name)
  }
}
