import Catalogue
import MediaKit
import OperationLog
import Operations
import Platform
import Reconciling

extension LibraryStore {
  /// How long a file that is not complete must be at rest before it is taken as it is, in nanoseconds.
  static let incompleteRest: Int64 = 10_000_000_000

  /// Makes sure that the root is there and still is this library's.
  ///
  /// - Throws: `.rootUnavailable` where it is not: nothing may be concluded from such a folder.
  func checkRoot() throws(AlbumenError) {
    do throws(AlbumenError) {
      guard try LibraryFile(at: layout.libraryFile).id == library else {
        throw AlbumenError(
          .rootUnavailable, "another library is here now", subject: layout.root.display)
      }
      // A copy of the folder in its place has a log and an index of its own.
      guard try RootIdentity(ofRoot: layout.root) == rootIdentity else {
        throw AlbumenError(
          .rootUnavailable, "another folder is in this one's place now",
          subject: layout.root.display,
          hint: "end what is running, and begin again")
      }
    } catch {
      guard error.code == .noLibrary else { throw error }
      throw whatIsGone
    }
  }

  /// Says what is missing of a root in which nothing names the library.
  private var whatIsGone: AlbumenError {
    let hasOwn = (try? FileStatus.ofLink(at: layout.own)) != nil
    guard hasOwn || !((try? DirectoryWalk.names(in: layout.root)) ?? []).isEmpty else {
      return AlbumenError(
        .rootUnavailable, "the library's folder is not there, or is empty",
        subject: layout.root.display, hint: "is a disk not mounted?")
    }
    let gone = hasOwn ? layout.libraryFile : layout.own
    return AlbumenError(
      .rootUnavailable,
      "the library's own \(hasOwn ? "file" : "directory") is gone from its folder",
      subject: gone.display,
      hint: "put it back; where it is lost, albumen restore REMOTE brings the library back")
  }

  /// Looks at the whole folder, or at some paths in it.
  func look(at paths: [Path]? = nil) throws(AlbumenError) -> FolderLook {
    try checkRoot()
    let inodesCount = (try? FileSystem(at: layout.root).hasStableInodes) ?? false
    let index = try index(of: paths, inodesCount: inodesCount)
    var scanner = FolderScanner(
      root: layout.root, index: index, inodesCount: inodesCount, rules: FolderRules(layout))
    var look = paths.map { scanner.look(at: $0) } ?? scanner.lookAtAll()
    // Between the two looks at the library's own directory, what was seen was its folder.
    try checkRoot()
    let renamed = scanner.renamed
    try read { catalogue throws(CatalogueError) in
      look.indexed = try catalogue.fileCount()
      for (path, key, from) in renamed {
        if let known = try catalogue.file(at: from) {
          look.renamed.append((path, key, known))
        } else {
          // Another process has taken notice in the meantime: it is looked at like a new one.
          look.toRead.append(path)
        }
      }
    }
    return look
  }

  /// The index of the whole folder, or of what it has at and below some paths.
  private func index(
    of paths: [Path]?, inodesCount: Bool
  ) throws(AlbumenError) -> FileIndex {
    var index = FileIndex(inodesCount: inodesCount)
    try read { catalogue throws(CatalogueError) in
      guard let paths else {
        index.reserve(try catalogue.fileCount())
        return try catalogue.eachFile { index.add($0, $1) }
      }
      var rows: [Path: FileRow] = [:]
      for path in paths {
        for row in try catalogue.files(inside: path) { rows[row.path] = row }
      }
      for row in rows.values { index.add(row) }
    }
    return index
  }

  /// Splits off the files that are still being written: incomplete, and changed a moment ago.
  func unsettled(among paths: [Path]) -> Set<Path> {
    Set(
      paths.filter { path in
        let path = layout.root / path
        guard let status = try? FileStatus.ofLink(at: path), Self.isAtWork(status) else {
          return false
        }
        return (try? MediaCompleteness.of(path)) == .incomplete
      })
  }

  /// Whether a file changed so short a time ago that it may go on changing.
  static func isAtWork(_ status: FileStatus) -> Bool {
    // A time that is yet to come (a wrong clock wrote it) must not make the file wait for it.
    let changed = max(status.mtimeNanoseconds, status.ctimeNanoseconds)
    let (rest, overflow) = SystemClock.wallNanoseconds.subtractingReportingOverflow(changed)
    return !overflow && (0..<incompleteRest).contains(rest)
  }

