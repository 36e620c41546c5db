import Albumen
import CommandParsing
import TextForms

/// Exchanges logs with remotes.
enum SyncCommand: Command {
  static let spec = CommandSpec(
    ["sync"], "exchanges logs with other machines, through remotes",
    discussion: """
      Fetches what is new in the remotes and writes there what is new here: of this machine's log, and of \
      every other that is here. A remote that cannot be reached keeps no other from it. Albums, titles \
      and all else that was done are then the same on all machines that have exchanged; photos are not \
      exchanged.

      A remote is a directory or a git repository; albumen remote add names one, and its help says \
      where names, passwords and keys come from.
      """,
    options: [
      OptionSpec(
        flag: "check",
        summary: "read all logs here and in the remotes, and mend what is damaged on either side")
    ],
    operands: [
      OperandSpec(
        "REMOTE", .many, kind: .listed("remotes"), summary: "which remotes; all where none is named"
      )
    ],
    examples: [
      CommandExample(
        "albumen remote add origin git@example.org:ada/albums.git && albumen sync",
        "exchanges through a git server"),
      CommandExample("albumen sync", "exchanges with all remotes"),
      CommandExample("albumen sync stick", "exchanges with one"),
      CommandExample("albumen sync --check", "looks for damage, too"),
    ],
    exitCodes: [
      ExitCode(3, "some remotes failed, or something did not fit; the rest is done"),
      ExitCode(18, "no remote could be reached"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let names = try context.parsed.operands("REMOTE").map { argument throws(UsageError) in
      guard let text = argument.text else {
        throw UsageError(.valueNotAllowed, "no remote is called that", subject: argument.display)
      }
      return text
    }
    return try await context.withLibrary { library in
      let reports = try await library.sync(
        names, checkingAll: context.parsed.flag("check"))
      if reports.isEmpty {
        throw AlbumenError(
          .notFound, "there is no remote", hint: "add one with: albumen remote add NAME DIR|URL")
      }
      for report in reports { try tell(report, context) }
      return status(reports)
    }
  }

  /// Tells what an exchange came to.
  static func tell(_ report: SyncReport, _ context: CommandContext) throws {
    if context.isJSON {
      try context.output.record(.sync) { write(report, to: &$0) }
    } else if report.error == nil {
      try context.say(words(report) + ".")
    }
    try announce(report, context)
    warn(report, context)
    guard let error = report.error else { return }
    context.diagnostics.error("\(report.remote.name): \(error)", hint: error.hint)
  }

  /// Tells that something which came was done apart from what is here.
  static func announce(_ report: SyncReport, _ context: CommandContext) throws {
    guard let conflicts = report.conflicts, conflicts > 0, !context.isJSON else { return }
    try context.say(
      "\(report.remote.name): \(Wording.count(conflicts, "conflict")) came with that; "
        + "albumen conflicts lists what was kept and what was not.")
  }

  /// Tells what did not fit.
  static func warn(_ report: SyncReport, _ context: CommandContext) {
    for problem in report.problems {
      context.diagnostics.warning(
        "\(report.remote.name): log \(problem.log): \(problem.reason)")
    }
    for fork in report.forks {
      context.diagnostics.warning(
        "\(report.remote.name): another history of a log than the one here was not mixed in: \(fork)",
        hint: remedy(fork))
    }
  }

  /// What helps where a log has two histories.
  static func remedy(_ fork: Dot) -> String {
    "the machine that writes it settles that when it syncs; if none does: albumen device resolve "
      + Wording.short(fork.log)
  }

  /// Says on one line what an exchange came to.
  static func words(_ report: SyncReport) -> String {
    var parts: [String] = []
    if report.fetched > 0 {
      parts.append("fetched \(Wording.count(report.fetched, "transaction"))")
    }
    if report.mendedOperations > 0 {
      parts.append(
        "mended \(Wording.count(Int(clamping: report.mendedOperations), "operation")) here")
    }
    if report.sentOperations > 0 {
      parts.append(
        "sent \(Wording.count(Int(clamping: report.sentOperations), "operation")) "
          + "(\(Wording.bytes(Int64(report.bytesSent))))")
    }
    return "\(report.remote.name): \(parts.isEmpty ? "nothing new" : parts.joined(separator: ", "))"
  }

  /// Writes the members of a report.
  static func write(_ report: SyncReport, to writer: inout JSONWriter) {
    writer.remote(report.remote)
    writer.member("done", report.isDone)
    writer.member("fetched", report.fetched)
    writer.member("fetchedOperations", report.fetchedOperations)
    writer.member("sentOperations", report.sentOperations)
    writer.member("mendedOperations", report.mendedOperations)
    writer.member("bytesReceived", report.bytesReceived)
    writer.member("bytesSent", report.bytesSent)
    writer.list("problems", report.problems) { writer, problem in
      writer.object { writer in
        writer.member("log", id: problem.log)
        writer.member("reason", problem.reason)
      }
    }
    writer.list("forks", ids: report.forks)
    if let conflicts = report.conflicts {
      if conflicts > 0 { writer.member("conflicts", conflicts) }
    } else {
      writer.name("conflicts")
      writer.null()
    }
    writer.name("error")
    if let error = report.error {
      writer.object { writer in
        writer.member("message", error.message)
        writer.member("subject", error.subject)
        writer.member("hint", error.hint)
      }
    } else {
      writer.null()
    }
  }

  /// The exit code: that of what went wrong, where it went wrong everywhere in the same way.
  static func status(_ reports: [SyncReport]) -> ExitStatus {
    if reports.allSatisfy(\.isDone) { return .done }
    let failures = reports.map { $0.error.map { ExitStatus($0) } }
    guard let first = failures.first.flatMap({ $0 }), failures.allSatisfy({ $0 == first }) else {
      return .partlyDone
    }
    return first
  }
}
