/// Reads the primitive forms of the binary formats; nothing it reads can lead it out of its bytes.
///
/// It borrows the bytes: it must not outlive the closure that lent them.
package struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  /// Where the next byte is read, from 0.
  package private(set) var offset = 0

  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// How many bytes are left.
  package var remaining: Int { bytes.count - offset }

  @inline(__always) package mutating func byte() throws(OperationsError) -> UInt8 {
    guard offset < bytes.count else { throw Self.short }
    defer { offset += 1 }
    return bytes[offset]
  }

  @inline(__always) package mutating func varint() throws(OperationsError) -> UInt64 {
    // Nearly all are of one byte.
    if offset < bytes.count, bytes[offset] < 0x80 {
      defer { offset += 1 }
      return UInt64(bytes[offset])
    }
    return try longVarint()
  }

  private mutating func longVarint() throws(OperationsError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      let bits = UInt64(next & 0x7F)
      guard shift < 63 || (shift == 63 && bits <= 1) else {
        throw OperationsError(.malformedBinary, "a number is too long")
      }
      value |= bits << shift
      if next < 0x80 { return value }
      shift += 7
    }
  }

  package mutating func zigzag() throws(OperationsError) -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// A number of things that take at least `size` bytes each, so that a false one asks for no memory.
  package mutating func count(ofAtLeast size: Int = 1) throws(OperationsError) -> Int {
    let count = try varint()
    guard count <= UInt64(remaining / size) else { throw Self.short }
    return Int(count)
  }

  /// The next `count` bytes, borrowed.
  package mutating func take(_ count: Int) throws(OperationsError) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= remaining else { throw Self.short }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  package mutating func text() throws(OperationsError) -> String {
    let count = try count()
    let utf8 = try take(count)
    // Nearly all are, and then need neither validation nor repair, which takes several times as long.
    if Self.isASCII(utf8) { return String(decoding: utf8, as: UTF8.self) }
    guard let text = String(validating: utf8, as: UTF8.self) else {
      throw OperationsError(.malformedBinary, "a text is not UTF-8")
    }
    return text
  }

  /// Passes over a length-prefixed text or bytes, whatever they are.
  mutating func passText() throws(OperationsError) { _ = try take(try count()) }

  private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { return false }
      offset += 8
    }
    while offset < bytes.count {
      if bytes[offset] >= 0x80 { return false }
      offset += 1
    }
    return true
  }

  /// Passes over one byte, which must be a certain one.
  @inline(__always) mutating func pass(_ expected: UInt8) throws(OperationsError) {
    guard offset < bytes.count, bytes[offset] == expected else {
      throw OperationsError(.malformedBinary, "a byte is not the expected one")
    }
    offset += 1
  }

  package mutating func bigEndian() throws(OperationsError) -> UInt64 {
    UInt64(bigEndian: try take(8).loadUnaligned(as: UInt64.self))
  }

  package mutating func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type
  ) throws(OperationsError) -> Number {
    Number(littleEndian: try take(MemoryLayout<Number>.size).loadUnaligned(as: Number.self))
  }

  package mutating func identifier<Subject>() throws(OperationsError) -> Identifier<Subject> {
    Identifier(high: try bigEndian(), low: try bigEndian())
  }

  package mutating func digest<Subject>() throws(OperationsError) -> Digest<Subject> {
    Digest(words: (try bigEndian(), try bigEndian(), try bigEndian(), try bigEndian()))
  }

  private static let short = OperationsError(.malformedBinary, "the data ends too early")
}
