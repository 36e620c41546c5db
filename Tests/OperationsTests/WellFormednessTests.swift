import Testing

@testable import Operations

/// An operation of a known kind that lacks a field, or has one of the wrong type, is kept as it is and
/// has no effect (docs/formats/transaction.md, "What an operation needs").
@Suite struct WellFormednessTests {
  private static let asset = Value.digest(Digest(words: (1, 2, 3, 4)))
  private static let dots = Value.dots([Dot(log: LogID(high: 0, low: 1), seq: 1)])

  private static let right: [FieldName: Value] = [
    .asset: asset, .content: asset, .album: .identifier(Identifier(high: 1, low: 2)),
    .place: .identifier(Identifier(high: 3, low: 4)),
    .log: .identifier(Identifier(high: 0, low: 1)),
    .observed: dots, .purges: .dots([]), .tag: .text("t"), .field: .text("title"), .value: .null,
    .title: .text("title"), .type: .text("album"), .position: .bytes([0x80]), .at: .int(0),
  ]

  private static let needs: [OperationKind: [FieldName]] = [
    .assetAdd: [.asset], .assetSet: [.asset, .field, .value],
    .assetTrash: [.asset, .observed, .purges], .assetRestore: [.asset], .assetPurge: [.asset],
    .tagAdd: [.asset, .tag], .tagRemove: [.asset, .observed, .tag],
    .albumCreate: [.album, .title, .type], .albumSet: [.album, .field, .value],
    .albumDelete: [.album, .observed], .albumRestore: [.album], .referenceAdd: [.asset, .album],
    .referenceRemove: [.asset, .album, .observed], .referenceMove: [.asset, .album, .position],
    .copyAdd: [.content, .place], .copyRemove: [.observed, .content, .place],
    .logSet: [.field, .value, .log], .logRetire: [.log, .at],
  ]

  /// A value of each type.
  private static let any: [Value] = [
    .null, .bool(true), .int(-1), .int(1), .double(1), .text("x"), .bytes([]), .bytes([1]),
    .identifier(Identifier(high: 9, low: 9)), .digest(Digest(words: (9, 9, 9, 9))), dots, .list([]),
    .map([]),
  ]

  private static func operation(_ kind: OperationKind, _ values: [FieldName: Value]) -> Operation {
    Operation(
      kind: kind.name,
      fields: values.map { Field($0.key, $0.value) }.sorted { $0.name < $1.name })
  }

  private static func isOpaque(_ operation: Operation) -> Bool {
    if case .opaque = operation.change { true } else { false }
  }

  /// The operation comes back from both encodings, and from its parts.
  private static func expectKept(_ operation: Operation) throws {
    let transaction = try Transaction(
      log: LogID(high: 7, low: 7), seq: 1, hlc: 1, context: .empty, wall: 0, origin: nil, label: "",
      operations: [operation])
    var encoder = TransactionEncoder()
    var decoder = TransactionDecoder()
    let read = try encoder.payload(of: transaction).withUnsafeBytes {
      try decoder.decode($0, log: transaction.log, seq: 1)
    }
    #expect(read == transaction)
    #expect(try Transaction(jsonLine: transaction.jsonLine.utf8) == transaction)
    #expect(Operation(operation.change, extra: operation.extra) == operation)
  }

  private static func fields(_ kind: OperationKind) throws -> [FieldName: Value] {
    var fields: [FieldName: Value] = [:]
    for name in try #require(needs[kind]) { fields[name] = right[name] }
    return fields
  }

  /// An older program takes these fields as unknown ones: were a type asked of them that it does not
  /// ask for, the two would differ about whether the asset is there.
  @Test func whatPhotosSayIsInitialWhateverItsType() throws {
    for name in [FieldName.caption, .rating, .latitude, .longitude, .camera] {
      for value in Self.any {
        let operation = Self.operation(.assetAdd, [.asset: Self.asset, name: value])
        guard case .addAsset(_, let initial) = operation.change else {
          Issue.record("\(name): \(value) is \(operation)")
          continue
        }
        #expect(initial == [Field(name, value)] && operation.extra.isEmpty)
        try Self.expectKept(operation)
      }
    }
    let wrong = Self.operation(.assetAdd, [.asset: Self.asset, .title: .int(7)])
    #expect(Self.isOpaque(wrong))
    let unknown = Self.operation(.assetAdd, [.asset: Self.asset, .favorite: .bool(true)])
    #expect(unknown.extra == [Field(.favorite, .bool(true))])
  }

  @Test(arguments: OperationKind.allCases)
  func whatItNeedsIsEnough(kind: OperationKind) throws {
    let fields = try Self.fields(kind)
    let operation = Self.operation(kind, fields)
    #expect(!Self.isOpaque(operation))
    #expect(operation.kind == kind)
    #expect(operation.kindName == kind.name)
    #expect(operation.extra.isEmpty)
    #expect(operation.fields.count == fields.count)
    #expect(operation.fields.allSatisfy { fields[$0.name] == $0.value })
    try Self.expectKept(operation)
  }

  @Test(arguments: OperationKind.allCases)
  func aMissingFieldMakesItOpaque(kind: OperationKind) throws {
    let fields = try Self.fields(kind)
    for name in fields.keys {
      var less = fields
      less[name] = nil
      let operation = Self.operation(kind, less)
      #expect(Self.isOpaque(operation), "\(kind.name) without \(name)")
      #expect(operation.kind == kind)
      try Self.expectKept(operation)
    }
  }

