import Operations
public import Platform
import Replication

extension PhotoLibrary {
  /// The remotes of the library on this machine, with what is known of each without asking it.
  public func remotes() async throws(AlbumenError) -> [Remote] {
    try store.catchUp()
    return try store.describeRemotes()
  }

  /// Names a place where logs are exchanged with other machines; nothing is asked of it yet.
  ///
  /// - Parameters:
  ///   - name: what to call it: letters, digits, `.`, `_` and `-`, at most 64.
  ///   - address: a directory, or a git repository by URL, `host:path` or path; bytes as the system has
  ///     them.
  ///   - directory: what a relative path is seen from, absolute.
  ///   - isDryRun: whether only to check it.
  /// - Throws: `.invalid` for a name or address that cannot be one, a name that is taken, or a directory
  ///   that is a library's folder or lies in one; `.notFound` for a path at which nothing is and nothing can
  ///   be made, or that is named like a git repository and is none.
  public func addRemote(
    _ name: String, _ address: [UInt8], from directory: Path, isDryRun: Bool = false
  ) async throws(AlbumenError) -> Remote {
    try store.checkRoot()
    guard RemoteList.isName(name) else {
      throw AlbumenError(
        .invalid, "this cannot be a remote's name", subject: name,
        hint: "letters, digits, and . _ - behind the first, at most 64")
    }
    let parsed = try Self.remoteAddress(address, from: directory)
    let isToBeMade = try Self.isToBeMade(parsed)
    try Self.refuse(parsed, in: root)
    if let path = parsed.path { try Self.refuseLibrary(path) }
    let entry = RemoteList.Entry(name: name, address: parsed)
    var list = try store.remoteList()
    try list.add(entry)
    if !isDryRun {
      try store.changeRemotes { list throws(AlbumenError) in try list.add(entry) }
      try store.forgetKnowledge(of: name)
    }
    var remote = try store.describe(entry, RemoteKnowledge())
    remote.isToBeMade = isToBeMade
    return remote
  }

  /// Whether the directory of a remote is yet to be made, which the first exchange does.
  ///
  /// - Throws: where that cannot be what was meant.
  private static func isToBeMade(_ address: RemoteAddress) throws(AlbumenError) -> Bool {
    guard case .directory(let path) = address else { return false }
    let isThere = try Presence.ofTarget(at: path)
    if path.bytes.suffix(4) == Array(".git".utf8) {
      let isRemote: Bool =
        if isThere { try Presence.ofLink(at: path / DirectoryRemote.markerName) } else { false }
      guard isRemote else {
        throw AlbumenError(
          .notFound, "there is no git repository here", subject: path.display,
          hint: "git init --bare makes one; a directory for the logs themselves needs another name")
      }
    }
    if isThere { return false }
    guard try Presence.ofTarget(at: path.parent) else {
      throw AlbumenError(
        .notFound, "there is no such directory, and none to make it in", subject: path.display,
        hint: "is it mistyped, or a disk not mounted? A git server is named by https://, ssh:// or "
          + "USER@HOST:PATH")
    }
    return true
  }

  /// Understands the address of a remote.
  static func remoteAddress(
    _ given: [UInt8], from directory: Path
  ) throws(AlbumenError) -> RemoteAddress {
    do throws(ReplicationError) { return try RemoteAddress(given, from: directory) } catch {
      throw AlbumenError(error)
    }
  }

  /// Throws where a remote would lie in the folder of its library.
  static func refuse(_ address: RemoteAddress, in root: Path) throws(AlbumenError) {
    guard let path = address.path, path == root || path.isInside(root) else { return }
    throw AlbumenError(
      .invalid, "a remote cannot lie in the library itself", subject: path.display,
      hint: "name a directory on another disk")
  }

  /// Throws where a directory is the folder of a library, or lies in one: what syncs there would stand among
  /// its photos.
  private static func refuseLibrary(_ directory: Path) throws(AlbumenError) {
    var place = directory
    while !place.isEmpty {
      if try Presence.ofLink(at: LibraryLayout(root: place).libraryFile) {
        throw AlbumenError(
          .invalid,
          place == directory
            ? "this is the folder of a library, not a remote" : "a remote cannot lie in a library",
          subject: place == directory ? place.display : "\(directory.display) in \(place.display)",
          hint: "name a directory of its own, which both libraries' machines reach; to have one "
            + "library of two: albumen restore --join")
      }
      if place.parent == place { break }
      place = place.parent
    }
  }

  /// Forgets a remote; nothing is removed from it.
  ///
  /// - Throws: `.notFound`.
  public func removeRemote(
    _ name: String, isDryRun: Bool = false
  ) async throws(AlbumenError) -> Remote {
    let entry = try store.remotes(named: [name])[0]
    // This is also the way out where what is known cannot be read.
    let known = (try? store.knowledge(of: name)) ?? RemoteKnowledge()
    let remote = try store.describe(entry, known)
    if !isDryRun {
      let lock = try store.lockExchange()
      try store.changeRemotes { list throws(AlbumenError) in
        list.entries.removeAll { $0.name == name }
      }
      try store.forgetKnowledge(of: name)
      lock.release()
    }
    return remote
  }
}

extension RemoteList {
  fileprivate mutating func add(_ entry: Entry) throws(AlbumenError) {
    guard !entries.contains(where: { $0.name == entry.name }) else {
      throw AlbumenError(
        .invalid, "there is a remote of that name", subject: entry.name,
        hint: "remove it first with: albumen remote remove \(entry.name)")
    }
    entries.append(entry)
  }
}
