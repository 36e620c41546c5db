import Operations
package import Platform

/// Says where a remote is: a directory, or a git repository.
package enum RemoteAddress: Sendable, Hashable {
  /// A directory, absolute.
  case directory(Path)
  /// A git repository, as git would be told: a URL, `host:path`, or an absolute path.
  case git(String)

  private static let gitSchemes = ["file", "git", "http", "https", "ssh"]

  /// Reads what a person gives: a URL, `host:path`, or a path, of which a bare git repository is told
  /// from a directory by looking.
  ///
  /// - Parameter directory: what a relative path is seen from.
  /// - Throws: `invalidAddress`.
  package init(_ given: [UInt8], from directory: Path) throws(ReplicationError) {
    guard let path = Path(bytes: given), !given.isEmpty else {
      throw ReplicationError(.invalidAddress, "an address is empty, or has a NUL")
    }
    let text = String(validating: given, as: UTF8.self)
    if let text, let range = Self.scheme(of: text) {
      guard Self.gitSchemes.contains(range) else {
        throw ReplicationError(
          .invalidAddress, "no remote can be reached by \(range)",
          hint: "a directory, or a git remote by \(Self.gitSchemes.joined(separator: ", "))",
          subject: Self.withoutCredentials(text))
      }
      self = .git(text)
      return
    }
    let absolute = path.isAbsolute ? path : directory / path
    let status = try? FileStatus.ofTarget(at: absolute)
    if status == nil, let text, Self.isHostAndPath(text) {
      self = .git(text)
    } else if Self.isRepository(absolute), let text = absolute.text {
      self = .git(text)
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
    case .git(let text): Path.printable(Self.withoutCredentials(text))
    }
  }

  /// What kind of remote it is: `directory` or `git`.
  package var kind: String {
    switch self {
    case .directory: "directory"
    case .git: "git"
    }
  }

  /// The scheme of a URL, in lower case.
  private static func scheme(of text: String) -> String? {
    guard let range = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<range.lowerBound]
    let isScheme = scheme.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0)
    }
    return isScheme && !scheme.isEmpty ? scheme.lowercased() : nil
  }

  /// Whether a text is `host:path`, as ssh has it: a colon before any slash.
  private static func isHostAndPath(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex else {
      return false
    }
    return !text.utf8[..<colon].contains(UInt8(ascii: "/"))
  }

  /// Whether a directory is a git repository: bare, or with `.git`.
  private static func isRepository(_ path: Path) -> Bool {
    let parts: [Path] = ["HEAD", "objects", "refs"]
    let isBare = parts.allSatisfy { (try? FileStatus.ofTarget(at: path / $0)) != nil }
    return isBare || (try? FileStatus.ofTarget(at: path / ".git")) != nil
  }

  /// A URL with nothing of a user but the name.
  private static func withoutCredentials(_ text: String) -> String {
    guard let scheme = text.firstRange(of: "://") else { return text }
    let rest = text[scheme.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = authority.lastIndex(of: "@") else { return text }
    let user = authority[..<at]
    guard let colon = user.firstIndex(of: ":") else { return text }
    return String(text[..<scheme.upperBound] + user[..<colon] + text[at...])
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
  /// How long a remote may be silent.
  package var timeLimit: Duration

  /// Describes a remote.
  package init(name: String, wasSeen: Bool, cache: Path, timeLimit: Duration = .seconds(60)) {
    self.name = name
    self.wasSeen = wasSeen
    self.cache = cache
    self.timeLimit = timeLimit
  }
}

extension RemoteAddress {
  /// Makes the remote that the address names; nothing is asked of it yet.
  ///
  /// - Throws: `invalidAddress`.
  package func remote(_ place: RemotePlace) throws(ReplicationError) -> any LogRemote {
    switch self {
    case .directory(let path): return DirectoryRemote(path, wasSeen: place.wasSeen)
    case .git:
      throw ReplicationError(
        .invalidAddress, "this version exchanges with directories, not yet with git",
        subject: display)
    }
  }
}
