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
    let caches = configuration.cacheDirectory ?? configuration.stateDirectory / "cache"
    let cache = caches / "new"
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
      throw AlbumenError(
        .unreachable, "there is no library in this remote", subject: address.display,
        hint: "is a disk not mounted, or a copy under way?")
    }
    self.library = library
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
