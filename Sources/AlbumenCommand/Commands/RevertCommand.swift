import Albumen
import CommandParsing
import TextForms

/// Brings the library back to what it was.
enum RevertCommand: Command {
  static let spec = CommandSpec(
    ["revert-to"], "brings the library, or one album, back to what it was",
    discussion: """
      One change, which can be undone like any other. Albums, their order, the trash, tags and what \
      people wrote become what they were; what came in since is trashed, albums that were made since \
      are deleted. Where files are, and what is in them, stays as it is.
      """,
    changes: true,
    options: [
      OptionSpec(
        "album", value: "ALBUM", kind: .listed("albums"),
        summary: "only this album: its title, its members and their order")
    ],
    operands: [
      OperandSpec("TIME", summary: "a time, an id as log shows it, or now~N for N changes back")
    ],
    examples: [
      CommandExample("albumen revert-to -n yesterday", "tells what going back would change"),
      CommandExample("albumen revert-to now~3 --album Rome", "brings one album back"),
    ],
    exitCodes: [
      ExitCode(3, "something was left"),
      ExitCode(4, "the time is before the first change, or there was no such album then"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    guard let text = try context.parsed.operandText("TIME") else { return .usage }
    return try await context.withLibrary { library in
      let point = try await context.point(text, for: "TIME", in: library)
      var album: Album?
      if let name = try context.parsed.text("album") {
        do throws(AlbumenError) {
          album = try await library.findAlbum(name)
        } catch {
          guard error.code == .notFound else { throw error }
          do throws(AlbumenError) {
            album = try await library.findAlbum(name, amongDeleted: true)
          } catch let second {
            guard second.code == .notFound else { throw second }
            throw try await context.suggesting(for: name, error, in: library)
          }
        }
      }
      let object = album.map { "\(Wording.quoted($0.title)) to \(text)" } ?? "to \(text)"
      let report = try await library.revert(
        to: point, album: album?.id, label: "Return \(object)", isDryRun: context.isDryRun)
      return try await context.tell(
        report,
        UndoTelling(
          action: "revert-to", past: "Returned", base: "return",
          object: TextForm.printable(object)), in: library)
    }
  }
}
