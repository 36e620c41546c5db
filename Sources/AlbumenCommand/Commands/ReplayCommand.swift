import Albumen
import CommandParsing
import Platform

/// Takes an exported history in, or replays a span of this library's own.
enum ReplayCommand: Command {
  static let spec = CommandSpec(
    ["replay"], "takes in a history that log export wrote, or replays a span of this one",
    discussion: """
      The lines may come in any order and more than once; what is known already is passed over. A \
      transaction that builds on one that is not here waits for it, and is told: then the exit \
      code is 3, and another replay of what is missing completes it. To bring a library back from \
      its history, make it with albumen init --no-scan, and scan after the replay.

      Without FILE it goes through what this library did from one point to another and tells of each \
      change, the oldest first: with --step one at a time, going on at Enter and ending at q. With \
      --into it makes a library of it in DIR, without files, to look around in; this library stays \
      as it is.
      """,
    changes: true,
    options: [
      OptionSpec(
        "from", value: "TIME", default: "the beginning",
        summary: "behind this point: a time, an id as log shows it, or now~N"),
      OptionSpec("to", value: "TIME", default: "now", summary: "up to this point"),
      OptionSpec("into", value: "DIR", kind: .directory, summary: "make a library of it in DIR"),
      OptionSpec(flag: "step", summary: "wait for Enter behind each change"),
    ],
    operands: [
      OperandSpec("FILE", .optional, kind: .path, summary: "the file; - for standard input")
    ],
    examples: [
      CommandExample("albumen replay history.jsonl", "takes a history in"),
      CommandExample("albumen replay -n history.jsonl", "tells what it would bring"),
      CommandExample("albumen replay --from yesterday --step", "goes through what was done since"),
      CommandExample("albumen replay --to now~9 --into /tmp/then", "makes a library as it was"),
    ],
    exitCodes: [
      ExitCode(1, "a line is not of the right form; nothing was taken in"),
      ExitCode(3, "some transactions wait for others, or contradict the history here"),
    ])

  /// How many lines of one kind are told to a person; `--json` has all.
  private static let mostTold = 10

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let parsed = context.parsed
    guard let argument = parsed.operand("FILE") else { return try await SpanReplay.run(context) }
    if parsed.flag("step") || ["from", "to", "into"].contains(where: { parsed.value($0) != nil }) {
      throw UsageError(
        .conflictingOptions, "a FILE is replayed as a whole", subject: argument.display,
        hint: "leave the file out to replay a span of this library's own history")
    }
    let path: Path =
      argument.bytes == [UInt8(ascii: "-")]
      ? "/dev/stdin" : try context.environment.absolute(try context.path(of: argument, for: "FILE"))
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
