import Albumen
import CommandParsing
import Platform

/// Brings a deleted album back.
enum AlbumRestoreCommand: Command {
  static let spec = CommandSpec(
    ["album", "restore"], "brings a deleted album or folder back, in its order",
    discussion: "albumen albums --deleted lists what can be brought back.",
    changes: true,
    options: [
      OptionSpec(
        flag: "recursive", short: "r",
        summary: "of a folder, bring back the deleted albums and folders that were in it, too")
    ],
    operands: [
      OperandSpec("ALBUM", kind: .listed("deleted"), summary: "its title, or @ and its id's start")
    ],
    examples: [CommandExample("albumen album restore Summer", "brings an album back")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let album = try await find(context, in: library)
      let title = Wording.quoted(album.title)
      let kind = album.isFolder ? "folder" : "album"
      let recursive = context.parsed.flag("recursive")
      let result = try await library.performChanges(
        "Restore \(kind) \(title)", isDryRun: context.isDryRun
      ) { try $0.restoreAlbum(album.id, withContents: recursive).count }
      let more = max(0, result.value - 1)
      return try context.tell(
        Change(
          action: "album.restore", past: "Brought", base: "bring",
          rest: "the \(kind) \(title) back" + (more > 0 ? " with \(more) in it" : ""),
          nothing: "Nothing to do: \(title) is not deleted.", album: (album.id, album.title)),
        result)
    }
  }

  /// The deleted album of a name; one that is not deleted only where there is no other.
  private static func find(
    _ context: CommandContext, in library: PhotoLibrary
  ) async throws -> Album {
    do {
      return try await context.album("ALBUM", in: library, amongDeleted: true)
    } catch let error as AlbumenError where error.code == .notFound {
      guard let living = try? await context.album("ALBUM", in: library) else { throw error }
      return living
    }
  }
}
