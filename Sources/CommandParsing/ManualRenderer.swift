/// Renders man pages from a program's spec: one of the program, and one of each command.
///
/// The pages are in the language of man(7), which groff(1) and mandoc(1) both read, and leave out
/// what is hidden.
package struct ManualRenderer: Sendable {
  /// The program that is described.
  package let program: ProgramSpec
  /// What the spec does not hold.
  package let facts: ManualFacts

  /// The section for commands of users (man(1)).
  private static let section = 1

  /// Makes a renderer.
  package init(_ program: ProgramSpec, _ facts: ManualFacts) {
    self.program = program
    self.facts = facts
  }

  /// All pages: the program's, then those of its commands, in the order of help.
  package var pages: [ManualPage] {
    [overview()] + visible(program.commands).flatMap { withDescendants($0) }.map { page(for: $0) }
      + facts.documents.map { page(for: $0) }
  }

  /// A page that describes no command.
  package func page(for document: ManualDocument) -> ManualPage {
    var page = RoffPage(name: document.name, section: document.section, facts: facts, names: [])
    page.name(document.name, document.summary)
    for section in document.sections {
      page.section(section.title)
      for block in section.blocks {
        switch block {
        case .paragraphs(let text): page.paragraphs(text)
        case .entry(let term, let text): page.entry(RoffText.bold(term), text)
        }
      }
    }
    seeAlso([program.name] + document.related, to: &page)
    return ManualPage(name: document.name, section: document.section, text: page.text)
  }

  /// The page of the program: its commands in groups, the options that all take, its environment,
  /// files and exit codes.
  package func overview() -> ManualPage {
    let synopsis = Synopsis(program: program)
    var page = begin(program.name, names: program.options.compactMap { $0.valueName })
    page.name(program.name, program.summary)
    page.synopsis(program.name, Array(synopsis.overview.dropFirst()))
    if !program.discussion.isEmpty {
      page.section("Description")
      page.paragraphs(program.discussion)
    }
    page.section("Commands")
    for group in program.groups {
      let commands = visible(group.commands).flatMap { withDescendants($0) }
      guard !commands.isEmpty else { continue }
      page.subsection(group.title)
      for command in commands { page.entry(reference(to: command), Self.summary(of: command)) }
    }
    page.section("Options")
    page.paragraphs("These stand before or after the command.")
    write(program.options, to: &page)
    write(program.exitCodes, to: &page, note: nil)
    write(facts.environment, "Environment", to: &page)
    write(facts.files, "Files", to: &page)
    write(program.examples, to: &page)
    seeAlso(
      visible(program.commands).map { pageName($0) }, documents: facts.documents, to: &page)
    return finish(program.name, page)
  }

  /// The page of one command.
  package func page(for command: CommandSpec) -> ManualPage {
    let name = pageName(command)
    let words = [program.name] + command.path
    var page = begin(
      name,
      names: command.operands.map { $0.name } + command.options.compactMap { $0.valueName })
    page.name(name, command.summary)
    page.synopsis(
      words.joined(separator: " "),
      Array(Synopsis(program: program).pieces(of: command).dropFirst(words.count)))
    page.section("Description")
    page.paragraphs(Self.summary(of: command) + "\n\n" + command.discussion)
    let below = visible(command.subcommands)
    if !below.isEmpty {
      page.section("Commands")
      for command in below { page.entry(reference(to: command), Self.summary(of: command)) }
    }
    if !command.operands.isEmpty {
      page.section("Operands")
      for operand in command.operands {
        page.entry(
          RoffText.italic(operand.name), Self.description(operand.summary, operand.kind))
      }
    }
    page.section("Options")
    write(command.options, to: &page)
    page.paragraphs("The options that every command takes are in \(program.name)(1).")
    write(
      command.exitCodes, to: &page,
      note: "These mean something particular here; \(program.name)(1) has the others.")
    write(command.examples, to: &page)
    seeAlso(
      [program.name] + relatives(of: command).map { pageName($0) },
      documents: facts.documents.filter { $0.related.contains(name) }, to: &page)
    return finish(name, page)
  }

  // MARK: Parts of a page

  private func begin(_ name: String, names: [String]) -> RoffPage {
    RoffPage(name: name, section: Self.section, facts: facts, names: Set(names))
  }

  private func finish(_ name: String, _ page: RoffPage) -> ManualPage {
    ManualPage(name: name, section: Self.section, text: page.text)
  }

  private func write(_ options: [OptionSpec], to page: inout RoffPage) {
    for option in options where !option.hidden {
      var spellings: [String] = []
      let value = option.valueName.map { RoffText.italic($0) }
      if let short = option.short {
        spellings.append(RoffText.bold("-\(short)") + (value.map { " \($0)" } ?? ""))
      }
      if let long = option.long {
        spellings.append(RoffText.bold("--\(long)") + (value.map { "=\($0)" } ?? ""))
      }
      var description = Self.description(option.summary, option.isFlag ? .text : option.kind)
      if option.repeatable { description += " It may be repeated." }
      if let text = option.defaultText { description += " Default: \(text)." }
      page.entry(spellings.joined(separator: ", "), description)
    }
  }

  private func write(_ codes: [ExitCode], to page: inout RoffPage, note: String?) {
    guard !codes.isEmpty else { return }
    page.section("Exit status")
    if let note { page.paragraphs(note) }
    for code in codes {
      page.entry(RoffText.bold(String(code.code)), RoffText.sentence(code.meaning))
    }
  }

  private func write(_ entries: [ManualFacts.Entry], _ title: String, to page: inout RoffPage) {
    guard !entries.isEmpty else { return }
    page.section(title)
    for entry in entries { page.entry(RoffText.bold(entry.name), entry.text) }
  }

  private func write(_ examples: [CommandExample], to page: inout RoffPage) {
    guard !examples.isEmpty else { return }
    page.section("Examples")
    for example in examples {
      page.example(example.line, RoffText.sentence(example.explanation))
    }
  }

  private func seeAlso(
    _ names: [String], documents: [ManualDocument] = [], to page: inout RoffPage
  ) {
    guard !names.isEmpty || !documents.isEmpty else { return }
    page.section("See also")
    page.references(
      names.map { ($0, Self.section) } + documents.map { ($0.name, $0.section) })
  }

  private static func description(_ summary: String, _ kind: ValueKind) -> String {
    guard case .choice(let words) = kind else { return RoffText.sentence(summary) }
    return RoffText.sentence("\(summary): \(Suggestions.alternatives(words))")
  }

  private static func summary(of command: CommandSpec) -> String {
    RoffText.sentence(command.summary)
  }

  // MARK: Pages and their relations

  private func pageName(_ command: CommandSpec) -> String {
    ([program.name] + command.path).joined(separator: "-")
  }

  private func reference(to command: CommandSpec) -> String {
    RoffText.bold(pageName(command)) + "(\(Self.section))"
  }

  /// The commands that a reader may want to know of: those above and below, and those beside.
  private func relatives(of command: CommandSpec) -> [CommandSpec] {
    var found: [CommandSpec] = []
    var above: CommandSpec?
    for length in 1..<max(command.path.count, 1) {
      let path = Array(command.path.prefix(length))
      above = program.allCommands.first { $0.path == path }
      if let above { found.append(above) }
    }
    let group = program.groups.first { $0.commands.contains { $0.path == command.path } }
    found += visible(above?.subcommands ?? group?.commands ?? [])
      .filter { $0.path != command.path }
    return found + visible(command.subcommands)
  }

  private func visible(_ commands: [CommandSpec]) -> [CommandSpec] {
    commands.filter { !$0.hidden }
  }

  private func withDescendants(_ command: CommandSpec) -> [CommandSpec] {
    [command] + visible(command.subcommands).flatMap { withDescendants($0) }
  }
}
