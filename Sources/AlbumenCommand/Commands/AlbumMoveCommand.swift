import Albumen
import CommandParsing
import Platform

/// Moves members of an album to another place in it.
enum AlbumMoveCommand: Command {
  static let spec = CommandSpec(
    ["album", "move"], "moves photos and videos to another place in an album",
    changes: true,
    options: [
      OptionSpec(flag: "first", summary: "before all others"),
      OptionSpec(flag: "last", summary: "behind all others"),
      OptionSpec(
        "index", value: "N", kind: .integer(1...Int.max),
        summary: "so that the first of them is number N, as albumen ls counts"),
      OptionSpec("before", value: "ASSET", kind: .path, summary: "directly before this one"),
      OptionSpec("after", value: "ASSET", kind: .path, summary: "directly behind this one"),
    ],
    choices: [OptionChoice(.exactlyOne, ["first", "last", "index", "before", "after"])],
    operands: [.album, .assets],
    examples: [
      CommandExample("albumen album move Summer lake.jpg --first", "makes it the first"),
      CommandExample(
        "albumen album move Summer a.jpg b.jpg --after lake.jpg", "puts two behind another"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let album = try await context.album("ALBUM", in: library)
      let assets = try await context.assets("ASSET", in: library)
      let place = try await place(context, in: library)
      let ids = assets.map(\.id)
      let title = Wording.quoted(album.title)
      let result = try await library.performChanges(
        "Move in album \(title)", isDryRun: context.isDryRun
      ) { try $0.move(ids, in: album.id, to: place) }
      return try context.tell(
        Change(
          action: "album.move", past: "Moved", base: "move",
          rest: "\(Wording.assets(ids.count)) in \(title)",
          nothing: "Nothing to do: \(ids.count == 1 ? "it is" : "they are") there already.",
          album: (album.id, album.title), assets: ids), result)
    }
  }

  private static func place(
    _ context: CommandContext, in library: PhotoLibrary
  ) async throws -> Placement {
    if let place = try context.parsed.place { return place }
    if let anchor = context.parsed.value("before") {
      return .before(try await context.asset(anchor, for: "--before", in: library).id)
    }
    guard let anchor = context.parsed.value("after") else { return .last }
    return .after(try await context.asset(anchor, for: "--after", in: library).id)
  }
}
