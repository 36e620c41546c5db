import Albumen
import CommandParsing
import Platform

/// Takes assets out of the trash.
enum UntrashCommand: Command {
  static let spec = CommandSpec(
    ["untrash"], "takes photos and videos out of the trash, back into roll and albums",
    discussion: """
      Takes a purge back, too: every file that was moved into .albumen/trash comes back to where it \
      was. A file that is not there any more is named by any path that it had.
      """,
    changes: true, operands: [.assets],
    examples: [CommandExample("albumen untrash blurred.jpg", "takes one photo out of the trash")],
    exitCodes: [ExitCode(3, "a file could not be moved back; it stays in .albumen/trash")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let assets = try await context.assets("ASSET", in: library)
      let ids = assets.map(\.id)
      let count = assets.count { $0.status != .alive }
      let report = try await library.restore(ids, isDryRun: context.isDryRun)
      var words: [String] = []
      if count > 0 { words.append("\(Wording.assets(count)) out of the trash") }
      if !report.moved.isEmpty {
        words.append("\(Wording.count(report.moved.count, "file")) back into the folder")
      }
      try context.tell(
        Change(
          action: "untrash", past: "Took", base: "take",
          rest: words.joined(separator: ", and "),
          nothing: "Nothing to do: \(ids.count == 1 ? "it is" : "they are") not in the trash.",
          assets: ids, moved: report.moved),
        transaction: report.transaction, operations: report.operations)
      for (path, reason) in report.kept {
        context.diagnostics.error("\(reason): \(path.display)")
      }
      return report.kept.isEmpty ? .done : .partlyDone
    }
  }
}
