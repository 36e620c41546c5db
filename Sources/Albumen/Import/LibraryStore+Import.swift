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

  /// Finishes imports that a crash has cut short.
  ///
  /// The lock is held.
  func recoverImports() throws(AlbumenError) {
    try ImportStep.recover(in: layout.steps, root: layout.root) { dot, hlc throws(AlbumenError) in
      do throws(CatalogueError) {
        return try catalogue.transaction(containing: dot)?.hlc == hlc
      } catch { throw AlbumenError(error) }
    }
  }

  /// Takes copies in: one transaction, then each to its place, then the sources go where they are to.
  func take(
    _ files: [ImportFile], _ step: ImportStep, _ template: ImportTemplate,
    _ options: ImportOptions, _ report: inout ImportReport
  ) throws(AlbumenError) {
    if !options.isDryRun { try synchronize(step.directory) }
    var items: [ImportStep.Item] = []
    var placed: [Int] = []
    var outcome = report
    let directory = step.directory
    let change = try change("", origin: "command", isDryRun: options.isDryRun) {
      session throws(AlbumenError) in
      var taker = ImportTaker(session, root: layout.root, template: template)
      for file in files { try taker.take(file) }
      try taker.reference(in: options.albums)
      items = taker.items
      placed = taker.placed
      outcome.imported += taker.imported
      outcome.known += taker.known
      session.label = taker.label
      if !options.isDryRun, !items.isEmpty {
        do throws(PlatformError) {
          try ImportStep.intend(items, session.identity, in: directory)
        } catch {
          throw AlbumenError(error, "the import cannot be prepared")
        }
      }
    }
    report = outcome
    report.transaction = change.transaction?.dot
    if options.isDryRun { return }
    // From here on it is done: what fails now is finished by the next change.
    try place(items, &report, placed)
    if options.movesSources { removeSources(files, &report) }
  }

  private func synchronize(_ directory: Path) throws(AlbumenError) {
    do throws(PlatformError) {
      try Failpoint.hit("import.syncfs")
      try Descriptor.open(directory, [.read, .directory]).synchronizeFileSystem(path: directory)
    } catch { throw AlbumenError(error, "the copies cannot be put on disk") }
  }

  private func place(
    _ items: [ImportStep.Item], _ report: inout ImportReport, _ placed: [Int]
  ) throws(AlbumenError) {
    do throws(PlatformError) {
      for (item, index) in zip(items, placed) {
        let path = try ImportStep.place(item, in: layout.root)
        let old = report.imported[index]
        report.imported[index] = ImportReport.Item(source: old.source, asset: old.asset, path: path)
      }
      try Failpoint.hit("import.placed")
      for directory in Set(items.map { (layout.root / $0.destination).parent }) {
        try Files.synchronizeDirectory(directory, failpoint: "import")
      }
    } catch { throw AlbumenError(error, "the import is recorded, but a copy is not in its place") }
  }

  /// Removes the sources of what was taken in, those that are still what was copied.
  private func removeSources(_ files: [ImportFile], _ report: inout ImportReport) {
    let taken = Set(report.imported.map(\.source))
    for file in files where taken.contains(file.staged.source) {
      let source = file.staged.source
      do throws(PlatformError) {
        guard FileKey(try FileStatus.ofTarget(at: source)) == file.staged.sourceKey else {
          throw PlatformError(
            code: .moved, message: "it has changed since it was copied, and stays",
            operation: "unlink", path: source)
        }
        try Files.unlink(source)
      } catch { report.failed.append((source, AlbumenError(error))) }
    }
  }
}
