import Albumen
import CommandParsing

/// Shows the version.
enum VersionCommand: Command {
  static let spec = CommandSpec(["version"], "shows the version of the program")

  /// The name and the version.
  static var text: String { "albumen \(PhotoLibrary.version)" }

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    if context.isJSON {
      try context.output.record(.version) { $0.member("version", PhotoLibrary.version) }
    } else {
      try context.output.line(text)
    }
    return .done
  }
}
