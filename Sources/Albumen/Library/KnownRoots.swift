import OperationLog
import Operations
import Platform

/// Tells the folders that were libraries on this machine.
///
/// A disk that is not mounted leaves an empty folder behind: it must not pass for a new one.
struct KnownRoots {
  private let directory: Path?

  init(_ configuration: PhotoLibrary.Configuration) {
    let machine = try? MachineID.current(configuration)
    directory = machine.flatMap {
      configuration.stateDirectory.appending(name: Array($0.description.utf8))
    }
  }

  /// Throws where a folder, which has no library now, is one that this machine knows.
  func refuse(_ root: Path) throws(AlbumenError) {
    guard try contains(root) else { return }
    throw AlbumenError(
      .rootUnavailable, "the library that was here is not there", subject: root.display,
      hint: "is a disk not mounted? To begin anew: albumen init --new")
  }

  private func contains(_ root: Path) throws(AlbumenError) -> Bool {
    guard let directory else { return false }
    var found = false
    DirectoryWalk().run(
      root: directory,
      visit: { entry in
        guard entry.kind == .directory else { return .skip }
        if let file = try? LogIdentityFile.read(in: directory / entry.path),
          file.identity.root.path == root
        {
          found = true
          return .stop
        }
        return .skip
      }, failed: { _, _ in })
    return found
  }
}