  /// Takes in what a look found and reading it gave: one transaction, or none where nothing is new.
  func take(
    _ look: FolderLook, _ examined: [FileExaminer.Examined], _ options: PhotoLibrary.ScanOptions,
    unsettled: Set<Path>
  ) throws(AlbumenError) -> ScanReport {
    var report = ScanReport()
    report.filesSeen = look.seen
    report.links = look.links
    report.unreadable = look.unreadable.map { ($0.path, $0.error.message) }
    let base = try self.read { catalogue throws(CatalogueError) in try catalogue.baseSize }
    // Not the size of the index: while absences are withheld, that grows with what comes in.
    var (snapshot, reading) = read(look, examined, base ?? look.indexed, &report)
    let isWhole = look.isWhole && report.unsettled.isEmpty && unsettled.isEmpty
    let isNews = !snapshot.found.isEmpty || !snapshot.gone.isEmpty
    if !isNews, !isWhole || base == look.indexed { return report }
    let begun = report
    let sources = try sources()
    let change = try change("", origin: "folder", isDryRun: options.isDryRun) {
      session throws(AlbumenError) in
      report = begun
      // Asked again: with the lock held no import is putting files in their places.
      let back = Set(look.gone).subtracting(stillGone(look.gone))
      snapshot.gone.removeAll { path in Path(bytes: path).map(back.contains) ?? false }
      let plan = try session.reading { () throws(CatalogueError) in
        var planner = Planner(
          try CatalogueKnowledge(session.catalogue), confirmsMissing: options.confirmsMissing,
          absenceLimit: configuration.absences.files(of:))
        return try planner.plan(for: snapshot)
      }
      let absences = try concludeFromAbsences(plan, isWhole: isWhole)
      report.missing = absences.missing
      report.needsWholeLook = !absences.kept.isEmpty
      report.paired = plan.paired
      report.withheld = plan.withheld.compactMap { Path(bytes: $0) }
      report.returned = try session.reading { () throws(CatalogueError) in
        try session.catalogue.assetsWithoutFiles(amongMovedBy: plan)
      }
      var appeared: [(path: Path, asset: AssetID)] = []
      for step in plan.steps {
        if case .forget(_, let asset) = step, absences.kept.contains(asset) { continue }
        if !sources.isEmpty, let file = try appearance(step, session) { appeared.append(file) }
        try take(step, session, reading, &report)
      }
      try LibraryChanges(session).trash(absences.trashed)
      report.trashed = absences.trashed
      var taker = SourceTaker(session, sources)
      try taker.take(appeared)
      report.references = taker.count
      report.addedPaths = report.added.map { reading.paths[$0] ?? Path() }
      // Folder and index agree: all of it was looked at, or they did before, and what was new is in.
      if plan.withheld.isEmpty, isWhole || base == look.indexed {
        try session.reading { () throws(CatalogueError) in
          try session.catalogue.setBase(files: try session.catalogue.fileCount())
        }
      }
      session.label = report.label
    }
    report.transaction = change.transaction?.dot
    return report
  }

  /// Decides what follows for the assets of which no file is here any more.
  ///
  /// - Returns: those that are only missing; those that go to the trash, where that is set; and those of
  ///   which the index is to forget nothing yet, because only a look at everything may conclude that.
  private func concludeFromAbsences(
    _ plan: Plan, isWhole: Bool
  ) throws(AlbumenError) -> (missing: [AssetID], trashed: [AssetID], kept: Set<AssetID>) {
    guard configuration.trashesDeleted, !plan.missing.isEmpty else {
      return (plan.missing, [], [])
    }
    guard isWhole else { return ([], [], Set(plan.missing)) }
    // What an import could not put in its place was never deleted; what is withheld may be a disk.
    guard unfinishedImports.isEmpty, plan.withheld.isEmpty else { return (plan.missing, [], []) }
    return ([], plan.missing, [])
  }

  /// What reading gave, beside what the planner is told.
  private struct Reading {
    /// When a file was hashed, by its path.
    var hashedAt: [[UInt8]: Int64] = [:]
    /// Where an asset that may be new was found.
    var paths: [AssetID: Path] = [:]
    /// What is to be written beside the addition of an asset, by the path of the file that it is made
    /// from: copies of one photo can have sidecars that differ.
    var notes: [[UInt8]: [Operation.Change]] = [:]
  }

  /// Puts together what was found, for the planner.
  private func read(
    _ look: FolderLook, _ examined: [FileExaminer.Examined], _ indexedCount: Int,
    _ report: inout ScanReport
  ) -> (FolderSnapshot, Reading) {
    var snapshot = FolderSnapshot(indexedCount: indexedCount)
    var reading = Reading()
    snapshot.gone = stillGone(look.gone).map(\.bytes)
    for (path, key, known) in look.renamed {
      snapshot.found.append(
        FolderSnapshot.Found(path: path.bytes, key: key, content: known.content, facts: []))
      reading.hashedAt[path.bytes] = SystemClock.wallNanoseconds
    }
    var copies = SidecarCopies()
    for (path, examined) in zip(look.toRead, examined) {
      if case .found(let content, _, _, let facts) = examined {
        copies.note(facts, of: content, at: path)
      }
    }
    for (path, examined) in zip(look.toRead, examined) {
      switch examined {
      case .found(let content, let key, let hashedAt, let own):
        let facts = copies.facts(own, of: content)
        let found = FolderSnapshot.Found(
          path: path.bytes, key: key, content: content, facts: facts.fields,
          isCapturedFromFile: facts.isCapturedFromFile)
        snapshot.found.append(found)
        reading.hashedAt[found.path] = hashedAt
        let notes = facts.notes(for: content.cast())
        if !notes.isEmpty { reading.notes[found.path] = notes }
        reading.paths[found.content.cast()] = min(
          path, reading.paths[found.content.cast()] ?? path)
        report.filesRead += 1
      case .unreadable(let error): report.unreadable.append((path, error.message))
      case .changing: report.unsettled.append(path)
      // Whatever is there now, the photo that was known there is gone.
      case .other: if look.changed.contains(path) { snapshot.gone.append(path.bytes) }
      case .vanished: break
      }
    }
    return (snapshot, reading)
  }

