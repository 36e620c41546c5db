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
    var delays = PhotoLibrary.ViewDelays()
    /// The directories of the view in which something happened, relative to the root, where that is known
    /// for certain; nil where all of it is to be looked at.
    var directories: Set<Path>?
  }

  /// The part of the view that is looked at; nil for all of it.
  var scope: ViewScope?
  /// Whether more has to be known than a part.
  private(set) var isUnsure = false

  var file: ViewFile
  var report = ViewReport()
  var base = ViewBase()
  /// What the view had before this round.
  private(set) var before = ViewBase()
  var findings = ViewFindings()
  /// What is known of files in the view.
  private(set) var files: [Path: ViewFileRow] = [:]
  /// What is known of those that may stand in the place of links.
  private(set) var madeFiles: [Path: ViewFileRow] = [:]
  /// Whether what is set cannot stand for photos.
  var isRefused = false
  /// Whether this round has a generation of its own by now.
  private var hasGeneration = false
  /// Files that are to be put into the roll when the log has them.
  var collections: [Collection] = []

  /// A file of the view that is to be put into the roll.
  struct Collection {
    let from: Path
    let to: Path
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
      file = part.file
      report.acts = part.report.acts
      report.kept = part.report.kept
      report.changes = part.report.changes
      report.left = part.report.left
      report.transaction = part.report.transaction
    }
    if options.isDryRun {
      tryForm()
    } else {
      try prepare()
      try checkForm()
    }
    let look = try look()
    report.unsettled(look.unsettled)
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
    var executor = executor
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

  mutating func look() throws(AlbumenError) -> ViewLook {
    var known: [Path: ViewFileRow] = [:]
    do throws(CatalogueError) { known = try store.catalogue.viewFiles() } catch {
      throw AlbumenError(error)
    }
    for (path, examined) in examined {
      switch examined {
      case .found(let content, let key, _, _): known[path] = ViewFileRow(key, content: content)
      case .other:
        if let status = try? FileStatus.ofLink(at: layout.root / path) {
          known[path] = ViewFileRow(FileKey(status), content: nil)
        }
      case .vanished, .changing, .unreadable: break
      }
    }
    let standIns: StandInIndex
    do throws(CatalogueError) {
      let hasHardLinks = form == .hard || file.form == .hard
      standIns = try StandInIndex(
        store.catalogue, root: layout.root, hasHardLinks: hasHardLinks, scope)
    } catch { throw AlbumenError(error) }
    let look = ViewLook(
      root: layout.root, name: name, known: known, quiet: options.delays, standIns: standIns)
    if let scope {
      look.look(at: Array(scope.albums.values))
      // Of the others nothing new is known.
      let seen = Set(scope.albums.values.map { path($0) })
      files = known.filter { !seen.contains($0.key.parent) }
      files.merge(look.files) { $1 }
    } else {
      look.look()
      files = look.files
    }
    madeFiles = look.madeFiles
    if !options.isDryRun { try noteTouched(standIns) }
    return look
  }

  // MARK: What a person did

  /// Turns what a person did into operations, and records what the view has.
  mutating func takeOver(_ look: ViewLook) throws(AlbumenError) {
    var sync = self
    let change = try store.change(
      "Change albums in \(name.display)", origin: "folder"
    ) { session throws(AlbumenError) in
      sync = self
      if sync.scope == nil { try sync.followLeftFiles(look, session) }
      try sync.read(look, session.catalogue)
      if sync.scope != nil, !sync.isSure {
        sync.isUnsure = true
        return
      }
      try sync.planFiles(session)
      if !sync.report.toRead.isEmpty { return }
      let isNews =
        !sync.findings.acts.isEmpty || !sync.collections.isEmpty || sync.base.isChanged
        || !sync.wasTrusted
      if isNews { try sync.beginGeneration() }
      try sync.apply(session)
      // Counted only when view and albums agree.
      try sync.save(session.catalogue)
    }
    self = sync
    if isUnsure { return }
    report.transaction = change.transaction?.dot ?? report.transaction
    // Files that are put into the roll are others' places by then.
    if change.transaction != nil || !collections.isEmpty { known = nil }
    // What has reached the log is done, even where the catalogue has not got it: then the record is the
    // one before, and another round begins from there.
    let recorded = try store.read { (catalogue) throws(CatalogueError) in
      try catalogue.viewGeneration?.generation
    }
    guard !hasGeneration || recorded == file.generation else {
      throw AlbumenError(
        .failed, "the record of the album view could not be written", subject: name.display,
        hint: "scan again", disposition: .retry)
    }
  }

  /// Tells what would be taken over.
  private mutating func tryOver(_ look: ViewLook) throws(AlbumenError) {
    try store.catchUp()
    let catalogue = store.catalogue
    var sync = self
    try catalogue.withSnapshot(mapError: { AlbumenError($0) }) { () throws(AlbumenError) in
      sync = self
      try sync.read(look, catalogue)
      sync.report.acts = try sync.words(catalogue)
    }
    self = sync
    report.collected = findings.files.map { (path($0.path), nil) }
  }

  private(set) var wasTrusted = false
  /// Which directory the view's is; nil where it was not looked at, or is not there.
  private var top: String?
  /// What the albums were when this round last read them, and what the catalogue was by then.
  private var known: Known?

  /// Is what the albums were at some moment.
  private struct Known {
    let state: ViewState
    /// The newest transaction that was in the catalogue.
    let last: Int64
    private let catalogue: Catalogue
    private let foreignChanges: Int64

    init(_ state: ViewState, _ catalogue: Catalogue) throws(CatalogueError) {
      self.state = state
      self.catalogue = catalogue
      last = try catalogue.lastTransaction
      foreignChanges = try catalogue.foreignChanges
    }

    /// Whether nothing was delivered since, and nobody else has written.
    func isCurrent(in catalogue: Catalogue) throws(CatalogueError) -> Bool {
      guard catalogue === self.catalogue, try catalogue.lastTransaction == last else {
        return false
      }
      return try catalogue.foreignChanges == foreignChanges
    }
  }

  /// Compares a look with the record and the albums.
  mutating func read(
    _ look: ViewLook, _ catalogue: Catalogue
  ) throws(AlbumenError) {
    do throws(CatalogueError) {
      let recorded = try catalogue.viewGeneration?.generation
      // A process that died leaves what it had recorded; a power cut may take that.
      let isRecent = !file.boot.isEmpty && file.boot == Self.boot && recorded == file.previous
      wasTrusted = recorded == file.generation || (isRecent && file.previous != 0)
      // A part of a record that is not believed is none.
      if !wasTrusted || recorded != file.generation, scope != nil { return wasTrusted = false }
      base = wasTrusted ? try ViewBase(catalogue, scope) : ViewBase(file)
      if !wasTrusted, !options.isDryRun { try catalogue.forgetView() }
      // What died with its transaction in the log had said which directory is a new album's.
      if wasTrusted, recorded != file.generation {
        for (album, directory) in ViewBase(file).directories where base.directories[album] == nil {
          base.set(directory, of: album)
        }
      }
      let names = Set(look.snapshot.directories.compactMap(\.path.last))
      let state = try ViewState(catalogue, known: Set(base.directories.keys), names: names, scope)
      known = try Known(state, catalogue)
      base.forget(where: { state.albums[$0] == nil && state.deleted[$0] == nil })
      before = base
      // Without a record, what stands there is what the view's file says, whatever is set by now.
      let links = ViewLinks(
        view: file.directory, root: layout.root.bytes, form: file.form == .sym ? form : file.form)
      var reader = ViewReader(
        CatalogueViewKnowledge(catalogue: catalogue), state, base, links,
        confirmsMissing: options.confirmsMissing,
        absenceLimit: store.configuration.absences.files(of:), newAlbum: { AlbumID.random() })
      var snapshot = self.snapshot(look)
      let recordedTop = try catalogue.viewTop
      top = topIdentity(look)
      snapshot.top = recordedTop.map { $0 == top ? .same : .other } ?? .unknown
      findings = try reader.read(snapshot)
      base = findings.base
    } catch { throw AlbumenError(error) }
  }

  /// What a look found; a directory is not whole where what was not read has the name of a link: that may
  /// have been saved over, and is not gone.
  private func snapshot(_ look: ViewLook) -> ViewSnapshot {
    var snapshot = look.snapshot
    let unread = Set(look.toRead + look.unsettled)
    if unread.isEmpty { return snapshot }
    var names: Set<[UInt8]> = []
    for row in base.entries.values.joined().map(\.value) {
      names.insert(row.name)
      if let next = row.nextName { names.insert(next) }
    }
    for (index, directory) in snapshot.directories.enumerated() {
      let isUnread = directory.entries.contains {
        $0.kind == .other && names.contains($0.name)
          && unread.contains(path(directory.path + [$0.name]))
      }
      if isUnread { snapshot.directories[index].isWhole = false }
    }
    return snapshot
  }

  /// What tells the view's directory from another one in its place, whatever number the system gives the
  /// device today; nil where it is not there.
  func topIdentity(_ look: ViewLook) -> String? {
    guard let status = look.status, let root = try? FileStatus.ofTarget(at: layout.root) else {
      return nil
    }
    let birth = status.birthTimeNanoseconds.map { String($0) }
    let device =
      status.device == root.device ? "root" : birth == nil ? String(status.device) : "other"
    return "\(device) \(status.inode) \(birth ?? "-")"
  }

  /// The albums as they are now.
  func state(_ catalogue: Catalogue) throws(CatalogueError) -> ViewState {
    try ViewState(catalogue, known: [], names: [], scope)
  }

  // MARK: Records

  static let boot = SystemIdentity.bootIdentifier.map { Hex.encode($0) } ?? ""

  /// Begins a generation, once a round: whatever is recorded of an earlier one, should what follows be
  /// lost, is not believed.
  mutating func beginGeneration() throws(AlbumenError) {
    if hasGeneration { return }
    hasGeneration = true
    file.previous = wasTrusted ? file.generation : 0
    file.generation = UInt64.random(in: 1...(.max))
    file.boot = Self.boot
    if scope == nil { file.albums = base.paths }
    try file.write(to: layout.viewFile)
  }

  private mutating func save(_ catalogue: Catalogue) throws(AlbumenError) {
    do throws(CatalogueError) {
      try base.save(to: catalogue)
      // Where something is withheld it may be another one than the albums' own.
      if let top, findings.withheld.isEmpty, findings.waiting.isEmpty,
        try catalogue.viewTop != top
      {
        try catalogue.setViewTop(top)
      }
      if try catalogue.viewFiles() != files { try catalogue.setViewFiles(files) }
      if hasGeneration {
        try catalogue.setViewGeneration(
          file.generation, directories: base.agreedDirectories, entries: base.agreedEntries)
      }
    } catch { throw AlbumenError(error) }
  }

  private mutating func commit() throws(AlbumenError) {
    var sync = self
    try store.catalogue.withChange(mapError: { AlbumenError($0) }) { () throws(AlbumenError) in
      try sync.save(store.catalogue)
    }
    self = sync
  }

  // MARK: What the albums are

  /// How often what disagrees is tried anew in one round.
  private static let passes = 6

  /// Makes the view what the albums are.
  mutating func render() throws(AlbumenError) {
    if options.isDryRun {
      // With acts to come the albums are others by then.
      guard findings.acts.isEmpty, findings.files.isEmpty, !isRefused else { return }
      let state = try currentState().state
      if let refusal = refusal(of: state) { return refuse(refusal) }
      var renderer = ViewRenderer(state, findings, base, form: form)
      report.changes = renderer.plan().count
      return
    }
    var executor = executor
    var isInStep = false
    var last: Int64 = 0
    for pass in 0..<Self.passes {
      let state: ViewState
      (state, last) = try currentState()
      if pass == 0 { try adoptForm(state) }
      var renderer = ViewRenderer(state, findings, base, form: form)
      var changes = renderer.plan()
      if scope != nil, changes.contains(where: \.isOfDirectory) {
        isUnsure = true
        // What an earlier pass has done is known to no other round.
        note(executor.trashed)
        if base.isChanged { try commit() }
        return
      }
      base = renderer.base
      if changes.isEmpty {
        isInStep = true
        break
      }
      changes = keepingWhatHasNoRoom(changes, state, &executor)
      if changes.isEmpty { break }
      try beginGeneration()
      for change in changes { base.intend(change) }
      try commit()
      var isAnyDone = false
      var outcomes: [ViewBase.Outcome] = []
      for change in changes {
        let outcome = executor.perform(change, base)
        // What is in it is found by its new name at once.
        if case .moveDirectory = change { base.conclude(change, outcome) }
        outcomes.append(outcome)
        if outcome != .failed, outcome != .notOurs {
          isAnyDone = true
          report.changes += 1
        }
      }
      // What is recorded as done must be on disk.
      do throws(PlatformError) { try executor.synchronize() } catch { throw AlbumenError(error) }
      for (change, outcome) in zip(changes, outcomes) {
        if case .moveDirectory = change { continue }
        base.conclude(change, outcome)
      }
      try record(&executor)
      if !isAnyDone { break }
    }
    report.failed += executor.failures
    note(executor.trashed)
    let (directories, entries) = (base.agreedDirectories, base.agreedEntries)
    if scope != nil {
      let delta = base.certainEntries - before.certainEntries
      base.agree(directories: directories, entries: max(0, entries + delta))
    } else if findings.withheld.isEmpty {
      base.agree()
    }
    if directories != base.agreedDirectories || entries != base.agreedEntries {
      try beginGeneration()
    }
    if base.isChanged || hasGeneration { try commit() }
    try noteSeen(last, isInStep && executor.failures.isEmpty)
    if scope == nil, hasGeneration, file.albums != base.paths {
      file.albums = base.paths
      try file.write(to: layout.viewFile)
    }
  }

  /// Removes all links that were made, and the directories that are empty then.
  mutating func clear() throws(AlbumenError) -> ViewReport {
    report.directory = name
    try prepare()
    let look = try look()
    do throws(CatalogueError) { base = try ViewBase(store.catalogue) } catch {
      throw AlbumenError(error)
    }
    guard look.isThere else { return report }
    // Nothing is to be there: all albums are as if they were deleted.
    var executor = executor
    var renderer = ViewRenderer(ViewState(), findings, base)
    let changes = renderer.plan()
    base = renderer.base
    try beginGeneration()
    for change in changes { base.intend(change) }
    try commit()
    for change in changes {
      let outcome = executor.perform(change, base)
      base.conclude(change, outcome)
      if outcome != .failed, outcome != .notOurs { report.changes += 1 }
    }
    executor.removeAsideDirectory()
    try? Files.removeDirectory(layout.root / name)
    do throws(PlatformError) {
      if (try? FileStatus.ofLink(at: layout.root / name)) != nil { try executor.synchronize() }
    } catch { throw AlbumenError(error) }
    try record(&executor)
    report.failed += executor.failures
    note(executor.trashed)
    return report
  }

  /// The albums as they are now: as this round has read them, unless they may have changed since.
  private mutating func currentState() throws(AlbumenError) -> (state: ViewState, last: Int64) {
    let before = known
    let now = try store.read { (catalogue) throws(CatalogueError) in
      if let before, try before.isCurrent(in: catalogue) { return before }
      return try Known(try state(catalogue), catalogue)
    }
    known = now
    return (now.state, now.last)
  }

  /// Notes that what was there before is taken over.
  private mutating func endAdoption() throws(AlbumenError) {
    guard file.adopts, !options.isDryRun else { return }
    file.adopts = false
    try file.write(to: layout.viewFile)
  }

  // MARK: The report

  mutating func describe() {
    report.withheld = findings.withheld.map { self.path($0) }
    report.isOtherDirectory = findings.isOfOtherDirectory
    report.waiting += findings.waiting.map { self.path($0) }
    report.failed += findings.unclear.map {
      (self.path($0), "it is in the place of a photo or video and none, so nothing is concluded")
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

extension ViewReport {
  fileprivate mutating func unsettled(_ paths: [Path]) { waiting += paths }
}
