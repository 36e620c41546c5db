import Operations
package import Platform

/// Is the file `identity` in the machine's state directory.
///
/// The caller holds the machine's lock whenever it writes.
package final class LogIdentityFile {
  /// Where it is.
  package let path: Path
  /// What it holds.
  package private(set) var identity: LogIdentity

  private static let name: Path = "identity"
  private static let limit = 1 << 16

  private init(_ path: Path, _ identity: LogIdentity) {
    self.path = path
    self.identity = identity
  }

  /// Reads the file of a state directory; nil where there is none.
  ///
  /// - Throws: `unreadableIdentity`, `newerFormat`, `io`.
  package static func read(in state: Path) throws(LogError) -> LogIdentityFile? {
    let path = state / name
    let bytes: [UInt8]
    do throws(PlatformError) {
      bytes = try DurableFile.contents(of: path, limit: limit)
    } catch {
      switch error.code {
      case .notFound: return nil
      // Too large, or a link that leads nowhere: it is none that was ever written.
      case .invalidArgument, .symbolicLink, .isDirectory:
        throw LogError(
          .unreadableIdentity, "the record of this machine's log is damaged: \(error.message)",
          path: path)
      default: throw LogError(error)
      }
    }
    return LogIdentityFile(path, try LogIdentity(text: bytes, path: path))
  }

  /// Writes the file of a state directory, which is made if it is missing, in place of any other.
  ///
  /// It is written before the first append to a new log: else a crash between would leave a log that
  /// nobody owns.
  package static func create(
    in state: Path, _ identity: LogIdentity
  ) throws(LogError) -> LogIdentityFile {
    try LogError.wrapping { () throws(PlatformError) in
      try Files.createDirectories(state, permissions: 0o700)
    }
    let file = LogIdentityFile(state / name, identity)
    try file.write(identity)
    return file
  }

  /// Records durably that the log reaches a place; what the place names is on disk already.
  package func record(_ mark: LogMark) throws(LogError) {
    guard mark.seq > identity.acknowledged else { return }
    let advanced = identity.advanced(to: mark)
    try write(advanced)
    identity = advanced
  }

  private func write(_ identity: LogIdentity) throws(LogError) {
    try LogError.wrapping { () throws(PlatformError) in
      try DurableFile.replace(
        path, with: Array(identity.text.utf8), permissions: 0o600, failpoint: "log.identity")
    }
  }
}
