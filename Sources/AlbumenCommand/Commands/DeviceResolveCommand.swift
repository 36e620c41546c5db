import Albumen
import CommandParsing

/// Adopts the histories of a log whose device is gone.
enum DeviceResolveCommand: Command {
  static let spec = CommandSpec(
    ["device", "resolve"], "adopts what two devices wrote under one name",
    discussion: """
      Two machines that went on from one disk, such as a clone and its original, have written two \
      histories under one log's name. Each settles that itself when it next syncs. Until then the \
      other history is kept aside and told of. If they are gone for good, this takes both ends in, \
      as logs of their own; all devices then come to one state.
      """,
    changes: true,
    operands: [.device],
    examples: [CommandExample("albumen device resolve phone", "takes both histories in")],
    exitCodes: [
      ExitCode(3, "what comes before a part of a history is missing; the rest is adopted"),
      ExitCode(4, "there is no such device, or no other history of its log"),
      ExitCode(5, "several devices are called this, or their logs' ids begin so"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      guard let device = try await context.device(in: library) else { return .notFound }
      let resolution = try await library.resolve(device.log, isDryRun: context.isDryRun)
      let name = Wording.device(device)
      let rest =
        "the histories of \(name) from operation \(resolution.at + 1) on, "
        + "\(Wording.count(resolution.transactions, "transaction")), as "
        + Wording.list(resolution.adopted.map { Wording.short($0) })
      if resolution.left > 0 {
        context.diagnostics.warning(
          "\(Wording.count(resolution.left, "piece")) of a history not adopted: what comes before is "
            + "missing", hint: "albumen sync gets it where a remote has it; then run this again")
      }
      if context.isDryRun, !context.isJSON {
        try context.say("Would adopt \(rest).")
        return resolution.left > 0 ? .partlyDone : .done
      }
      try context.tell(
        Change(
          action: "device.resolve", past: "Adopted", base: "adopt", rest: rest,
          nothing: "Adopted \(rest).", device: (device.log, device.name)),
        transaction: resolution.change?.transaction,
        operations: resolution.change?.operations ?? [])
      return resolution.left > 0 ? .partlyDone : .done
    }
  }
}
