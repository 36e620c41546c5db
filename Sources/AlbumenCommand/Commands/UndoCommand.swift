import Albumen
import CommandParsing
import TextForms

/// Takes a transaction back.
enum UndoCommand: Command {
  static let spec = CommandSpec(
    ["undo"], "takes a change back, by another change",
    discussion: """
      Without TXN it is this machine's newest command that stands: again and again it goes back, one \
      at a time, and albumen redo comes forward. By its id, as albumen log shows it, anything can be \
      taken back: what the folder did, and what other devices did. What someone has changed since \
      is left, and told; so is what was found in the folder. An import that is undone is in the \
      trash, with its files where they are. Only files that a purge moved away come back.
      """,
    changes: true, operands: [.transaction],
    examples: [
      CommandExample("albumen undo", "takes the last command back"),
      CommandExample("albumen undo -n 745ab895:53", "tells what taking this one back would do"),
    ],
    exitCodes: [
      ExitCode(1, "it is an undo, or undone already"),
      ExitCode(3, "something was left, because it was changed since"),
      ExitCode(4, "there is no such change, or nothing to undo"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let report = try await library.undo(
        try await context.transaction(in: library), isDryRun: context.isDryRun)
      return try await context.tell(
        report, UndoTelling(action: "undo", past: "Undid", base: "undo", object: report.object),
        in: library)
    }
  }
}

extension UndoReport {
  /// What was undone or brought again, for people.
  var object: String {
    let id = subject.map { Wording.short($0) } ?? ""
    return subjectLabel.isEmpty ? id : "\(id) (\(TextForm.printable(subjectLabel)))"
  }
}

extension CommandContext {
  /// The transaction that the operand TXN names; nil where it is not given.
  func transaction(in library: PhotoLibrary) async throws -> Dot? {
    guard let name = try parsed.operandText("TXN") else { return nil }
    do throws(AlbumenError) { return try await library.findTransaction(name) } catch {
      guard error.code == .invalid else { throw error }
      throw UsageError(
        .valueNotAllowed, error.message, subject: error.subject.isEmpty ? nil : error.subject,
        hint: error.hint)
    }
  }
}

extension OperandSpec {
  /// Asks for a transaction.
  static let transaction = OperandSpec(
    "TXN", .optional, summary: "the id, as albumen log shows it")
}
