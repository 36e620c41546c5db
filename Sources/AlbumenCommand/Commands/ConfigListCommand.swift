import Albumen
import CommandParsing
import TextForms

/// Lists all settings.
enum ConfigListCommand: Command {
  static let spec = CommandSpec(
    ["config", "list"], "lists all settings and their values",
    examples: [CommandExample("albumen config list", "shows what can be set, and what is")],
    exitCodes: [ExitCode(1, "the file cannot be read, or a value in it is wrong")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let file = try context.settings.place()
    let contents = try file.read()
    var table = Table([
      Table.Column(isFlexible: true), Table.Column(isFlexible: true), Table.Column(dropped: 1),
    ])
    for setting in Setting.all {
      if context.isJSON {
        try record(setting, contents.settings, context)
      } else {
        let isSet = contents.settings[setting] != nil
        table.add(
          setting.name,
          TextForm.printable(contents.settings[setting] ?? setting.standardInWords),
          isSet ? "" : "(default)")
      }
    }
    for line in table.lines(width: context.tableWidth) { try context.output.line(line) }
    UserSettings.warn(of: contents.unknown, in: file, context.diagnostics)
    for fault in contents.faults { context.diagnostics.error(fault.error) }
    return contents.faults.isEmpty ? .done : .failed
  }

  /// Writes `albumen.setting/1`.
  static func record(
    _ setting: Setting, _ settings: Settings, dryRun: Bool? = nil, _ context: CommandContext
  ) throws {
    try context.output.record(.setting) { writer in
      writer.member("name", setting.name)
      writer.member("value", settings.value(of: setting))
      writer.member("default", setting.standard)
      writer.member("isSet", settings[setting] != nil)
      if let dryRun { writer.member("dryRun", dryRun) }
    }
  }

  /// The operand that names a setting.
  static let operand = OperandSpec(
    "NAME", kind: .listed("settings"), summary: "the setting; albumen config list shows which")

  /// The setting that is named.
  ///
  /// - Throws: `valueNotAllowed`, with the nearest one, for a name that is none.
  static func setting(_ context: CommandContext) throws(UsageError) -> Setting {
    let name = try context.parsed.operandText("NAME") ?? ""
    if let setting = Setting.named(name) { return setting }
    let near = Suggestions.nearest(to: name, among: Setting.all.map(\.name))
    throw UsageError(
      .valueNotAllowed, "no such setting", subject: TextForm.printable(name),
      hint: Suggestions.hint(near) ?? "albumen config list shows which there are")
  }
}
