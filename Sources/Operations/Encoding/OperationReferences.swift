/// Tells which entries of a segment's tables an operation refers to, without making the operation.
///
/// What it passes over has been read before: it finds its way through, and finds no fault with what
/// things mean.
package struct OperationReferences {
  /// The operation's kind; nil for one that has no code.
  package private(set) var kind: OperationKind?
  /// The index of the id in its field `album`, where it has one.
  package private(set) var album: Int?
  /// The index of the digest in its field `asset`, where it has one.
  package private(set) var asset: Int?
  /// The indexes of all ids that it refers to.
  package private(set) var identifiers: [Int] = []
  /// The indexes of all digests that it refers to.
  package private(set) var digests: [Int] = []
  /// The indexes of all texts that it refers to.
  package private(set) var texts: [Int] = []

  /// Makes one that refers to nothing.
  package init() {}

  /// Passes over an operation and takes down what it refers to, in place of what was there.
  ///
  /// - Throws: `.malformedBinary` where no operation stands here.
  package mutating func read(_ reader: inout ByteReader) throws(OperationsError) {
    album = nil
    asset = nil
    identifiers.removeAll(keepingCapacity: true)
    digests.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    let code = try reader.byte()
    kind = OperationKind(rawValue: code)
    if code == 0 { try reader.passText() }
    for _ in 0..<(try reader.count()) {
      let tag = try reader.byte()
      var name = tag >> 4
      if name == 0 { try reader.passText() }
      if name == 15 { name = try reader.byte() }
      switch WireType(rawValue: tag & 15) {
      case .identifier:
        let index = try Self.index(&reader)
        identifiers.append(index)
        if name == FieldName.album.code { album = index }
      case .digest:
        let index = try Self.index(&reader)
        digests.append(index)
        if name == FieldName.asset.code { asset = index }
      case let type?: try pass(type, &reader, depth: 0)
      case nil: throw Self.malformed
      }
    }
  }

  private mutating func pass(
    _ type: WireType, _ reader: inout ByteReader, depth: Int
  ) throws(OperationsError) {
    switch type {
    case .null, .no, .yes: break
    case .int: _ = try reader.varint()
    case .double: _ = try reader.take(8)
    case .text, .bytes: try reader.passText()
    case .identifier: identifiers.append(try Self.index(&reader))
    case .digest: digests.append(try Self.index(&reader))
    case .internedText: texts.append(try Self.index(&reader))
    case .symbol: _ = try reader.byte()
    case .dots:
      for _ in 0..<(try reader.count(ofAtLeast: 2)) {
        identifiers.append(try Self.index(&reader))
        _ = try reader.varint()
      }
    case .list, .map:
      guard depth < Value.maximumDepth else { throw Self.malformed }
      for _ in 0..<(try reader.count()) {
        if type == .map { try reader.passText() }
        guard let inner = WireType(rawValue: try reader.byte()) else { throw Self.malformed }
        try pass(inner, &reader, depth: depth + 1)
      }
    }
  }

  private static func index(_ reader: inout ByteReader) throws(OperationsError) -> Int {
    let index = try reader.varint()
    // More than a segment can hold would be read as an index that is in no table.
    return Int(clamping: index)
  }

  private static let malformed = OperationsError(
    .malformedBinary, "an operation cannot be passed over")
}
