/// Reads numbers from untrusted bytes; every read is checked and gives nil past the end.
struct ByteView {
  let bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  subscript(_ offset: Int) -> UInt8? {
    guard offset >= 0, offset < bytes.count else { return nil }
    return bytes[bytes.startIndex + offset]
  }

  /// The part from `offset` on, `length` bytes long; nil if it isn't all there.
  func part(_ offset: Int, _ length: Int) -> ByteView? {
    guard offset >= 0, length >= 0, offset <= bytes.count, length <= bytes.count - offset else {
      return nil
    }
    let start = bytes.startIndex + offset
    return ByteView(bytes[start..<start + length])
  }

  /// The part from `offset` to the end; empty if the offset lies outside.
  func rest(_ offset: Int) -> ByteView {
    part(offset, max(0, count - max(0, offset))) ?? ByteView(bytes[bytes.endIndex...])
  }

  /// The first `length` bytes, or all if there are fewer.
  func prefix(_ length: Int) -> ByteView {
    ByteView(bytes.prefix(max(0, length)))
  }

  func starts(with prefix: [UInt8], at offset: Int = 0) -> Bool {
    guard let part = part(offset, prefix.count) else { return false }
    return part.bytes.elementsEqual(prefix)
  }

  func starts(with prefix: StaticString, at offset: Int = 0) -> Bool {
    guard let part = part(offset, prefix.utf8CodeUnitCount) else { return false }
    return prefix.withUTF8Buffer { part.bytes.elementsEqual($0) }
  }

  func bigEndian(_ offset: Int, _ width: Int) -> UInt64? {
    guard width <= 8, let part = part(offset, width) else { return nil }
    return part.bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  func littleEndian(_ offset: Int, _ width: Int) -> UInt64? {
    guard width <= 8, let part = part(offset, width) else { return nil }
    return part.bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  func u16(_ offset: Int) -> Int? { bigEndian(offset, 2).map { Int($0) } }
  func u32(_ offset: Int) -> Int? { bigEndian(offset, 4).map { Int($0) } }
  func u16le(_ offset: Int) -> Int? { littleEndian(offset, 2).map { Int($0) } }
  func u24le(_ offset: Int) -> Int? { littleEndian(offset, 3).map { Int($0) } }
  func u32le(_ offset: Int) -> Int? { littleEndian(offset, 4).map { Int($0) } }

  /// A four-character code, as big-endian number.
  func code(_ offset: Int) -> FourCC? { bigEndian(offset, 4).map { FourCC(UInt32($0)) } }
}
