import OperationLog
import Operations
import Platform

/// Tells the folders that were libraries on this machine.
///
/// A disk that is not mounted leaves an empty folder behind: it must not pass for a new one.
struct KnownRoots {
  private let roots: Set<Path>

  /// Reads what the machine has recorded; writes nothing.
  ///
  /// - Throws: where the machine's name cannot be read, without which nothing is known.
  init(_ configuration: PhotoLibrary.Configuration) throws(AlbumenError) {
    guard let machine = try MachineID.known(configuration),
      let directory = configuration.stateDirectory.appending(name: machine.description.utf8)
    else {
      roots = []
      return
    }
    do throws(PlatformError) {
      let states = try DirectoryWalk.namesIfThere(in: directory, of: .directory)
      roots = Set(
        states.compactMap { name in
          (try? LogIdentityFile.read(in: directory / name))?.identity.root.path
        })
    } catch { throw AlbumenError(error, "it cannot be seen which folders this machine knows") }
  }

  /// Throws where a folder, which has no library now, is one that this machine knows.
  func refuse(_ root: Path) throws(AlbumenError) {
    guard roots.contains(root) else { return }
    throw AlbumenError(
      .rootUnavailable, "the library that was here is not there", subject: root.display,
      hint: "is a disk not mounted? To bring it back from a remote: albumen restore; "
        + "to begin anew: albumen init --new")
  }
}
