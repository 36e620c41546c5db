import Albumen
import CommandParsing
import Platform

/// Takes files in from outside.
enum ImportCommand: Command {
  static let spec = CommandSpec(
    ["import"], "takes in files from outside: a card, a phone, a download",
    discussion: """
      Copies photos and videos into the library's folder and references them in albums, as one \
      transaction. What the library has already is not copied again, but is referenced, too. Of a \
      directory everything in it is taken; what is no photo or video is passed over. What belongs \
      together, as the two files of a Live Photo, gets the same name but for the ending, and XMP \
      sidecars come along.
      """,
    changes: true,
    options: [
      OptionSpec(
        "album", value: "TITLE", kind: .listed("albums"), repeatable: true,
        summary:
          "reference them in this album (its title, Folder/Title, or @ and its id's start), which is "
          + "made where there is none"),
      OptionSpec(
        flag: "move",
        summary: "remove each source once its copy is safe; one that was here already stays"),
      OptionSpec(
        "into", value: "TEMPLATE",
        default: "import.into of the settings, else \(ImportOptions().template)",
        summary: "where the copies go, with {year}, {month} and {day} of the capture time"),
    ],
    operands: [
      OperandSpec("PATH", .atLeastOne, kind: .path, summary: "a file, or a directory of files")
    ],
    examples: [
      CommandExample(
        "albumen import /media/card/DCIM --album 'Week 31'", "copies a card into an album"),
      CommandExample(
        "albumen import *.jpg --into 'Downloads/{year}'", "puts the copies into another place"),
    ],
    exitCodes: [ExitCode(3, "some files could not be taken in; the others are")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let parsed = context.parsed
    let paths = try parsed.operands("PATH").map {
      try context.environment.absolute(try context.path(of: $0, for: "PATH"))
    }
    var options = ImportOptions()
    options.albums = try parsed.texts("album")
    for album in options.albums { _ = try GivenText.unlessEmpty(album, "--album") }
    if let template = try parsed.text("into") {
      do throws(AlbumenError) { try ImportOptions.check(template: template) } catch {
        throw UsageError(
          .valueNotAllowed, "--into: \(error.message)", subject: error.subject, hint: error.hint)
      }
    }
    options.movesSources = parsed.flag("move")
    options.template = try parsed.text("into") ?? context.settings.current().importTemplate
    options.isDryRun = context.isDryRun
    return try await context.withLibrary { [options] library in
      let report = try await library.importFiles(paths, options, progress: context.progress)
      context.diagnostics.endProgress()
      if context.isJSON {
        try record(report, context)
      } else {
        try tell(report, context)
      }
      return try conclude(report, context)
    }
  }

  private static func record(_ report: ImportReport, _ context: CommandContext) throws {
    func record(
      _ outcome: String, _ source: Path, _ rest: (inout JSONWriter) -> Void
    ) throws {
      try context.output.record(.importedFile) { writer in
        writer.member("outcome", outcome)
        writer.member("dryRun", context.isDryRun)
        writer.member("source", path: source)
        rest(&writer)
      }
    }
    for (outcome, items) in [("imported", report.imported), ("known", report.known)] {
      for item in items {
        try record(outcome, item.source) { writer in
          writer.member("asset", id: item.asset)
          if let path = item.path { writer.member("path", path: path) }
          writer.member("transaction", id: report.transaction)
        }
      }
    }
    for (source, path) in report.sidecars {
      try record("sidecar", source) { $0.member("path", path: path) }
    }
    for (path, error) in report.failed {
      try record("failed", path) { $0.member("reason", error.message) }
    }
    for path in report.passedOver { try record("passedOver", path) { _ in } }
  }

  private static func tell(_ report: ImportReport, _ context: CommandContext) throws {
    if context.isDryRun {
      for item in report.imported {
        let target = item.path.map { " to \($0.display)" } ?? ""
        try context.say("would copy \(item.source.display)\(target)")
      }
    }
    let taken =
      report.imported.isEmpty ? "nothing new" : Wording.assets(report.imported.count)
    var words = ["\(context.isDryRun ? "Would take" : "Took") in \(taken)"]
    if !report.sidecars.isEmpty {
      words[0] += " with \(Wording.count(report.sidecars.count, "sidecar"))"
    }
    if report.references > 0 {
      let count = Wording.count(report.references, "reference")
      words.append("\(context.isDryRun ? "would add" : "added") \(count) to albums")
    }
    if !report.known.isEmpty {
      words.append("\(report.known.count) \(report.known.count == 1 ? "was" : "were") here already")
    }
    if !report.restored.isEmpty {
      let verb = context.isDryRun ? "would be restored" : "restored"
      words.append("\(report.restored.count) \(verb) from the trash")
    }
    if !report.passedOver.isEmpty {
      words.append("passed over \(Wording.count(report.passedOver.count, "other file"))")
    }
    if !report.failed.isEmpty { words.append("\(report.failed.count) failed") }
    try context.say(words.joined(separator: "; ") + ".")
  }

  /// Lists what failed, and chooses the exit code: where nothing at all could be taken in for one
  /// and the same reason, that reason's.
  private static func conclude(
    _ report: ImportReport, _ context: CommandContext
  ) throws -> ExitStatus {
    for (_, error) in report.failed { context.diagnostics.error(error) }
    for title in report.ambiguousAlbums {
      context.diagnostics.warning(
        "several albums are called \(Path.printable(title)); the first made was taken")
    }
    if context.parsed.flag("move") {
      for item in report.known {
        context.diagnostics.warning(
          "it was here already, and stays where it is: \(item.source.display)")
      }
    }
    guard let first = report.failed.first else { return .done }
    let isPartly = !report.imported.isEmpty || !report.known.isEmpty
    if isPartly || report.failed.contains(where: { $0.error.code != first.error.code }) {
      return .partlyDone
    }
    return ExitStatus(first.error)
  }
}
