/// The state of reading one command line from left to right.
struct ParsingRun {
  let program: ProgramSpec
  let arguments: [Argument]
  private(set) var next = 0
  /// The command so far; nil before the first.
  private(set) var command: CommandSpec?
  private(set) var occurrences: [OptionOccurrence] = []
  private(set) var operands: [Argument] = []

  init(program: ProgramSpec, arguments: [Argument]) {
    self.program = program
    self.arguments = arguments
  }

  /// The options that may stand here; the command's own come first, and so win over the program's.
  var options: [OptionSpec] {
    (command?.options ?? []) + program.options
  }

  /// Reads the whole line.
  mutating func finish() throws(UsageError) -> Invocation {
    var optionsEnded = false
    while next < arguments.count {
      let argument = arguments[next]
      next += 1
      if optionsEnded || !looksLikeOption(argument) {
        try readWord(argument, literal: optionsEnded)
      } else if argument.bytes == Self.dashes {
        optionsEnded = true
      } else if argument.bytes.starts(with: Self.dashes) {
        try readLongOption(argument)
      } else {
        try readShortOptions(argument)
      }
    }
    return try invocation()
  }

  private func invocation() throws(UsageError) -> Invocation {
    if given("help") { return .help(command) }
    if given("version") { return .version }
    guard let command, command.runs else { throw program.missingCommand(below: command) }
    try checkRepetition()
    for choice in command.choices { try check(choice, of: command) }
    let values = try OperandAssignment(program: program, command: command).assign(operands)
    return .command(
      ParsedCommand(command, options: options, occurrences: occurrences, operandValues: values))
  }

  private func given(_ name: String) -> Bool {
    occurrences.contains { $0.option.name == name }
  }

  // MARK: Words

  /// Takes a word for a command where one is expected, else for an operand.
  private mutating func readWord(_ word: Argument, literal: Bool) throws(UsageError) {
    guard let current = command else {
      command = try program.command(named: word, below: nil)
      return
    }
    if !current.runs {
      try descend(to: program.command(named: word, below: current))
    } else if !literal, operands.isEmpty,
      let below = current.subcommands.first(where: { $0.name == word.text })
    {
      try descend(to: below)
    } else {
      operands.append(word)
    }
  }

  private mutating func descend(to below: CommandSpec) throws(UsageError) {
    let allowed = below.options + program.options
    for occurrence in occurrences where !allowed.contains(occurrence.option) {
      throw UsageError(
        .misplacedOption, "\(below.title) has no such option", subject: occurrence.spelling,
        hint: "\(program.name) help \(below.title)")
    }
    command = below
  }

  // MARK: Options

  private func looksLikeOption(_ argument: Argument) -> Bool {
    guard argument.bytes.count > 1, argument.bytes[0] == Self.dash else { return false }
    return !isNegativeNumber(argument)
  }

  /// Tells whether an argument is a negative number where an operand may stand.
  private func isNegativeNumber(_ argument: Argument) -> Bool {
    guard let command, command.runs, !command.operands.isEmpty else { return false }
    let digits = argument.bytes.dropFirst()
    guard let first = digits.first, Self.digits.contains(first),
      digits.allSatisfy({ Self.digits.contains($0) || $0 == UInt8(ascii: ".") })
    else { return false }
    return !digits.allSatisfy { shortOption($0) != nil }
  }

  private mutating func readLongOption(_ argument: Argument) throws(UsageError) {
    let equals = argument.bytes.firstIndex(of: UInt8(ascii: "="))
    let written = Argument(Array(argument.bytes[..<(equals ?? argument.bytes.count)]))
    guard let option = longOption(written) else {
      throw unknownOption(written, among: options.compactMap { $0.long.map { "--\($0)" } })
    }
    let attached = equals.map { Argument(Array(argument.bytes[($0 + 1)...])) }
    if option.isFlag, let attached {
      throw UsageError(
        .unexpectedValue, "\(option.spelling) takes no value", subject: attached.display)
    }
    try take(option, spelling: option.spelling, attached: attached)
  }

  private mutating func readShortOptions(_ argument: Argument) throws(UsageError) {
    var rest = argument.bytes.dropFirst()
    while let byte = rest.popFirst() {
      guard let option = shortOption(byte) else {
        // With its first letter unknown the argument was hardly meant as a cluster; and a byte of a
        // longer character says nothing by itself.
        let whole = byte >= 0x80 || rest.count + 2 == argument.bytes.count
        let written = whole ? argument : Argument([Self.dash, byte])
        throw unknownOption(written, among: options.compactMap { $0.short.map { "-\($0)" } })
      }
      let spelling = "-\(Character(Unicode.Scalar(byte)))"
      if option.isFlag {
        try take(option, spelling: spelling, attached: nil)
      } else {
        try take(option, spelling: spelling, attached: rest.isEmpty ? nil : Argument(Array(rest)))
        return
      }
    }
  }

  private mutating func take(
    _ option: OptionSpec, spelling: String, attached: Argument?
  ) throws(UsageError) {
    guard !option.isFlag else {
      occurrences.append(OptionOccurrence(option: option, spelling: spelling, value: nil))
      return
    }
    let value: Argument
    if let attached {
      value = attached
    } else {
      value = try nextValue(of: option, spelling: spelling)
    }
    try option.kind.check(value, for: spelling)
    occurrences.append(OptionOccurrence(option: option, spelling: spelling, value: value))
  }

  private mutating func nextValue(
    of option: OptionSpec, spelling: String
  ) throws(UsageError) -> Argument {
    let valueName = option.valueName ?? ""
    guard next < arguments.count else {
      throw UsageError(.missingValue, "\(spelling) needs a value", subject: valueName)
    }
    let candidate = arguments[next]
    if isOption(candidate) {
      let joined = option.long == nil ? spelling : "\(option.spelling)="
      throw UsageError(
        .missingValue, "\(spelling) needs a value", subject: valueName,
        hint: "if \(candidate.display) is the value, write \(joined)\(candidate.display)")
    }
    next += 1
    return candidate
  }

  /// Tells whether an argument is an option that may stand here, or the end of options.
  private func isOption(_ argument: Argument) -> Bool {
    let bytes = argument.bytes
    if bytes == Self.dashes { return true }
    if bytes.starts(with: Self.dashes) {
      return longOption(Argument(Array(bytes.prefix { $0 != UInt8(ascii: "=") }))) != nil
    }
    return bytes.count == 2 && bytes[0] == Self.dash && shortOption(bytes[1]) != nil
  }

  private func longOption(_ written: Argument) -> OptionSpec? {
    guard let text = written.text else { return nil }
    return options.first { $0.long != nil && $0.spelling == text }
  }

  private func shortOption(_ byte: UInt8) -> OptionSpec? {
    options.first { $0.short?.asciiValue == byte }
  }

  private static let dash = UInt8(ascii: "-")
  private static let dashes = [dash, dash]
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
