import Operations
import Platform
import Replication

/// Is a remote that a library is restored from, before there is a library here.
struct RemoteSource {
  let address: RemoteAddress
  /// What the remote has.
  let contents: RemoteContents
  /// The library whose logs it has.
  let library: LibraryID
  /// What was fetched on the way, which may be fetched again.
  private let cache: Path

  /// Looks at a remote.
  ///
  /// - Throws: `.unreachable` where it does not answer, or holds no library; `.invalid` for an address that
  ///   is none; what else looking throws.
  init(
    _ address: RemoteAddress, _ configuration: PhotoLibrary.Configuration
  ) async throws(AlbumenError) {
    self.address = address
    let cache = configuration.caches / "new"
    self.cache = cache
    let session = RemoteSession { () throws(ReplicationError) in
      try address.remote(
        RemotePlace(
          name: PhotoLibrary.restoredRemote, wasSeen: false, cache: cache, library: nil,
          git: configuration.logins.gitSettings))
    }
    do throws(ReplicationError) { contents = try await session.look() } catch {
      throw AlbumenError(error)
    }
    guard let library = contents.library else {
      throw try Self.hasNone(address)
    }
    self.library = library
  }

  /// Says what there is in place of a library.
  private static func hasNone(_ address: RemoteAddress) throws(AlbumenError) -> AlbumenError {
    guard case .directory(let path) = address else {
      return AlbumenError(
        .unreachable, "there is no library in this repository", subject: address.display,
        hint: "a machine that has the library fills it with: albumen remote add NAME URL && "
          + "albumen sync NAME")
    }
    switch try contents(of: path) {
    case .missing:
      return AlbumenError(
        .unreachable, "there is no such directory", subject: path.display,
        hint: "is a disk not mounted? A remote is a directory, a git repository, or a name that "
          + "albumen remote list shows in the library's folder")
    case .empty:
      return AlbumenError(
        .unreachable, "there is no library in this remote: the directory is empty",
        subject: path.display, hint: "is a disk not mounted, or a copy under way?")
    case .others where try Presence.ofLink(at: LibraryLayout(root: path).libraryFile):
      return AlbumenError(
        .unreachable, "this is the folder of a library, not a remote", subject: path.display,
        hint: "a remote is filled from there with: albumen remote add NAME PLACE && albumen sync; "
          + "a copy of the folder, with its .albumen, is a library by itself")
    case .others:
      return AlbumenError(
        .unreachable, "there is no library in this remote: the directory has other things in it",
        subject: path.display,
        hint: "a remote has a file albumen-remote; is another directory meant, or a copy under way?"
      )
    }
  }

  /// Is what a directory has that has no remote in it.
  enum Contents {
    case missing, empty, others
  }

  /// What there is at a path in place of a remote.
  static func contents(of path: Path) throws(AlbumenError) -> Contents {
    do throws(PlatformError) {
      return try DirectoryWalk.names(in: path).isEmpty ? .empty : .others
    } catch {
      if error.code == .notFound { return .missing }
      throw AlbumenError(error, "the remote cannot be read", code: .unreachable)
    }
  }

  /// Keeps what was fetched in looking where the library's own exchanges look for it.
  func keepCache(as name: String) {
    let own = cache.parent / (Path(library.description) ?? Path())
    let kept = own / (Path("git-\(name)") ?? Path())
    guard (try? FileStatus.ofLink(at: kept)) == nil else { return }
    // What cannot be kept is fetched again.
    try? Files.createDirectories(own)
    try? Files.rename(cache / (Path("git-\(PhotoLibrary.restoredRemote)") ?? Path()), to: kept)
  }

  /// How many operations it has, by the names of what is there.
  var operations: UInt64 { contents.logs.values.reduce(0) { $0 &+ $1.lastSeq } }
}
