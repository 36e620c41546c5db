import Catalogue
public import Operations
public import Platform

extension PhotoLibrary {
  /// Says what adding or removing a source came to.
  public struct SourceChange: Sendable {
    /// The sources that were added, or are gone now.
    public var sources: [FolderSource] = []
    /// Whether it was there already.
    public var wasThere = false
    /// How many references were added for what was in the directory.
    public var references = 0
    /// The transaction that was written; nil where none was needed.
    public var transaction: Dot?
  }

  /// Says which albums a directory's photos and videos go to.
  public enum SourceAlbums: Sendable, Hashable {
    /// One, by its title, a path of titles, or `@` and the start of its id; made where it is missing.
    case named(String)
    /// Those that are called like the directories.
    case leaf
    /// The same, in folders like the directories above.
    case path
  }

  /// Makes a directory of the library an album's, or those in it albums': what is there and what appears
  /// there is referenced.
  ///
  /// It may be said again; what was taken out of an album since is not put in again. Albums and
  /// references are one transaction; then the source is written down, in the library's own directory.
  ///
  /// - Parameter directory: absolute, or relative to the root.
  /// - Throws: `.notFound` where it, or the album, is not there; `.invalid` where it is not in the
  ///   library's folder, or left alone; what a change throws.
  public func addSource(
    _ directory: Path, _ albums: SourceAlbums, isDryRun: Bool = false
  ) async throws(AlbumenError) -> SourceChange {
    try store.addSource(directory, albums, isDryRun: isDryRun)
  }

  /// Returns the sources, by directory.
  ///
  /// What cannot be read is told of in a notice.
  public func sources() async throws(AlbumenError) -> [FolderSource] {
    try store.checkRoot()
    return try store.sources()
  }

  /// Makes a directory no album's any more; albums and references stay.
  ///
  /// - Parameters:
  ///   - directory: absolute, or relative to the root; it need not be there.
  ///   - target: which source; nil for all of the directory.
  /// - Throws: `.notFound` where there is no such source.
  public func removeSource(
    _ directory: Path, _ target: FolderSource.Target? = nil, isDryRun: Bool = false
  ) async throws(AlbumenError) -> SourceChange {
    try store.removeSource(directory, target, isDryRun: isDryRun)
  }
}

extension LibraryStore {
  /// The sources, by directory; those that cannot be read are told of and left.
  func sources() throws(AlbumenError) -> [FolderSource] {
    let names: [Path]
    do throws(PlatformError) {
      names = try DirectoryWalk.namesIfThere(in: layout.sources, of: .regular)
    } catch { throw AlbumenError(error, "the sources cannot be read") }
    var sources: [FolderSource] = []
    for name in names where name.bytes.first != UInt8(ascii: ".") {
      do throws(AlbumenError) {
        sources.append(try SourceFile.read(at: layout.sources / name).source)
      } catch {
        let notice = "a source is left: \(error)"
        if !notices.contains(notice) { notices.append(notice) }
      }
    }
    return sources.sorted { ($0.directory, $0.order) < ($1.directory, $1.order) }
  }

  func addSource(
    _ directory: Path, _ albums: PhotoLibrary.SourceAlbums, isDryRun: Bool
  ) throws(AlbumenError) -> PhotoLibrary.SourceChange {
    try checkRoot()
    let place = try sourceDirectory(directory)
    var source: FolderSource?
    let change = try change("", origin: "command", isDryRun: isDryRun) {
      session throws(AlbumenError) -> Int in
      let changes = LibraryChanges(session)
      let target: FolderSource.Target
      switch albums {
      case .named(let name): target = .album(try changes.findOrCreateAlbum(named: name).id)
      case .leaf: target = .leaf
      case .path: target = .path
      }
      let made = FolderSource(place, target)
      if case .album(let album) = target, try changes.requireAlbum(album).isFolder {
        throw AlbumenError(
          .invalid, "a folder holds albums, not photos", subject: "@\(album)",
          hint: "say --album-from-folder to have albums for its directories")
      }
      let files = try session.reading { () throws(CatalogueError) in
        try session.catalogue.files(inside: place)
      }
      var taker = SourceTaker(session, [made])
      try taker.take(files.map { ($0.path, $0.asset) })
      session.label = "Make \(place.isEmpty ? "the library's folder" : place.display) an album's"
      source = made
      return taker.count
    }
    var report = PhotoLibrary.SourceChange()
    report.references = change.value
    report.transaction = change.transaction?.dot
    guard let source else { return report }
    report.sources = [source]
    report.wasThere = try sources().contains(source)
    if isDryRun { return report }
    if !report.wasThere {
      let file = SourceFile(source)
      do throws(PlatformError) {
        try Files.createDirectories(layout.sources)
        try DurableFile.replace(
          layout.sources / file.name, with: Array(file.text.utf8), failpoint: "source")
      } catch { throw AlbumenError(error, "the source cannot be written down") }
    }
    if change.transaction != nil { followView() }
    return report
  }

  func removeSource(
    _ directory: Path, _ target: FolderSource.Target?, isDryRun: Bool
  ) throws(AlbumenError) -> PhotoLibrary.SourceChange {
    try checkRoot()
    let place = FileExplainer.place(of: directory.isAbsolute ? directory : layout.root / directory)
      .relative(to: layout.root)
    var report = PhotoLibrary.SourceChange()
    report.sources = try sources().filter {
      $0.directory == place && (target == nil || $0.target == target)
    }
    if report.sources.isEmpty {
      throw AlbumenError(
        .notFound, "no such source", subject: directory.display,
        hint: "albumen source list shows which there are")
    }
    if isDryRun { return report }
    do throws(PlatformError) {
      for source in report.sources { try Files.unlink(layout.sources / SourceFile(source).name) }
      try Files.synchronizeDirectory(layout.sources, failpoint: "source")
    } catch { throw AlbumenError(error, "the source cannot be removed") }
    return report
  }

  /// The directory that a source can be, relative to the root and without links.
  private func sourceDirectory(_ directory: Path) throws(AlbumenError) -> Path {
    let given = directory.isAbsolute ? directory : layout.root / directory
    let resolved: Path
    do throws(PlatformError) {
      resolved = try Files.resolve(given)
      guard try FileStatus.ofLink(at: resolved).kind == .directory else {
        throw PlatformError(
          code: .notDirectory, message: "this is a file, not a folder", operation: "stat",
          path: directory)
      }
    } catch {
      throw AlbumenError(
        error.code == .notFound ? .notFound : .invalid,
        error.code == .notFound ? "no such folder" : error.message, subject: directory.display)
    }
    guard let place = resolved.relative(to: layout.root) else {
      throw AlbumenError(
        .invalid, "it is not in the library's folder", subject: directory.display,
        hint: "albumen import takes in what is outside; --album puts it into an album")
    }
    if let verdict = FolderRules(layout).verdict(for: place, isDirectory: true) {
      throw AlbumenError(
        .invalid, "it is left alone: \(verdict.words)", subject: directory.display)
    }
    return place
  }
}

extension FolderSource {
  /// What puts the sources of one directory into an order.
  fileprivate var order: String {
    switch target {
    case .album(let album): "0\(album)"
    case .leaf: "1"
    case .path: "2"
    }
  }
}
