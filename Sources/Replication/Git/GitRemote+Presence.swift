import GitKit
import Platform

// Whether a repository on this machine is there, asked before libgit2 is.
extension GitRemote {
  /// Whether a path leads to a repository.
  ///
  /// - Parameter unsure: what to take a part for that cannot be looked at.
  static func isRepository(_ path: Path, _ unsure: (PlatformError) -> Bool) -> Bool {
    let parts: [Path] = ["HEAD", "objects", "refs"]
    return [path, path / ".git"].contains { directory in
      parts.allSatisfy { name in
        do throws(PlatformError) {
          _ = try FileStatus.ofTarget(at: directory / name)
          return true
        } catch { return unsure(error) }
      }
    }
  }

  /// Looks whether there is a repository at an address that is a path of this machine.
  ///
  /// - Throws: `unreachable` where there is none; what cannot be looked at may be one.
  static func checkPresence(of address: GitAddress) throws(ReplicationError) {
    guard case .path(let path) = address.kind else { return }
    let isThere = isRepository(path) { $0.code != .notFound && $0.code != .notDirectory }
    guard !isThere else { return }
    throw ReplicationError(
      .unreachable, "there is no git repository here",
      hint: "is a disk not mounted, or was it moved? Where it is another place now, remove the "
        + "remote and add it again", subject: address.display)
  }
}
