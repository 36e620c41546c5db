import Albumen
import CommandParsing
import Platform

/// Tells how the album view is.
enum ViewShowCommand: Command {
  static let spec = CommandSpec(
    ["view", "show"], "tells whether the album view and the albums agree",
    discussion: "Compares them without changing anything; albumen scan brings them into step.",
    examples: [CommandExample("albumen view show", "tells what a scan would do")],
    exitCodes: [
      ExitCode(0, "they agree, or the view is off"), ExitCode(15, "a scan would do something"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let report = try await library.viewStatus()
      _ = try tell(report, context)
      return report.isInStep ? .done : .outOfSync
    }
  }

  /// Tells how the view is, or what came of a change to it.
  static func tell(_ report: ViewReport, _ context: CommandContext) throws -> ExitStatus {
    if context.isJSON {
      try context.output.record(.view) { report.write(to: &$0) }
    } else {
      for line in lines(report) { try context.output.line(line) }
    }
    return conclude(report, context)
  }

  /// How the view is, in words.
  static func lines(_ report: ViewReport) -> [String] {
    if let off = report.off { return ["off: \(Path.printable(off))"] }
    var lines = report.acts
    lines += report.collected.map { item in
      "\(item.from.display) goes to \(item.to?.display ?? "the roll")"
    }
    if report.changes > 0 {
      lines.append(Wording.count(report.changes, "link or folder", "links and folders"))
    }
    lines += report.waiting.map { "still changing: \($0.display)" }
    lines += keptLines(report)
    let left = leftLines(report)
    lines += left
    if report.own > 0 {
      lines.append(
        "\(Wording.count(report.own, "entry is", "entries are")) a person's own file or link, which keeps "
          + "its name whatever the order of the album")
    }
    let count = Wording.count(left.count, "entry", "entries")
    lines.append(
      (report.isInStepNow ? "in step" : "not in step")
        + (left.isEmpty ? "" : "; \(count) left as above"))
    return lines
  }

  /// What was left as it is, a line each, with why.
  static func leftLines(_ report: ViewReport) -> [String] {
    let kept = Set(report.kept.map(\.from))
    return report.left.filter { !kept.contains($0.path) }.map {
      "left: \($0.path.display): \($0.reason)"
    }
  }

  /// What went to the library's trash: a line for each reason.
  static func keptLines(_ report: ViewReport) -> [String] {
    ViewReport.Kept.Reason.allCases.compactMap { reason in
      let kept = report.kept.filter { $0.reason == reason }
      guard let first = kept.first else { return nil }
      let count = Wording.count(kept.count, "copy or hard link", "copies or hard links")
      return
        "\(count) of the album view kept in \(first.to.parent.display) (\(first.to.lastComponent.display)"
        + (kept.count > 1 ? ", …" : "") + "): \(reason.words)"
    }
  }

  /// Tells what was not done, and chooses the exit code.
  static func conclude(_ report: ViewReport, _ context: CommandContext) -> ExitStatus {
    for item in report.failed {
      context.diagnostics.error("\(item.reason): \(item.path.display)")
    }
    if let first = report.withheld.first {
      let (what, hint) = withheld(report, first)
      context.diagnostics.error(what, hint: hint)
      return .needsConfirmation
    }
    return report.failed.isEmpty ? .done : .partlyDone
  }

  /// What is gone, and what to do about it.
  static func withheld(_ report: ViewReport, _ first: Path) -> (what: String, hint: String) {
    if report.isOtherDirectory {
      return (
        "another folder is in the place of the album view, and none of its albums in it, so nothing is "
          + "concluded: \(first.display)",
        "mount or bring back what was there; or make the view anew here with: albumen view take; or say "
          + "that the albums are gone with: albumen scan --confirm-missing"
      )
    }
    if first == report.directory {
      return (
        "the album view is gone, so nothing is concluded: \(first.display)",
        "bring it back, or make it anew with: albumen view on"
      )
    }
    let count = Wording.count(report.withheld.count, "entry", "entries")
    return (
      "\(count) of the album view gone at once, so nothing is concluded: \(first.display)"
        + (report.withheld.count > 1 ? ", …" : ""),
      "make the links anew with: albumen view take; or say that they are gone with: albumen scan "
        + "--confirm-missing"
    )
  }
}
