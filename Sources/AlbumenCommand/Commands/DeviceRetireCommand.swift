import Albumen
import CommandParsing

/// Says that a device is gone for good.
enum DeviceRetireCommand: Command {
  static let spec = CommandSpec(
    ["device", "retire"], "says that a device is gone for good, and lets the others go on",
    discussion: """
      For a device that was lost with changes that it had given to some others only: what those \
      wrote afterwards waits for it, and albumen status names it. Once it is retired, all devices \
      go on without what it wrote behind SEQ, and come to one state. Should that turn up later, it \
      comes in as usual. Nothing is deleted.

      A device that was retired and is not gone begins a new log with its next change.
      """,
    changes: true,
    options: [
      OptionSpec(
        "at", value: "SEQ", kind: .integer(0...Int.max), default: "what is here",
        summary: "the last of its operations that is waited for")
    ],
    operands: [.device],
    examples: [CommandExample("albumen device retire phone", "goes on without the phone")],
    exitCodes: [
      ExitCode(3, "it is retired, and something waits still"),
      ExitCode(4, "there is no such device"),
      ExitCode(5, "several devices are called this, or their logs' ids begin so"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let at = try context.parsed.integer("at").map { UInt64($0) }
    return try await context.withLibrary { library in
      guard let device = try await context.device(in: library) else { return .notFound }
      let (result, freed) = try await library.retire(
        device.log, at: at, isDryRun: context.isDryRun)
      let name = Wording.device(device)
      var rest = "\(name) at operation \(result.value)"
      if freed > 0 { rest += "; \(Wording.count(freed, "transaction")) that waited came in" }
      let status = try context.tell(
        Change(
          action: "device.retire", past: "Retired", base: "retire", rest: rest,
          nothing: "Nothing to do: \(name) is retired at operation \(result.value) already.",
          device: (device.log, device.name)),
        result)
      if context.isDryRun { return status }
      let missing = try await library.devices().filter { $0.missingUpTo != nil }
      for other in missing {
        context.diagnostics.warning(
          "\(Wording.missing(other.lastSeq, other.missingUpTo ?? 0)) of \(Wording.device(other)) "
            + "missing still")
      }
      return missing.isEmpty ? status : .partlyDone
    }
  }
}
