public import LibraryState
public import Operations

/// Says what an undo, a redo or a return came to.
public struct UndoReport: Sendable {
  /// Is something that is left as it is.
  public struct Left: Sendable, Hashable {
    /// The asset that it is about.
    public let asset: AssetID?
    /// The album that it is about.
    public let album: AlbumID?
    /// The tag that it is about.
    public let tag: String?
    /// The field that it is about, where it is one.
    public let field: FieldName?
    /// Why it is left.
    public let reason: LeftReason
  }

  /// What was undone or brought again; nil for a return.
  public let subject: Dot?
  /// What that was called.
  public let subjectLabel: String
  /// The transaction that was written; nil where there was nothing to write, or it was only tried.
  public let transaction: Dot?
  /// The operations, written or only tried.
  public let operations: [Operation]
  /// What is left, and why.
  public let left: [Left]
  /// What the folder did behind the newest command, where that was undone because none was named; nil
  /// where it did nothing that stands.
  public internal(set) var laterOfFolder: (id: Dot, label: String)?

  /// How many files stay in the library's own trash though the purge that moved them is taken back: their
  /// assets are trashed now, and `PhotoLibrary.restore` brings them back.
  public internal(set) var filesInTrash = 0

  /// Whether all is done but what cannot be: facts stay.
  public var isWhole: Bool { left.allSatisfy { $0.reason == .fact } }
}

extension UndoReport.Left {
  init(_ left: UndoPlan.Left) {
    var (asset, album, tag): (AssetID?, AlbumID?, String?)
    switch left.entity {
    case .asset(let id), .purge(let id): asset = id
    case .tag(let id, let text): (asset, tag) = (id, text.text)
    case .album(let id): album = id
    case .reference(let id, let member): (album, asset) = (id, member)
    case .copy(let content, _): asset = content.cast()
    case .log, nil: break
    }
    self.init(asset: asset, album: album, tag: tag, field: left.field, reason: left.reason)
  }
}
