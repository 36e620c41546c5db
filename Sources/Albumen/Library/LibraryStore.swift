import Catalogue
import LibraryState
import OperationLog
import Operations
import Platform
import Synchronization

/// Keeps one library's logs and catalogue together: catching up, and changes.
///
/// Belongs to the thread of the `PhotoLibrary` actor; all calls block.
final class LibraryStore {
  let layout: LibraryLayout
  let library: LibraryID
  let configuration: PhotoLibrary.Configuration
  /// What this machine keeps of this root: catalogue, lock, identity.
  let stateDirectory: Path
  /// The folder that was opened, to tell it from another one in its place.
  let rootIdentity: RootIdentity
  let logs: LogStore
  let ownLog: OwnLog
  private(set) var catalogue: Catalogue
  /// The file that `catalogue` has open, to see when it was removed or replaced.
  private var catalogueFile: FileStatus?
  /// What cannot be read of the logs, by log; nothing is concluded from it.
  var damage: [LogID: LogError] = [:]
  /// What a person should know of what was found and done on the way.
  var notices: [String] = []
  /// Transactions that are here and wait, by log, and for what.
  var waiting: [LogID: Delivery.Verdict] = [:]
  /// Whether this process has looked for temporary files that others left.
  var isLitterRemoved = false
  /// Copies of imports that were cut short, which cannot be put in their places, by where they go.
  var unfinishedImports: [(path: Path, error: PlatformError)] = []
  /// How far each log reached at the last look, and how far it had been delivered after it: as long as
  /// both are so, it needs no second one, whatever keeps the rest of it from being delivered.
  var looks: [LogID: LogLook] = [:]

  init(
    root: Path, library: LibraryID, _ configuration: PhotoLibrary.Configuration
  ) throws(AlbumenError) {
    layout = LibraryLayout(root: root)
    self.library = library
    self.configuration = configuration
    let machine = try MachineID.current(configuration)
    let identity = try RootIdentity(ofRoot: root)
    rootIdentity = identity
    stateDirectory = StateDirectory.path(
      base: configuration.stateDirectory, machine: machine, root: identity)
    do throws(PlatformError) {
      try Files.createDirectories(stateDirectory, permissions: 0o700)
    } catch {
      throw AlbumenError(error, "this machine's state directory cannot be made")
    }
    logs = LogStore(directory: layout.logs, library: library)
    ownLog = OwnLog(
      logs, state: stateDirectory, machine: machine, root: identity,
      application: configuration.application)
    catalogue = try Self.openCatalogue(stateDirectory, library)
    catalogueFile = try? FileStatus.ofLink(at: catalogue.path)
  }

  /// Where the catalogue is.
  static func cataloguePath(_ state: Path) -> Path { state / "catalogue.sqlite" }

  /// The lock that is held for one transaction.
  var lockPath: Path { stateDirectory / "lock" }

  func close() {
    ownLog.reset()
    try? catalogue.close()
  }

  /// Opens the catalogue; one that cannot be used as it is is removed and made anew: it is a cache.
  private static func openCatalogue(
    _ state: Path, _ library: LibraryID
  ) throws(AlbumenError) -> Catalogue {
    let path = cataloguePath(state)
    do throws(CatalogueError) {
      return try Catalogue(path: path, library: library)
    } catch {
      guard [.damaged, .newerSchema, .otherLibrary].contains(error.code) else {
        throw AlbumenError(error)
      }
    }
    do throws(CatalogueError) {
      try Catalogue.remove(path)
      return try Catalogue(path: path, library: library)
    } catch { throw AlbumenError(error) }
  }

  /// Removes the catalogue and makes an empty one, which `catchUp` fills from the logs.
  func renewCatalogue() throws(AlbumenError) {
    try? catalogue.close()
    do throws(CatalogueError) { try Catalogue.remove(catalogue.path) } catch {
      throw AlbumenError(error)
    }
    try adoptCatalogue()
  }

  /// Opens the catalogue anew where its file was removed or replaced, so as not to go on in one that
  /// nobody else sees.
  func followCatalogue() throws(AlbumenError) {
    let there = try? FileStatus.ofLink(at: catalogue.path)
    if let there, let catalogueFile, there.isSameFile(as: catalogueFile) { return }
    try? catalogue.close()
    try adoptCatalogue()
  }

  private func adoptCatalogue() throws(AlbumenError) {
    catalogue = try Self.openCatalogue(stateDirectory, library)
    catalogueFile = try? FileStatus.ofLink(at: catalogue.path)
  }

  /// Runs `body` on a catalogue that has all that can be delivered.
  ///
  /// A catalogue that turns out damaged is built anew, once.
  func read<Result>(
    _ body: (Catalogue) throws(CatalogueError) -> Result
  ) throws(AlbumenError) -> Result {
    try catchUp()
    do throws(AlbumenError) { return try snapshot(body) } catch {
      guard error.isCatalogueDamage else { throw error }
    }
    try renewCatalogue()
    try catchUp()
    return try snapshot(body)
  }

  private func snapshot<Result>(
    _ body: (Catalogue) throws(CatalogueError) -> Result
  ) throws(AlbumenError) -> Result {
    // The identity: the catalogue's errors are passed on as they are.
    func same(_ error: CatalogueError) -> CatalogueError { error }
    do throws(CatalogueError) {
      return try catalogue.withSnapshot(mapError: same) { () throws(CatalogueError) in
        try body(catalogue)
      }
    } catch { throw AlbumenError(error) }
  }

  /// Runs `body` while holding the lock against other processes' changes.
  ///
  /// - Throws: `.locked` where another process holds it too long.
  func withLock<Result>(
    _ body: () throws(AlbumenError) -> Result
  ) throws(AlbumenError) -> Result {
    let lock: FileLock
    do throws(PlatformError) {
      lock = try FileLock.acquire(
        lockPath, until: Deadline(after: configuration.lockTimeout))
    } catch {
      if error.code == .locked {
        throw AlbumenError(
          .locked, "another process is changing the library", subject: layout.root.display,
          hint: "wait until it is done: \(error.message)", disposition: .retry)
      }
      throw AlbumenError(error, "the library's lock cannot be taken")
    }
    let result = try body()
    lock.release()
    return result
  }
}
