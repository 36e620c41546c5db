import Albumen
import CommandParsing
import Platform
import TextForms

/// Holds what the commands about sources have in common.
enum SourceCommands {
  static let group = CommandSpec(
    ["source"], "makes directories albums: what appears in them is referenced",
    discussion: """
      Nothing is moved or copied. What is taken out of the album later stays out, and what leaves \
      the directory stays in the album.
      """,
    subcommands: [SourceAddCommand.spec, SourceListCommand.spec, SourceRemoveCommand.spec])

  /// Which albums a source's photos go to, in words.
  static func words(_ source: FolderSource, of library: PhotoLibrary) async throws -> String {
    switch source.target {
    case .album(let id):
      guard let album = try await library.album(id), !album.isDeleted else {
        return "an album that was deleted (@\(id.description.prefix(8)))"
      }
      return Wording.quoted(album.title)
    case .leaf: return "albums called like its directories"
    case .path: return "albums called like its directories, in folders"
    }
  }

  /// Tells of sources whose album was deleted, by which nothing is done.
  static func warnOfDeletedAlbums(
    _ sources: [FolderSource], of library: PhotoLibrary, _ context: CommandContext
  ) async throws {
    for source in sources {
      guard case .album(let id) = source.target else { continue }
      let album = try await library.album(id)
      guard album?.isDeleted ?? true else { continue }
      let short = "@\(id.description.prefix(8))"
      let directory = source.directory.isEmpty ? "." : source.directory.display
      context.diagnostics.warning(
        "the album of a source was deleted, so nothing is put into it: "
          + "\(directory) to \(album.map { Wording.quoted($0.title) } ?? short)",
        hint: "bring it back with albumen album restore \(short), or give the source up with "
          + "albumen source remove \(directory)")
    }
  }

  /// Writes `albumen.source/1`.
  static func record(
    _ outcome: String, _ source: FolderSource, of library: PhotoLibrary, _ context: CommandContext,
    _ rest: (inout JSONWriter) -> Void = { _ in }
  ) throws {
    try context.output.record(.source) { writer in
      writer.member("outcome", outcome)
      if outcome != "listed" { writer.member("dryRun", context.isDryRun) }
      writer.member("directory", path: source.directory)
      switch source.target {
      case .album(let id):
        writer.member("album", id: id)
        writer.member("mirror", nil as String?)
      case .leaf, .path:
        writer.member("album", id: nil as AlbumID?)
        writer.member("mirror", source.target == .leaf ? "leaf" : "path")
      }
      writer.member("isThere", isThere(source, library))
      rest(&writer)
    }
  }

  static func isThere(_ source: FolderSource, _ library: PhotoLibrary) -> Bool {
    (try? FileStatus.ofLink(at: library.root / source.directory))?.kind == .directory
  }

  /// A source's directory as one says it.
  static func name(_ source: FolderSource) -> String {
    source.directory.isEmpty ? "the library's folder" : source.directory.display
  }
}
