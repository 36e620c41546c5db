/// Marks an identifier as naming a log.
public enum LogSubject: Sendable {}
/// Marks an identifier as naming a library.
public enum LibrarySubject: Sendable {}
/// Marks an identifier as naming an album or a folder of albums.
public enum AlbumSubject: Sendable {}
/// Marks an identifier as naming a place where contents can be.
public enum PlaceSubject: Sendable {}

/// Names one incarnation of one device's library: 128 random bits.
public typealias LogID = Identifier<LogSubject>
/// Names a library: 128 random bits.
public typealias LibraryID = Identifier<LibrarySubject>
/// Names an album or a folder of albums.
public typealias AlbumID = Identifier<AlbumSubject>
/// Names a place where contents can be.
public typealias PlaceID = Identifier<PlaceSubject>

/// Identifies something by 128 bits; in text it is 32 lowercase hexadecimal digits.
///
/// Ordered as its bytes are. `Subject` only keeps ids of different things apart.
@frozen public struct Identifier<Subject>: Hashable, Comparable, Sendable {
  /// The first eight bytes, as a big-endian number.
  public let high: UInt64
  /// The last eight bytes, as a big-endian number.
  public let low: UInt64

  /// Creates an identifier from its two big-endian halves.
  @inlinable public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a random identifier.
  public static func random(using generator: inout some RandomNumberGenerator) -> Self {
    Self(high: generator.next(), low: generator.next())
  }

  /// Creates a random identifier from the system's generator.
  public static func random() -> Self {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// Creates the identifier that sixteen bytes spell; nil for another number of bytes.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var iterator = bytes.makeIterator()
    high = bigEndianWord(&iterator)
    low = bigEndianWord(&iterator)
  }

  /// Creates the identifier that 32 lowercase hexadecimal digits spell; nil for any other text.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, let bytes = Hex.decode(text) else { return nil }
    self.init(bytes: bytes)
  }

  /// The sixteen bytes.
  public var bytes: [UInt8] { Hex.bigEndianBytes(high) + Hex.bigEndianBytes(low) }

  /// The same bits as the identifier of another kind of thing.
  package func cast<Other>(to _: Identifier<Other>.Type = Identifier<Other>.self)
    -> Identifier<Other>
  {
    Identifier<Other>(high: high, low: low)
  }

  /// Tells whether the left one comes first.
  @inlinable public static func < (left: Self, right: Self) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }

  /// Tells whether both are the same.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    left.high == right.high && left.low == right.low
  }

  /// Feeds the value to a hasher.
  @inlinable public func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
  }
}

extension Identifier: CustomStringConvertible {
  /// The 32 lowercase hexadecimal digits.
  public var description: String { Hex.encode(high) + Hex.encode(low) }
}

func bigEndianWord(_ bytes: inout some IteratorProtocol<UInt8>) -> UInt64 {
  var word: UInt64 = 0
  for _ in 0..<8 { word = word << 8 | UInt64(bytes.next() ?? 0) }
  return word
}
