import Albumen
import CommandParsing
import Platform

/// Checks the logs.
enum LogVerifyCommand: Command {
  static let spec = CommandSpec(
    ["log", "verify"], "checks length, checksum and chain of every log",
    examples: [CommandExample("albumen log verify", "reads every log and checks it")],
    exitCodes: [ExitCode(16, "something is damaged; each problem is listed")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let report = try await library.verify()
      let isSound = report.problems.isEmpty
      if context.isJSON {
        try context.output.record(.verify) { writer in
          writer.member("sound", isSound)
          writer.member("logs", report.logs)
          writer.member("transactions", report.transactions)
          writer.member("operations", report.operations)
          writer.member("bytes", report.bytes)
          writer.list("problems", report.problems) { $0.string($1) }
        }
      } else {
        let amount =
          Wording.count(report.transactions, "transaction") + " ("
          + Wording.count(report.operations, "operation") + ", \(Wording.bytes(report.bytes))) in "
          + Wording.count(report.logs, "log")
        try context.say("Checked \(amount)\(isSound ? ": all sound" : "").")
      }
      for problem in report.problems { context.diagnostics.error(problem) }
      return isSound ? .done : .damaged
    }
  }
}
