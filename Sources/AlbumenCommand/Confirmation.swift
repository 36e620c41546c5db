import CommandParsing
import Platform

extension CommandContext {
  /// Asks a person whether to go on; `--yes` answers in advance.
  ///
  /// - Returns: whether to go on. Where nobody can be asked it is told that confirmation is needed.
  func confirms(_ question: String) -> Bool {
    if parsed.flag("yes") { return true }
    guard Terminal.isTerminal(0), Terminal.isTerminal(2) else {
      diagnostics.error("needs confirmation: \(question)", hint: "say --yes")
      return false
    }
    diagnostics.prompt("\(question) [y/N] ")
    let answer = readLine(strippingNewline: true)?.lowercased() ?? ""
    if answer == "y" || answer == "yes" { return true }
    diagnostics.error("not confirmed; nothing was done")
    return false
  }
}
