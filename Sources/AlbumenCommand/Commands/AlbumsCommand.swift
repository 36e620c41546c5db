import Albumen
import CommandParsing
import Platform
import TextForms

/// Lists albums.
enum AlbumsCommand: Command {
  static let spec = CommandSpec(
    ["albums"], "lists albums and folders of albums",
    options: [
      OptionSpec(flag: "tree", summary: "show which folder holds what"),
      OptionSpec(flag: "deleted", summary: "list what album restore can bring back"),
      .at,
    ],
    choices: [OptionChoice(.atMostOne, ["tree", "deleted"])],
    examples: [
      CommandExample("albumen albums --tree", "shows albums in their folders"),
      CommandExample("albumen albums --at '3 days ago'", "lists what there was then"),
    ],
    exitCodes: [pastExitCode])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let showsDeleted = context.parsed.flag("deleted")
    return try await context.withLibrary { library in
      let all =
        if let point = try await context.point(option: "at", in: library) {
          try await library.past(at: point).albums(includingDeleted: showsDeleted)
        } else {
          try await library.albums(includingDeleted: showsDeleted)
        }
      let tree = AlbumTree(all)
      let albums = tree.inOrder(showsDeleted ? all.filter(\.isDeleted) : all)
      if context.isJSON {
        for album in albums {
          try context.output.record(.album) { writer in album.write(to: &writer) }
        }
      } else {
        let rows =
          context.parsed.flag("tree")
          ? tree.rows : albums.map { ($0, TextForm.printable(tree.path(of: $0))) }
        try write(rows, context)
      }
      return .done
    }
  }

  private static func write(
    _ rows: [(album: Album, name: String)], _ context: CommandContext
  ) throws {
    var table = Table([
      Table.Column(isFlexible: true), Table.Column(alignment: .trailing, dropped: 1),
      Table.Column(dropped: 2),
    ])
    for (album, name) in rows {
      table.add(
        album.isFolder ? name + "/" : name,
        album.isFolder ? "" : "\(album.count)", Wording.short(album.id))
    }
    for line in table.lines(width: context.tableWidth) { try context.output.line(line) }
  }
}
