public import LibraryState
public import Operations

/// Is one photo or video of a library, as it was when it was fetched.
public struct Asset: Sendable, Identifiable {
  /// The SHA-256 of the bytes that it was first imported with.
  public let id: AssetID
  /// Whether it is in the roll, trashed or purged.
  public let status: AssetStatus
  /// All its visible fields by name.
  public let fields: [FieldName: Value]
  /// Its tags, in the order of their bytes.
  public let tags: [String]
  /// The asset that it is a part of, where it is one of a pair.
  public let partOf: AssetID?

  package init(
    id: AssetID, status: AssetStatus, fields: [FieldName: Value], tags: [String], partOf: AssetID?
  ) {
    self.id = id
    self.status = status
    self.fields = fields
    self.tags = tags
    self.partOf = partOf
  }

  /// The name it had when it was imported.
  public var filename: String? { fields[.filename]?.text }
  /// Where its file was last recorded, relative to a library's root.
  public var path: String? { fields[.path]?.text }
  /// Its media type, such as `image/jpeg`.
  public var type: String? { fields[.type]?.text }
  /// The size of its bytes.
  public var size: Int64? { fields[.size]?.int }
  /// Its width in pixels, after orientation.
  public var width: Int64? { fields[.width]?.int }
  /// Its height in pixels, after orientation.
  public var height: Int64? { fields[.height]?.int }
  /// When it was taken: ISO 8601, with the offset where it is known; local time otherwise.
  public var captured: String? { fields[.captured]?.text }
  /// How long it plays, in seconds.
  public var duration: Double? {
    switch fields[.duration] {
    case .double(let seconds)?: seconds
    case .int(let seconds)?: Double(seconds)
    default: nil
    }
  }
  /// The title that it was given.
  public var title: String? { fields[.title]?.text }
  /// Whether it is kept out of sight.
  public var isHidden: Bool { fields[.hidden] == .bool(true) }
}
