extension ProgramSpec {
  /// Lists what is wrong with the spec itself, each as one line; empty for a sound one.
  ///
  /// A test of every program holds its spec to this.
  package var faults: [String] {
    var result = Self.repeated(commands.map { $0.name }).map { "two commands named \($0)" }
    result += optionFaults(options, where: name)
    for command in commands {
      if command.path.count != 1 { result.append("\(command.title): not a top-level path") }
      result += faults(of: command)
    }
    return result
  }

  private func faults(of command: CommandSpec) -> [String] {
    let title = command.title
    var result = optionFaults(command.options + options, where: title)
    if command.operands.count(where: { $0.isVariadic }) > 1 {
      result.append("\(title): more than one operand takes any number")
    }
    result += Self.repeated(command.operands.map { $0.name })
      .map { "\(title): two operands named \($0)" }
    if !command.runs, command.subcommands.isEmpty {
      result.append("\(title): neither runs nor has commands")
    }
    if !command.runs, !command.operands.isEmpty || !command.options.isEmpty {
      result.append("\(title): a group takes neither operands nor options")
    }
    if command.summary.isEmpty || command.summary.hasSuffix(".") {
      result.append("\(title): the summary is a phrase without full stop")
    }
    for name in command.choices.flatMap({ $0.options })
    where !command.options.contains(where: { $0.name == name }) {
      result.append("\(title): a choice names \(name), which is no option of it")
    }
    result += Self.repeated(command.subcommands.map { $0.name })
      .map { "\(title): two commands named \($0)" }
    for below in command.subcommands {
      if Array(below.path.dropLast()) != command.path {
        result.append("\(below.title): not below \(title)")
      }
      result += faults(of: below)
    }
    return result
  }

  private func optionFaults(_ options: [OptionSpec], where place: String) -> [String] {
    var result = Self.repeated(options.compactMap { $0.long }).map {
      "\(place): two options --\($0)"
    }
    result += Self.repeated(options.compactMap { $0.short.map { String($0) } })
      .map { "\(place): two options -\($0)" }
    for option in options {
      if option.long == nil, option.short == nil { result.append("\(place): a nameless option") }
      if let short = option.short, !short.isASCII || short == "-" {
        result.append("\(place): -\(short) is no ASCII character but a dash")
      }
      if let long = option.long, long.count < 2 || long.contains("=") || long.hasPrefix("-") {
        result.append("\(place): --\(long) is no long name")
      }
    }
    return result
  }

  private static func repeated(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { !seen.insert($0).inserted }
  }
}
