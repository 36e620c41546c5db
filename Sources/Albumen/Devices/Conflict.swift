public import Operations

/// Is something that two devices did without knowing of each other, where only one of both shows.
public struct Conflict: Sendable {
  /// The kinds.
  public enum Kind: String, Sendable {
    /// Both wrote one field: the greater stamp holds.
    case value
    /// One removed what the other added: it stays.
    case removal
    /// Two living assets have the same content.
    case content
  }

  /// What one device did.
  public struct Act: Sendable {
    /// The transaction.
    public let transaction: Dot
    /// What the author's clock read, in milliseconds since 1970 UTC.
    public let wall: Int64
    /// What the device is called; nil where nobody has said.
    public let device: String?
    /// What the transaction is called.
    public let label: String
    /// What was written, of a value; nil otherwise.
    public let value: Value?
  }

  /// What kind it is.
  public let kind: Kind
  /// The album that it is about, or that a reference is in.
  public var album: AlbumID?
  /// The asset that it is about.
  public var asset: AssetID?
  /// The tag that was removed and added.
  public var tag: String?
  /// The field that was written.
  public var field: FieldName?
  /// What holds; nil for one content.
  public var kept: Act?
  /// What does not, the newest first; none for one content.
  public var lost: [Act] = []
  /// The content that several assets have.
  public var content: ContentID?
  /// The assets that have it, ascending.
  public var assets: [AssetID] = []

  init(_ kind: Kind) { self.kind = kind }

  /// The newest thing that was done to it, in milliseconds since 1970 UTC; nil for one content.
  public var newest: Int64? { ([kept].compactMap { $0 } + lost).map(\.wall).max() }
}
