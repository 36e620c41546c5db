public import Operations
public import Platform

/// Says what restoring a library came to.
public struct RestoreReport: Sendable {
  /// The library; nil where it was only tried.
  public var library: LibraryID?
  /// Its folder.
  public var root = Path()
  /// The remote that it came from; nil for an album view.
  public var remote: String?
  /// What the remote is called here; nil for an album view, and where it was only tried.
  public var remoteName: String?
  /// Whether the folder was the library before.
  public var wasHere = false
  /// How many operations the remote has; 0 for an album view.
  public var operations: UInt64 = 0
  /// What the look at the remote could not read; what fetching could not is in ``sync``.
  public var unread: [UnreadPart] = []
  /// What fetching came to; nil where nothing was fetched.
  public var sync: SyncReport?
  /// Logs that reached farther in this folder before than on the remote, with what is lost of each, in words.
  public var lost: [(log: LogID, reason: String)] = []
  /// How many assets of the library that the folder was before were added.
  public var joinedAssets = 0
  /// How many albums of the library that the folder was before were added.
  public var joinedAlbums = 0
  /// How many logs came in; 0 from an album view.
  public var logs = 0
  /// How many transactions came in; from an album view, how many were written.
  public var transactions = 0
  /// How many living albums there are now.
  public var albums = 0
  /// How many living folders of albums there are now.
  public var folders = 0
  /// How many references the living albums have now.
  public var references = 0
  /// How many living assets there are now.
  public var assets = 0
  /// How many of them no file here holds.
  public var missing = 0
  /// Links that lead to no photo or video of the folder, and other names that stand for nothing; they are
  /// left as they are.
  public var left: [(path: Path, reason: String)] = []
  /// What the scan found; nil where there was none.
  public var scan: ScanReport?
  /// How the album view is; nil where none was made.
  public var view: ViewReport?

  /// Creates an empty report.
  public init() {}
}
