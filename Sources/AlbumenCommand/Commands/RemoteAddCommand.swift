import Albumen
import CommandParsing

/// Names a remote.
enum RemoteAddCommand: Command {
  static let spec = CommandSpec(
    ["remote", "add"], "names a place where logs are exchanged",
    discussion: """
      ADDRESS is a directory; one that is missing is made by the first sync, if the directory above it \
      is there. Nothing is asked of it yet. Once a library was seen in it, it is never begun anew by \
      itself: where it is empty then, a disk is not mounted.
      """,
    changes: true,
    operands: [
      OperandSpec("NAME", summary: "what to call it: letters, digits, . _ -"),
      OperandSpec("ADDRESS", kind: .path, summary: "a directory, or a git repository"),
    ],
    examples: [
      CommandExample("albumen remote add nas /mnt/nas/albumen", "exchanges through a NAS"),
      CommandExample(
        "albumen remote add stick /media/stick/albumen && albumen sync stick",
        "exchanges through a USB disk"),
    ],
    exitCodes: [ExitCode(1, "the name is taken, or the address is none that can be used")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let name = try context.parsed.operandText("NAME") ?? ""
    let address = context.parsed.operand("ADDRESS")?.bytes ?? []
    return try await context.withLibrary { library in
      let remote = try await library.addRemote(
        name, address, from: context.environment.workingDirectory, isDryRun: context.isDryRun)
      if context.isJSON {
        try RemoteCommands.record(remote, dryRun: context.isDryRun, context)
      } else {
        let word = context.isDryRun ? "Would add" : "Added"
        try context.say(
          "\(word) remote \(remote.name), \(remote.kind) \(remote.address); "
            + "albumen sync exchanges with it.")
      }
      return .done
    }
  }
}
