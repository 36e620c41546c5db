extension TransactionDecoder {
  /// Reads the content of a value of a type.
  func value(
    _ type: WireType, _ reader: inout ByteReader, depth: Int
  ) throws(OperationsError) -> Value {
    switch type {
    case .null: return .null
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .int: return .int(try reader.zigzag())
    case .double: return .double(Double(bitPattern: try reader.littleEndian(UInt64.self)))
    case .text: return .text(try reader.text())
    case .bytes: return .bytes(Array(try reader.take(try reader.count())))
    case .identifier: return .identifier(try identifier(&reader))
    case .digest: return .digest(try digest(&reader))
    case .dots: return .dots(try dots(&reader))
    case .list, .map:
      guard depth < Value.maximumDepth else { throw Self.malformed("values nest too deeply") }
      return type == .list ? try list(&reader, depth) : try map(&reader, depth)
    case .internedText, .symbol:
      throw Self.malformed("a value has a type that it may not have here")
    }
  }

  private func list(_ reader: inout ByteReader, _ depth: Int) throws(OperationsError) -> Value {
    var values: [Value] = []
    for _ in 0..<(try reader.count()) { values.append(try typedValue(&reader, depth + 1)) }
    return .list(values)
  }

  private func map(_ reader: inout ByteReader, _ depth: Int) throws(OperationsError) -> Value {
    var entries: [Value.MapEntry] = []
    for _ in 0..<(try reader.count(ofAtLeast: 2)) {
      let name = try reader.text()
      if let last = entries.last, !last.name.utf8.lexicographicallyPrecedes(name.utf8) {
        throw Self.malformed("the names of a map are not in ascending order")
      }
      entries.append(Value.MapEntry(name, try typedValue(&reader, depth + 1)))
    }
    return .map(entries)
  }

  private func typedValue(
    _ reader: inout ByteReader, _ depth: Int
  ) throws(OperationsError) -> Value {
    guard let type = WireType(rawValue: try reader.byte()) else {
      throw Self.malformed("a type is unknown")
    }
    return try value(type, &reader, depth: depth)
  }

  func internedText(_ reader: inout ByteReader) throws(OperationsError) -> String {
    let index = try reader.varint()
    guard index < UInt64(tables.texts.count) else {
      throw Self.malformed("a text is not in the table")
    }
    return tables.texts[Int(index)]
  }

  func dots(_ reader: inout ByteReader) throws(OperationsError) -> [Dot] {
    let count = try reader.count(ofAtLeast: 2)
    var dots: [Dot] = []
    dots.reserveCapacity(min(count, Self.reserve))
    for _ in 0..<count { dots.append(try dot(&reader)) }
    return dots
  }

  func dot(_ reader: inout ByteReader) throws(OperationsError) -> Dot {
    let log = try identifier(&reader)
    let seq = try reader.varint()
    guard seq >= 1, seq < 1 << 63 else { throw Self.malformed("a sequence number is out of range") }
    return Dot(log: log.cast(), seq: seq)
  }

  func identifier(_ reader: inout ByteReader) throws(OperationsError) -> Identifier<Never> {
    let index = try reader.varint()
    guard index < UInt64(tables.identifiers.count) else {
      throw Self.malformed("an id is not in the table")
    }
    return tables.identifiers[Int(index)]
  }

  func digest(_ reader: inout ByteReader) throws(OperationsError) -> Digest<Never> {
    let index = try reader.varint()
    guard index < UInt64(tables.digests.count) else {
      throw Self.malformed("an id is not in the table")
    }
    return tables.digests[Int(index)]
  }
}
