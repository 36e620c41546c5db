import Albumen
import CommandParsing
import TextForms

/// Takes one setting back.
enum ConfigUnsetCommand: Command {
  static let spec = CommandSpec(
    ["config", "unset"], "takes a setting back, so that the default holds",
    changes: true, operands: [ConfigListCommand.operand],
    examples: [
      CommandExample("albumen config unset watch.settle", "goes back to the default")
    ],
    exitCodes: [
      ExitCode(1, "the file cannot be read or written, or is not of the right form"),
      ExitCode(11, "another program is writing the file"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let setting = try ConfigListCommand.setting(context)
    let file = try context.settings.place()
    // Also a value that is wrong, and so counts for nothing, is taken out.
    if context.isDryRun { _ = try file.read() } else { try file.unset(setting) }
    var settings = try file.read().settings
    settings.unset(setting)
    if context.isJSON {
      try ConfigListCommand.record(setting, settings, dryRun: context.isDryRun, context)
    } else {
      let word = context.isDryRun ? "Would take" : "Took"
      let standard = TextForm.printable(setting.standardInWords)
      try context.say("\(word) \(setting.name) back; the default is \(standard).")
    }
    return .done
  }
}
