import Albumen
import CommandParsing

/// Forgets a remote.
enum RemoteRemoveCommand: Command {
  static let spec = CommandSpec(
    ["remote", "remove"], "forgets a remote; what is there stays",
    changes: true,
    operands: [OperandSpec("NAME", kind: .listed("remotes"), summary: "the remote")],
    examples: [CommandExample("albumen remote remove stick", "exchanges with it no more")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let name = try context.parsed.operandText("NAME") ?? ""
    return try await context.withLibrary { library in
      let remote = try await library.removeRemote(name, isDryRun: context.isDryRun)
      if context.isJSON {
        try RemoteCommands.record(remote, dryRun: context.isDryRun, context)
      } else {
        let word = context.isDryRun ? "Would remove" : "Removed"
        try context.say("\(word) remote \(remote.name); nothing is removed from \(remote.address).")
      }
      return .done
    }
  }
}
