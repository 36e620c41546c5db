public import Operations
public import Platform

/// Says what a look at the folder came to.
public struct ScanReport: Sendable {
  /// Assets that came in.
  public var added: [AssetID] = []
  /// Where the assets that came in were found, in the order of `added`.
  public var addedPaths: [Path] = []
  /// Assets that came back from the trash because their file did.
  public var restored: [AssetID] = []
  /// Assets whose recorded path was gone, and that have another one now.
  public var moved: [AssetID] = []
  /// Those of `moved` that had no file here before: they came back under another path.
  public var returned: [AssetID] = []
  /// Assets whose file has other bytes now.
  public var edited: [AssetID] = []
  /// Assets that turned out to be parts of others: the video of a Live Photo, a raw file.
  public var paired: [AssetID] = []
  /// Assets that no file here holds any more; they keep their albums.
  public var missing: [AssetID] = []
  /// Assets that went to the trash because their last file here was deleted, where that is set.
  public var trashed: [AssetID] = []
  /// Whether something is gone of which only a look at the whole folder may conclude more.
  var needsWholeLook = false
  /// How many references were added to albums for what appeared in directories that are albums'.
  public var references = 0
  /// Paths that are gone, but so many at once that nothing was concluded.
  public var withheld: [Path] = []
  /// Files and directories that could not be read, and why.
  public var unreadable: [(path: Path, reason: String)] = []
  /// Links that lead out of the folder, or nowhere; they were not followed.
  public var links: [Path] = []
  /// Files that were being changed; they are taken in when they have come to rest.
  public var unsettled: [Path] = []
  /// How many files were looked at.
  public var filesSeen = 0
  /// How many of them had to be read.
  public var filesRead = 0
  /// The transaction that was written; nil where none was needed.
  public var transaction: Dot?
  /// What came of bringing the album view into step; nil where it was not looked at.
  public var view: ViewReport?

  /// Creates an empty report.
  public init() {}

  /// Whether anything was written.
  public var hasChanges: Bool { transaction != nil }
}

/// Says how files from outside are taken in.
public struct ImportOptions: Sendable {
  /// Albums that the assets are referenced in, by title, a path of titles, or `@` and the start of an id;
  /// made where they are missing.
  public var albums: [String] = []
  /// Whether a source is removed once its copy is safe.
  public var movesSources = false
  /// The directory that copies go to, relative to the root, with `{year}`, `{month}`, `{day}` of the
  /// capture time.
  public var template = "Camera Roll/{year}/{month}"
  /// Whether only to say what would be done.
  public var isDryRun = false

  /// Creates the default options.
  public init() {}
}

/// Says what an import came to.
public struct ImportReport: Sendable {
  /// Is one file that was taken in.
  public struct Item: Sendable {
    /// The file that was given.
    public let source: Path
    /// The asset that it is.
    public let asset: AssetID
    /// Where it is in the library, relative to the root; nil where the asset has a file here already.
    public let path: Path?

    /// Creates an item.
    public init(source: Path, asset: AssetID, path: Path?) {
      self.source = source
      self.asset = asset
      self.path = path
    }
  }

  /// What was taken in, in the order given.
  public var imported: [Item] = []
  /// What this folder has already; it was not copied, but referenced in the albums as well.
  public var known: [Item] = []
  /// Assets that were in the trash, or purged, and are back because they were given again.
  public var restored: [AssetID] = []
  /// What could not be taken in, and why.
  public var failed: [(path: Path, error: AlbumenError)] = []
  /// How many references were added to albums.
  public var references = 0
  /// Titles that several albums have: the first made was taken.
  public var ambiguousAlbums: [String] = []
  /// Sidecars that came along with their photos, and where they are in the library, relative to the root.
  public var sidecars: [(source: Path, path: Path)] = []
  /// Files in given directories that are no photo or video.
  public var passedOver: [Path] = []
  /// The transaction that was written; nil where none was needed.
  public var transaction: Dot?

  /// Creates an empty report.
  public init() {}
}

