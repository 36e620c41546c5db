import Catalogue
public import Operations
public import Platform

extension PhotoLibrary {
  /// Writes albums to a directory as plain copies, in the order of each album: `<title>/0001 name.jpg`.
  ///
  /// A folder stands for the albums in it, in directories below its own. The parts of a whole, such as the
  /// video of a Live Photo, get its number. What is there with the same bytes is left as it is, so that it
  /// can be done again; nothing that is there is ever replaced, and no link is followed out of the
  /// directory. Each copy has its name only when it is on disk. Blocks the library's thread.
  ///
  /// - Parameters:
  ///   - albums: living albums and folders.
  ///   - directory: absolute; made if it is not there, but not those above it.
  /// - Returns: what became of each place.
  /// - Throws: `.notFound` where the directory above is not there; `.invalid` for a directory in the
  ///   library's folder; `.full`; `.rootUnavailable`. What concerns one photo or album only is told in the
  ///   report.
  public func export(
    _ albums: [AlbumID], to directory: Path, _ options: ExportOptions = ExportOptions(),
    progress: @escaping @Sendable (TaskProgress) -> Void = { _ in }
  ) async throws(AlbumenError) -> ExportReport {
    try store.checkRoot()
    let plan = try store.read { catalogue throws(CatalogueError) in
      try ExportPlan(albums, store, catalogue)
    }
    var exporter = try AlbumExporter(store, directory, options, plan, progress)
    for part in plan.parts { try exporter.export(part) }
    return exporter.report
  }
}
