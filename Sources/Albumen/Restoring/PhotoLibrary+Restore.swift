import Operations
public import Platform
import Replication

extension PhotoLibrary {
  /// What a remote is called that a library was restored from.
  public static let restoredRemote = "origin"

  /// Says how a library is restored from a remote.
  public struct RestoreOptions: Sendable {
    /// Whether a folder that is another library joins the remote's.
    public var joins = false
    /// Whether only to look at the remote.
    public var isDryRun = false

    /// Creates the default options.
    public init() {}
  }

  /// Makes a folder the library that a remote has, with albums, order, names, trash and history at once.
  ///
  /// All logs are fetched. No file is read or touched; a scan then finds out which photos are here.
  ///
  /// A folder that is this library already gets what it lacks, so a run that was cut short is finished by
  /// another. One that was another library joins, if that is asked for: what it had is written to this
  /// library as new operations, assets that are known in any state are not added again, and its logs are
  /// kept in `.albumen/joined`.
  ///
  /// The remote is one of the library's from then on. Nothing is made before it has answered.
  ///
  /// - Parameters:
  ///   - given: the remote: a name that it has here, or an address as for `addRemote`.
  ///   - directory: what a relative path is seen from, absolute.
  ///   - root: the folder; made if it is not there, but not those above it.
  /// - Returns: the library, nil where it was only tried; and what it came to.
  /// - Throws: `.unreachable` where the remote does not answer, holds no library, or another one than the
  ///   folder's; `.invalid`, `.notFound` and `.rootUnavailable` for a folder that cannot be one; what
  ///   fetching throws.
  public static func restore(
    from given: [UInt8], seenFrom directory: Path, at root: Path,
    _ configuration: Configuration, _ options: RestoreOptions = RestoreOptions()
  ) async throws -> (library: PhotoLibrary?, report: RestoreReport) {
    let address =
      try knownAddress(given, at: root, configuration) ?? remoteAddress(given, from: directory)
    try refuse(address, in: root)
    let isThere = try Presence.ofTarget(at: root)
    if !isThere, try !Presence.ofTarget(at: root.parent) {
      throw AlbumenError(.notFound, "no such folder", subject: root.parent.display)
    }
    // What a folder was before decides whether it can be restored into; the remote has the last word.
    let former = isThere ? try FormerLibrary(root, configuration) : nil
    if former?.id == nil {
      let place =
        isThere
        ? try LibraryMaker.resolve(root)
        : try LibraryMaker.resolve(root.parent) / root.lastComponent
      try LibraryMaker.refuseUnfit(place)
    }
    let source = try await RemoteSource(address, configuration)
    try former?.check(against: source, joins: options.joins)
    var report = RestoreReport()
    report.root = root
    report.remote = address.display
    report.logs = source.contents.logs.count
    report.operations = source.operations
    report.unread = source.contents.unread.map { UnreadPart($0) }
    report.library = source.library
    report.wasHere = former?.id == source.library
    if options.isDryRun {
      if let old = former?.id, old != source.library {
        try JoinedLibrary.check(old, in: LibraryLayout(root: try LibraryMaker.resolve(root)))
      }
      return (nil, report)
    }
    let library = try await make(source, at: root, former, configuration)
    do {
      try await library.takeOver(source, &report)
      return (library, report)
    } catch {
      await library.close()
      throw error
    }
  }

  /// Makes the folder the remote's library, with nothing in it yet.
  private static func make(
    _ source: RemoteSource, at root: Path, _ former: FormerLibrary?,
    _ configuration: Configuration
  ) async throws -> PhotoLibrary {
    if former == nil {
      do throws(PlatformError) { try Files.createDirectories(root) } catch {
        throw AlbumenError(error, "the folder cannot be made")
      }
    }
    let maker = try LibraryMaker(root, configuration)
    do { return try await make(source, maker, former, configuration) } catch {
      // Only where nothing has come to be in it.
      if former == nil { try? Files.removeDirectory(root) }
      throw error
    }
  }

  private static func make(
    _ source: RemoteSource, _ maker: LibraryMaker, _ former: FormerLibrary?,
    _ configuration: Configuration
  ) async throws -> PhotoLibrary {
    if let old = former?.id, old != source.library {
      try await leave(old, for: source.library, maker.layout, configuration)
    }
    _ = try maker.make(evenIfKnown: true, id: source.library)
    return try await open(at: maker.layout.root, configuration)
  }

