/// Renders help from a program's spec, as plain text for a terminal.
package struct HelpRenderer: Sendable {
  /// The program that is described.
  package let program: ProgramSpec
  /// The columns to fill; fewer than 20 are taken for 20.
  package let width: Int

  /// Makes a renderer.
  package init(_ program: ProgramSpec, width: Int) {
    self.program = program
    self.width = width
  }

  /// The overview: what the program is, its commands in groups, its options, examples and exit
  /// codes.
  ///
  /// - Returns: lines, each ended by a newline.
  package func overview() -> String {
    var page = Page(width: width)
    page.section(nil, page.layout.paragraphs("\(program.name): \(program.summary)"))
    page.section(nil, usage(Synopsis(program: program).overview, page.layout))
    page.section(nil, page.layout.paragraphs(program.discussion))
    for group in program.groups {
      page.section(group.title, page.layout.table(rows(of: group.commands, below: [])))
    }
    page.section("Global options", page.layout.table(rows(of: program.options)))
    page.section("Examples", lines(of: program.examples, page.layout))
    page.section("Exit codes", page.layout.table(rows(of: program.exitCodes)))
    page.section(nil, page.layout.paragraphs("\(program.name) help COMMAND says more."))
    return page.text
  }

  /// The help of one command.
  ///
  /// - Returns: lines, each ended by a newline.
  package func help(for command: CommandSpec) -> String {
    var page = Page(width: width)
    page.section(
      nil, page.layout.paragraphs("\(program.name) \(command.title): \(command.summary)"))
    page.section(nil, usage(Synopsis(program: program).pieces(of: command), page.layout))
    page.section(nil, page.layout.paragraphs(command.discussion))
    page.section(
      "Commands", page.layout.table(rows(of: command.subcommands, below: command.path)))
    page.section("Operands", page.layout.table(rows(of: command.operands)))
    page.section("Options", page.layout.table(rows(of: command.options)))
    page.section("Examples", lines(of: command.examples, page.layout))
    page.section("Exit codes", page.layout.table(rows(of: command.exitCodes)))
    page.section(
      nil,
      page.layout.paragraphs(
        "\(program.name) help lists the global options and all exit codes."))
    return page.text
  }

  private func usage(_ pieces: [String], _ layout: TextLayout) -> [String] {
    layout.fill(["Usage:"] + pieces, hanging: 4)
  }

  private func rows(
    of commands: [CommandSpec], below path: [String]
  ) -> [(term: String, description: String)] {
    commands.filter { !$0.hidden }.map { command in
      var words = Array(command.path.dropFirst(path.count))
      words += command.operands.map(Synopsis.piece)
      let below = command.subcommands.filter { !$0.hidden }.map { $0.name }
      var description = command.summary
      if !below.isEmpty {
        let list = below.joined(separator: ", ")
        if command.runs {
          description += "; also: \(list)"
        } else {
          words.append("...")
          description += ": \(list)"
        }
      }
      return (words.joined(separator: " "), description)
    }
  }

  private func rows(of options: [OptionSpec]) -> [(term: String, description: String)] {
    options.filter { !$0.hidden }.map { option in
      var term = [option.short.map { "-\($0)" }, option.long.map { "--\($0)" }]
        .compactMap { $0 }.joined(separator: ", ")
      if let name = option.valueName { term += " \(name)" }
      var description = option.summary
      if case .choice(let words) = option.kind {
        description += ": \(Suggestions.alternatives(words))"
      }
      if option.repeatable { description += " (may be repeated)" }
      if let text = option.defaultText { description += " (default: \(text))" }
      return (term, description)
    }
  }

  private func rows(of operands: [OperandSpec]) -> [(term: String, description: String)] {
    operands.map { operand in
      var description = operand.summary
      if case .choice(let words) = operand.kind {
        description += ": \(Suggestions.alternatives(words))"
      }
      return (operand.name, description)
    }
  }

  private func rows(of codes: [ExitCode]) -> [(term: String, description: String)] {
    let digits = codes.map { String($0.code).count }.max() ?? 0
    return codes.map { code in
      let number = String(code.code)
      return (String(repeating: " ", count: digits - number.count) + number, code.meaning)
    }
  }

  /// Example lines are never wrapped, so that they can be copied.
  private func lines(of examples: [CommandExample], _ layout: TextLayout) -> [String] {
    examples.flatMap { example in
      ["  " + example.line] + layout.paragraphs(example.explanation, indent: 6)
    }
  }

  /// A page under way: sections with a blank line between.
  private struct Page {
    let layout: TextLayout
    private(set) var text = ""

    init(width: Int) {
      layout = TextLayout(width: width)
    }

    mutating func section(_ title: String?, _ lines: [String]) {
      guard !lines.isEmpty else { return }
      if !text.isEmpty { text += "\n" }
      if let title { text += title + "\n" }
      for line in lines { text += line + "\n" }
    }
  }
}
