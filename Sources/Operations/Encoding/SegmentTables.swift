/// What a segment's transactions refer to by index.
package struct SegmentTables: Sendable {
  /// Albums, logs and places.
  package var identifiers: [Identifier<Never>] = []
  /// Assets and contents.
  package var digests: [Digest<Never>] = []
  /// Repeated texts.
  package var texts: [String] = []

  package init() {}

  /// Says how many entries each of the tables has.
  package struct Sizes: Hashable, Sendable {
    package var identifiers: Int
    package var digests: Int
    package var texts: Int

    package init(identifiers: Int = 0, digests: Int = 0, texts: Int = 0) {
      self.identifiers = identifiers
      self.digests = digests
      self.texts = texts
    }
  }

  /// How many entries each has.
  package var sizes: Sizes {
    Sizes(identifiers: identifiers.count, digests: digests.count, texts: texts.count)
  }

  /// Writes the three lists, each with its count before it.
  package func write(to out: inout ByteWriter) {
    out.varint(UInt64(identifiers.count))
    for id in identifiers { out.identifier(id) }
    out.varint(UInt64(digests.count))
    for id in digests { out.digest(id) }
    out.varint(UInt64(texts.count))
    for text in texts { out.text(text) }
  }

  /// Appends the three lists that `write` wrote.
  package mutating func append(from reader: inout ByteReader) throws(OperationsError) {
    for _ in 0..<(try reader.count(ofAtLeast: 16)) { identifiers.append(try reader.identifier()) }
    for _ in 0..<(try reader.count(ofAtLeast: 32)) { digests.append(try reader.digest()) }
    for _ in 0..<(try reader.count()) { texts.append(try reader.text()) }
  }
}

/// A segment's tables as their writer needs them: the index of each thing, and which are new.
struct WrittenTables {
  private(set) var contents = SegmentTables()
  private var identifiers: [Identifier<Never>: UInt64] = [:]
  private var digests: [Digest<Never>: UInt64] = [:]
  private var texts: [ExactText: UInt64] = [:]
  private var old = (identifiers: 0, digests: 0, texts: 0)

  init() {}

  init(_ contents: SegmentTables) {
    self.contents = contents
    for (index, id) in contents.identifiers.enumerated() { identifiers[id] = UInt64(index) }
    for (index, id) in contents.digests.enumerated() { digests[id] = UInt64(index) }
    for (index, text) in contents.texts.enumerated() { texts[ExactText(text)] = UInt64(index) }
    begin()
  }

  mutating func begin() {
    old = (contents.identifiers.count, contents.digests.count, contents.texts.count)
  }

  mutating func rollBack() {
    for id in contents.identifiers[old.identifiers...] { identifiers[id] = nil }
    for id in contents.digests[old.digests...] { digests[id] = nil }
    for text in contents.texts[old.texts...] { texts[ExactText(text)] = nil }
    contents.identifiers.removeSubrange(old.identifiers...)
    contents.digests.removeSubrange(old.digests...)
    contents.texts.removeSubrange(old.texts...)
  }

  func writeNew(to out: inout ByteWriter) {
    var new = SegmentTables()
    new.identifiers = Array(contents.identifiers[old.identifiers...])
    new.digests = Array(contents.digests[old.digests...])
    new.texts = Array(contents.texts[old.texts...])
    new.write(to: &out)
  }

  mutating func index(of id: Identifier<Never>) -> UInt64 {
    Self.index(of: id, in: &contents.identifiers, &identifiers)
  }

  mutating func index(of id: Digest<Never>) -> UInt64 {
    Self.index(of: id, in: &contents.digests, &digests)
  }

  mutating func index(of text: String) -> UInt64 {
    let key = ExactText(text)
    if let index = texts[key] { return index }
    texts[key] = UInt64(contents.texts.count)
    contents.texts.append(text)
    return UInt64(contents.texts.count - 1)
  }

  private static func index<Key: Hashable>(
    of key: Key, in list: inout [Key], _ indexes: inout [Key: UInt64]
  ) -> UInt64 {
    if let index = indexes[key] { return index }
    let index = UInt64(list.count)
    list.append(key)
    indexes[key] = index
    return index
  }
}
