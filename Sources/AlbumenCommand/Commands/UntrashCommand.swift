import Albumen
import CommandParsing
import Platform

/// Takes assets out of the trash.
enum UntrashCommand: Command {
  static let spec = CommandSpec(
    ["untrash"], "takes photos and videos out of the trash, back into roll and albums",
    changes: true, operands: [.assets],
    examples: [CommandExample("albumen untrash blurred.jpg", "takes one photo out of the trash")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let assets = try await context.assets("ASSET", in: library)
      let ids = assets.map(\.id)
      let count = assets.count { $0.status != .alive }
      let result = try await library.performChanges(
        "Take \(Wording.assets(ids.count)) out of the trash", isDryRun: context.isDryRun
      ) { try $0.restore(ids) }
      return try context.tell(
        Change(
          action: "untrash", past: "Took", base: "take",
          rest: "\(Wording.assets(count)) out of the trash",
          nothing: "Nothing to do: \(ids.count == 1 ? "it is" : "they are") not in the trash.",
          assets: ids), result)
    }
  }
}