/// Says how a library is.
public struct LibraryStatus: Sendable {
  /// How many assets are in the roll.
  public var assets = 0
  /// How many of these show as parts of others.
  public var parts = 0
  /// How many assets are in the trash.
  public var trashed = 0
  /// How many living albums there are, folders apart.
  public var albums = 0
  /// How many living folders of albums there are.
  public var folders = 0
  /// How many transactions have been delivered.
  public var transactions = 0
  /// How many logs there are.
  public var logs = 0
  /// How many files are in the index.
  public var files = 0
  /// How many living assets no file here holds.
  public var missing = 0
  /// Whether the folder was looked at since the catalogue was made: if not, no file is known.
  public var isLookedAt = true
  /// Photos and videos that a scan would read: those that are new, or look different.
  public var pending: [Path] = []
  /// Files that a scan would find gone.
  public var gone: [Path] = []
  /// Whether so much is gone at once that a scan concludes nothing from it until that is confirmed; of the
  /// album view's directory itself that is never concluded.
  public var needsConfirmation: Bool {
    isTooMuchGone || view.withheld.contains { $0 != view.directory || view.isOtherDirectory }
  }
  /// Whether so many files are gone.
  var isTooMuchGone = false
  /// Files that a scan would find under another name.
  public var moved: [(from: Path, to: Path)] = []
  /// What could not be read, and why.
  public var unreadable: [(path: Path, reason: String)] = []
  /// Transactions that are here but wait for others, and for what.
  public var waiting: [(log: LogID, cause: String)] = []
  /// The ends of logs that others have seen and that are missing here, so that something waits.
  public var missingParts: [MissingPart] = []
  /// How many imports were cut short and have still to be finished, which a scan does.
  public var unfinishedImports = 0
  /// Whether the album view and the albums agree, and what a scan would do; nothing of it is done.
  public var view = ViewReport()
  /// The remotes, with how far each is as far as is known without asking it.
  public var remotes: [Remote] = []
  /// How well the folder is watched by another process: "watching" or why less; nil where none is.
  public var watch: String?

  /// Creates an empty status.
  public init() {}

  /// Whether folder and library agree, nothing is waited for, nothing is to be exchanged with a remote, and
  /// all there could be read; assets without a file here do not count.
  public var isInSync: Bool {
    pending.isEmpty && gone.isEmpty && moved.isEmpty && waiting.isEmpty && unreadable.isEmpty
      && unfinishedImports == 0 && view.isInStep
      && remotes.allSatisfy { $0.ahead == 0 && $0.behind == 0 && $0.unread.isEmpty }
  }
}

/// Is one transaction as a list of changes shows it.
public struct TransactionRecord: Sendable {
  /// Its first operation, which names it.
  public let id: Dot
  /// Its last operation.
  public let lastSeq: UInt64
  /// The author's clock, in milliseconds since 1970 UTC.
  public let wall: Int64
  /// Who asked for it: "command", "folder" or "replay".
  public let origin: String?
  /// What it is called.
  public let label: String
  /// The name of the device that wrote it, where it has one.
  public let device: String?
  /// The transaction that it undoes.
  public let undoes: Dot?
  /// How many operations of each kind it holds, by the kind's name.
  public let effects: [(kind: String, count: Int)]

  package init(
    id: Dot, lastSeq: UInt64, wall: Int64, origin: String?, label: String, device: String?,
    undoes: Dot?, effects: [(kind: String, count: Int)]
  ) {
    self.id = id
    self.lastSeq = lastSeq
    self.wall = wall
    self.origin = origin
    self.label = label
    self.device = device
    self.undoes = undoes
    self.effects = effects
  }
}

/// Says which transactions a list of changes shows, newest first.
public struct HistoryFilter: Sendable {
  /// Only those that concern an album.
  public var album: AlbumID?
  /// Only those that concern an asset.
  public var asset: AssetID?
  /// Only those written at or after this time, in milliseconds since 1970 UTC.
  public var since: Int64?
  /// Only those written at or before this time, in milliseconds since 1970 UTC.
  public var until: Int64?
  /// Only those of one log.
  public var log: LogID?
  /// At most so many, the newest; nil for all.
  public var limit: Int?

  /// Creates a filter that lets everything through.
  public init() {}
}

/// Says what a replay came to.
public struct ReplayReport: Sendable {
  /// How many transactions have been delivered that were not in their logs before.
  public var delivered = 0
  /// How many were in the logs before.
  public var seen = 0
  /// Transactions that wait, by log, and for what.
  public var waiting: [(log: LogID, cause: String)] = []
  /// How many are kept until what their own log needs before them has come.
  public var kept = 0
  /// Places of transactions that are another history of a log than the one here, each once, ascending;
  /// they were not mixed in.
  public var forks: [Dot] = []

  /// Creates an empty report.
  public init() {}
}

/// Says what a check of the logs came to.
public struct VerifyReport: Sendable {
  /// How many logs were read.
  public var logs = 0
  /// How many transactions were read.
  public var transactions = 0
  /// How many operations were read.
  public var operations = 0
  /// How many bytes were read.
  public var bytes: Int64 = 0
  /// What is wrong, each with the file and the place in it.
  public var problems: [String] = []

  /// Creates an empty report.
  public init() {}
}

/// Says how far a long task has come.
public struct TaskProgress: Sendable {
  /// What is being done, such as "reading files".
  public let activity: String
  /// How many are done.
  public let done: Int
  /// How many there are; nil where that is not known.
  public let total: Int?

  /// Creates a progress report.
  public init(activity: String, done: Int, total: Int?) {
    self.activity = activity
    self.done = done
    self.total = total
  }
}
