/// Is what a field of an operation holds, with the wire type that it travels as.
///
/// A value of a kind or field that this version does not know keeps its wire type, so that it can be
/// passed on, exported and read back without loss. Two values are equal if they are written the same:
/// texts are compared byte by byte, numbers bit by bit.
public enum Value: Hashable, Sendable {
  /// Nothing: a register that was cleared.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A binary floating-point number.
  case double(Double)
  /// Unicode text.
  case text(String)
  /// Bytes, such as a position.
  case bytes([UInt8])
  /// 128 bits that identify an album, a log or a place.
  case identifier(Identifier<Never>)
  /// 256 bits that identify an asset or a content; kept elsewhere, since they would make every other
  /// value, of which there are many more, twice as large.
  indirect case digest(Digest<Never>)
  /// Names of operations.
  case dots([Dot])
  /// Values in order.
  case list([Value])
  /// Values by name, each name once, in ascending order of the names' UTF-8.
  case map([MapEntry])

  /// One named value of a map.
  public struct MapEntry: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: Value

    /// Creates an entry.
    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }

    /// Tells whether both are the same, the names byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
      ExactText(left.name) == ExactText(right.name) && left.value == right.value
    }

    /// Feeds the entry to a hasher.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ExactText(name))
      hasher.combine(value)
    }
  }

  /// How deep lists and maps may nest.
  package static let maximumDepth = 32

  /// Creates the value that names an asset.
  public static func asset(_ id: AssetID) -> Value { .digest(id.cast()) }
  /// Creates the value that names an album.
  public static func album(_ id: AlbumID) -> Value { .identifier(id.cast()) }

  /// The text, where the value is one.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The number, where the value is a whole one.
  public var int: Int64? { if case .int(let number) = self { number } else { nil } }
  /// The asset that the value names, where it is a digest.
  public var asset: AssetID? { if case .digest(let digest) = self { digest.cast() } else { nil } }
  /// The album that the value names, where it is an identifier.
  public var album: AlbumID? { if case .identifier(let id) = self { id.cast() } else { nil } }
}

/// Is a named value of an operation or a transaction.
public struct Field: Hashable, Sendable {
  /// The field's name.
  public let name: FieldName
  /// What it holds.
  public let value: Value

  /// Creates a field.
  public init(_ name: FieldName, _ value: Value) {
    self.name = name
    self.value = value
  }
}