  /// What is gone must be gone still: it may be long since the look.
  private func stillGone(_ paths: [Path]) -> [Path] {
    paths.filter { path in
      do throws(PlatformError) {
        let status = try FileStatus.ofLink(at: layout.root / path)
        // A directory, a link or nothing at all in a photo's place is not the photo.
        return status.kind != .regular || (status.size == 0 && !Self.isAtWork(status))
      } catch { return error.code == .notFound || error.code == .notDirectory }
    }
  }

  /// The file that a step notes at a path where its asset had none.
  private func appearance(
    _ step: Plan.Step, _ session: ChangeSession
  ) throws(AlbumenError) -> (path: Path, asset: AssetID)? {
    guard case .index(let found, let asset) = step, let path = Path(bytes: found.path) else {
      return nil
    }
    let known = try session.reading { () throws(CatalogueError) in
      try session.catalogue.file(at: path)?.asset
    }
    return known == asset ? nil : (path, asset)
  }

  private func take(
    _ step: Plan.Step, _ session: ChangeSession, _ reading: Reading, _ report: inout ScanReport
  ) throws(AlbumenError) {
    if case .restore(let asset) = step {
      // With the parts that had gone with it.
      try LibraryChanges(session).restore([asset])
    } else {
      for operation in step.operations { try session.emit(operation.change) }
    }
    switch step {
    case .addAsset(let asset, let initial):
      report.added.append(asset)
      // Where no path could be recorded, the first file with these bytes stands for the asset.
      let path =
        initial.first { $0.name == .path }?.value.text.map { Array($0.utf8) }
        ?? reading.paths[asset]?.bytes
      for note in path.flatMap({ reading.notes[$0] }) ?? [] { try session.emit(note) }
    case .restore(let asset): report.restored.append(asset)
    case .setContent(let asset, _, _): report.edited.append(asset)
    case .setPath(let asset, _): report.moved.append(asset)
    // Told with those that are parts from the start.
    case .setPart: break
    case .index(let found, let asset):
      guard let path = Path(bytes: found.path) else { break }
      let row = FileRow(
        found, path, asset: asset, hashedAt: reading.hashedAt[found.path] ?? found.key.mtime)
      try session.reading { () throws(CatalogueError) in try session.catalogue.put(row) }
    case .forget(let path, _):
      guard let path = Path(bytes: path) else { break }
      try session.reading { () throws(CatalogueError) in
        _ = try session.catalogue.removeFile(at: path)
      }
    }
  }
}

extension Catalogue {
  /// The assets that get another path by a plan and have no file here yet.
  fileprivate func assetsWithoutFiles(
    amongMovedBy plan: Plan
  ) throws(CatalogueError) -> [AssetID] {
    var found: [AssetID] = []
    for case .setPath(let asset, _) in plan.steps where try files(of: asset).isEmpty {
      found.append(asset)
    }
    return found
  }
}

extension ScanReport {
  /// What the transaction is called.
  var label: String {
    let parts = [
      ("Import", added.count), ("Restore", restored.count), ("Move", moved.count),
      ("Edit", edited.count), ("Trash", trashed.count),
      ("Pair", added.isEmpty ? paired.count : 0),
    ].filter { $0.1 > 0 }
    let words = parts.enumerated().map { index, part in
      let verb = index == 0 ? part.0 : part.0.lowercased()
      return "\(verb) \(part.1) \(part.1 == 1 ? "item" : "items")"
    }
    if words.isEmpty, references > 0 { return "Add \(references) to albums" }
    return words.joined(separator: ", ")
  }
}

extension LibraryStore {
  /// Whether the first bytes of a file are a photo's or a video's; true where it cannot be read.
  func isMedia(_ path: Path) -> Bool {
    guard let file = try? Descriptor.open(layout.root / path, [.read, .noFollow, .nonBlocking]),
      let head = try? file.bytes(count: MediaType.sniffLength, at: 0)
    else { return true }
    return MediaType.sniff(head) != nil
  }
}
