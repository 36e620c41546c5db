extension ProgramSpec {
  /// Finds the command that some words name, as `help album add` needs it.
  ///
  /// - Throws: `unknownCommand`, with the nearest right one as a hint; `missingCommand` for no
  ///   words.
  package func command(named words: [Argument]) throws(UsageError) -> CommandSpec {
    var found: CommandSpec?
    for word in words {
      found = try command(named: word, below: found)
    }
    guard let found else { throw missingCommand(below: nil) }
    return found
  }

  /// Finds the command that one word names below another, or below the program itself.
  func command(
    named word: Argument, below parent: CommandSpec?
  ) throws(UsageError) -> CommandSpec {
    let candidates = parent?.subcommands ?? commands
    if let text = word.text, let found = candidates.first(where: { $0.name == text }) {
      return found
    }
    throw UsageError(
      .unknownCommand, "unknown command",
      subject: ((parent?.path ?? []) + [word.display]).joined(separator: " "),
      hint: hint(forUnknown: word, below: parent))
  }

  /// The error for a place where a command was expected.
  func missingCommand(below parent: CommandSpec?) -> UsageError {
    guard let parent else {
      return UsageError(.missingCommand, "no command given", hint: "\(name) help lists them")
    }
    let names = parent.subcommands.filter { !$0.hidden }.map { $0.name }
    return UsageError(
      .missingCommand, "\(parent.title) needs to be told what to do",
      hint: "\(name) \(parent.title) \(names.joined(separator: "|"))")
  }

  private func hint(forUnknown word: Argument, below parent: CommandSpec?) -> String? {
    guard let text = word.text else { return nil }
    // The right word in the wrong place says more than a similar word in the right one.
    let elsewhere = allCommands.filter { $0.name == text && !$0.hidden }
    if !elsewhere.isEmpty {
      return Suggestions.hint(elsewhere.prefix(3).map { "\(name) \($0.title)" })
    }
    let siblings = (parent?.subcommands ?? commands).filter { !$0.hidden }
    let near = Suggestions.nearest(to: text, among: siblings.map { $0.name })
    if near.isEmpty {
      return parent.map { "\(name) help \($0.title)" } ?? "\(name) help lists the commands"
    }
    let prefix = ([name] + (parent?.path ?? [])).joined(separator: " ")
    return Suggestions.hint(near.map { "\(prefix) \($0)" })
  }
}
