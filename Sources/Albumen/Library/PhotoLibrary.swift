public import Operations
public import Platform

/// Is a folder whose photos and videos are assets, with albums, kept in a log of operations.
public actor PhotoLibrary {
  /// The root folder, absolute and without links.
  public nonisolated let root: Path
  /// The library's id.
  public nonisolated let id: LibraryID

  init(root: Path, id: LibraryID) {
    self.root = root
    self.id = id
  }

  static var pending: AlbumenError { AlbumenError(.failed, "not built") }

  /// Returns the root of the library that a directory is in, looking upwards from it.
  ///
  /// - Throws: `.noLibrary` where there is none; `.rootUnavailable` where there was one that this
  ///   machine knows.
  public static func locate(
    from directory: Path, _ configuration: Configuration
  ) throws(AlbumenError) -> Path { throw pending }

  /// Makes a folder a library, or opens the one that it is already.
  ///
  /// - Returns: the library and whether it was made just now.
  public static func create(
    at root: Path, _ configuration: Configuration, evenIfKnown: Bool = false
  ) async throws -> (library: PhotoLibrary, isNew: Bool) { throw pending }

  /// Opens the library whose root a folder is.
  public static func open(
    at root: Path, _ configuration: Configuration
  ) async throws -> PhotoLibrary { throw pending }

  /// Ends the helper processes and closes the files.
  public func close() async {}

  /// Is what `performChanges` gives back.
  public struct ChangeResult<Value: Sendable>: Sendable {
    /// What the block returned.
    public let value: Value
    /// The transaction that was written; nil where there was nothing to write, or it was only tried.
    public let transaction: Dot?
    /// The operations, written or only tried.
    public let operations: [Operation]
  }

  /// Makes changes as one transaction, all or nothing.
  public func performChanges<Value: Sendable>(
    _ label: String, isDryRun: Bool = false,
    _ body: @Sendable (LibraryChanges) throws -> Value
  ) async throws -> ChangeResult<Value> { throw Self.pending }

  /// Which assets a fetch returns.
  public enum AssetFilter: Sendable { case living, trashed, all }

  /// Returns assets by capture time, then name, then id.
  public func assets(_ filter: AssetFilter = .living) async throws -> [Asset] { throw Self.pending }
  /// Returns an asset; nil where it is not known.
  public func asset(_ id: AssetID) async throws -> Asset? { throw Self.pending }
  /// Returns the asset that a text names: the path of a file in the library (relative paths are seen
  /// from `directory`), or else a unique prefix of an id, at least four digits.
  public func findAsset(
    _ name: Path, from directory: Path
  ) async throws -> Asset { throw Self.pending }
  /// Returns all albums and folders, sorted by title.
  public func albums(includingDeleted: Bool = false) async throws -> [Album] { throw Self.pending }
  /// Returns an album or folder; nil where there never was one.
  public func album(_ id: AlbumID) async throws -> Album? { throw Self.pending }
  /// Returns the album that a text names: its exact title, a `Folder/Title` path, or `@` and a unique
  /// prefix of its id.
  public func findAlbum(
    _ name: String, amongDeleted: Bool = false
  ) async throws -> Album { throw Self.pending }
  /// Returns the assets of an album, in order.
  public func members(of album: AlbumID) async throws -> [Asset] { throw Self.pending }
  /// Returns the living albums that an asset shows in.
  public func albums(containing asset: AssetID) async throws -> [Album] { throw Self.pending }
  /// Returns the files that an asset has here, relative to the root.
  public func files(of asset: AssetID) async throws -> [Path] { throw Self.pending }
  /// Returns transactions, the newest first.
  public func history(
    _ filter: HistoryFilter = HistoryFilter()
  ) async throws -> [TransactionRecord] { throw Self.pending }
  /// Returns the whole visible state as one line of JSON (docs/formats/state.md).
  public func stateJSON() async throws -> String { throw Self.pending }
  /// Returns how the library is.
  public func status() async throws -> LibraryStatus { throw Self.pending }

  /// Says how a scan goes about it.
  public struct ScanOptions: Sendable {
    /// Whether only to say what would be done.
    public var isDryRun = false
    /// Whether files that are gone are really gone, however many.
    public var confirmsMissing = false
    /// Creates the default options.
    public init() {}
  }

  /// Brings folder and library into step, once.
  public func scan(
    _ options: ScanOptions = ScanOptions(),
    progress: @escaping @Sendable (TaskProgress) -> Void = { _ in }
  ) async throws -> ScanReport { throw Self.pending }

  /// Says how a folder is watched.
  public struct WatchOptions: Sendable {
    /// How long a file must be still after its writer closed it.
    public var settle: Duration = .milliseconds(100)
    /// Whether to end as soon as everything has come to rest.
    public var endsWhenIdle = false
    /// Creates the default options.
    public init() {}
  }

  /// Keeps folder and library in step until the task is cancelled.
  ///
  /// - Parameter report: called after the first scan, and for each burst that was taken in.
  public func watch(
    with factory: FolderWatcherFactory, _ options: WatchOptions = WatchOptions(),
    report: @escaping @Sendable (WatchEvent) -> Void
  ) async throws { throw Self.pending }

  /// Is what a watch tells.
  public enum WatchEvent: Sendable {
    /// The watch stands, and this well; from now on nothing is missed.
    case health(FolderHealth)
    /// A look at the whole folder or a burst of changes was taken in.
    case scanned(ScanReport)
    /// Something went wrong that the watch survives.
    case trouble(AlbumenError)
  }

  /// Copies files from outside into the library.
  public func importFiles(
    _ paths: [Path], _ options: ImportOptions = ImportOptions(),
    progress: @escaping @Sendable (TaskProgress) -> Void = { _ in }
  ) async throws -> ImportReport { throw Self.pending }

  /// Writes the history as JSON Lines (docs/formats/jsonl.md), every log in its order.
  public func exportLog(
    _ write: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws { throw Self.pending }

  /// Takes an exported history in.
  ///
  /// - Parameter name: what to call the source in errors.
  public func replay(
    _ file: Path, isDryRun: Bool = false
  ) async throws -> ReplayReport { throw Self.pending }

  /// Checks length, checksum and chain of everything in the logs.
  public func verify() async throws -> VerifyReport { throw Self.pending }
}
