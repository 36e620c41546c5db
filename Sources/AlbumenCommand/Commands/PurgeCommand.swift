import Albumen
import CommandParsing
import Platform
import TextForms

/// Purges trashed assets.
enum PurgeCommand: Command {
  static let spec = CommandSpec(
    ["purge"], "gives up photos and videos that are in the trash, and moves their files away",
    discussion: """
      Only what is in the trash can be purged. The files go from the folder into .albumen/trash in \
      it, laid out as they were; none is removed, and files on other machines are not touched. A \
      file that was changed since the last scan stays.

      It asks on a terminal; elsewhere it needs --yes. albumen untrash takes a purge back.
      """,
    changes: true,
    options: [OptionSpec(flag: "yes", short: "y", summary: "do not ask")],
    operands: [.assets],
    examples: [
      CommandExample("albumen purge blurred.jpg", "asks, and gives up one photo"),
      CommandExample(
        "albumen ls --trashed -0 | xargs -0 albumen purge --yes", "empties the trash"),
    ],
    exitCodes: [
      ExitCode(1, "one of them is not in the trash; nothing is done"),
      ExitCode(3, "some files could not be moved; they stay where they are"),
      ExitCode(14, "it was not confirmed; nothing is done"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let ids = try await context.assets("ASSET", in: library).map(\.id)
      // Tried first: what cannot be done is told before anybody is asked.
      let plan = try await library.purge(ids, isDryRun: true)
      var report = plan
      if !context.isDryRun {
        guard try confirm(plan, context) else { return .needsConfirmation }
        report = try await library.purge(ids)
      }
      if context.isJSON { try record(report, context) } else { try tell(report, context) }
      for (path, reason) in report.kept {
        context.diagnostics.error("\(reason): \(path.display)")
      }
      return report.kept.isEmpty ? .done : .partlyDone
    }
  }

  private static func confirm(_ plan: TrashReport, _ context: CommandContext) throws -> Bool {
    if plan.operations.isEmpty, plan.moved.isEmpty { return true }
    let files = plan.moved.isEmpty ? "" : " (\(Wording.count(plan.moved.count, "file")) here)"
    let what = "\(Wording.assets(plan.assets.count))\(files)"
    return try context.confirms("purge \(what) for good?")
  }

  private static func record(_ report: TrashReport, _ context: CommandContext) throws {
    try context.output.record(.purge) { writer in
      writer.member("dryRun", context.isDryRun)
      writer.member("transaction", id: report.transaction)
      writer.member("operations", report.operations.count)
      writer.list("assets", ids: report.assets)
      writer.list("moved", files: report.moved)
      writer.list("kept", reasons: report.kept)
    }
  }

  private static func tell(_ report: TrashReport, _ context: CommandContext) throws {
    if report.operations.isEmpty, report.moved.isEmpty {
      if report.kept.isEmpty { try context.say("Nothing to do: that is purged already.") }
      return
    }
    if context.isDryRun {
      for file in report.moved {
        try context.say("would move \(file.path.display) to \(file.to.display)")
      }
    }
    let verb = context.isDryRun ? "Would purge" : "Purged"
    var words = "\(verb) \(Wording.assets(report.assets.count))"
    if !report.moved.isEmpty {
      let count = Wording.count(report.moved.count, "file")
      words += "; \(context.isDryRun ? "would move" : "moved") \(count) to .albumen/trash"
    }
    try context.say(words + ".")
  }
}
