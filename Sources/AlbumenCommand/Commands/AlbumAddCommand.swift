import Albumen
import CommandParsing
import Platform

/// Puts assets into an album.
enum AlbumAddCommand: Command {
  static let spec = CommandSpec(
    ["album", "add"], "puts photos and videos into an album",
    discussion: """
      New members go to the end, or to the place that is given, in the order given. One that is in \
      the album already stays where it is, unless a place is given.
      """,
    changes: true,
    options: [
      OptionSpec(flag: "first", summary: "before all others"),
      OptionSpec(flag: "last", summary: "behind all others"),
      OptionSpec(
        "index", value: "N", kind: .integer(1...Int.max),
        summary: "so that the first of them is number N, as albumen ls counts"),
    ],
    choices: [OptionChoice(.atMostOne, ["first", "last", "index"])],
    operands: [.album, .assets],
    examples: [
      CommandExample("albumen album add Summer lake.jpg 3f9a21c0", "adds two photos"),
      CommandExample("albumen album add Summer lake.jpg --first", "puts it to the front"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let place = try context.parsed.place
    return try await context.withLibrary { library in
      let album = try await context.album("ALBUM", in: library)
      let assets = try await context.assets("ASSET", in: library)
      let ids = assets.map(\.id)
      let title = Wording.quoted(album.title)
      let result = try await library.performChanges(
        "Add to album \(title)", isDryRun: context.isDryRun
      ) { try $0.add(ids, to: album.id, at: place) }
      let known = ids.count - result.value
      let members = known == 1 ? "was in it already" : "were in it already"
      var rest = "\(Wording.assets(result.value)) to \(title)"
      if known > 0 {
        rest += place == nil ? "; \(known) \(members)" : ", moved \(known) that \(members)"
      }
      let onlyMoves = result.value == 0
      if onlyMoves { rest = "\(Wording.assets(known)) that \(members), in \(title)" }
      return try context.tell(
        Change(
          action: "album.add", past: onlyMoves ? "Moved" : "Added",
          base: onlyMoves ? "move" : "add", rest: rest,
          nothing: "Nothing to do: \(title) has \(ids.count == 1 ? "it" : "them") already.",
          album: (album.id, album.title), assets: ids), result)
    }
  }
}

extension ParsedCommand {
  /// Where in an album `--first`, `--last` or `--index` put something; nil where none is given.
  var place: Placement? {
    get throws(UsageError) {
      if flag("first") { return .first }
      if flag("last") { return .last }
      return try integer("index").map { .index($0) }
    }
  }
}

extension OperandSpec {
  /// The album that a command works on.
  static let album = OperandSpec(
    "ALBUM", kind: .listed("albums"), summary: "its title, Folder/Title, or @ and its id's start")
  /// The assets that a command works on.
  static let assets = OperandSpec(
    "ASSET", .atLeastOne, kind: .path, summary: "the path of a file, or the start of an id")
}
