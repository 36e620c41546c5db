import GitKit
public import Platform

/// Is the file that settings are kept in, such as `$XDG_CONFIG_HOME/albumen/config`, in the syntax of
/// git-config(1).
///
/// It is the user's, for all libraries: a library's folder may be shared with others, who should not decide
/// what this machine does (docs/design/0010-settings.md). All calls block for the disk. Where there is no
/// file nothing is loaded to read it.
public struct SettingsFile: Sendable {
  /// Is what a file holds.
  public struct Contents: Sendable {
    /// What is set, as far as it is right.
    public var settings = Settings()
    /// What is set and wrong: the setting is taken for not set.
    public var faults: [(setting: Setting, error: AlbumenError)] = []
    /// Names that are no setting, as a newer version may know, or nobody does; each once, ascending.
    public var unknown: [String] = []

    /// Creates what an empty file holds.
    public init() {}
  }

  /// The file; it may be missing.
  public let path: Path

  /// Names a file.
  public init(_ path: Path) { self.path = path }

  /// Reads the file; a file that is missing sets nothing.
  ///
  /// - Throws: `.invalid` for one that is not of the right form, with the line; `.failed` for one that
  ///   cannot be read, which is not the same as nothing being set.
  public func read() throws(AlbumenError) -> Contents {
    var contents = Contents()
    do throws(PlatformError) { _ = try FileStatus.ofTarget(at: path) } catch {
      if error.code == .notFound { return contents }
      throw AlbumenError(error, "the settings cannot be read")
    }
    let entries: [GitConfigFile.Entry]
    do throws(GitError) { entries = try GitConfigFile(path).entries() } catch {
      throw AlbumenError(error, "the settings cannot be read")
    }
    // git takes the last of several, so what was wrong with those before is of no matter.
    var last: [String: GitConfigFile.Entry] = [:]
    // libgit2 does not tell which of the files a value stands in.
    let hasIncludes = entries.contains { $0.name.hasPrefix("include") }
    let place = path.display + (hasIncludes ? ", or in a file that it includes" : "")
    for entry in entries { last[entry.name] = entry }
    for (name, entry) in last.sorted(by: { $0.key < $1.key }) {
      if name.hasPrefix("include") { continue }
      guard let setting = Setting.named(name) else {
        contents.unknown.append(name)
        continue
      }
      do throws(AlbumenError) {
        guard let bytes = entry.value, let value = String(validating: bytes, as: UTF8.self) else {
          throw AlbumenError(
            .invalid, "\(name) takes \(setting.allowed)",
            subject: entry.value.map { String(decoding: $0, as: UTF8.self) } ?? "no value")
        }
        try contents.settings.set(setting, to: value)
      } catch {
        let fault = AlbumenError(
          .invalid, error.message, subject: error.subject,
          hint: (error.hint.map { "\($0); " } ?? "") + "it stands in \(place)")
        contents.faults.append((setting, fault))
      }
    }
    return contents
  }

  /// Sets a value, durably; what other programs write meanwhile is not lost.
  ///
  /// - Parameter timeout: how long to wait for another program that writes the file.
  /// - Throws: `.invalid` for a value that the setting does not take, or a file that is not of the right
  ///   form; `.locked`; `.failed`; `.full`.
  public func set(
    _ setting: Setting, to value: String, timeout: Duration = .seconds(10)
  ) throws(AlbumenError) {
    try setting.check(value)
    try edit(timeout) { file throws(GitError) in try file.set(setting.name, to: value) }
  }

  /// Takes a value out, durably, so that the standard one holds again.
  ///
  /// - Throws: as `set`; that it is not there is no error.
  public func unset(
    _ setting: Setting, timeout: Duration = .seconds(10)
  ) throws(AlbumenError) {
    do throws(PlatformError) { _ = try FileStatus.ofTarget(at: path) } catch {
      if error.code == .notFound { return }
      throw AlbumenError(error, "the settings cannot be read")
    }
    try edit(timeout) { file throws(GitError) in
      do throws(GitError) { try file.remove(setting.name) } catch {
        guard error.code == .notFound else { throw error }
      }
    }
  }

  private func edit(
    _ timeout: Duration, _ body: (borrowing GitConfigFile) throws(GitError) -> Void
  ) throws(AlbumenError) {
    do throws(GitError) {
      try GitConfigFile.edit(path, until: Deadline(after: timeout), body)
    } catch { throw AlbumenError(error, "the settings cannot be changed") }
  }
}

extension AlbumenError {
  /// An error in a file of settings.
  init(_ error: GitError, _ doing: String) {
    if let cause = error.cause, error.code == .system {
      self.init(cause, doing)
      return
    }
    let place = (error.path?.display ?? "") + (error.line.map { ":\($0)" } ?? "")
    let (code, hint): (Code, String?) =
      switch error.code {
      case .locked: (.locked, "if no other program is writing it, remove this file")
      case .syntax: (.invalid, "put it right with an editor; git-config(1) tells of the form")
      case .ambiguous: (.invalid, "put it right with an editor")
      case .libraryMissing: (.failed, "install it; on Debian: apt-get install libgit2-1.5")
      default: (.failed, nil)
      }
    self.init(
      code, "\(doing): \(error.message)", subject: place, hint: hint,
      disposition: error.disposition)
  }
}
