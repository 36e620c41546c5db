import Albumen
import CommandParsing
import Platform

/// Brings a library back.
enum RestoreCommand: Command {
  static let spec = CommandSpec(
    ["restore"], "brings a library back after everything but its albums' links was lost",
    discussion: """
      With --from-view a new library is made of DIR (by default the current directory), and its \
      albums are made anew from the links in Albums: titles, folders and order come back, each link \
      becoming a reference to the photo that it leads to. That is the last resort: history, trash, \
      tags and ratings, and what else links do not say, are not in them. Nothing in the folder is \
      removed; links that lead to no photo are told of and left.
      """,
    changes: true,
    options: [
      OptionSpec(flag: "from-view", summary: "make albums of the links in DIR"),
      OptionSpec(
        "name", value: "NAME", default: "Albums", summary: "what the folder of links is called"),
    ],
    operands: [OperandSpec("DIR", .optional, kind: .directory, summary: "the folder")],
    examples: [
      CommandExample(
        "albumen restore --from-view ~/Pictures", "makes albums of the links in ~/Pictures/Albums")
    ],
    exitCodes: [
      ExitCode(3, "some links lead to no photo, or files could not be read; the rest is done"),
      ExitCode(4, "there is no such folder, or there are no albums in it"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let parsed = context.parsed
    var root = context.environment.workingDirectory
    if let directory = parsed.operand("DIR") {
      root = context.environment.absolute(try context.path(of: directory, for: "DIR"))
    }
    return try await fromView(root, context)
  }

  private static func fromView(_ root: Path, _ context: CommandContext) async throws -> ExitStatus {
    var name: Path = "Albums"
    if let given = context.parsed.value("name") {
      name = try context.path(of: given, for: "--name")
    }
    guard name.components.count == 1, !name.isAbsolute, name.bytes.first != UInt8(ascii: ".") else {
      throw UsageError(.valueNotAllowed, "--name takes one name", subject: name.display)
    }
    let (library, report) = try await PhotoLibrary.restoreFromView(
      at: root, try context.configuration, view: name, isDryRun: context.isDryRun,
      progress: context.progress)
    context.diagnostics.endProgress()
    guard let library else {
      try tell(report, from: "view", context)
      return .done
    }
    return try await context.closing(library) { _ in
      try tell(report, from: "view", context)
      try context.say(
        "Titles, folders and order are what the links said; history, trash, tags and ratings are "
          + "not in links.")
      return conclude(report, context)
    }
  }

  private static func tell(
    _ report: RestoreReport, from source: String, _ context: CommandContext
  ) throws {
    if context.isJSON {
      return try context.output.record(.restore) { writer in
        writer.member("dryRun", context.isDryRun)
        writer.member("source", source)
        report.write(to: &writer)
      }
    }
    let albums =
      Wording.count(report.albums, "album")
      + (report.folders > 0 ? " in \(Wording.count(report.folders, "folder"))" : "")
    let references = Wording.count(report.references, context.isDryRun ? "link" : "reference")
    if context.isDryRun {
      try context.say("Would make \(albums) of \(references).")
    } else {
      try context.say(
        "Restored \(albums) with \(references), in a library of \(Wording.assets(report.assets)).")
    }
  }

  private static func conclude(_ report: RestoreReport, _ context: CommandContext) -> ExitStatus {
    for item in report.left {
      context.diagnostics.error("left as it is, \(item.reason): \(item.path.display)")
    }
    let scan = report.scan.map { ScanCommand.conclude($0, context) } ?? .done
    if let off = report.view?.off {
      context.diagnostics.warning("there is no album view: \(off)")
    }
    let view = report.view.map { ViewShowCommand.conclude($0, context) } ?? .done
    if scan != .done { return scan }
    if view != .done { return view }
    return report.left.isEmpty ? .done : .partlyDone
  }
}

extension RestoreReport {
  /// Writes the members of `albumen.restore/1` from `library` on.
  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("library", id: library)
    writer.member("root", path: root)
    writer.member("logs", logs)
    writer.member("transactions", transactions)
    writer.member("albums", albums)
    writer.member("folders", folders)
    writer.member("references", references)
    writer.member("assets", assets)
    writer.member("missing", missing)
    writer.list("left", reasons: left)
    writer.name("view")
    if let view { writer.object { view.write(to: &$0) } } else { writer.null() }
  }
}
