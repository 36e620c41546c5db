import Albumen
import CommandParsing
import Platform

/// Writes the history as JSON Lines.
enum LogExportCommand: Command {
  static let spec = CommandSpec(
    ["log", "export"], "writes the whole history as JSON Lines",
    discussion: """
      One transaction a line, in the order in which each device made them. albumen replay takes \
      such a file in, into this library or another. A FILE appears only when it is complete. With \
      --since it is what came later than that: for a library that has the rest.
      """,
    options: [
      OptionSpec(
        "since", value: "TIME",
        summary: "only what was not there then: a time, an id as log shows it, or now~N")
    ],
    operands: [
      OperandSpec(
        "FILE", .optional, kind: .path, summary: "where to write; - or none for standard output")
    ],
    examples: [
      CommandExample("albumen log export history.jsonl", "writes the history to a file"),
      CommandExample("albumen log export --since yesterday new.jsonl", "writes what is new"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let file = context.parsed.operand("FILE")
    return try await context.withLibrary { library in
      let since = try await context.point(option: "since", in: library)
      guard let file, file.bytes != [UInt8(ascii: "-")] else {
        let output = context.output
        try await library.exportLog(since: since) { try output.write($0) }
        return .done
      }
      let path = try context.environment.absolute(try context.path(of: file, for: "FILE"))
      let target = try ExportFile(path)
      try await library.exportLog(since: since) { try target.write($0) }
      let (lines, bytes) = try target.finish()
      if context.isJSON {
        try context.output.record(.export) { writer in
          writer.member("file", path: path)
          writer.member("transactions", lines)
          writer.member("bytes", bytes)
        }
      } else {
        let count = Wording.count(lines, "transaction")
        try context.say("Wrote \(count), \(Wording.bytes(Int64(bytes))), to \(path.display).")
      }
      return .done
    }
  }
}
