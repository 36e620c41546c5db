import Albumen
import CommandParsing
import TextForms

/// Sets one setting.
enum ConfigSetCommand: Command {
  static let spec = CommandSpec(
    ["config", "set"], "sets a setting",
    discussion: """
      What else is in the file stays, comments included. Of programs that write it at the same \
      time each waits for the other.
      """,
    changes: true,
    operands: [
      ConfigListCommand.operand,
      OperandSpec("VALUE", summary: "the value; albumen-config(5) tells which there are"),
    ],
    examples: [
      CommandExample("albumen config set watch.settle 1000", "waits a second for files"),
      CommandExample(
        "albumen config set import.into 'Photos/{year}'", "puts imports into a folder a year"),
    ],
    exitCodes: [
      ExitCode(1, "the file cannot be read or written, or is not of the right form"),
      ExitCode(2, "the setting does not take the value"),
      ExitCode(11, "another program is writing the file"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let setting = try ConfigListCommand.setting(context)
    let value = try context.parsed.operandText("VALUE") ?? ""
    do throws(AlbumenError) { try setting.check(value) } catch {
      throw UsageError(
        .valueNotAllowed, error.message, subject: error.subject, hint: error.hint)
    }
    let file = try context.settings.place()
    if !context.isDryRun { try file.set(setting, to: value) }
    var settings = try file.read().settings
    try settings.set(setting, to: value)
    if context.isJSON {
      try ConfigListCommand.record(setting, settings, dryRun: context.isDryRun, context)
    } else {
      let word = context.isDryRun ? "Would set" : "Set"
      try context.say("\(word) \(setting.name) to \(Wording.quoted(value)).")
    }
    return .done
  }
}
