import Albumen
import CommandParsing
import Platform

/// Writes albums as plain copies.
enum ExportCommand: Command {
  static let spec = CommandSpec(
    ["export"], "writes albums to a directory as plain copies, in order",
    discussion: """
      Each album becomes a directory in DIR with its title, and its photos and videos copies with \
      numbers before their names: 0001 IMG_0412.jpg. A folder of albums becomes a directory with \
      theirs in it. The parts of a Live Photo have one number. What cannot stand in a name \
      everywhere is written as a percent sign and two digits.

      Nothing in DIR is ever replaced: a copy that is there already is left as it is, so the \
      command can be given again after it was cut short; another file of that name is an error.
      """,
    changes: true,
    operands: [
      OperandSpec("ALBUM", .atLeastOne, kind: .listed("albums"), summary: "an album, or a folder"),
      OperandSpec(
        "DIR", kind: .directory, summary: "where the copies go; made if it is not there"),
    ],
    examples: [
      CommandExample("albumen export Summer /media/stick", "copies an album to a stick"),
      CommandExample("albumen export -n Summer Rome out", "lists what would be copied"),
    ],
    exitCodes: [
      ExitCode(1, "nothing could be copied"),
      ExitCode(3, "some could not be copied, or have no file here; each is listed"),
      ExitCode(4, "there is no such album, or no directory in which DIR could be made"),
      ExitCode(11, "another process exports into the same directory"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    guard let argument = context.parsed.operand("DIR") else { return .usage }
    let directory = try context.environment.absolute(try context.path(of: argument, for: "DIR"))
    let names = try context.parsed.operandTexts("ALBUM")
    return try await context.withLibrary { library in
      var albums: [Album] = []
      for name in names { albums.append(try await context.album(named: name, in: library)) }
      var options = ExportOptions()
      options.isDryRun = context.isDryRun
      let report = try await library.export(
        albums.map(\.id), to: directory, options, progress: context.progress)
      context.diagnostics.endProgress()
      for item in report.items { try tell(item, in: directory, context) }
      try conclude(report, directory, context)
      return status(report)
    }
  }

  private static func tell(
    _ item: ExportReport.Item, in directory: Path, _ context: CommandContext
  ) throws {
    if context.isJSON {
      try context.output.record(.exported) { writer in
        writer.member("outcome", item.outcome.word)
        writer.member("dryRun", context.isDryRun)
        writer.member("album", id: item.album)
        writer.member("index", item.index)
        writer.member("asset", id: item.asset)
        writer.member("path", path: item.path)
        if case .failed(let error) = item.outcome { writer.member("reason", error.message) }
      }
    } else if context.isDryRun, case .copied = item.outcome {
      try context.say("would copy \(item.path.display)")
    }
  }

  private static func conclude(
    _ report: ExportReport, _ directory: Path, _ context: CommandContext
  ) throws {
    func count(_ word: String) -> Int { report.items.count { $0.outcome.word == word } }
    let copied = Wording.assets(count("copied"))
    var words = ["\(context.isDryRun ? "Would copy" : "Copied") \(copied) to \(directory.display)"]
    if count("present") > 0 { words.append("\(count("present")) there already") }
    if count("missing") > 0 { words.append("\(count("missing")) not here") }
    if count("failed") > 0 { words.append("\(count("failed")) failed") }
    try context.say(words.joined(separator: "; ") + ".")
    for item in report.items {
      switch item.outcome {
      case .failed(let error): context.diagnostics.error(error)
      case .missing: context.diagnostics.error("no file of it is here: \(item.path.display)")
      case .copied, .present: break
      }
    }
  }

  private static func status(_ report: ExportReport) -> ExitStatus {
    var codes: Set<ExitStatus> = []
    var isPartly = false
    for item in report.items {
      switch item.outcome {
      case .failed(let error): codes.insert(ExitStatus(error))
      case .missing: isPartly = true
      case .copied, .present: isPartly = true
      }
    }
    let isWhole = codes.isEmpty && !report.items.contains { $0.outcome.word == "missing" }
    if isWhole { return .done }
    return isPartly || codes.count > 1 ? .partlyDone : codes.first ?? .partlyDone
  }
}

extension ExportReport.Outcome {
  /// What it is called in records.
  fileprivate var word: String {
    switch self {
    case .copied: "copied"
    case .present: "present"
    case .missing: "missing"
    case .failed: "failed"
    }
  }
}
