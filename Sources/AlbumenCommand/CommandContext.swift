import Albumen
import CommandParsing
import Platform
import TextForms

/// Is what a command works with: its arguments, its surroundings, and where it writes.
struct CommandContext: Sendable {
  /// Its options and operands.
  let parsed: ParsedCommand
  /// Its surroundings.
  let environment: Environment
  /// Where results go.
  let output: Output
  /// Where everything else goes.
  let diagnostics: Diagnostics
  /// What the user has set.
  let settings: UserSettings
  /// By which names assets, albums and devices were given.
  let given = GivenNames()

  /// Whether results are JSON records.
  var isJSON: Bool { parsed.flag("json") }
  /// Whether to change nothing; only for commands that change something.
  var isDryRun: Bool { parsed.flag("dry-run") }

  /// The columns that a table may take; nil where nothing is to be cut.
  var tableWidth: Int? { environment.outputIsTerminal ? environment.columns : nil }

  /// Where the library finds what lies outside its root, and what the user has set.
  ///
  /// Only commands that change something ask what is set, and those that tell what a scan would do in the
  /// album view: the others need none of it, and start sooner.
  var configuration: PhotoLibrary.Configuration {
    get throws {
      var configuration = try environment.configuration
      guard parsed.command.changes || parsed.path == WatchCommand.spec.path else {
        // What tells how things are works whatever the settings say.
        if Self.readersOfView.contains(parsed.path), let settings = try? settings.current() {
          configuration.viewLink = settings.viewLink
        }
        return configuration
      }
      let settings = try settings.current()
      configuration.lockTimeout = settings.lockTimeout
      configuration.absences = settings.absences
      configuration.importTemplate = settings.importTemplate
      configuration.trashesDeleted = settings.trashesDeleted
      configuration.leavesFilesInView = settings.leavesFilesInView
      configuration.viewLink = settings.viewLink
      if let name = settings.deviceName { configuration.deviceName = name }
      return configuration
    }
  }

  private static let readersOfView = [
    StatusCommand.spec.path, VerifyCommand.spec.path, ViewShowCommand.spec.path,
  ]

  /// Opens the library, calls a function with it, and closes it.
  func withLibrary<Result: Sendable>(
    _ body: (PhotoLibrary) async throws -> Result
  ) async throws -> Result {
    let configuration = try configuration
    let root = try libraryRoot(configuration)
    return try await closing(try await PhotoLibrary.open(at: root, configuration), body)
  }

  /// Whether the library is named, and not just the one that one is in.
  var namesLibrary: Bool { parsed.value("library") != nil || environment.library != nil }

  /// The folder of the library to work on.
  func libraryRoot(_ configuration: PhotoLibrary.Configuration) throws -> Path {
    if let named = parsed.value("library") {
      return try environment.absolute(try path(of: named, for: "--library"))
    }
    if let named = environment.library { return try environment.absolute(named) }
    return try PhotoLibrary.locate(from: try environment.workingDirectory, configuration)
  }

  /// Calls a function with a library and closes it, whatever comes of it.
  func closing<Result: Sendable>(
    _ library: PhotoLibrary, _ body: (PhotoLibrary) async throws -> Result
  ) async throws -> Result {
    do {
      let result = try await body(library)
      for notice in await library.notices() { diagnostics.warning(notice) }
      await library.close()
      return result
    } catch {
      await library.close()
      throw given.naming(error)
    }
  }

  /// What shows the progress of a long task.
  var progress: @Sendable (TaskProgress) -> Void {
    let diagnostics = diagnostics
    return { diagnostics.show($0) }
  }

  /// Says in words what was done: nothing in JSON, which has records for it, nor when asked to be
  /// quiet.
  func say(_ text: String) throws {
    if isJSON || diagnostics.isQuiet { return }
    diagnostics.endProgress()
    try output.line(text)
  }

  /// Returns an argument as a path.
  ///
  /// - Throws: `valueNotAllowed` for an empty one, which names nothing.
  func path(of argument: Argument, for name: String) throws(UsageError) -> Path {
    guard !argument.bytes.isEmpty, let path = Path(bytes: argument.bytes) else {
      throw UsageError(.valueNotAllowed, "\(name) is empty")
    }
    return path
  }
}
