import CommandParsing

extension CommandContext {
  /// Asks a person whether to go on; `--yes` answers in advance.
  ///
  /// - Returns: whether to go on. Where it is not, that has been told: nobody can be asked, or the
  ///   answer was no.
  func confirms(_ question: String) throws -> Bool {
    if parsed.flag("yes") { return true }
    guard environment.canAsk else {
      diagnostics.error("needs confirmation: \(question)", hint: "say --yes")
      return false
    }
    if try diagnostics.ask(question) { return true }
    diagnostics.error("not confirmed; nothing was done")
    return false
  }
}
