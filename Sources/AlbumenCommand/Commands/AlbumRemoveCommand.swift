import Albumen
import CommandParsing
import Platform

/// Takes assets out of an album.
enum AlbumRemoveCommand: Command {
  static let spec = CommandSpec(
    ["album", "remove"], "takes photos and videos out of an album",
    discussion: "They stay in the roll and in their other albums; no file is touched.",
    changes: true, operands: [.album, .assets],
    examples: [CommandExample("albumen album remove Summer lake.jpg", "takes one photo out")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let album = try await context.album("ALBUM", in: library)
      let assets = try await context.assets("ASSET", in: library)
      let ids = assets.map(\.id)
      let title = Wording.quoted(album.title)
      let result = try await library.performChanges(
        "Remove from album \(title)", isDryRun: context.isDryRun
      ) { try $0.remove(ids, from: album.id) }
      let others = ids.count - result.value
      var rest = "\(Wording.assets(result.value)) from \(title)"
      if others > 0 { rest += "; \(others) \(others == 1 ? "was" : "were") not in it" }
      return try context.tell(
        Change(
          action: "album.remove", past: "Removed", base: "remove", rest: rest,
          nothing: "Nothing to do: \(title) does not have \(ids.count == 1 ? "it" : "them").",
          album: (album.id, album.title), assets: ids), result)
    }
  }
}