  /// Lets the library that a folder has now end, with all that is in it in its logs.
  private static func leave(
    _ old: LibraryID, for new: LibraryID, _ layout: LibraryLayout, _ configuration: Configuration
  ) async throws {
    try JoinedLibrary.check(old, in: layout)
    let library = try await open(at: layout.root, configuration)
    do {
      // Imports that were cut short, and what was done in the folder and the view since.
      try refuseUnseen(try await library.scan())
      try await library.leave(for: new)
      await library.close()
    } catch {
      await library.close()
      throw error
    }
  }

  /// Throws where a scan could not see, or did not believe, all that is in the folder.
  private static func refuseUnseen(_ report: ScanReport) throws(AlbumenError) {
    if let (path, reason) = report.unreadable.first {
      throw AlbumenError(
        .failed, "the folder cannot join, as not all of it can be read: \(reason)",
        subject: path.display, hint: "make it readable, or name it in .albumenignore; then join")
    }
    let gone = report.withheld + (report.view?.withheld ?? [])
    if let path = gone.first {
      throw AlbumenError(
        .failed, "the folder cannot join, as \(gone.count) of its entries are gone at once",
        subject: path.display,
        hint: "is a disk not mounted? albumen scan says how to let it be concluded; then join")
    }
  }

  private func leave(for new: LibraryID) throws(AlbumenError) { try store.leave(for: new) }

  /// The address of a remote that has this name in the folder, as this machine knows it.
  private static func knownAddress(
    _ given: [UInt8], at root: Path, _ configuration: Configuration
  ) throws(AlbumenError) -> RemoteAddress? {
    guard let name = String(validating: given, as: UTF8.self), RemoteList.isName(name),
      try Presence.ofTarget(at: root),
      let state = try FormerLibrary.stateDirectory(of: root, configuration)
    else { return nil }
    do throws(ReplicationError) {
      let list = try RemoteList(file: LibraryStore.remoteListPath(state))
      return list.entries.first { $0.name == name }?.address
    } catch { throw AlbumenError(error) }
  }

  /// Whether a path is a directory with something in it, and no remote: such as a folder of photos.
  ///
  /// Blocks; what cannot be read is no such directory.
  public static func isFolderWithoutRemote(_ path: Path) -> Bool {
    guard let address = try? RemoteAddress(path.bytes, from: path), case .directory = address,
      let contents = try? RemoteSource.contents(of: path), contents == .others
    else { return false }
    return (try? Presence.ofLink(at: path / DirectoryRemote.markerName)) == false
  }

  private func takeOver(
    _ source: RemoteSource, _ report: inout RestoreReport
  ) async throws {
    let entry = try store.addRestoredRemote(source.address)
    report.remoteName = entry.name
    source.keepCache(as: entry.name)
    let joined = try JoinedLibrary.unfinished(in: store.layout)
    for library in joined { try library.setAside(in: store.layout, of: id) }
    report.sync = try await fetchAll(entry)
    if let error = report.sync?.error { throw error }
    report.lost = try store.losses().map { ($0.log, $0.words) }
    for library in joined {
      let (state, damage) = try library.state()
      if let first = damage.first { throw AlbumenError(first) }
      var joining = LibraryJoining(state, into: store)
      try joining.run("Join the library that was in this folder")
      try library.finish()
      report.joinedAssets += joining.assets
      report.joinedAlbums += joining.albums
    }
    try store.count(into: &report)
    report.missing = 0
  }

  /// Brings the album view into step where the links of an earlier life of the library are still there.
  ///
  /// Called behind the scan that follows a restore.
  public func takeBackView() async throws -> ViewReport? {
    guard try !Presence.ofLink(at: store.layout.viewFile),
      store.strangeEntry(inView: ViewFile.defaultName) == nil,
      try Presence.ofLink(at: root / "Albums")
    else { return nil }
    return try await turnViewOn()
  }

  /// Returns what a library that was restored has now, with what of it is here.
  public func restored() async throws(AlbumenError) -> RestoreReport {
    var report = RestoreReport()
    report.root = root
    report.library = id
    try store.count(into: &report)
    return report
  }
}
