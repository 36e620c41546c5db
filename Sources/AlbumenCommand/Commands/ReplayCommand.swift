import Albumen
import CommandParsing
import Platform

/// Takes an exported history in.
enum ReplayCommand: Command {
  static let spec = CommandSpec(
    ["replay"], "takes in a history that log export wrote",
    discussion: """
      The lines may come in any order and more than once; what is known already is passed over. A \
      transaction that builds on one that is not here waits for it, and is told: then the exit \
      code is 3, and another replay of what is missing completes it. To bring a library back from \
      its history, make it with albumen init --no-scan, and scan after the replay.
      """,
    changes: true,
    operands: [OperandSpec("FILE", kind: .path, summary: "the file; - for standard input")],
    examples: [
      CommandExample("albumen replay history.jsonl", "takes a history in"),
      CommandExample("albumen replay -n history.jsonl", "tells what it would bring"),
    ],
    exitCodes: [
      ExitCode(1, "a line is not of the right form; nothing was taken in"),
      ExitCode(3, "some transactions wait for others, or contradict the history here"),
    ])

  /// How many lines of one kind are told to a person; `--json` has all.
  private static let mostTold = 10

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    guard let argument = context.parsed.operand("FILE") else { return .usage }
    let path: Path =
      argument.bytes == [UInt8(ascii: "-")]
      ? "/dev/stdin" : context.environment.absolute(try context.path(of: argument, for: "FILE"))
    return try await context.withLibrary { library in
      let report = try await library.replay(path, isDryRun: context.isDryRun)
      if context.isJSON {
        try record(report, context)
      } else {
        try tell(report, context)
      }
      for item in report.waiting.prefix(mostTold) {
        context.diagnostics.warning("log \(item.log) \(item.cause)")
      }
      if report.waiting.count > mostTold {
        context.diagnostics.warning("… and \(report.waiting.count - mostTold) more")
      }
      for fork in report.forks.prefix(mostTold) {
        context.diagnostics.error(
          "another history of a log than the one here was not taken in: \(fork)")
      }
      if report.forks.count > mostTold {
        context.diagnostics.error("… and \(report.forks.count - mostTold) more")
      }
      let isWhole = report.waiting.isEmpty && report.kept == 0 && report.forks.isEmpty
      return isWhole ? .done : .partlyDone
    }
  }

  private static func record(_ report: ReplayReport, _ context: CommandContext) throws {
    try context.output.record(.replay) { writer in
      writer.member("dryRun", context.isDryRun)
      writer.member("delivered", report.delivered)
      writer.member("seen", report.seen)
      writer.member("kept", report.kept)
      writer.list("waiting", report.waiting) { writer, item in
        writer.object { writer in
          writer.member("log", id: item.log)
          writer.member("cause", item.cause)
        }
      }
      writer.list("forks", ids: report.forks)
    }
  }

  private static func tell(_ report: ReplayReport, _ context: CommandContext) throws {
    let count = Wording.count(report.delivered, "transaction")
    var words = ["\(context.isDryRun ? "Would take in" : "Took in") \(count)"]
    if report.seen > 0 { words.append("\(report.seen) known already") }
    if report.kept > 0 { words.append("\(report.kept) kept until what is missing comes") }
    if !report.waiting.isEmpty {
      words.append("\(Wording.count(report.waiting.count, "log")) waiting")
    }
    try context.say(words.joined(separator: "; ") + ".")
  }
}
