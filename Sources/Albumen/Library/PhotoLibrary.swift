import Catalogue
public import Operations
public import Platform

/// Is a folder whose photos and videos are assets, with albums, kept in a log of operations.
///
/// `create` or `open` gives one; `scan`, `watch` and `importFiles` bring photos in; `assets`, `albums` and
/// their like fetch; `performChanges` changes. README.md has an example, docs/Concepts.md the words.
///
/// All that blocks runs on a thread of the library's own. Several processes may have one library open:
/// changes take a lock for one transaction, fetches see what any of them has written.
public actor PhotoLibrary {
  /// The root folder, absolute and without links.
  public nonisolated let root: Path
  /// The library's id.
  public nonisolated let id: LibraryID

  let store: LibraryStore
  nonisolated let examiner: FileExaminer
  private let executor = ThreadExecutor(name: "library")

  /// The thread that everything of the library runs on.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private init(
    root: Path, id: LibraryID, _ configuration: Configuration
  ) async throws(AlbumenError) {
    self.root = root
    self.id = id
    examiner = FileExaminer(helper: configuration.mediaHelper)
    store = try LibraryStore(root: root, library: id, configuration)
  }

  /// Makes a folder a library, or opens the one that it is already.
  ///
  /// Nothing in the folder is touched but `.albumen`, which is made; the photos in it are taken in by the
  /// first `scan`. Blocks for the disk.
  ///
  /// - Parameter evenIfKnown: whether to make a new library also where this machine knows one that is
  ///   not there now, as after a disk was not mounted.
  /// - Returns: the library and whether it was made just now.
  /// - Throws: `.notFound`, `.invalid` and `.rootUnavailable` for a folder that cannot be one: it is not
  ///   there, is a file, lies in another library, cannot be read, or should have a library; `.full`.
  public static func create(
    at root: Path, _ configuration: Configuration, evenIfKnown: Bool = false
  ) async throws(AlbumenError) -> (library: PhotoLibrary, isNew: Bool) {
    let maker = try LibraryMaker(root, configuration)
    let (id, isNew) = try maker.make(evenIfKnown: evenIfKnown)
    return (try await PhotoLibrary(root: maker.layout.root, id: id, configuration), isNew)
  }

  /// Opens the library whose root a folder is.
  ///
  /// - Throws: `.noLibrary` where it is none, `.rootUnavailable` where it was one, `.newerVersion`,
  ///   `.damaged`.
  public static func open(
    at root: Path, _ configuration: Configuration
  ) async throws(AlbumenError) -> PhotoLibrary {
    let root = try LibraryMaker.resolve(root)
    do throws(AlbumenError) {
      let file = try LibraryFile(at: LibraryLayout(root: root).libraryFile)
      return try await PhotoLibrary(root: root, id: file.id, configuration)
    } catch {
      if error.code == .noLibrary { try KnownRoots(configuration).refuse(root) }
      throw error
    }
  }

  /// Returns the root of the library that a directory is in, looking upwards from it.
  ///
  /// - Throws: `.noLibrary` where there is none; `.rootUnavailable` where there was one that this
  ///   machine knows.
  public static func locate(
    from directory: Path, _ configuration: Configuration
  ) throws(AlbumenError) -> Path {
    let start = try LibraryMaker.resolve(directory)
    var place = start
    var known: KnownRoots?
    while true {
      if (try? FileStatus.ofLink(at: LibraryLayout(root: place).libraryFile)) != nil {
        return place
      }
      if known == nil { known = try KnownRoots(configuration) }
      try known?.refuse(place)
      if place.parent == place || place.parent.isEmpty { break }
      place = place.parent
    }
    throw AlbumenError(
      .noLibrary, "no library here", subject: start.display,
      hint: "make one with: albumen init, or name one with -L")
  }

  /// Ends the helper processes and closes the files; the library is of no use after.
  public func close() async {
    async let helpersEnded: Void = examiner.close()
    store.close()
    await helpersEnded
  }

  /// Is what `performChanges` gives back.
  public struct ChangeResult<Value: Sendable>: Sendable {
    /// What the block returned.
    public let value: Value
    /// The transaction that was written; nil where there was nothing to write, or it was only tried.
    public let transaction: Dot?
    /// The operations, written or only tried.
    public let operations: [Operation]
  }

  /// Makes changes as one transaction, all or nothing.
  ///
  /// When it returns the transaction is on disk. The block runs on the library's thread with the lock
  /// held, so it should only say what changes; if it throws, nothing is written.
  ///
  /// - Parameters:
  ///   - label: what the transaction is called in a list of changes.
  ///   - isDryRun: whether only to try it: the block runs and all of it is rolled back.
  ///   - usesReserve: whether, on a full disk, the space is given up for it that is kept for tidying up.
  ///   - body: makes the changes, by calling `LibraryChanges`.
  /// - Returns: what the block returned, and the transaction's name.
  /// - Throws: what the block throws; `.locked` where another process changes the library for longer
  ///   than the configuration allows; `.full`, `.damaged`.
  public func performChanges<Value: Sendable>(
    _ label: String, isDryRun: Bool = false, usesReserve: Bool = false,
    _ body: @Sendable (LibraryChanges) throws -> Value
  ) async throws -> ChangeResult<Value> {
    var foreign: (any Error)?
    do throws(AlbumenError) {
      try store.checkRoot()
      let change = try store.change(
        label, origin: "command", isDryRun: isDryRun, usesReserve: usesReserve
      ) { session throws(AlbumenError) in
        do { return try body(LibraryChanges(session)) } catch {
          if let error = error as? AlbumenError { throw error }
          foreign = error
          throw AlbumenError(.failed, "the change was given up")
        }
      }
      if change.transaction != nil { store.followView() }
      return ChangeResult(
        value: change.value, transaction: change.transaction?.dot, operations: change.operations)
    } catch { throw foreign ?? error }
  }
}
