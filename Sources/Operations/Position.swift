/// Places a reference in its album: bytes that are compared in byte order.
///
/// A made position is a chain of *steps*, each an order-preserving integer (`head`), four random bytes
/// and an order-preserving counter. A position of another form, made by another program, is taken as
/// plain bytes: it sorts, and new positions are made around it. `docs/formats/position.md` has the bytes.
public struct Position: Hashable, Comparable, Sendable {
  /// An album of thousands has as many positions, nearly all of one or two steps: those need no memory
  /// of their own.
  private enum Storage: Hashable, Sendable {
    /// Up to 15 bytes with zeros behind them, their number as the sixteenth, as two big-endian words:
    /// these are ordered as the bytes are, since of two that differ in zeros only the shorter one comes
    /// first.
    case short(UInt64, UInt64)
    case long([UInt8])
  }

  private let storage: Storage

  /// How many bytes are held without memory of their own.
  private static let mostShort = 15

  /// Creates a position; nil for no bytes.
  public init?(bytes: [UInt8]) {
    guard !bytes.isEmpty else { return nil }
    self.init(unchecked: bytes)
  }

  init(unchecked bytes: [UInt8]) {
    storage =
      bytes.count > Self.mostShort
      ? .long(bytes) : bytes.withUnsafeBytes { Self.short($0) }
  }

  /// Creates a position of bytes that are borrowed; nil for none.
  init?(copying bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return nil }
    storage = bytes.count > Self.mostShort ? .long(Array(bytes)) : Self.short(bytes)
  }

  /// The position of up to 15 bytes that two words are, as `words` gives them.
  package init(words: (high: UInt64, low: UInt64)) { storage = .short(words.high, words.low) }

  /// The two words that a position of up to 15 bytes is held as; nil for a longer one.
  package var words: (high: UInt64, low: UInt64)? {
    if case .short(let high, let low) = storage { (high, low) } else { nil }
  }

  private static func short(_ bytes: UnsafeRawBufferPointer) -> Storage {
    var high: UInt64 = 0
    var low: UInt64 = 0
    for byte in bytes.prefix(8) { high = high << 8 | UInt64(byte) }
    for byte in bytes.dropFirst(8) { low = low << 8 | UInt64(byte) }
    // Shifted to the top, where the first byte belongs; a shift by all 64 bits is 0.
    high <<= UInt64(8 * max(0, 8 - bytes.count))
    low <<= UInt64(8 * min(8, 16 - bytes.count))
    return .short(high, low | UInt64(bytes.count))
  }

  /// The position that a value of bytes is; nil for any other.
  package init?(_ value: Value) {
    guard case .bytes(let bytes) = value else { return nil }
    self.init(bytes: bytes)
  }

  /// The bytes, at least one.
  public var bytes: [UInt8] { withBytes { Array($0) } }

  /// Calls a function with the bytes, for as long as the call lasts.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch storage {
    case .long(let bytes): bytes.withUnsafeBytes(body)
    case .short(let high, let low):
      withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { words in
        body(UnsafeRawBufferPointer(rebasing: words[..<Int(low & 0xFF)]))
      }
    }
  }

  /// Tells whether the left one comes first.
  public static func < (left: Self, right: Self) -> Bool {
    switch (left.storage, right.storage) {
    case (.short(let left, let leftLow), .short(let right, let rightLow)):
      (left, leftLow) < (right, rightLow)
    default: left.bytes.lexicographicallyPrecedes(right.bytes)
    }
  }
}

extension Position: CustomStringConvertible {
  /// The bytes as lowercase hexadecimal digits.
  public var description: String { Hex.encode(bytes) }
}
