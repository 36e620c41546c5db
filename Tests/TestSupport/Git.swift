import Platform

/// Runs git, which must end with 0, and returns what it wrote, without the last newline.
@discardableResult
package func git(_ arguments: String...) throws -> String {
  let result = try run("/usr/bin/git", arguments)
  guard result.exitCode == 0 else { throw TestFailure(result.errorText) }
  return String(result.outputText.dropLast())
}