  @Test(arguments: OperationKind.allCases)
  func aWrongTypeMakesItOpaque(kind: OperationKind) throws {
    // The field may be one that the kind needs, or any other that has a type.
    let fields = try Self.fields(kind)
    for (name, good) in Self.right where name != .value && (name != .at || kind == .logRetire) {
      for value in Self.any {
        var changed = fields
        changed[name] = value
        let operation = Self.operation(kind, changed)
        #expect(
          Self.isOpaque(operation) != Self.fits(name, value, like: good),
          "\(kind.name) with \(name): \(value)")
        try Self.expectKept(operation)
      }
    }
  }

  private static func fits(_ name: FieldName, _ value: Value, like good: Value) -> Bool {
    switch (value, good) {
    case (.int(let number), .int): number >= 0
    case (.bytes(let bytes), .bytes): !bytes.isEmpty
    case (.text, .text), (.identifier, .identifier), (.digest, .digest), (.dots, .dots): true
    default: false
    }
  }

  @Test(arguments: OperationKind.allCases)
  func otherFieldsAreExtra(kind: OperationKind) throws {
    var fields = try Self.fields(kind)
    let later = FieldName("later")
    fields[later] = .list([.null])
    fields[FieldName("note")] = .text("n")
    let operation = Self.operation(kind, fields)
    #expect(!Self.isOpaque(operation))
    #expect(operation.extra.map(\.name) == [FieldName("note"), later])
    try Self.expectKept(operation)
  }

  @Test func initialValuesComeIntoOrder() throws {
    let id = AssetID(words: (0, 0, 0, 1))
    let operation = Operation(
      .addAsset(
        id,
        initial: [
          Field(.size, .int(1)), Field(FieldName("note"), .text("c")),
          Field(.filename, .text("f")),
        ]), extra: [Field(FieldName("z"), .null), Field(FieldName("a"), .null)])
    let initial = [Field(.filename, .text("f")), Field(.size, .int(1))]
    #expect(operation.change == .addAsset(id, initial: initial))
    // A note is no initial value of an asset on any device, so it is none here.
    #expect(operation.extra.map(\.name.text) == ["note", "a", "z"])
    try Self.expectKept(operation)
  }

  @Test func opaqueChangesAreWhatTheySay() throws {
    let id = AssetID(words: (0, 0, 0, 1))
    let known = Operation(.opaque(kind: "asset.purge", fields: [Field(.asset, .asset(id))]))
    #expect(known == Operation(.purgeAsset(id)))
    let wrong = Operation(.addAsset(id, initial: [Field(.filename, .int(1))]))
    #expect(Self.isOpaque(wrong))
    let late = Operation(.retireLog(LogID(high: 0, low: 1), at: .max))
    #expect(late.change == .retireLog(LogID(high: 0, low: 1), at: UInt64(Int64.max)))
  }

  /// Transactions that could not be read back cannot be made.
  @Test func whatCannotBeReadCannotBeMade() throws {
    let log = LogID(high: 7, low: 7)
    let other = LogID(high: 0, low: 1)
    func message(
      seq: UInt64 = 1, context: Context = .empty, undoes: Dot? = nil,
      _ fields: [Field] = [], extra: [Field] = [], operations: [Operation]? = nil
    ) -> String? {
      do throws(OperationsError) {
        _ = try Transaction(
          log: log, seq: seq, hlc: 0, context: context, wall: 0, origin: nil, label: "",
          undoes: undoes, operations: operations ?? [Operation(.opaque(kind: "x", fields: fields))],
          extra: extra)
        return nil
      } catch { return error.message }
    }
    func nested(_ depth: Int) -> Value {
      (1..<depth).reduce(Value.list([])) { value, _ in .list([value]) }
    }
    func entry(_ seq: UInt64, _ log: LogID = other) -> Context {
      Context([Context.Entry(log: log, seq: seq, chain: nil)])
    }
    let field = FieldName("f")
    #expect(message() == nil)
    #expect(message(operations: []) == "a transaction has no operations")
    #expect(message(seq: 0) == "a sequence number is out of range")
    #expect(message(seq: .max) == "a sequence number is out of range")
    #expect(message(context: entry(0)) == "a sequence number in a context is out of range")
    #expect(message(context: entry(.max)) == "a sequence number in a context is out of range")
    #expect(message(context: entry(1, log)) == "a context names the transaction's own log")
    #expect(message(undoes: Dot(log: other, seq: 0)) == "a sequence number is out of range")
    #expect(message(undoes: Dot(log: other, seq: .max)) == "a sequence number is out of range")
    let dots = [Field(field, .list([.dots([Dot(log: other, seq: 1 << 63)])]))]
    #expect(message(dots) == "a sequence number is out of range")
    #expect(message([Field(FieldName("kind"), .null)]) == "an operation has a field called kind")
    let twice = [Field(field, .null), Field(field, .int(1))]
    #expect(message(twice) == "a field stands twice")
    #expect(message(extra: twice) == "a field stands twice")
    #expect(message(extra: [Field(FieldName("kind"), .null)]) == nil)
    for name in Transaction.memberNames {
      #expect(
        message(extra: [Field(FieldName(name), .null)])
          == "an extra field has the name of one that is known")
    }
    #expect(message([Field(field, nested(32))]) == nil)
    #expect(message([Field(field, nested(33))]) == "values nest too deeply")
    #expect(message(extra: [Field(field, nested(33))]) == "values nest too deeply")
    let map = [Field(field, .map([.init("b", .null), .init("a", .null)]))]
    #expect(message(map) == "the names of a map are not in ascending order")
  }
}
