import Albumen
import Platform

/// Is what the program knows of its surroundings; the only place that reads the environment.
struct Environment: Sendable {
  private let startDirectory: Path?
  private let variables: [[UInt8]: [UInt8]]

  /// - Parameter workingDirectory: where it was started, absolute and without links; nil where that is
  ///   not known.
  init(variables: [[UInt8]: [UInt8]], workingDirectory: Path?) {
    self.variables = variables
    startDirectory = workingDirectory
  }

  /// The surroundings of this process.
  static var current: Environment {
    var variables: [[UInt8]: [UInt8]] = [:]
    for entry in ThisProcess.environment {
      guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
      variables[Array(entry[..<equals])] = Array(entry[(equals + 1)...])
    }
    return Environment(variables: variables, workingDirectory: try? Files.resolve("."))
  }

  /// Where it was started, absolute and without links.
  ///
  /// - Throws: `.notFound` where that is not known, as in a directory that was removed: no other one is
  ///   taken in its place.
  var workingDirectory: Path {
    get throws(AlbumenError) {
      if let startDirectory { return startDirectory }
      throw AlbumenError(
        .notFound, "the current directory is not there any more, or cannot be reached",
        hint: "change to one that is there, or name the folder by an absolute path")
    }
  }

  /// The value of a variable; nil where it is not set, or empty.
  private func value(_ name: StaticString) -> [UInt8]? {
    let name = name.withUTF8Buffer { Array($0) }
    return variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns a path as seen from the working directory, without `.` and `..`.
  ///
  /// - Throws: as ``workingDirectory``, where the path is a relative one.
  func absolute(_ path: Path) throws(AlbumenError) -> Path {
    if path.isAbsolute { return Files.plain(path) }
    let directory = try workingDirectory
    return path.isEmpty ? directory : Files.plain(directory / path)
  }

  // MARK: Places

  /// The library to work on, as `$ALBUMEN_LIBRARY` names it.
  var library: Path? { value("ALBUMEN_LIBRARY").flatMap { Path(bytes: $0) } }

  /// Where the library finds what lies outside its root.
  ///
  /// - Throws: `.failed` where neither `$XDG_STATE_HOME` nor `$HOME` says where state belongs.
  var configuration: PhotoLibrary.Configuration {
    get throws(AlbumenError) {
      var configuration = PhotoLibrary.Configuration(
        stateDirectory: try stateDirectory, mediaHelper: mediaHelper,
        deviceName: ThisProcess.hostName)
      configuration.cacheDirectory = cacheDirectory
      configuration.logins = logins
      return configuration
    }
  }

  /// `$XDG_STATE_HOME/albumen`, by default `~/.local/state/albumen` (XDG Base Directory
  /// Specification, which has relative paths ignored).
  private var stateDirectory: Path {
    get throws(AlbumenError) {
      if let path = value("XDG_STATE_HOME").flatMap({ Path(bytes: $0) }), path.isAbsolute {
        return path / "albumen"
      }
      guard let home = value("HOME").flatMap({ Path(bytes: $0) }), home.isAbsolute else {
        throw AlbumenError(
          .failed, "there is no place for this machine's state",
          hint: "set HOME or XDG_STATE_HOME to an absolute path")
      }
      return home / ".local/state/albumen"
    }
  }

  /// `$XDG_CACHE_HOME/albumen`, by default `~/.cache/albumen`; nil where neither variable says.
  private var cacheDirectory: Path? {
    if let path = value("XDG_CACHE_HOME").flatMap({ Path(bytes: $0) }), path.isAbsolute {
      return path / "albumen"
    }
    return value("HOME").flatMap { Path(bytes: $0) }.flatMap {
      $0.isAbsolute ? $0 / ".cache/albumen" : nil
    }
  }

  /// Where names, passwords and keys for git servers come from: what git and ssh would look at.
  private var logins: RemoteLogins {
    var logins = RemoteLogins()
    let programs = value("PATH")?.split(separator: UInt8(ascii: ":")) ?? []
    logins.git = programs.lazy.compactMap { Path(bytes: Array($0)) }.filter(\.isAbsolute)
      .map { $0 / "git" }.first { (try? FileStatus.ofTarget(at: $0))?.kind == .regular }
    logins.environment = variables.compactMap { name, value in
      String(validating: name + [UInt8(ascii: "=")] + value, as: UTF8.self)
    }.sorted()
    logins.user = (value("USER") ?? value("LOGNAME")).flatMap {
      String(validating: $0, as: UTF8.self)
    }
    logins.usesAgent = value("SSH_AUTH_SOCK") != nil
    logins.knownHosts = ["/etc/ssh/ssh_known_hosts"]
    if let home = value("HOME").flatMap({ Path(bytes: $0) }), home.isAbsolute {
      logins.netrc = home / ".netrc"
      let ssh = home / ".ssh"
      logins.keys = [ssh / "id_ed25519", ssh / "id_ecdsa", ssh / "id_rsa"]
      logins.knownHosts.append(ssh / "known_hosts")
    }
    return logins
  }

  /// The user's settings, `$XDG_CONFIG_HOME/albumen/config`, by default `~/.config/albumen/config`; nil
  /// where neither variable says where that is.
  var settingsFile: SettingsFile? {
    if let path = value("XDG_CONFIG_HOME").flatMap({ Path(bytes: $0) }), path.isAbsolute {
      return SettingsFile(path / "albumen/config")
    }
    guard let home = value("HOME").flatMap({ Path(bytes: $0) }), home.isAbsolute else { return nil }
    return SettingsFile(home / ".config/albumen/config")
  }

  /// `albumen-media`, beside this program or where distributions put helpers.
  private var mediaHelper: Path {
    let program = (try? Files.readLink("/proc/self/exe")) ?? "/usr/bin/albumen"
    let beside = program.parent / "albumen-media"
    if (try? FileStatus.ofTarget(at: beside)) != nil { return beside }
    let installed = program.parent.parent / "libexec/albumen/albumen-media"
    return (try? FileStatus.ofTarget(at: installed)) != nil ? installed : beside
  }

  // MARK: Terminal

  /// Whether results go to a terminal.
  var outputIsTerminal: Bool { Terminal.isTerminal(1) }

  /// Whether somebody can be asked: a terminal to write the question to, and one to read from.
  var canAsk: Bool { Terminal.isTerminal(0) && Terminal.isTerminal(2) }

  /// Whether progress can be drawn over: diagnostics go to a terminal that can move its cursor.
  var diagnosticsCanMoveCursor: Bool {
    Terminal.isTerminal(2) && value("TERM").map { $0 != Array("dumb".utf8) } ?? false
  }

  /// The columns to fill: `$COLUMNS`, else the terminal's; nil where there is no terminal.
  var columns: Int? {
    if let text = value("COLUMNS"), let number = Int(String(decoding: text, as: UTF8.self)),
      (1...10_000).contains(number)
    {
      return number
    }
    return Terminal.columns(1)
  }

  // MARK: Others

  /// The service manager that started this process, if one did.
  var notifySocket: NotifySocket? {
    value("NOTIFY_SOCKET").flatMap { NotifySocket(address: $0) }
  }

  /// Arms the failpoints that `$ALBUMEN_FAILPOINTS` names; for tests.
  func armFailpoints() throws(PlatformError) {
    guard let specification = value("ALBUMEN_FAILPOINTS") else { return }
    try Failpoint.arm(specification: String(decoding: specification, as: UTF8.self))
  }
}
