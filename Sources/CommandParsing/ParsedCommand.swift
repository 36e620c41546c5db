/// A command with its options and operands, as a command line gave them.
///
/// Options and operands are asked for by the names their specs have; the program's own options
/// (`json`) are asked for like the command's. To ask for a name that no spec has is a programming
/// error, caught in debug builds.
package struct ParsedCommand: Sendable {
  /// The command.
  package let command: CommandSpec
  private let options: [OptionSpec]
  private let occurrences: [OptionOccurrence]
  private let operandValues: [String: [Argument]]

  init(
    _ command: CommandSpec, options: [OptionSpec], occurrences: [OptionOccurrence],
    operandValues: [String: [Argument]]
  ) {
    self.command = command
    self.options = options
    self.occurrences = occurrences
    self.operandValues = operandValues
  }

  /// The words that name the command: `["album", "add"]`.
  package var path: [String] {
    command.path
  }

  /// Tells whether an option was given, with or without a value.
  package func flag(_ name: String) -> Bool {
    !given(name).isEmpty
  }

  /// The value of an option, or nil when it was not given; of a repeatable one, the last.
  package func value(_ name: String) -> Argument? {
    given(name).last?.value
  }

  /// All values of an option, in the order given.
  package func values(_ name: String) -> [Argument] {
    given(name).compactMap { $0.value }
  }

  /// The value of an option as text, or nil when it was not given.
  ///
  /// - Throws: `notText` where its bytes are not UTF-8.
  package func text(_ name: String) throws(UsageError) -> String? {
    guard let occurrence = given(name).last, let value = occurrence.value else { return nil }
    return try Self.text(of: value, for: occurrence.spelling)
  }

  /// All values of an option as texts, in the order given.
  ///
  /// - Throws: `notText` where the bytes of one are not UTF-8.
  package func texts(_ name: String) throws(UsageError) -> [String] {
    var result: [String] = []
    for occurrence in given(name) {
      if let value = occurrence.value {
        result.append(try Self.text(of: value, for: occurrence.spelling))
      }
    }
    return result
  }

  /// The value of an option as a whole number, or nil when it was not given.
  ///
  /// The range is the one in the option's spec; without one, every `Int` is allowed.
  ///
  /// - Throws: `valueNotAllowed`.
  package func integer(_ name: String) throws(UsageError) -> Int? {
    guard let occurrence = given(name).last, let value = occurrence.value else { return nil }
    var range = Int.min...Int.max
    if case .integer(let allowed) = occurrence.option.kind { range = allowed }
    return try value.integer(in: range, for: occurrence.spelling)
  }

  /// The argument of an operand that takes at most one, or nil when it was not given.
  package func operand(_ name: String) -> Argument? {
    operands(name).first
  }

  /// The arguments of an operand, in the order given.
  package func operands(_ name: String) -> [Argument] {
    assert(operandValues[name] != nil, "\(command.title) has no operand \(name)")
    return operandValues[name] ?? []
  }

  /// The argument of an operand as text, or nil when it was not given.
  ///
  /// - Throws: `notText` where its bytes are not UTF-8.
  package func operandText(_ name: String) throws(UsageError) -> String? {
    guard let argument = operand(name) else { return nil }
    return try Self.text(of: argument, for: name)
  }

  /// The arguments of an operand as texts, in the order given.
  ///
  /// - Throws: `notText` where the bytes of one are not UTF-8.
  package func operandTexts(_ name: String) throws(UsageError) -> [String] {
    var result: [String] = []
    for argument in operands(name) { result.append(try Self.text(of: argument, for: name)) }
    return result
  }

  private func given(_ name: String) -> [OptionOccurrence] {
    assert(options.contains { $0.name == name }, "\(command.title) has no option \(name)")
    return occurrences.filter { $0.option.name == name }
  }

  private static func text(of argument: Argument, for name: String) throws(UsageError) -> String {
    guard let text = argument.text else {
      throw UsageError(.notText, "\(name) takes text in UTF-8", subject: argument.display)
    }
    return text
  }
}
