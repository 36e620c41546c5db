import Albumen
import CommandParsing
import Platform

/// Leaves a library.
enum ForgetCommand: Command {
  static let spec = CommandSpec(
    ["forget"], "leaves a library; the photos and videos stay as they are",
    discussion: """
      Removes what this machine keeps of the library outside of its folder. The history in the \
      folder's .albumen stays, so that albumen gives everything back when it is used there again. \
      With --history that goes, too, and with it the links in Albums: then no album, no title and \
      no trash is left, and the folder is one of plain files. Of other machines with the same folder it is gone as well.

      DIR may have lost its library, or be gone: then the machine forgets that there was one.
      """,
    changes: true,
    options: [
      OptionSpec(
        flag: "history", summary: "remove the library's history, too: every album is lost"),
      OptionSpec(flag: "yes", short: "y", summary: "do not ask"),
    ],
    operands: [OperandSpec("DIR", .optional, kind: .directory, summary: "the folder")],
    examples: [
      CommandExample("albumen forget ~/Pictures", "leaves the library, and its history in place"),
      CommandExample("albumen forget -n --history", "lists what would be removed"),
    ],
    exitCodes: [
      ExitCode(3, "it is forgotten, but files that are not the library's stay in its directories"),
      ExitCode(10, "nothing is known of a library there"),
      ExitCode(11, "the library is being watched or changed"),
      ExitCode(14, "it was not confirmed, and --yes was not given"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let configuration = try context.configuration
    let root: Path
    if let directory = context.parsed.operand("DIR") {
      root = try context.environment.absolute(try context.path(of: directory, for: "DIR"))
    } else {
      root = try context.libraryRoot(configuration)
    }
    var options = ForgetOptions()
    options.deletesHistory = context.parsed.flag("history")
    options.isDryRun = true
    let planned = try await PhotoLibrary.forget(root, configuration, options)
    if !context.isDryRun {
      let what =
        options.deletesHistory ? "and lose every album of it" : "and keep its history there"
      guard try context.confirms("forget the library in \(planned.root.display), \(what)?") else {
        return .needsConfirmation
      }
    }
    options.isDryRun = context.isDryRun
    let report = try await PhotoLibrary.forget(root, configuration, options)
    if context.isJSON {
      try context.output.record(.forget) { writer in
        writer.member("root", path: report.root)
        writer.member("dryRun", options.isDryRun)
        writer.member("history", options.deletesHistory)
        writer.list("removed", paths: report.removed)
        writer.list("kept", paths: report.kept)
      }
    } else {
      if options.isDryRun {
        for path in report.removed { try context.say("would remove \(path.display)") }
      }
      let verb = options.isDryRun ? "Would forget" : "Forgot"
      try context.say(
        "\(verb) the library in \(report.root.display); "
          + "the photos and videos stay as they are.")
    }
    for path in report.kept {
      context.diagnostics.warning("this is not the library's, and stays: \(path.display)")
    }
    return report.kept.isEmpty ? .done : .partlyDone
  }
}
