/// Marks a digest as naming an asset.
public enum AssetSubject: Sendable {}
/// Marks a digest as naming a content.
public enum ContentSubject: Sendable {}
/// Marks a digest as a log's chain at some sequence number.
package enum ChainSubject: Sendable {}

/// Names an asset: the SHA-256 of the bytes it was first imported with.
public typealias AssetID = Digest<AssetSubject>
/// Names bytes: their SHA-256.
public typealias ContentID = Digest<ContentSubject>
/// A log's chain hash at some sequence number.
package typealias Chain = Digest<ChainSubject>

/// Holds 256 bits that name something by a SHA-256; in text 64 lowercase hexadecimal digits.
///
/// Ordered as its bytes are. `Subject` only keeps digests of different things apart.
@frozen public struct Digest<Subject>: Hashable, Comparable, Sendable {
  /// The four big-endian words of eight bytes each.
  public let words: (UInt64, UInt64, UInt64, UInt64)

  /// Creates a digest from four big-endian words.
  @inlinable public init(words: (UInt64, UInt64, UInt64, UInt64)) {
    self.words = words
  }

  /// Creates the digest that 32 bytes spell; nil for another number of bytes.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    var iterator = bytes.makeIterator()
    words = (
      bigEndianWord(&iterator), bigEndianWord(&iterator), bigEndianWord(&iterator),
      bigEndianWord(&iterator)
    )
  }

  /// Creates the digest that 64 lowercase hexadecimal digits spell; nil for any other text.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 64, let bytes = Hex.decode(text) else { return nil }
    self.init(bytes: bytes)
  }

  /// The 32 bytes.
  public var bytes: [UInt8] {
    Hex.bigEndianBytes(words.0) + Hex.bigEndianBytes(words.1) + Hex.bigEndianBytes(words.2)
      + Hex.bigEndianBytes(words.3)
  }

  /// The first eight bytes as a big-endian number: what a context carries of a chain.
  public var prefix: UInt64 { words.0 }

  /// The same bits as the digest of another kind of thing.
  package func cast<Other>(to _: Digest<Other>.Type = Digest<Other>.self) -> Digest<Other> {
    Digest<Other>(words: words)
  }

  /// Tells whether the left one comes first.
  @inlinable public static func < (left: Self, right: Self) -> Bool {
    left.words < right.words
  }

  /// Tells whether both are the same.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    left.words == right.words
  }

  /// Feeds the value to a hasher.
  @inlinable public func hash(into hasher: inout Hasher) {
    // All of it: what a hostile log calls a digest need not be one, and could share any part.
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}

extension Digest: CustomStringConvertible {
  /// The 64 lowercase hexadecimal digits.
  public var description: String {
    Hex.encode(words.0) + Hex.encode(words.1) + Hex.encode(words.2) + Hex.encode(words.3)
  }
}
