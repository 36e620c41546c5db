import Albumen
import CommandParsing
import Synchronization

/// Is what the user has set, read when it is first asked for.
final class UserSettings: Sendable {
  /// The file; nil where there is no place for one.
  private let file: SettingsFile?
  private let diagnostics: Diagnostics
  private let read = Mutex<Settings?>(nil)

  init(_ file: SettingsFile?, _ diagnostics: Diagnostics) {
    self.file = file
    self.diagnostics = diagnostics
  }

  /// What is set; warns once of names that are no setting.
  ///
  /// - Throws: the first fault of the file: what is wrong must not pass for what is not set.
  func current() throws(AlbumenError) -> Settings {
    if let settings = read.withLock({ $0 }) { return settings }
    guard let file else { return Settings() }
    let contents = try file.read()
    if let fault = contents.faults.first { throw fault.error }
    Self.warn(of: contents.unknown, in: file, diagnostics)
    read.withLock { $0 = contents.settings }
    return contents.settings
  }

  /// The file, for those that write it.
  ///
  /// - Throws: `.failed` where there is no place for one.
  func place() throws(AlbumenError) -> SettingsFile {
    if let file { return file }
    throw AlbumenError(
      .failed, "there is no place for settings",
      hint: "set HOME or XDG_CONFIG_HOME to an absolute path")
  }

  /// Tells of names that are no setting.
  static func warn(of names: [String], in file: SettingsFile, _ diagnostics: Diagnostics) {
    for name in names {
      let near = Suggestions.nearest(to: name, among: Setting.all.map(\.name))
      diagnostics.warning(
        "no such setting: \(name)",
        hint: "it stands in \(file.path.display)" + (Suggestions.hint(near).map { "; \($0)" } ?? "")
      )
    }
  }
}
