import Albumen
import CommandParsing
import Platform

/// Puts assets into the trash.
enum TrashCommand: Command {
  static let spec = CommandSpec(
    ["trash"], "takes photos and videos out of the roll and their albums; restorable",
    discussion: """
      The files stay where they are: only the library stops showing them. albumen ls --trashed \
      lists them, albumen untrash brings them back with their places in albums.
      """,
    changes: true, operands: [.assets],
    examples: [CommandExample("albumen trash blurred.jpg", "puts one photo into the trash")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let assets = try await context.assets("ASSET", in: library)
      let ids = assets.map(\.id)
      let count = assets.count { $0.status == .alive }
      let result = try await library.performChanges(
        "Trash \(Wording.assets(ids.count))", isDryRun: context.isDryRun,
        usesReserve: true
      ) { try $0.trash(ids) }
      return try context.tell(
        Change(
          action: "trash", past: "Put", base: "put",
          rest: "\(Wording.assets(count)) into the trash; "
            + "\(count == 1 ? "the file stays where it is" : "the files stay where they are")",
          nothing: "Nothing to do: \(ids.count == 1 ? "it is" : "they are") in the trash already.",
          assets: ids), result)
    }
  }
}
