import Albumen
import CommandParsing
import TextForms

/// Gives a device another name.
enum DeviceRenameCommand: Command {
  static let spec = CommandSpec(
    ["device", "rename"], "gives a device another name",
    discussion: "The name is part of the library: all devices see it.",
    changes: true,
    operands: [.device, OperandSpec("NAME", summary: "the new name")],
    examples: [CommandExample("albumen device rename this laptop", "calls this machine laptop")],
    exitCodes: [
      ExitCode(4, "there is no such device"),
      ExitCode(5, "several devices are called this, or their logs' ids begin so"),
    ])

  /// The longest name, in bytes.
  private static let longest = 255

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let name = try GivenText.checked(try context.parsed.operandText("NAME") ?? "", "NAME")
    guard name.utf8.count <= longest else {
      throw UsageError(.valueNotAllowed, "NAME is longer than \(longest) bytes")
    }
    return try await context.withLibrary { library in
      let device = try await context.device(in: library, orNone: true)
      let result = try await library.performChanges(
        "Rename device \(Wording.device(device)) to \(Wording.quoted(name))",
        isDryRun: context.isDryRun
      ) { try $0.renameDevice(device?.log, to: name) }
      return try context.tell(
        Change(
          action: "device.rename", past: "Renamed", base: "rename",
          rest: "\(Wording.device(device)) to \(Wording.quoted(name))",
          nothing: "Nothing to do: it is called \(Wording.quoted(name)) already.",
          device: device.map { ($0.log, name) }),
        result)
    }
  }
}
