/// Renders the completion script for fish: functions that read the line, and a `complete` for each
/// thing that can stand somewhere (fish-completions(7)).
struct FishCompletion {
  private let program: ProgramSpec
  private var name: String { program.name }

  init(_ program: ProgramSpec) {
    self.program = program
  }

  /// The whole script.
  var script: String {
    var lines = ["complete -c \(name) -e", "complete -c \(name) -f"]
    lines += program.completedOptions.map { complete(nil, option: $0) }
    lines += program.commands.filter { !$0.hidden }.map { complete(below: "", $0) }
    for command in program.completedCommands {
      let below =
        command.subcommands.filter { !$0.hidden }.map { complete(below: command.title, $0) }
        + command.options.filter { !$0.hidden }.map {
          complete("__\(name)_in \(ShellQuoting.fish(command.title))", option: $0)
        } + operandLines(of: command)
      if !below.isEmpty { lines += [""] + below }
    }
    return functions + "\n" + lines.joined(separator: "\n") + "\n"
  }

  // MARK: Completions

  private func complete(below parent: String, _ command: CommandSpec) -> String {
    line(
      "__\(name)_operand \(ShellQuoting.fish(parent)) 0",
      [
        "-a \(command.name)", "-d \(ShellQuoting.fish(command.summary))",
      ])
  }

  private func complete(_ condition: String?, option: OptionSpec) -> String {
    var parts: [String] = []
    if let short = option.short { parts.append("-s \(short)") }
    if let long = option.long { parts.append("-l \(long)") }
    if !option.isFlag { parts += value(option.kind) }
    parts.append("-d \(ShellQuoting.fish(option.summary))")
    return line(condition, parts)
  }

  private func operandLines(of command: CommandSpec) -> [String] {
    let positions = OperandPositions(command)
    var places = positions.leading.enumerated().map { ("\($0.offset)", $0.element) }
    places.append(("\(positions.leading.count) more", positions.rest))
    return places.flatMap { place, operands in
      operands.compactMap { operand in
        let condition = "__\(name)_operand \(ShellQuoting.fish(command.title)) \(place)"
        guard let offer = offer(operand.kind) else { return nil }
        return line(condition, [offer])
      }
    }
  }

  private func line(_ condition: String?, _ parts: [String]) -> String {
    let condition = condition.map { ["-n \"\($0)\""] } ?? []
    return (["complete -c \(name)"] + condition + parts).joined(separator: " ")
  }

  /// What makes an option's value be asked for and completed.
  private func value(_ kind: ValueKind) -> [String] {
    switch kind {
    case .path: ["-r", "-F"]
    default: ["-x"] + (offer(kind).map { [$0] } ?? [])
    }
  }

  /// What offers the values of a kind; nil where there is nothing to offer.
  private func offer(_ kind: ValueKind) -> String? {
    switch kind {
    case .text, .integer: nil
    case .path: "-F"
    case .directory: "-a '(__fish_complete_directories)'"
    case .command: "-a '(__\(name)_commands_named)'"
    case .choice(let allowed): "-a \(ShellQuoting.fish(allowed.joined(separator: " ")))"
    case .listed(let list): "-a '(__\(name)_list \(list))'"
    }
  }

  // MARK: Functions

  private var functions: String {
    #"""
    # Completion of \#(name) for fish(1), as "\#(name) completion fish" prints it.

    # Prints the commands below a command.
    function __\#(name)_commands
        switch "$argv"
    \#(commandTable)
        end
    end

    # Tells whether an option behind a command takes a value.
    function __\#(name)_takes_value
        switch "$argv"
    \#(valueTable)
                return 0
        end
        return 1
    end

    # Prints the command on the line, then the operands before the cursor, each on a line.
    function __\#(name)_line
        set -l tokens (commandline -opc)
        set -e tokens[1]
        set -l command ''
        set -l names
        set -l literal no
        set -l waiting no
        for token in $tokens
            if test $waiting = yes
                set waiting no
                continue
            end
            if test $literal = no
                switch $token
                    case --
                        set literal yes
                        continue
                    case '--*=*'
                        continue
                    case '--*'
                        __\#(name)_takes_value $command $token; and set waiting yes
                        continue
                    case '-?*'
                        set -l letters (string split '' -- (string sub -s 2 -- $token))
                        for k in (seq (count $letters))
                            if __\#(name)_takes_value $command -$letters[$k]
                                test $k = (count $letters); and set waiting yes
                                break
                            end
                        end
                        continue
                end
                if test (count $names) = 0; and contains -- $token (__\#(name)_commands $command)
                    set command (string trim -- "$command $token")
                    continue
                end
            end
            set -a names $token
        end
        printf '%s\n' "$command" $names
    end

    # Tells whether the line is that of a command.
    function __\#(name)_in
        set -l line (__\#(name)_line)
        test "$line[1]" = $argv[1]
    end

    # Tells whether the cursor is at an operand of a command: that behind so many, or one behind more.
    function __\#(name)_operand
        set -l line (__\#(name)_line)
        test "$line[1]" = $argv[1]; or return
        set -l count (math (count $line) - 1)
        test $count = $argv[2]; or test "$argv[3]" = more -a $count -ge $argv[2]
    end

    # Prints what the program lists, with the options given that say where.
    function __\#(name)_list
        set -l tokens (commandline -opc)
        set -l given
        set -l next no
        for token in $tokens
            if test $next = yes
                set -a given $token
                set next no
                continue
            end
            switch $token
    \#(remembering)
            end
        end
        set -l words (string replace -r '^~/' "$HOME/" -- $tokens[1] $given)
        $words complete $argv[1] 2>/dev/null
    end

    # Prints the commands below those that the operands name.
    function __\#(name)_commands_named
        set -l line (__\#(name)_line)
        __\#(name)_commands $line[2..]
    end

    """#
  }

  private var commandTable: String {
    func row(_ path: String, _ commands: [CommandSpec]) -> String? {
      let names = commands.filter { !$0.hidden }.map { $0.name }
      guard !names.isEmpty else { return nil }
      return "        case \(ShellQuoting.fish(path))\n"
        + "            printf '%s\\n' \(names.joined(separator: " "))"
    }
    return
      ([row("", program.commands)]
      + program.completedCommands.map { row($0.title, $0.subcommands) })
      .compactMap { $0 }.joined(separator: "\n")
  }

  private var valueTable: String {
    var patterns: [String] = program.valuedSpellings.flatMap {
      [ShellQuoting.fish($0), ShellQuoting.fish("* \($0)")]
    }
    for command in program.completedCommands {
      for option in command.options where !option.hidden && !option.isFlag {
        patterns += option.spellings.map { ShellQuoting.fish("\(command.title) \($0)") }
      }
    }
    return "        case " + patterns.joined(separator: " \\\n            ")
  }

  /// The cases that gather a program's options with their values.
  private var remembering: String {
    let valued = program.completedOptions.filter { !$0.isFlag }
    let separate = valued.flatMap { $0.spellings }
    let joined = valued.flatMap { option in
      [option.short.map { "'-\($0)?*'" }, option.long.map { "'--\($0)=*'" }].compactMap { $0 }
    }
    guard !separate.isEmpty else { return "            case ''" }
    return """
                  case \(separate.joined(separator: " "))
                      set -a given $token
                      set next yes
                  case \(joined.joined(separator: " "))
                      set -a given $token
      """
  }
}
