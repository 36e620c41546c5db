/// A 32-byte digest as a plain value, without heap storage.
///
/// Digests are ordered as their bytes are, first byte first.
package struct Digest32: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The digest as four big-endian words: the first word holds bytes 0 to 7.
  package let words: (UInt64, UInt64, UInt64, UInt64)

  /// The number of bytes of a digest.
  package static let byteCount = 32

  /// Makes a digest from its four big-endian words.
  package init(words: (UInt64, UInt64, UInt64, UInt64)) {
    self.words = words
  }

  /// Reads a digest from memory; nil unless there are exactly 32 bytes.
  package init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.byteCount else { return nil }
    words = (
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)),
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
    )
  }

  /// Makes a digest by letting `body` fill 32 zeroed bytes.
  package init<Failure: Error>(
    filling body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var stored: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    try withUnsafeMutableBytes(of: &stored, body)
    words = (
      UInt64(bigEndian: stored.0), UInt64(bigEndian: stored.1), UInt64(bigEndian: stored.2),
      UInt64(bigEndian: stored.3)
    )
  }

  /// Gives the 32 bytes, in order, to `body`; the pointer is valid only inside it.
  package func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let stored = (
      words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian
    )
    return try Swift.withUnsafeBytes(of: stored, body)
  }

  /// The 32 bytes as an array.
  package var bytes: [UInt8] {
    withUnsafeBytes { [UInt8]($0) }
  }

  /// Tells whether two digests are the same 32 bytes.
  package static func == (left: Self, right: Self) -> Bool {
    left.words == right.words
  }

  /// Orders two digests by their bytes, first byte first.
  package static func < (left: Self, right: Self) -> Bool {
    left.words < right.words
  }

  /// Feeds the digest's bytes to a hasher.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}

extension Digest32: CustomStringConvertible {
  /// The digest as 64 lower-case hexadecimal digits.
  package var description: String {
    String(unsafeUninitializedCapacity: 2 * Self.byteCount) { text in
      withUnsafeBytes { bytes in
        for (index, byte) in bytes.enumerated() {
          text[2 * index] = Self.hexadecimalDigit(byte >> 4)
          text[2 * index + 1] = Self.hexadecimalDigit(byte & 15)
        }
      }
      return 2 * Self.byteCount
    }
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
