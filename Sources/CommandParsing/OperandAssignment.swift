/// Gives the words after a command to its operands.
///
/// Every operand first gets the fewest words it can do with; of the rest, from left to right, an
/// optional one takes one word and the first of any number takes all. So `export ALBUM... DIR`
/// leaves the last word to `DIR`.
struct OperandAssignment {
  let program: ProgramSpec
  let command: CommandSpec

  /// Gives each operand its words, by name.
  ///
  /// - Throws: `missingOperand`, `tooManyOperands`, `valueNotAllowed`.
  func assign(_ words: [Argument]) throws(UsageError) -> [String: [Argument]] {
    try checkCount(words)
    let required = command.operands.reduce(0) { $0 + $1.minimum }
    var spare = words.count - required
    var rest = words[...]
    var result: [String: [Argument]] = [:]
    for operand in command.operands {
      let more = operand.isVariadic ? spare : operand.arity == .optional ? min(spare, 1) : 0
      spare -= more
      let taken = Array(rest.prefix(operand.minimum + more))
      rest = rest.dropFirst(taken.count)
      for word in taken { try operand.kind.check(word, for: operand.name) }
      result[operand.name] = taken
    }
    return result
  }

  private func checkCount(_ words: [Argument]) throws(UsageError) {
    let required = command.operands.filter { $0.minimum > 0 }
    if words.count < required.count {
      throw UsageError(
        .missingOperand, "\(command.title) needs an operand", subject: required[words.count].name,
        hint: Synopsis(program: program).line(of: command))
    }
    if command.operands.contains(where: { $0.isVariadic }) { return }
    if words.count > command.operands.count {
      let extra = words[command.operands.count]
      throw UsageError(
        .tooManyOperands,
        command.operands.isEmpty
          ? "\(command.title) takes no operand" : "\(command.title) takes no more operands",
        subject: extra.display, hint: hint(for: extra))
    }
  }

  /// A neighbour's subcommand (`albums add` for `album add`), or how the command is used.
  private func hint(for extra: Argument) -> String {
    let written = (command.path + [extra.text ?? ""]).joined(separator: " ")
    let neighbours = program.allCommands.filter { $0.name == extra.text && !$0.hidden }
    let near = Suggestions.nearest(to: written, among: neighbours.map { $0.title })
    return Suggestions.hint(near.map { "\(program.name) \($0)" })
      ?? Synopsis(program: program).line(of: command)
  }
}
