extension ParsingRun {
  /// The error for an option that is not known where it stands.
  ///
  /// - Parameter spellings: the right ones that it may have been meant as.
  func unknownOption(_ written: Argument, among spellings: [String]) -> UsageError {
    if let elsewhere = misplaced(written) { return elsewhere }
    let visible = Set(
      options.filter { !$0.hidden }.flatMap { option in
        [option.long.map { "--\($0)" }, option.short.map { "-\($0)" }].compactMap { $0 }
      })
    let candidates = spellings.filter { visible.contains($0) }
    return UsageError(
      .unknownOption, "unknown option", subject: written.display,
      hint: hint(forUnknown: written, among: candidates))
  }

  /// The error for an option of a command below this one, given before that command's name.
  private func misplaced(_ written: Argument) -> UsageError? {
    guard command?.runs != true, let text = written.text else { return nil }
    let below = command.map { $0.subcommands } ?? program.commands
    let owner = below.flatMap { $0.withDescendants }.first { candidate in
      candidate.options.contains { option in
        option.spelling == text || option.short.map { "-\($0)" } == text
      }
    }
    guard let owner else { return nil }
    return UsageError(
      .misplacedOption, "a command's option comes after the command", subject: written.display,
      hint: "as in \(program.name) \(owner.title) \(text)")
  }

  private func hint(forUnknown written: Argument, among candidates: [String]) -> String? {
    if let text = written.text {
      if text.count == 2 {
        // One letter has no neighbours worth naming but itself in the other case.
        if let other = candidates.first(where: { $0.lowercased() == text.lowercased() }) {
          return Suggestions.hint([other])
        }
      } else {
        let near = Suggestions.nearest(to: text, among: candidates)
        if !near.isEmpty { return Suggestions.hint(near) }
        // One dash too few is the slip of those who come from other programs.
        if !text.hasPrefix("--"),
          options.contains(where: { $0.long != nil && $0.spelling == "-\(text)" })
        {
          return Suggestions.hint(["-\(text)"])
        }
      }
    }
    guard let command, !command.operands.isEmpty else { return nil }
    return "if it is an operand, put -- before it"
  }

  /// Refuses a second value for an option that takes one.
  func checkRepetition() throws(UsageError) {
    var seen: Set<OptionSpec> = []
    for occurrence in occurrences where !occurrence.option.repeatable && !occurrence.option.isFlag {
      if !seen.insert(occurrence.option).inserted {
        throw UsageError(
          .repeatedOption, "option given more than once", subject: occurrence.option.spelling)
      }
    }
  }

  /// Holds the options given to a rule over them.
  func check(_ choice: OptionChoice, of command: CommandSpec) throws(UsageError) {
    var given: [String] = []
    for occurrence in occurrences where choice.options.contains(occurrence.option.name) {
      let spelling = occurrence.option.spelling
      if !given.contains(spelling) { given.append(spelling) }
    }
    if given.count > 1, choice.rule != .atLeastOne {
      throw UsageError(
        .conflictingOptions, "options that exclude each other",
        subject: given.joined(separator: ", "))
    }
    if given.isEmpty, choice.rule != .atMostOne {
      let spellings = command.options
        .filter { choice.options.contains($0.name) }.map { $0.spelling }
      throw UsageError(
        .missingOption, "\(command.title) needs one of \(Suggestions.alternatives(spellings))",
        hint: Synopsis(program: program).line(of: command))
    }
  }
}
