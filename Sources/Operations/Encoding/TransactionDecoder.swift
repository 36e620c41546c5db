/// Reads the transactions of one segment, in order, from their binary form.
///
/// Hostile bytes give an error, never a crash, and a count asks for no memory before
/// its elements are there.
package struct TransactionDecoder {
  /// What the frames so far have brought into the tables.
  ///
  /// Who puts entries there from outside may read single operations, but no transaction: their places mean
  /// nothing to others.
  package var tables = SegmentTables()
  private var identity = TableIdentity()
  /// Where the asset that the operation being read is about stands in the tables.
  var assetPlace: UInt32 = Operation.noPlace
  /// The context of the transaction before; empty at the start of a segment.
  package private(set) var previousContext = Context.empty
  private(set) var previousTime: UInt64 = 0
  private var fields: [Field] = []
  /// How many elements room is made for on the word of a count: each is larger in memory than the two
  /// bytes that it may have here.
  static let reserve = 256

  /// How many bytes of operations are made into values at once.
  private let mostAtOnce: Int
  /// Whether plain operations are read as such: else as named fields, which comes to the same.
  private let readsPlain: Bool

  /// Creates the decoder of a segment's first frame.
  package init() { self.init(mostAtOnce: 1 << 20) }

  /// Creates a decoder that leaves operations in their bytes where they have more than some.
  init(mostAtOnce: Int, readsPlain: Bool = true) {
    self.mostAtOnce = mostAtOnce
    self.readsPlain = readsPlain
  }

  /// Creates the decoder of operations that refer to what is in tables.
  private init(_ tables: SegmentTables) {
    self.init(mostAtOnce: 0)
    self.tables = tables
  }

  /// Returns the transaction of the segment's next frame.
  ///
  /// - Parameters:
  ///   - payload: the frame's payload, borrowed.
  ///   - log: the segment's log.
  ///   - seq: the sequence number of the transaction's first operation.
  /// - Throws: `.malformedBinary`; the decoder is of no use after.
  package mutating func decode(
    _ payload: UnsafeRawBufferPointer, log: LogID, seq: UInt64
  ) throws(OperationsError) -> Transaction {
    var reader = ByteReader(payload)
    let opening = try opening(&reader)
    let operations = try operations(opening.count, &reader)
    var extra: [Field] = []
    if opening.flags & BinaryForm.hasExtra != 0 {
      try readFields(&reader)
      guard !fields.contains(where: { Transaction.memberNames.contains($0.name.text) }) else {
        throw Self.malformed("a field of a transaction is written as an unknown one")
      }
      extra = fields
    }
    guard reader.remaining == 0 else { throw Self.malformed("a transaction is followed by more") }
    let transaction = try Transaction(
      read: log, seq: seq, hlc: opening.hlc, context: opening.context, wall: opening.wall,
      origin: opening.origin, label: opening.label, undoes: opening.undoes,
      operations: operations, extra: extra)
    previousContext = opening.context
    previousTime = opening.hlc
    return transaction
  }

  /// Passes over the segment's next frame, taking in what the frames behind it need.
  ///
  /// That is its ids, texts, context and time; its operations are not read.
  ///
  /// - Returns: how many operations the transaction has.
  /// - Throws: `.malformedBinary`; the decoder is of no use after.
  package mutating func skip(_ payload: UnsafeRawBufferPointer) throws(OperationsError) -> Int {
    var reader = ByteReader(payload)
    let opening = try opening(&reader)
    previousContext = opening.context
    previousTime = opening.hlc
    return opening.count
  }

  /// What stands before the operations.
  private struct Opening {
    let flags: UInt8
    let hlc: UInt64
    let wall: Int64
    let context: Context
    let origin: String?
    let label: String
    let undoes: Dot?
    let count: Int
  }

  private mutating func opening(_ reader: inout ByteReader) throws(OperationsError) -> Opening {
    let known = tables.digests.count
    try tables.append(from: &reader)
    let now = tables.digests.count
    if now > known, !identity.take(known, to: now) { identity = TableIdentity(taken: now) }
    let flags = try reader.byte()
    guard flags & ~(BinaryForm.hasUndoes | BinaryForm.hasExtra) == 0 else {
      throw Self.malformed("a transaction has flags of a newer version")
    }
    let hlc = previousTime &+ UInt64(bitPattern: try reader.zigzag())
    let wall = try reader.zigzag() &+ Int64(bitPattern: hlc >> 16)
    let context = try context(&reader)
    let origin = try Self.origin(&reader)
    let label = try reader.text()
    let undoes = flags & BinaryForm.hasUndoes == 0 ? nil : try dot(&reader)
    let count = try reader.count(ofAtLeast: 2)
    // A frame that is passed over must be one that reading would take, or places would be counted apart.
    guard count >= 1 else { throw Self.malformed("a transaction has no operations") }
    return Opening(
      flags: flags, hlc: hlc, wall: wall, context: context, origin: origin, label: label,
      undoes: undoes, count: count)
  }

  private func context(_ reader: inout ByteReader) throws(OperationsError) -> Context {
    let count = try reader.count(ofAtLeast: 2)
    if count == 0 { return previousContext }
    var changes: [Context.Entry] = []
    for _ in 0..<count {
      let log: LogID = try identifier(&reader).cast()
      if let last = changes.last, last.log >= log {
        throw Self.malformed("a context is not in ascending order")
      }
      let number = try reader.varint()
      let chain = number & 1 == 1 ? try reader.bigEndian() : nil
      guard number != 1 else { throw Self.malformed("a context has a chain of nothing") }
      changes.append(Context.Entry(log: log, seq: number >> 1, chain: chain))
    }
    return previousContext.changed(by: changes)
  }

  private static func origin(_ reader: inout ByteReader) throws(OperationsError) -> String? {
    let code = try reader.byte()
    if code == 0 { return nil }
    if code == BinaryForm.otherOrigin { return try reader.text() }
    guard Int(code) <= BinaryForm.origins.count else { throw malformed("an origin is unknown") }
    return BinaryForm.origins[Int(code) - 1]
  }

  /// Reads operations; where they have many bytes they are looked at, each, and left as they are.
  private mutating func operations(
    _ count: Int, _ reader: inout ByteReader
  ) throws(OperationsError) -> OperationList {
    var hasWaiver = false
    if reader.remaining > mostAtOnce {
      var start = reader
      for _ in 0..<count {
        if try operation(&reader).isWaiver { hasWaiver = true }
      }
      let bytes = try start.take(reader.offset - start.offset)
      return OperationList(
        EncodedOperations(bytes, count: count, Self(tables)), hasWaiver: hasWaiver,
        tables: identity)
    }
    var operations: [Operation] = []
    operations.reserveCapacity(min(count, Self.reserve))
    for _ in 0..<count {
      let operation = try operation(&reader)
      if operation.isWaiver { hasWaiver = true }
      operations.append(operation)
    }
    return OperationList(operations, hasWaiver: hasWaiver, tables: identity)
  }

  /// Reads one operation.
  package mutating func operation(_ reader: inout ByteReader) throws(OperationsError) -> Operation {
    let code = try reader.byte()
    let kind = OperationKind(rawValue: code)
    if let kind, readsPlain {
      let start = reader
      assetPlace = Operation.noPlace
      if let change = plainChange(of: kind, &reader) {
        return Operation(asRead: change, extra: [], assetPlace: assetPlace)
      }
      reader = start
    }
    var name: String?
    if code == 0 {
      let text = try reader.text()
      guard OperationKind(name: text) == nil else {
        throw Self.malformed("a kind that has a code is written by name")
      }
      name = text
    } else if kind == nil {
      throw Self.malformed("a kind has an unknown code")
    }
    try readFields(&reader)
    // JSON Lines has the kind under this name: a field of it could not be exported.
    guard !fields.contains(where: { $0.name.code == 0 && $0.name.text == "kind" }) else {
      throw Self.malformed("an operation has a field called kind")
    }
    if let kind { return Operation(known: kind, fields: fields) }
    return Operation(kind: name ?? "", fields: fields)
  }

  /// Fills `fields`, which keeps its capacity from one operation to the next.
  private mutating func readFields(_ reader: inout ByteReader) throws(OperationsError) {
    fields.removeAll(keepingCapacity: true)
    for _ in 0..<(try reader.count()) {
      let tag = try reader.byte()
      let name = try Self.name(tag >> 4, &reader)
      if let last = fields.last, last.name >= name {
        throw Self.malformed("fields are not in ascending order")
      }
      guard let type = WireType(rawValue: tag & 15) else {
        throw Self.malformed("a type is unknown")
      }
      let value: Value
      switch type {
      case .internedText:
        guard BinaryForm.isInterned(name) else {
          throw Self.malformed("a text is not in the table")
        }
        value = .text(try internedText(&reader))
      case .symbol:
        guard name == .field, let symbol = FieldName(code: try reader.byte()) else {
          throw Self.malformed("a name is unknown")
        }
        value = .text(symbol.text)
      default:
        value = try self.value(type, &reader, depth: 0)
      }
      fields.append(Field(name, value))
    }
  }

  static func name(_ nibble: UInt8, _ reader: inout ByteReader) throws(OperationsError)
    -> FieldName
  {
    if nibble == 0 {
      let name = FieldName(try reader.text())
      guard name.code == 0 else { throw malformed("a field that has a code is written by name") }
      return name
    }
    let code = nibble < 15 ? nibble : try reader.byte()
    guard let name = FieldName(code: code), nibble < 15 || code >= 15 else {
      throw malformed("a field has an unknown code")
    }
    return name
  }

  static func malformed(_ message: String) -> OperationsError {
    OperationsError(.malformedBinary, message)
  }
}
