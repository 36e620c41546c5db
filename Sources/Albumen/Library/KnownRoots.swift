import OperationLog
import Operations
import Platform
import Replication

/// Tells the folders that were libraries on this machine.
///
/// A disk that is not mounted leaves an empty folder behind: it must not pass for a new one.
struct KnownRoots {
  /// What the machine keeps of each, those of its earlier lives included.
  private let states: [Path: [Path]]

  /// Reads what the machine has recorded; writes nothing.
  ///
  /// - Throws: where the machine's name cannot be read, without which nothing is known.
  init(_ configuration: PhotoLibrary.Configuration) throws(AlbumenError) {
    guard let machine = try MachineID.known(configuration),
      let directory = configuration.stateDirectory.appending(name: machine.description.utf8)
    else {
      states = [:]
      return
    }
    do throws(PlatformError) {
      var found: [Path: [Path]] = [:]
      for name in try DirectoryWalk.namesIfThere(in: directory, of: .directory).sorted() {
        guard let root = (try? LogIdentityFile.read(in: directory / name))?.identity.root.path
        else { continue }
        found[root, default: []].append(directory / name)
      }
      states = found
    } catch { throw AlbumenError(error, "it cannot be seen which folders this machine knows") }
  }

  /// Throws where a folder, which has no library now, is one that this machine knows.
  func refuse(_ root: Path) throws(AlbumenError) {
    guard let states = states[root] else { return }
    let names = remotes(states)
    let from = names.isEmpty ? "a remote" : Self.alternatives(names)
    let restore = names.first.map { "albumen restore \($0) \(root.display)" }
    throw AlbumenError(
      .rootUnavailable, "the library that was here is not there", subject: root.display,
      hint: "is a disk not mounted? To bring it back from \(from): "
        + "\(restore ?? "albumen restore REMOTE"); to begin anew: albumen init --new")
  }

  /// The names of the remotes that are known still; of a list that cannot be read none.
  private func remotes(_ states: [Path]) -> [String] {
    var names: [String] = []
    for state in states {
      let list = try? RemoteList(file: LibraryStore.remoteListPath(state))
      for entry in list?.entries ?? [] where !names.contains(entry.name) {
        names.append(entry.name)
      }
    }
    return names
  }

  private static func alternatives(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
