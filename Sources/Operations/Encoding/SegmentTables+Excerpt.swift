extension SegmentTables {
  /// Takes the entries that a payload brings to where they belong, whatever is there of those before.
  ///
  /// - Parameter sizes: how much the tables held before it; afterwards, behind it.
  package mutating func place(
    from reader: inout ByteReader, at sizes: inout Sizes
  ) throws(OperationsError) {
    for _ in 0..<(try reader.count(ofAtLeast: 16)) {
      let id: Identifier<Never> = try reader.identifier()
      Self.put(id, at: sizes.identifiers, Identifier(high: 0, low: 0), &identifiers)
      sizes.identifiers += 1
    }
    for _ in 0..<(try reader.count(ofAtLeast: 32)) {
      Self.put(try reader.digest(), at: sizes.digests, Digest(words: (0, 0, 0, 0)), &digests)
      sizes.digests += 1
    }
    for _ in 0..<(try reader.count()) {
      Self.put(try reader.text(), at: sizes.texts, "", &texts)
      sizes.texts += 1
    }
  }

  /// Passes over what stands before a transaction's operations.
  ///
  /// - Returns: how many operations follow.
  package static func passOpening(_ reader: inout ByteReader) throws(OperationsError) -> Int {
    _ = try reader.take(16 * (try reader.count(ofAtLeast: 16)))
    _ = try reader.take(32 * (try reader.count(ofAtLeast: 32)))
    for _ in 0..<(try reader.count()) { try reader.passText() }
    let flags = try reader.byte()
    // The time and the clock, then what the author had seen.
    _ = try reader.varint()
    _ = try reader.varint()
    for _ in 0..<(try reader.count(ofAtLeast: 2)) {
      _ = try reader.varint()
      if try reader.varint() & 1 == 1 { _ = try reader.take(8) }
    }
    if try reader.byte() == BinaryForm.otherOrigin { try reader.passText() }
    try reader.passText()
    if flags & BinaryForm.hasUndoes != 0 {
      _ = try reader.varint()
      _ = try reader.varint()
    }
    return try reader.count(ofAtLeast: 2)
  }

  private static func put<Entry>(
    _ entry: Entry, at index: Int, _ filler: Entry, _ list: inout [Entry]
  ) {
    if index > list.count {
      list.append(contentsOf: repeatElement(filler, count: index - list.count))
    }
    if index == list.count { list.append(entry) } else { list[index] = entry }
  }
}
