import OperationLog
import Operations
import Platform
import Replication

/// Is what a folder was before a library is restored into it, as it and this machine say.
struct FormerLibrary {
  /// The library that the folder is now; nil where it is none.
  let id: LibraryID?
  /// The library that this machine knows it as; nil where it knows none.
  private let recorded: LibraryID?
  private let layout: LibraryLayout

  /// Looks at a folder that is there.
  ///
  /// - Throws: what keeps it from being a root: `.invalid`, `.rootUnavailable`, `.newerVersion`, `.damaged`.
  init(_ root: Path, _ configuration: PhotoLibrary.Configuration) throws(AlbumenError) {
    layout = LibraryLayout(root: try LibraryMaker.resolve(root))
    do throws(AlbumenError) { id = try LibraryFile(at: layout.libraryFile).id } catch {
      guard error.code == .noLibrary else { throw error }
      id = nil
    }
    let state = try Self.stateDirectory(of: layout.root, configuration)
    do throws(LogError) {
      recorded = try state.flatMap { (state) throws(LogError) in
        try LogIdentityFile.read(in: state)?.identity.library
      }
    } catch {
      let plain = AlbumenError(error)
      throw AlbumenError(
        plain.code, plain.message, subject: plain.subject,
        hint: error.code == .unreadableIdentity
          ? "where it cannot be put back from a backup, move it away: then nothing is known of what "
            + "was in the folder, and this machine begins a new log" : plain.hint,
        disposition: plain.disposition, cause: plain.cause)
    }
  }

  /// What this machine keeps of a root, whether it is there or not.
  static func stateDirectory(
    of root: Path, _ configuration: PhotoLibrary.Configuration
  ) throws(AlbumenError) -> Path? {
    guard let machine = try MachineID.known(configuration) else { return nil }
    let root = try LibraryMaker.resolve(root)
    return StateDirectory.path(
      base: configuration.stateDirectory, machine: machine, root: try RootIdentity(ofRoot: root))
  }

  /// Throws unless the remote's library can come here.
  func check(against source: RemoteSource, joins: Bool) throws(AlbumenError) {
    if let id, id != source.library, !joins {
      throw AlbumenError(
        .unreachable, "the remote is one of another library than the folder",
        subject: source.address.display,
        hint: "to let the folder join that one, with its albums: albumen restore --join")
    }
    guard id == nil else { return }
    if let recorded, recorded != source.library, !joins {
      throw AlbumenError(
        .unreachable, "the remote is one of another library than was in this folder",
        subject: source.address.display,
        hint: "is a disk not mounted? To restore into it all the same: albumen restore --join")
    }
    // What is left of a library without its file must be the remote's.
    let store = LogStore(directory: layout.logs, library: source.library)
    if try !Presence.foreignLogs(in: store).isEmpty {
      throw AlbumenError(
        .unreachable, "logs of another library than the remote's are here",
        subject: layout.logs.display,
        hint: "put the file .albumen/library back that belongs to them, or move them away")
    }
  }
}
