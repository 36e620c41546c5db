import Albumen
import CommandParsing
import Platform

/// Makes an album.
enum AlbumCreateCommand: Command {
  static let spec = CommandSpec(
    ["album", "create"], "makes an album, or a folder of albums",
    discussion: """
      Titles need not be unique; an album of the same title is another album. A title may hold a \
      slash, but then only the whole title names it, or its id.
      """,
    changes: true,
    options: [
      OptionSpec(flag: "folder", summary: "make a folder, which holds albums and folders"),
      OptionSpec(
        "in", value: "FOLDER", kind: .listed("folders"), summary: "put it into this folder"),
    ],
    operands: [OperandSpec("TITLE", summary: "what it is called")],
    examples: [
      CommandExample("albumen album create Summer", "makes an album"),
      CommandExample("albumen album create --folder Trips", "makes a folder"),
      CommandExample("albumen album create Rome --in Trips", "makes an album in it"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let title = try context.title("TITLE")
    let isFolder = context.parsed.flag("folder")
    let folder = try context.parsed.text("in")
    return try await context.withLibrary { library in
      var parent: Album?
      if let folder { parent = try await context.folder(folder, in: library) }
      let kind = isFolder ? "folder" : "album"
      let others = try await library.albums(titled: title)
      let result = try await library.performChanges(
        "Make \(kind) \(Wording.quoted(title))", isDryRun: context.isDryRun
      ) { [parent] changes in
        isFolder
          ? try changes.createFolder(title, in: parent?.id)
          : try changes.createAlbum(title, in: parent?.id)
      }
      context.warnOfSlash(in: title)
      if let other = others.first {
        let more = others.count > 1 ? ", and \(others.count - 1) more" : ""
        context.diagnostics.warning(
          "another \(other.isFolder ? "folder" : "album") is called \(Wording.quoted(title)): "
            + "\(Wording.short(other.id))\(more)")
      }
      let place = parent.map { " in \(Wording.quoted($0.title))" } ?? ""
      return try context.tell(
        Change(
          action: "album.create", past: "Made", base: "make",
          rest: "the \(kind) \(Wording.quoted(title)) (\(Wording.short(result.value)))\(place)",
          nothing: "", album: (result.value, title)), result)
    }
  }
}
