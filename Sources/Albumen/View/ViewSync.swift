import Catalogue
import Operations
import Platform
import Reconciling

/// Brings the album view and the albums into step, once (docs/design/0013-album-view.md).
///
/// With the view's lock held: first what a person did becomes one transaction, then the view is made what
/// the albums are. Blocks.
struct ViewSync {
  let store: LibraryStore
  let options: Options
  /// What reading gave, by path relative to the root.
  let examined: [Path: FileExaminer.Examined]

  struct Options {
    var isDryRun = false
    /// Whether what is gone is really gone, however much.
    var confirmsMissing = false
    /// Whether files are to be read first, where there are any.
    var readsFiles = true
    /// Whether nothing is done as long as photos or videos are not at rest: another round follows, and what
    /// comes together is to come in one order.
    var waitsForRest = false
    var delays = PhotoLibrary.ViewDelays()
    /// The directories of the view in which something happened, relative to the root, where that is known
    /// for certain; nil where all of it is to be looked at.
    var directories: Set<Path>?
  }

  /// The part of the view that is looked at; nil for all of it.
  var scope: ViewScope?
  /// Whether more has to be known than a part.
  var isUnsure = false

  var file: ViewFile
  var report = ViewReport()
  var base = ViewBase()
  /// What the view had before this round.
  var before = ViewBase()
  var findings = ViewFindings()
  /// What is known of files in the view.
  var files: [Path: ViewFileRow] = [:]
  /// What is known of those that may stand in the place of links.
  var madeFiles: [Path: ViewFileRow] = [:]
  /// Whether what is set cannot stand for photos.
  var isRefused = false
  /// Whether this round has a generation of its own by now.
  var hasGeneration = false
  /// Whether the record is of this view, as far as can be told.
  var wasTrusted = false
  /// Which directory the view's is; nil where it was not looked at, or is not there.
  var top: String?
  /// What the albums were when this round last read them, and what the catalogue was by then.
  var known: ViewState.Known?
  /// Files that are to be put into the roll when the log has them.
  var collections: [Collection] = []

  /// A file of the view that is to be put into the roll.
  struct Collection {
    let from: Path
    let to: Path
    /// The album in whose directory it is.
    let album: AlbumID
    let asset: AssetID
    let content: ContentID
    /// What it looked like when it was read.
    let key: ViewFileRow
  }

  var layout: LibraryLayout { store.layout }
  var name: Path { Path(bytes: file.directory) ?? ViewFile.defaultPath }

  init(
    _ store: LibraryStore, _ file: ViewFile, _ options: Options,
    _ examined: [Path: FileExaminer.Examined]
  ) {
    self.store = store
    self.file = file
    self.options = options
    self.examined = examined
  }

  /// Does it; the report names the files that have to be read before, and then nothing was done.
  mutating func run() throws(AlbumenError) -> ViewReport {
    report.directory = name
    report.isDryRun = options.isDryRun
    if let scope = try sureScope() {
      var part = self
      if try part.runScoped(scope) {
        self = part
        return report
      }
      // What it has taken over stays so.
      (file, report) = (part.file, part.report)
    }
    if options.isDryRun {
      tryForm()
    } else {
      try prepare()
      try checkForm()
    }
    let look = try look()
    report.waiting += look.unsettled
    if options.waitsForRest, !look.unsettled.isEmpty { return report }
    report.failed += look.unreadable.map { ($0.path, $0.error.message) }
    if options.readsFiles, !look.toRead.isEmpty {
      report.toRead = look.toRead
      return report
    }
    if file.adopts, !look.unsettled.isEmpty || !look.toRead.isEmpty {
      // What was there before is taken over at once, or it would be taken for leftovers.
      report.waiting += look.toRead
      return report
    }
    // What was not read yet may be photos.
    if options.isDryRun { report.waiting += look.toRead }
    try options.isDryRun ? tryOver(look) : takeOver(look)
    if !report.toRead.isEmpty { return report }
    try collect()
    try render()
    try endAdoption()
    describe()
    return report
  }

  /// Makes ready what steps need, before anything of the record is changed.
  mutating func prepare() throws(AlbumenError) {
    var executor = makeExecutor()
    let left: [Path]
    do throws(PlatformError) { left = try executor.prepare() } catch {
      throw AlbumenError(error, "the album view has no place to work in")
    }
    if left.isEmpty { return }
    let rows: [ViewEntryRow]
    do throws(CatalogueError) { rows = try store.catalogue.viewEntries().filter(\.isOurs) } catch {
      throw AlbumenError(error)
    }
    executor.tidy(left, ours: rows)
    note(executor.trashed)
  }

  /// Notes that what was there before is taken over.
  private mutating func endAdoption() throws(AlbumenError) {
    guard file.adopts, !options.isDryRun else { return }
    file.adopts = false
    try file.write(to: layout.viewFile)
  }

  /// Puts what was found into words.
  mutating func describe() {
    report.withheld = findings.withheld.map { self.path($0) }
    report.isOtherDirectory = findings.isOfOtherDirectory
    report.waiting += findings.waiting.map { self.path($0) }
    report.failed += findings.unclear.map {
      (self.path($0), "it is in the place of a photo or video and none, so nothing is concluded")
    }
    if options.isDryRun {
      report.own = base.entries.values.reduce(0) { count, entries in
        count + entries.values.count { !$0.isOurs && $0.standing == .settled }
      }
    }
    for (names, reason) in findings.left {
      let path = path(names)
      if let words = words(reason, path, names) { report.left.append((path, words)) }
    }
  }

  func path(_ names: [[UInt8]]) -> Path {
    names.reduce(name) { $0 / (Path(bytes: $1) ?? Path()) }
  }
}
