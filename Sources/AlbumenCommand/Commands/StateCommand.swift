import Albumen
import CommandParsing

/// Writes the whole visible state.
enum StateCommand: Command {
  static let spec = CommandSpec(
    ["state"], "writes the whole visible state as one JSON object",
    discussion: "What it holds is the same on every device that knows the same changes.",
    options: [.at],
    examples: [
      CommandExample("albumen state | sha256sum", "compares two devices"),
      CommandExample("albumen state --at yesterday", "shows what there was then"),
    ],
    exitCodes: [pastExitCode])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let point = try await context.point(option: "at", in: library) ?? .now
      let output = context.output
      try await library.writeState(at: point) { try output.write($0) }
      try output.line("")
      return .done
    }
  }
}
