import Albumen
import CommandParsing
import Platform

/// Brings folder and library into step, once.
enum ScanCommand: Command {
  static let spec = CommandSpec(
    ["scan"], "brings folder and library into step, once",
    discussion: """
      Takes in what is new in the folder and notes what was moved, edited or is gone. Assets whose \
      file is gone keep their albums. Where very many files are gone at once, nothing is concluded \
      from that (is a disk not mounted?) until --confirm-missing says that they really are.

      Left alone are: names that begin with a dot; files that end in .part, .partial, .crdownload, \
      .download, .tmp, .bak, _original or ~, or begin with ~$; directories that are called \
      lost+found, #recycle, $RECYCLE.BIN or System Volume Information, or begin with @. In Albums, \
      directly in the library's folder, albums and links are brought into step (albumen help view).

      More is left alone by a file .albumenignore, in the folder or any directory of it, with \
      patterns as in a .gitignore: one a line, / behind a directory, ! before what is taken in all \
      the same, # before a remark. Photos and videos that were taken in already stay when a rule \
      comes to cover them. albumen why FILE names the rule.
      """,
    changes: true,
    options: [
      OptionSpec(
        flag: "confirm-missing", summary: "files that are gone are really gone, however many")
    ],
    examples: [
      CommandExample("albumen scan", "takes in what changed"),
      CommandExample("albumen scan -n", "lists what a scan would do"),
    ],
    exitCodes: [
      ExitCode(3, "some files could not be read; the rest is done"),
      ExitCode(14, "too many files are gone at once; the rest is done"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      var options = PhotoLibrary.ScanOptions()
      options.isDryRun = context.isDryRun
      options.confirmsMissing = context.parsed.flag("confirm-missing")
      let report = try await library.scan(options, progress: context.progress)
      context.diagnostics.endProgress()
      try await tell(report, of: library, context)
      try await SourceCommands.warnOfDeletedAlbums(
        try await library.sources(), of: library, context)
      return conclude(report, context)
    }
  }

  /// How much of what is left in the album view a scan lists.
  private static let leftLimit = 20

  /// Tells what a scan came to; of one that was only tried, each thing.
  static func tell(
    _ report: ScanReport, of library: PhotoLibrary, _ context: CommandContext
  ) async throws {
    if context.isJSON { return try record(report, context) }
    if context.isDryRun {
      for (label, ids) in report.groups {
        for (index, id) in ids.enumerated() {
          // What is only tried is not there to be asked.
          let path =
            label == "new" && index < report.addedPaths.count ? report.addedPaths[index] : nil
          let name = try await library.asset(id).map { Wording.name($0) }
          try context.say("\(label): \(path?.display ?? name ?? Wording.short(id))")
        }
      }
    }
    let words = Self.words(report)
    if words.isEmpty {
      // What was touched, or written just before the last look, is read again and found the same.
      let read = Wording.count(report.filesRead, "file")
      try context.say(
        report.filesRead == 0 ? "Nothing has changed." : "Read \(read); nothing has changed.")
    } else {
      try context.say("\(context.isDryRun ? "Would note: " : "")\(words).")
    }
    for path in report.view?.waiting ?? [] {
      try context.say("Still changing, so left for the next scan: \(path.display)")
    }
    if let view = report.view {
      for line in ViewShowCommand.keptLines(view) { try context.say(line) }
      let left = ViewShowCommand.leftLines(view)
      for line in left.prefix(leftLimit) { try context.say(line) }
      if left.count > leftLimit {
        try context.say("left: \(left.count - leftLimit) more; albumen view show lists them")
      }
    }
    try tellUnsettled(report, context)
  }

  /// Tells of files that were left for later, because they may still be written.
  static func tellUnsettled(_ report: ScanReport, _ context: CommandContext) throws {
    if report.unsettled.isEmpty { return }
    let count = Wording.count(report.unsettled.count, "file")
    let look = report.unsettled.count == 1 ? "looks" : "look"
    try context.say(
      "\(count) \(look) incomplete and changed a moment ago; scan again in 10 seconds.")
  }

  static func record(_ report: ScanReport, _ context: CommandContext) throws {
    try context.output.record(.scan) { writer in
      writer.member("dryRun", context.isDryRun)
      report.write(to: &writer)
    }
  }

  /// Says on one line what a look at the folder came to: `+3 photos and videos, 1 moved`.
  static func words(_ report: ScanReport) -> String {
    var parts = report.groups.filter { !$0.ids.isEmpty }.map { label, ids in
      label == "new" ? "+\(Wording.assets(ids.count))" : "\(ids.count) \(label)"
    }
    if report.references > 0 { parts.append("\(report.references) put into albums") }
    return parts.joined(separator: ", ") + viewWords(report)
  }

  /// What came of the album view, behind the rest: `; albums: Add 1 photo or video to "Rome"`.
  private static func viewWords(_ report: ScanReport) -> String {
    guard let view = report.view, view.hasChanges else { return "" }
    var parts = view.acts.count > 5 ? ["\(view.acts.count) changes"] : view.acts
    if !view.collected.isEmpty {
      parts.append("\(Wording.assets(view.collected.count)) to the roll")
    }
    if view.changes > 0 {
      parts.append(
        "\(Wording.count(view.changes, "link or folder", "links and folders")) in \(view.directory.display)"
      )
    }
    let words = "albums: " + parts.joined(separator: ", ")
    return report.references == 0 && report.groups.allSatisfy(\.ids.isEmpty) ? words : "; " + words
  }

  /// Lists what a scan could not do, and chooses the exit code.
  static func conclude(_ report: ScanReport, _ context: CommandContext) -> ExitStatus {
    for link in report.links {
      context.diagnostics.warning(
        "a link that leads out of the folder, or nowhere: \(link.display)")
    }
    for item in report.unreadable {
      context.diagnostics.error("\(item.reason): \(item.path.display)")
    }
    if !report.withheld.isEmpty {
      context.diagnostics.error(
        "\(Wording.count(report.withheld.count, "file")) gone at once, so nothing is concluded: "
          + "\(report.withheld[0].display)\(report.withheld.count > 1 ? ", …" : "")",
        hint: "bring them back, or say that they are gone with: albumen scan --confirm-missing")
      return .needsConfirmation
    }
    let view = report.view.map { ViewShowCommand.conclude($0, context) } ?? .done
    if view != .done { return view }
    return report.unreadable.isEmpty ? .done : .partlyDone
  }
}

extension ScanReport {
  /// What came of the assets, by what it is called.
  fileprivate var groups: [(label: String, ids: [AssetID])] {
    let returned = Set(returned)
    return [
      ("new", added), ("back from the trash", restored),
      ("back under another path", moved.filter { returned.contains($0) }),
      ("moved", moved.filter { !returned.contains($0) }), ("edited", edited),
      ("to the trash", trashed),
      (paired.count == 1 ? "part of another" : "parts of others", paired),
      ("missing here", missing),
    ]
  }
}
