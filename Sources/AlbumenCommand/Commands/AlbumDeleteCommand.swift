import Albumen
import CommandParsing
import Platform

/// Deletes an album.
enum AlbumDeleteCommand: Command {
  static let spec = CommandSpec(
    ["album", "delete"], "deletes an album or folder; restorable",
    discussion: """
      The photos and videos stay in the roll and in their other albums; no file is touched. What \
      is in a deleted folder shows at the top, unless -r deletes it as well.
      """,
    changes: true,
    options: [
      OptionSpec(
        flag: "recursive", short: "r", summary: "delete what is in a folder as well")
    ],
    operands: [.album],
    examples: [
      CommandExample("albumen album delete Summer", "deletes an album"),
      CommandExample("albumen album restore Summer", "brings it back as it was"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let isRecursive = context.parsed.flag("recursive")
    return try await context.withLibrary { library in
      let album = try await context.album("ALBUM", in: library)
      let title = Wording.quoted(album.title)
      let kind = album.isFolder ? "folder" : "album"
      let result = try await library.performChanges(
        "Delete \(kind) \(title)", isDryRun: context.isDryRun
      ) { try $0.deleteAlbum(album.id, withContents: isRecursive) }
      var rest = "the \(kind) \(title)"
      let isMore = result.value.count > 1
      if isMore { rest += " with \(result.value.count - 1) in it" }
      rest +=
        "; albumen album restore \(isMore ? "-r " : "")\(Wording.short(album.id)) brings it back"
      return try context.tell(
        Change(
          action: "album.delete", past: "Deleted", base: "delete", rest: rest,
          nothing: "Nothing to do: \(title) is deleted already.",
          album: (album.id, album.title)), result)
    }
  }
}
