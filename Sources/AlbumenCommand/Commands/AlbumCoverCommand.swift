import Albumen
import CommandParsing
import Platform

/// Says which asset stands for an album.
enum AlbumCoverCommand: Command {
  static let spec = CommandSpec(
    ["album", "cover"], "chooses the photo that stands for an album",
    changes: true,
    options: [OptionSpec(flag: "none", summary: "choose none")],
    operands: [
      .album,
      OperandSpec(
        "ASSET", .optional, kind: .path, summary: "the path of a file, or the start of an id"),
    ],
    examples: [
      CommandExample("albumen album cover Summer lake.jpg", "chooses a cover"),
      CommandExample("albumen album cover Summer --none", "takes the choice back"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let argument = context.parsed.operand("ASSET")
    switch (argument, context.parsed.flag("none")) {
    case (nil, false):
      throw UsageError(
        .missingOperand, "album cover needs ASSET or --none", hint: "albumen help album cover")
    case (_?, true):
      throw UsageError(
        .conflictingOptions, "album cover takes ASSET or --none, not both")
    default: break
    }
    return try await context.withLibrary { library in
      let album = try await context.album("ALBUM", in: library)
      var cover: Asset?
      if let argument { cover = try await context.asset(argument, for: "ASSET", in: library) }
      let title = Wording.quoted(album.title)
      let result = try await library.performChanges(
        "Choose the cover of \(title)", isDryRun: context.isDryRun
      ) { [cover] in try $0.setCover(cover?.id, of: album.id) }
      let name = cover.map { Wording.name($0) } ?? "none"
      return try context.tell(
        Change(
          action: "album.cover", past: "Chose", base: "choose",
          rest: "\(name) as the cover of \(title)",
          nothing: "Nothing to do: that is the cover of \(title) already.",
          album: (album.id, album.title), assets: cover.map { [$0.id] } ?? []), result)
    }
  }
}
