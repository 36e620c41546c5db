import Catalogue
import Operations
import Platform
import Reconciling

extension LibraryStore {
  /// Begins an import's step.
  func beginImport() throws(AlbumenError) -> ImportStep {
    try withLock { () throws(AlbumenError) in
      do throws(PlatformError) { return try ImportStep(in: layout.steps) } catch {
        throw AlbumenError(error, "the import cannot be begun")
      }
    }
  }

  /// Takes copies in that are on disk: one transaction, then each to its place, then the sources go where they are to.
  func take(
    _ files: [ImportFile], sidecars: [ImportSidecar], _ step: ImportStep,
    _ template: ImportTemplate, _ options: ImportOptions, _ report: inout ImportReport
  ) throws(AlbumenError) {
    let sources = try sources()
    var taker: ImportTaker?
    var directories = NewDirectories()
    var isWritten = false
    var failure: AlbumenError?
    defer { if !isWritten { directories.remove() } }
    let change = try change(
      "", origin: "command", isDryRun: options.isDryRun,
      written: {
        isWritten = true
        guard var taken = taker else { return }
        do throws(AlbumenError) { try place(&taken, step) } catch { failure = error }
        taker = taken
      }
    ) { session throws(AlbumenError) in
      var taking = ImportTaker(session, root: layout.root, template: template)
      try taking.take(files, sidecars: sidecars)
      try taking.reference(in: options.albums)
      try taking.reference(by: sources)
      session.label = taking.label
      if !options.isDryRun, !taking.placements.isEmpty {
        let items = taking.placements.map(\.item) + taking.sidecarItems
        try directories.make(for: items, in: layout.root)
        try checkRoom(for: items, step)
        try taking.indexPlacements()
        do throws(PlatformError) {
          try ImportStep.intend(items, session.identity, in: step.directory)
        } catch { throw AlbumenError(error, "the import cannot be prepared") }
      }
      taker = taking
    }
    if let taker {
      report.imported += taker.imported
      report.known += taker.known
      report.restored += taker.restored
      report.sidecars += taker.sidecarPlaces.map { ($0.sidecar.staged.source, $0.path) }
      report.references = taker.references
      report.ambiguousAlbums = taker.ambiguous
    }
    report.transaction = change.transaction?.dot
    if options.isDryRun { return }
    // It is done: what failed now is finished by the next change.
    if let failure { throw failure }
    if options.movesSources { removeSources(files, sidecars, &report) }
  }

  /// Makes sure that copies can come to other file systems than the step's, where they need new space.
  ///
  /// - Throws: `.full`; `.failed` where nothing can be written.
  private func checkRoom(
    for items: [ImportStep.Item], _ step: ImportStep
  ) throws(AlbumenError) {
    do throws(PlatformError) {
      let own = try FileStatus.ofLink(at: step.directory).device
      var needed: [UInt64: (place: Path, bytes: UInt64)] = [:]
      var devices: [Path: UInt64] = [:]
      for item in items {
        let place = (layout.root / item.destination).parent
        if devices[place] == nil { devices[place] = try FileStatus.ofTarget(at: place).device }
        guard let device = devices[place], device != own else { continue }
        let size = UInt64(clamping: try FileStatus.ofLink(at: item.staged).size)
        needed[device, default: (place, 0)].bytes += size
      }
      for (place, bytes) in needed.values {
        let disk = try FileSystem(at: place)
        if disk.isReadOnly {
          throw PlatformError(
            code: .readOnlyFileSystem, message: "its file system is read-only",
            operation: "statfs", path: place)
        }
        if disk.availableBytes < bytes {
          throw PlatformError(
            code: .noSpace, message: "its file system has no room for the copies",
            operation: "statfs", path: place)
        }
      }
    } catch { throw AlbumenError(error, "the copies have no place to go to") }
  }

  /// Puts the copies in their places, durably, and notes in the index of files where they are.
  private func place(_ taker: inout ImportTaker, _ step: ImportStep) throws(AlbumenError) {
    if taker.placements.isEmpty { return }
    var rows: [(old: Path, row: FileRow)] = []
    let places = ImportPlaces(in: layout.root)
    do throws(PlatformError) {
      for (index, placement) in taker.placements.enumerated() {
        let path = try places.place(placement.item)
        taker.notePlace(path, of: index)
        let key = FileKey(try FileStatus.ofLink(at: layout.root / path))
        rows.append((placement.item.destination, placement.row(at: path, key)))
      }
      var placed = rows.map(\.row.path)
      for (index, item) in taker.sidecarItems.enumerated() {
        let path = try places.place(item)
        taker.noteSidecar(path, of: index)
        placed.append(path)
      }
      try ImportStep.synchronize(placed, in: layout.root)
    } catch { throw AlbumenError(error, "the import is recorded, but a copy is not in its place") }
    step.settle()
    // Without it the next scan reads the files once more.
    try? catalogue.withChange { () throws(CatalogueError) in
      for (old, row) in rows {
        if old != row.path { try catalogue.removeFile(at: old) }
        try catalogue.put(row)
      }
    }
  }

  /// Removes the sources of what was taken in, those that are still what was copied.
  private func removeSources(
    _ files: [ImportFile], _ sidecars: [ImportSidecar], _ report: inout ImportReport
  ) {
    let taken = Set(report.imported.map(\.source))
    // A sidecar stays as long as a photo does that it says something about.
    let copied = Set(report.sidecars.map(\.source))
    let needed = Set(sidecars.filter { !taken.contains($0.photo) }.map(\.staged.source))
    var seen: Set<Path> = []
    let beside = sidecars.map(\.staged).filter {
      copied.contains($0.source) && !needed.contains($0.source) && seen.insert($0.source).inserted
    }
    let copies = files.map(\.staged).filter { taken.contains($0.source) } + beside
    for staged in copies {
      let source = staged.source
      do throws(PlatformError) {
        guard FileKey(try FileStatus.ofTarget(at: source)) == staged.sourceKey else {
          throw PlatformError(
            code: .moved, message: "it has changed since it was copied, and stays",
            operation: "unlink", path: source)
        }
        try Files.unlink(source)
      } catch { report.failed.append((source, AlbumenError(error))) }
    }
  }
}
