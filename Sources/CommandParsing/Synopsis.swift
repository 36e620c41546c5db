/// Words how a command is used: `albumen album add [--first | --last] ALBUM ASSET...`.
package struct Synopsis: Sendable {
  /// The program whose commands are described.
  package let program: ProgramSpec

  /// Makes the synopses of a program.
  package init(program: ProgramSpec) {
    self.program = program
  }

  /// How the program as a whole is used, in pieces that are not to be broken.
  package var overview: [String] {
    [program.name]
      + program.options.filter { !$0.hidden && !Self.own.contains($0.name) }
      .map { "[\(Self.piece($0))]" } + ["COMMAND", "[ARGUMENT...]"]
  }

  /// How a command is used, as one line.
  package func line(of command: CommandSpec) -> String {
    pieces(of: command).joined(separator: " ")
  }

  /// How a command is used, in pieces that are not to be broken.
  package func pieces(of command: CommandSpec) -> [String] {
    var result = [program.name] + command.path
    guard command.runs else { return result + ["COMMAND", "[ARGUMENT...]"] }
    var told: Set<String> = []
    for option in command.options where !option.hidden && !told.contains(option.name) {
      guard let choice = command.choices.first(where: { $0.options.contains(option.name) }) else {
        result.append("[\(Self.piece(option))]\(option.repeatable ? "..." : "")")
        continue
      }
      told.formUnion(choice.options)
      result.append(Self.piece(choice, of: command))
    }
    return result + command.operands.map(Self.piece)
  }

  /// An operand as usage shows it: `ALBUM`, `[DIR]`, `ASSET...`.
  static func piece(_ operand: OperandSpec) -> String {
    var name = operand.name
    if case .choice(let words) = operand.kind { name = words.joined(separator: "|") }
    return switch operand.arity {
    case .one: name
    case .optional: "[\(name)]"
    case .many: "[\(name)...]"
    case .atLeastOne: "\(name)..."
    }
  }

  private static func piece(_ option: OptionSpec) -> String {
    let spelling = option.short.map { "-\($0)" } ?? option.spelling
    return option.valueName.map { "\(spelling) \($0)" } ?? spelling
  }

  private static func piece(_ choice: OptionChoice, of command: CommandSpec) -> String {
    let pieces = choice.options.compactMap { name in
      command.options.first { $0.name == name && !$0.hidden }.map { option in
        option.valueName.map { "\(option.spelling) \($0)" } ?? option.spelling
      }
    }
    let joined = pieces.joined(separator: " | ")
    return switch choice.rule {
    case .atMostOne: "[\(joined)]"
    case .exactlyOne: "(\(joined))"
    case .atLeastOne: "(\(joined))..."
    }
  }

  /// The flags that every program has, which usage need not tell.
  private static let own: Set<String> = ["help", "version"]
}
