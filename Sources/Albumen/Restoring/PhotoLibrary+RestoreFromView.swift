import Catalogue
import Operations
public import Platform
import Reconciling

extension PhotoLibrary {
  /// Makes a folder a library whose albums are what the links of its album view say: the last resort,
  /// where nothing else is left of the library.
  ///
  /// Titles, folders and order come back; history, trash, tags, ratings, titles of photos and everything
  /// else that links do not say does not. Nothing in the folder is removed: links that lead to no photo
  /// are told of and left.
  ///
  /// - Parameters:
  ///   - root: the folder.
  ///   - view: the name of the view's directory in it.
  ///   - isDryRun: whether only to say what there is to restore.
  /// - Throws: `.notFound` where there is no view with albums; `.invalid` where the library is there, or its
  ///   logs; what `create`, `scan` and a change throw.
  public static func restoreFromView(
    at root: Path, _ configuration: Configuration, view: Path = "Albums", isDryRun: Bool = false,
    progress: @escaping @Sendable (TaskProgress) -> Void = { _ in }
  ) async throws -> (library: PhotoLibrary?, report: RestoreReport) {
    let maker = try LibraryMaker(root, configuration)
    try refuseWhatIsThere(maker.layout)
    let tree = try ViewTree(root: maker.layout.root, name: view)
    var report = RestoreReport()
    report.root = maker.layout.root
    if isDryRun {
      report.albums = tree.nodes.count { !$0.isFolder }
      report.folders = tree.nodes.count - report.albums
      report.references = tree.nodes.reduce(0) { $0 + $1.links.count }
      report.left = tree.left
      return (nil, report)
    }
    let library = try await create(at: maker.layout.root, configuration, evenIfKnown: true).library
    do {
      try await library.restore(from: tree, named: view, &report, progress)
      return (library, report)
    } catch {
      await library.close()
      throw error
    }
  }

  /// Throws where there is more left of a library than its view.
  private static func refuseWhatIsThere(_ layout: LibraryLayout) throws(AlbumenError) {
    let isLibrary = try Presence.ofLink(at: layout.libraryFile)
    let hasLogs: Bool
    do throws(PlatformError) {
      hasLogs = try DirectoryWalk.namesIfThere(in: layout.logs).contains {
        LogID($0.display) != nil
      }
    } catch {
      throw AlbumenError(error, "it cannot be seen whether logs of a library are here")
    }
    if !isLibrary, hasLogs {
      throw AlbumenError(
        .invalid, "logs of a library are here, though not its file .albumen/library",
        subject: layout.root.display,
        hint: "put that file back from a backup, or write it anew with the id that the logs have; "
          + "only without any log are albums restored from their links")
    }
    guard isLibrary, hasLogs else { return }
    if try Presence.ofLink(at: layout.viewFile) {
      throw AlbumenError(
        .invalid, "the library is there, and keeps an album view", subject: layout.root.display,
        hint: "albumen scan brings both into step")
    }
  }

  private func restore(
    from tree: ViewTree, named view: Path, _ report: inout RestoreReport,
    _ progress: @escaping @Sendable (TaskProgress) -> Void
  ) async throws {
    report.library = id
    let there = try await albums(includingDeleted: true)
    if !there.isEmpty {
      // An earlier run that was cut short has made the albums, and not got to the view.
      guard tree.fits(there) else {
        throw AlbumenError(
          .invalid, "the library is there, with albums of its own", subject: root.display,
          hint: "albumen view on makes their links")
      }
      report.left = tree.left
      report.view = try await adoptView(named: view.bytes, [:])
      return try store.count(into: &report)
    }
    report.scan = try await scan(ScanOptions(), progress: progress)
    var restoring = ViewRestoring(tree, in: self)
    try await restoring.resolve()
    try await restoring.makeAlbums()
    report.left = restoring.left
    report.view = try await adoptView(named: view.bytes, restoring.places)
    try store.count(into: &report)
  }

  /// Makes what is left of a view this machine's, with the albums that its directories are now.
  private func adoptView(
    named name: [UInt8], _ places: [AlbumID: [UInt8]]
  ) async throws -> ViewReport {
    if let reason = try store.reasonAgainstView(named: name, wasView: true) {
      var report = ViewReport()
      report.off = reason
      return report
    }
    try store.adoptView(named: name, places)
    return try await syncView(ViewSync.Options())
  }
}

extension LibraryStore {
  func adoptView(named name: [UInt8], _ places: [AlbumID: [UInt8]]) throws(AlbumenError) {
    let lock = try lockView()
    var file = ViewFile(directory: name, log: LogID(high: 0, low: 0), machine: "")
    file.albums = places
    _ = try takeView(file)
    lock.release()
  }

  /// Counts what there is now.
  func count(into report: inout RestoreReport) throws(AlbumenError) {
    let (counts, albums) = try read { (catalogue) throws(CatalogueError) in
      (try catalogue.counts(), try catalogue.albums(includingDeleted: false))
    }
    report.albums = counts.albums
    report.folders = counts.folders
    report.assets = counts.living
    report.missing = counts.missing
    report.references = albums.reduce(0) { $0 + $1.memberCount }
    report.transactions = try transactionCount()
    report.logs = try heights().count
  }
}
