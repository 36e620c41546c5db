/// Appends the primitive forms of the binary formats to a buffer (docs/formats/transaction.md).
package struct ByteWriter {
  /// What was written.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  @inline(__always) package mutating func byte(_ byte: UInt8) { bytes.append(byte) }

  package mutating func raw(_ other: some Sequence<UInt8>) { bytes.append(contentsOf: other) }

  /// A number as LEB128: seven bits a byte, the lowest first, the eighth bit set on all but the last.
  package mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// A signed number as a varint of 0, -1, 1, -2, … numbered from 0.
  package mutating func zigzag(_ value: Int64) {
    varint(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  /// A text: its length in bytes as a varint, then its UTF-8.
  package mutating func text(_ text: String) {
    varint(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// A number of eight bytes, the highest first.
  package mutating func bigEndian(_ value: UInt64) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// A number of fixed width, the lowest byte first.
  package mutating func littleEndian(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func identifier<Subject>(_ id: Identifier<Subject>) {
    withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { bytes.append(contentsOf: $0) }
  }

  package mutating func digest<Subject>(_ digest: Digest<Subject>) {
    let words = digest.words
    let stored = (
      words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian
    )
    withUnsafeBytes(of: stored) { bytes.append(contentsOf: $0) }
  }
}
