/// Places a reference in its album: bytes that are compared in byte order.
///
/// A made position is a chain of *steps*, each an order-preserving integer (`head`), four random bytes
/// and an order-preserving counter. A position of another form, made by another program, is taken as
/// plain bytes: it sorts, and new positions are made around it. `docs/formats/position.md` has the bytes.
public struct Position: Hashable, Comparable, Sendable {
  /// The bytes, at least one.
  public let bytes: [UInt8]

  /// Creates a position; nil for no bytes.
  public init?(bytes: [UInt8]) {
    guard !bytes.isEmpty else { return nil }
    self.bytes = bytes
  }

  init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// Tells whether the left one comes first.
  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension Position: CustomStringConvertible {
  /// The bytes as lowercase hexadecimal digits.
  public var description: String { Hex.encode(bytes) }
}
