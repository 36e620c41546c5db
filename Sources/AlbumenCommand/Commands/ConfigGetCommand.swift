import Albumen
import CommandParsing
import TextForms

/// Shows one setting.
enum ConfigGetCommand: Command {
  static let spec = CommandSpec(
    ["config", "get"], "shows the value of a setting",
    discussion: "Where none is set, it is the default. A default that the machine says is empty.",
    operands: [ConfigListCommand.operand],
    examples: [
      CommandExample("albumen config get watch.settle", "shows how long a file must be still")
    ],
    exitCodes: [ExitCode(1, "the file cannot be read, or the value in it is wrong")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let setting = try ConfigListCommand.setting(context)
    let contents = try context.settings.place().read()
    if let fault = contents.faults.first(where: { $0.setting == setting }) { throw fault.error }
    if context.isJSON {
      try ConfigListCommand.record(setting, contents.settings, context)
    } else {
      let value = contents.settings.value(of: setting) ?? ""
      try context.output.line(TextForm.printable(value))
    }
    return .done
  }
}
