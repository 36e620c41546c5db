import Albumen
import CommandParsing
import Platform

/// Gives an album another title.
enum AlbumRenameCommand: Command {
  static let spec = CommandSpec(
    ["album", "rename"], "gives an album or folder another title",
    changes: true,
    operands: [.album, OperandSpec("TITLE", summary: "the new title")],
    examples: [CommandExample("albumen album rename Summer 'Summer 2026'", "renames an album")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let title = try context.title("TITLE")
    return try await context.withLibrary { library in
      let album = try await context.album("ALBUM", in: library)
      let old = Wording.quoted(album.title)
      let new = Wording.quoted(title)
      let result = try await library.performChanges(
        "Rename \(old) to \(new)", isDryRun: context.isDryRun
      ) { try $0.rename(album.id, to: title) }
      context.warnOfSlash(in: title)
      return try context.tell(
        Change(
          action: "album.rename", past: "Renamed", base: "rename", rest: "\(old) to \(new)",
          nothing: "Nothing to do: it is called \(new) already.", album: (album.id, title)),
        result)
    }
  }
}
