import Albumen
import CommandParsing
import Platform
import TextForms

/// Lists assets.
enum ListCommand: Command {
  static let spec = CommandSpec(
    ["ls"], "lists photos and videos",
    discussion: """
      Lists the roll by capture time, or an album in its order: when each was taken, its size in \
      pixels, where its file is, and the start of its id. A time with ~ before it is only that of the \
      file: the photo says nothing better. A whole, such as a Live Photo, is listed once; --parts lists \
      its parts, too. With -0 and without --json it writes the \
      paths of the files only, for xargs -0.
      """,
    options: [
      OptionSpec(flag: "trashed", summary: "list what is in the trash"),
      OptionSpec(flag: "missing", summary: "list what has no file here"),
      OptionSpec(flag: "all", short: "a", summary: "list the trash as well"),
      OptionSpec(
        flag: "parts", summary: "list the parts of others as well, as videos of Live Photos"),
      .at,
    ],
    choices: [OptionChoice(.atMostOne, ["trashed", "missing", "all"])],
    operands: [
      OperandSpec("ALBUM", .optional, kind: .listed("albums"), summary: "only this album")
    ],
    examples: [
      CommandExample("albumen ls", "lists everything"),
      CommandExample("albumen ls Summer --json", "lists an album for a program"),
      CommandExample(
        "albumen ls Summer --at 2026-05-03", "lists an album as it was after that day"),
      CommandExample("albumen ls Summer -0 | xargs -0 du -ch", "adds up what an album takes"),
    ],
    exitCodes: [ExitCode(4, "there is no such album")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let parsed = context.parsed
    let filter: PhotoLibrary.AssetFilter =
      parsed.flag("trashed")
      ? .trashed : parsed.flag("missing") ? .missing : parsed.flag("all") ? .all : .living
    if parsed.operand("ALBUM") != nil, filter == .trashed || filter == .all {
      throw UsageError(
        .conflictingOptions, "an album shows no trash",
        subject: parsed.flag("trashed") ? "--trashed" : "--all")
    }
    if parsed.operand("ALBUM") != nil, parsed.flag("parts") {
      throw UsageError(.conflictingOptions, "an album shows wholes only", subject: "--parts")
    }
    if filter == .missing, parsed.flag("0"), !context.isJSON {
      throw UsageError(
        .conflictingOptions, "what has no file here has no path to write", subject: "-0",
        hint: "--json lists it for a program")
    }
    return try await context.withLibrary { library in
      var album: Album?
      var assets: [Asset]
      if let point = try await context.point(option: "at", in: library) {
        let past = try await library.past(at: point)
        if parsed.operand("ALBUM") == nil {
          assets = past.assets(filter, withParts: parsed.flag("parts"))
        } else {
          let found = try await context.album("ALBUM", in: library, at: past)
          album = found
          assets = try members(of: found) { past.members(of: $0) }
        }
      } else if parsed.operand("ALBUM") == nil {
        assets = try await library.assets(filter, withParts: parsed.flag("parts"))
      } else {
        let found = try await context.album("ALBUM", in: library)
        album = found
        let there = found.isFolder ? [] : try await library.members(of: found.id)
        assets = try members(of: found) { _ in there }
      }
      if filter == .missing { assets = assets.filter { $0.file == nil } }
      if context.isJSON {
        try record(assets, in: album, context)
      } else if parsed.flag("0") {
        try await writePaths(of: assets, in: library, context)
      } else {
        try write(assets, context)
      }
      return .done
    }
  }

  private static func members(
    of album: Album, _ members: (AlbumID) -> [Asset]
  ) throws -> [Asset] {
    guard album.isFolder else { return members(album.id) }
    throw AlbumenError(
      .invalid, "this is a folder of albums, which holds no photos of its own",
      subject: album.title, hint: "list what is in it with: albumen albums --tree")
  }

  private static func record(
    _ assets: [Asset], in album: Album?, _ context: CommandContext
  ) throws {
    for (index, asset) in assets.enumerated() {
      try context.output.record(.asset) { writer in
        asset.write(to: &writer)
        guard let album else { return }
        writer.member("album", id: album.id)
        writer.member("index", index + 1)
      }
    }
  }

  private static func writePaths(
    of assets: [Asset], in library: PhotoLibrary, _ context: CommandContext
  ) async throws {
    for asset in assets {
      // The index knows a name's bytes, which the recorded path may not hold; the recorded path
      // helps where the index has just been made anew.
      let here = try await library.files(of: asset.id).first
      guard let path = here ?? asset.path.flatMap({ Path($0) }) else { continue }
      let file = library.root / path
      if here != nil || (try? FileStatus.ofLink(at: file)) != nil {
        try context.output.record(file.bytes)
      }
    }
  }

  private static func write(_ assets: [Asset], _ context: CommandContext) throws {
    var table = Table([
      Table.Column(dropped: 2), Table.Column(alignment: .trailing, dropped: 1),
      Table.Column(isFlexible: true, keepsEnd: true), Table.Column(dropped: 3),
    ])
    let ids = AssetPrefixes(assets.map(\.id))
    for asset in assets {
      table.add(
        Wording.captured(asset), extent(of: asset), Wording.name(asset), ids.prefix(of: asset.id))
    }
    for line in table.lines(width: context.tableWidth) { try context.output.line(line) }
  }

  /// The size of a picture, and how long a video plays.
  private static func extent(of asset: Asset) -> String {
    var words: [String] = []
    if let width = asset.width, let height = asset.height { words.append("\(width)x\(height)") }
    if let duration = asset.duration { words.append(Wording.playingTime(duration)) }
    return words.joined(separator: " ")
  }
}
