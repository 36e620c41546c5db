import Albumen
import CommandParsing
import Platform
import TextForms

/// Checks everything against everything.
enum VerifyCommand: Command {
  static let spec = CommandSpec(
    ["verify"], "checks logs, catalogue and files against each other",
    discussion: """
      Reads every log as albumen log verify does, folds them anew and compares what that gives \
      with the catalogue, and compares the files with the index. With --content every file is \
      read from the disk and its SHA-256 compared: that finds bytes that have changed although \
      nobody wrote to the file. Nothing is repaired, and nothing is concluded from what cannot be \
      read.
      """,
    options: [
      OptionSpec(flag: "content", summary: "read every file, too, which takes as long as it takes")
    ],
    examples: [
      CommandExample("albumen verify", "checks all but the bytes of the files"),
      CommandExample("albumen verify --content", "checks those, too"),
    ],
    exitCodes: [
      ExitCode(3, "nothing is damaged, but something could not be read"),
      ExitCode(15, "nothing is damaged, but there is something for a scan to take in"),
      ExitCode(16, "something is damaged; each finding is listed"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let check = try await library.check(
        readingFiles: context.parsed.flag("content"), progress: context.progress)
      context.diagnostics.endProgress()
      if context.isJSON {
        try record(check, context)
      } else {
        try context.say(words(check))
      }
      for finding in check.findings { tell(finding, context) }
      return status(check)
    }
  }

  private static func record(_ check: LibraryCheck, _ context: CommandContext) throws {
    try context.output.record(.check) { writer in
      writer.member("sound", check.isSound)
      writer.member("logs", check.logs.logs)
      writer.member("transactions", check.logs.transactions)
      writer.member("operations", check.logs.operations)
      writer.member("files", check.files)
      writer.member("filesRead", check.filesRead)
      writer.member("bytesRead", check.bytesRead)
      writer.list("findings", check.findings) { writer, finding in
        writer.object { writer in
          writer.member("kind", finding.kind.rawValue)
          writer.member("damage", finding.kind.isDamage)
          if let path = finding.path { writer.member("path", path: path) }
          writer.member("message", finding.message)
        }
      }
    }
  }

  private static func words(_ check: LibraryCheck) -> String {
    let history =
      Wording.count(check.logs.transactions, "transaction") + " in "
      + Wording.count(check.logs.logs, "log")
    var text = "Checked \(history), the catalogue, and \(Wording.count(check.files, "file"))"
    if check.filesRead > 0 {
      text += ", of which \(check.filesRead) were read (\(Wording.bytes(check.bytesRead)))"
    }
    return text + (check.findings.isEmpty ? ": all sound." : ".")
  }

  private static func tell(_ finding: LibraryCheck.Finding, _ context: CommandContext) {
    let text = finding.message + (finding.path.map { ": \($0.display)" } ?? "")
    if finding.kind.isDamage || finding.kind == .unreadable {
      context.diagnostics.error(text, hint: finding.hint)
    } else {
      context.diagnostics.warning(text)
    }
  }

  private static func status(_ check: LibraryCheck) -> ExitStatus {
    if !check.isSound { return .damaged }
    if check.findings.contains(where: { $0.kind == .unreadable }) { return .partlyDone }
    return check.findings.isEmpty ? .done : .outOfSync
  }
}
