package import GitKit
package import Operations
package import Platform

/// Says where a remote is: a directory, or a git repository.
package enum RemoteAddress: Sendable, Hashable {
  /// A directory, absolute.
  case directory(Path)
  /// A git repository: a URL, `host:path`, or an absolute path.
  case git(GitAddress)
  /// What a list of remotes has and nothing can be reached by, with its kind: it can be listed and removed.
  case unusable(kind: String, [UInt8])

  /// Reads what a person gives: a URL, `host:path`, or a path, of which a bare git repository is told
  /// from a directory by looking.
  ///
  /// - Parameter directory: what a relative path is seen from.
  /// - Throws: `invalidAddress`.
  package init(_ given: [UInt8], from directory: Path) throws(ReplicationError) {
    guard let path = Path(bytes: given), !given.isEmpty else {
      throw ReplicationError(
        .invalidAddress, "an address is empty, or has a NUL",
        hint: "name a directory or a git repository")
    }
    let text = String(validating: given, as: UTF8.self)
    if let text, let scheme = text.firstRange(of: "://") {
      guard let address = GitAddress(text) else {
        throw Self.noAddress(text[..<scheme.upperBound])
      }
      self = .git(address)
      return
    }
    let absolute = Files.plain(path.isAbsolute ? path : directory / path)
    let status = try? FileStatus.ofTarget(at: absolute)
    if status == nil, let text, Self.isHostAndPath(text) {
      guard let address = GitAddress(text) else {
        throw Self.noAddress(text.prefix { $0 != ":" } + ":")
      }
      self = .git(address)
    } else if let address = absolute.text.flatMap({ GitRemote.address($0) }) {
      self = .git(address)
    } else {
      if let status, status.kind != .directory {
        throw ReplicationError(
          .invalidAddress, "this is a file, not a directory", subject: absolute.display)
      }
      // Without links and `..` as far as it is there.
      let above = (try? Files.resolve(absolute.parent)).map { $0 / absolute.lastComponent }
      self = .directory((try? Files.resolve(absolute)) ?? above ?? absolute)
    }
  }

  /// What it is, without a password.
  package var display: String {
    switch self {
    case .directory(let path): path.display
    case .git(let address): address.display
    // Behind the beginning may be a password.
    case .unusable(_, let bytes): Self.beginning(String(decoding: bytes, as: UTF8.self)) + "…"
    }
  }

  /// Where it is among the files of this machine, without links as far as it is there; nil for a server's.
  package var path: Path? {
    switch self {
    case .directory(let path): return path
    case .git(let address):
      guard case .path(let path) = address.kind else { return nil }
      return (try? Files.resolve(path)) ?? Files.plain(path)
    case .unusable: return nil
    }
  }

  /// Whether both lead to the same, however they are spelled.
  package func isSamePlace(as other: RemoteAddress) -> Bool {
    if self == other { return true }
    guard kind == other.kind, let path, let there = other.path else { return false }
    return path == there
  }

  /// Looks, without asking a server, whether the remote can be there.
  ///
  /// - Parameter wasSeen: whether a library was seen there before.
  /// - Throws: what an exchange would throw for it.
  package func checkPresence(wasSeen: Bool) throws(ReplicationError) {
    switch self {
    case .directory(let path): _ = try DirectoryRemote(path, wasSeen: wasSeen).marker()
    case .git(let address): try GitRemote.checkPresence(of: address)
    case .unusable: break
    }
  }

  /// What kind of remote it is: `directory` or `git`.
  package var kind: String {
    switch self {
    case .directory: "directory"
    case .git: "git"
    case .unusable(let kind, _): kind
    }
  }

  /// What may be shown of an address that is none.
  private static func beginning(_ text: String) -> String {
    text.firstRange(of: "://").map { Path.printable(String(text[..<$0.upperBound])) } ?? ""
  }

  /// - Parameter beginning: what may be shown of it; behind that may be a password.
  private static func noAddress(_ beginning: Substring) -> ReplicationError {
    ReplicationError(
      .invalidAddress, "no remote can be reached by this address",
      hint: "a directory, or git's file://, git://, http://, https://, ssh:// or host:path; "
        + "in a password @ is %40, ? is %3F, # is %23; over SSH a path has no apostrophe",
      subject: Path.printable("\(beginning)…"))
  }

  /// Whether a text is `host:path`, as ssh has it: a colon before any slash.
  private static func isHostAndPath(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex else {
      return false
    }
    return !text.utf8[..<colon].contains(UInt8(ascii: "/"))
  }
}

/// Is what a remote is made with.
package struct RemotePlace: Sendable {
  /// What the user calls the remote.
  package var name: String
  /// Whether a library was seen there before.
  package var wasSeen: Bool
  /// A directory for what can be fetched again, of this library alone; it may be missing.
  package var cache: Path
  /// Whose logs are expected there; nil takes any library's.
  package var library: LibraryID?
  /// How a git remote is talked to.
  package var git: GitRemoteSettings

  /// Describes a remote.
  package init(
    name: String, wasSeen: Bool, cache: Path, library: LibraryID?,
    git: GitRemoteSettings = GitRemoteSettings()
  ) {
    self.name = name
    self.wasSeen = wasSeen
    self.cache = cache
    self.library = library
    self.git = git
  }
}

extension RemoteAddress {
  /// Makes the remote that the address names; nothing is asked of it yet.
  ///
  /// - Throws: `invalidAddress`, `io`.
  package func remote(_ place: RemotePlace) throws(ReplicationError) -> any LogRemote {
    switch self {
    case .directory(let path): return DirectoryRemote(path, wasSeen: place.wasSeen)
    case .git(let address):
      // A cache of its own: two remotes may hold the same logs, and not be equally far.
      let cache = place.cache.appending(name: Array("git-\(place.name)".utf8)) ?? place.cache
      return try GitRemote(
        address: address, cache: cache, library: place.library, wasSeen: place.wasSeen,
        settings: place.git)
    case .unusable:
      throw ReplicationError(
        .invalidAddress, "no remote can be reached by this address",
        hint: "remove the remote, and add it again by an address as this version takes it: "
          + "albumen remote remove \(place.name)", subject: display)
    }
  }
}
