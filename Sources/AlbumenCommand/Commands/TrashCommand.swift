import Albumen
import CommandParsing
import Platform

/// Puts assets into the trash.
enum TrashCommand: Command {
  static let spec = CommandSpec(
    ["trash"], "takes photos and videos out of the roll and their albums; restorable",
    discussion: """
      The files stay where they are: only the library stops showing them. albumen ls --trashed \
      lists them, albumen untrash brings them back with their places in albums. What shows as part \
      of a photo, as the video of a Live Photo, goes with it; named alone it goes alone.
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
      let status = try context.tell(
        Change(
          action: "trash", past: "Put", base: "put",
          rest: "\(Wording.assets(count)) into the trash; "
            + "\(count == 1 ? "the file stays where it is" : "the files stay where they are")",
          nothing: "Nothing to do: \(ids.count == 1 ? "it is" : "they are") in the trash already.",
          assets: ids), result)
      try await tellLeftWholes(of: assets, in: library, context)
      return status
    }
  }

  /// Tells of parts that went alone: a person may have meant the whole.
  private static func tellLeftWholes(
    of assets: [Asset], in library: PhotoLibrary, _ context: CommandContext
  ) async throws {
    if context.isJSON { return }
    let given = Set(assets.map(\.id))
    for part in assets where part.status == .alive {
      guard let id = part.partOf, !given.contains(id), let whole = try await library.asset(id),
        whole.status == .alive
      else { continue }
      let name = whole.file?.display ?? Wording.name(whole)
      try context.say(
        "\(Wording.name(part)) is part of \(name), which stays; "
          + "to put the whole into the trash: albumen trash \(name)")
    }
  }
}
