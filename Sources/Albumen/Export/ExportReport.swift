public import Operations
public import Platform

/// Says how albums are written to a directory as plain copies.
public struct ExportOptions: Sendable {
  /// Whether only to say what would be done.
  public var isDryRun = false

  /// Creates the default options.
  public init() {}
}

/// Says what an export of albums came to.
public struct ExportReport: Sendable {
  /// What became of one photo or video.
  public enum Outcome: Sendable {
    /// It was copied, or would be.
    case copied
    /// The same bytes are there already.
    case present
    /// No file here holds it.
    case missing
    /// It could not be copied.
    case failed(AlbumenError)
  }

  /// Is one place in an album that was exported.
  public struct Item: Sendable {
    /// The album.
    public let album: AlbumID
    /// The place in the album, from 1; a part has that of its whole.
    public let index: Int
    /// What is there.
    public let asset: AssetID
    /// Where its copy is, relative to the directory that was exported to.
    public let path: Path
    /// What became of it.
    public var outcome: Outcome
  }

  /// All places, in the order of the albums given and of the references in each.
  public var items: [Item] = []

  /// Creates an empty report.
  public init() {}
}
