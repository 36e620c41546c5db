import Albumen
import CommandParsing

/// Names a remote.
enum RemoteAddCommand: Command {
  static let spec = CommandSpec(
    ["remote", "add"], "names a place where logs are exchanged",
    discussion: """
      ADDRESS is a directory or a git repository. A directory that is missing is made by the first \
      sync, which is told; one that is missing with the directory above it, or is named like a \
      repository (….git) and is none, is refused. It may not lie in the folder of a library. Nothing \
      is asked of it yet. Once a library was seen in it, it is never begun anew by itself: where it is \
      empty then, a disk is not mounted.

      A git repository is named as for git: https:// (or http://), ssh://, git://, file://, \
      USER@HOST:PATH, or the path of a bare one. It must be there, and may be empty. Names and \
      passwords for https come from ~/.netrc and from git's credential helpers, where git is \
      installed; for ssh the keys of the agent are tried, then id_ed25519, id_ecdsa and id_rsa in \
      ~/.ssh. A server of ssh must stand in ~/.ssh/known_hosts; ssh HOST writes it there. Nothing is \
      asked for, and no password is kept but one that stands in ADDRESS itself.
      """,
    changes: true,
    operands: [
      OperandSpec("NAME", summary: "what to call it: letters, digits, . _ -"),
      OperandSpec("ADDRESS", kind: .path, summary: "a directory, or a git repository"),
    ],
    examples: [
      CommandExample(
        "albumen remote add origin git@example.org:ada/albums.git", "exchanges through a git server"
      ),
      CommandExample(
        "albumen remote add web https://example.org/ada/albums.git",
        "the same by https, with a login of ~/.netrc"),
      CommandExample("albumen remote add nas /mnt/nas/albumen", "exchanges through a NAS"),
      CommandExample(
        "albumen remote add stick /media/stick/albumen && albumen sync stick",
        "exchanges through a USB disk"),
    ],
    exitCodes: [
      ExitCode(1, "the name is taken, or the address is none that can be used"),
      ExitCode(4, "nothing is at the path, and no directory can be made there"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let name = try context.parsed.operandText("NAME") ?? ""
    let address = context.parsed.operand("ADDRESS")?.bytes ?? []
    return try await context.withLibrary { library in
      let remote = try await library.addRemote(
        name, address, from: try context.environment.workingDirectory, isDryRun: context.isDryRun)
      if context.isJSON {
        try RemoteCommands.record(remote, dryRun: context.isDryRun, context)
      } else {
        let word = context.isDryRun ? "Would add" : "Added"
        try context.say(
          "\(word) remote \(remote.name), \(remote.kind) \(remote.address); "
            + (remote.isToBeMade
              ? "it is not there yet: albumen sync makes it." : "albumen sync exchanges with it."))
      }
      return .done
    }
  }
}
