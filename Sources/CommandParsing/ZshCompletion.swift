/// Renders the completion script for zsh: one function a command, on `_arguments` (zshcompsys(1)).
struct ZshCompletion {
  private let program: ProgramSpec
  private var name: String { program.name }

  init(_ program: ProgramSpec) {
    self.program = program
  }

  /// The whole script.
  var script: String {
    let commands = program.completedCommands
    let functions = commands.map { $0.subcommands.isEmpty ? leaf($0) : group($0) }
    return head + "\n" + functions.joined(separator: "\n")
      + "\n" + list(program.commands, function: function([]))
      + commands.filter { !$0.subcommands.isEmpty }
      .map { "\n" + list($0.subcommands, function: function($0.path)) }.joined()
      + "\n" + tail
  }

  // MARK: Functions

  private var head: String {
    #"""
    #compdef \#(name)

    # Completion of \#(name) for zsh(1), as "\#(name) completion zsh" prints it.

    \#(function([]))() {
      # Functions below see these: the line as a whole, and the options that every command takes.
      local -a __\#(name)_line=("${words[@]}") __\#(name)_options=(
    \#(program.completedOptions.map { "    \(argument($0))" }.joined(separator: "\n"))
      )
      local curcontext=$curcontext state line
      local -A opt_args
      _arguments -C -s -S : "${__\#(name)_options[@]}" '(-)1: :->command' '(-)*:: :->rest' && return
      case $state in
        command) \#(function([]))-commands ;;
        rest)
          case $words[1] in
    \#(dispatch(program.commands, indent: 8))
          esac
          ;;
      esac
    }

    """#
  }

  private var tail: String {
    #"""
    # Offers what the program lists, with the options given that say where.
    __\#(name)_list() {
      local -a given names expl
      local -i i
      local word
      for ((i = 2; i <= $#__\#(name)_line; i++)); do
        word=${(Q)__\#(name)_line[i]}
        case $word in
    \#(remembering)
        esac
      done
      given=("${given[@]/#\~\//$HOME/}")
      word=${(Q)__\#(name)_line[1]}
      names=("${(@f)$("${word/#\~\//$HOME/}" $given complete $1 2>/dev/null)}")
      names=(${names:#})
      _wanted $1 expl "${1%s}" compadd -a names
    }

    # Offers the commands below those that the words before the cursor name.
    __\#(name)_commands() {
      local function=\#(function([])) word
      for word in "${(@)words[2,CURRENT - 1]}"; do
        [[ $word == -* ]] || function+=-$word
      done
      (($+functions[$function-commands])) && $function-commands
    }

    if [[ $funcstack[1] == \#(function([])) ]]; then
      \#(function([])) "$@"
    else
      compdef \#(function([])) \#(name)
    fi

    """#
  }

  /// The cases that gather a program's options with their values.
  private var remembering: String {
    let indent = "      "
    var rows: [String] = []
    for option in program.completedOptions where !option.isFlag {
      rows.append(
        indent + option.spellings.joined(separator: " | ")
          + ") given+=($word \"${(Q)__\(name)_line[++i]}\") ;;")
      if let long = option.long {
        rows.append(indent + "--\(long)=*) given+=($word) ;;")
      }
      if let short = option.short {
        rows.append(indent + "-\(short)?*) given+=(-\(short) \"${word[3,-1]}\") ;;")
      }
    }
    return rows.isEmpty ? indent + "*) ;;" : rows.joined(separator: "\n")
  }

  /// A command without others below it.
  private func leaf(_ command: CommandSpec) -> String {
    "\(function(command.path))() {\n" + arguments(of: command) + "}\n"
  }

  /// A command with others below it.
  private func group(_ command: CommandSpec) -> String {
    let here = function(command.path)
    guard command.runs else {
      return #"""
        \#(here)() {
          local curcontext=$curcontext state line
          local -A opt_args
          _arguments -C -s -S : "${__\#(name)_options[@]}" '(-)1: :->command' '(-)*:: :->rest' && return
          case $state in
            command) \#(here)-commands ;;
            rest)
              case $words[1] in
        \#(dispatch(command.subcommands, indent: 8))
              esac
              ;;
          esac
        }

        """#
    }
    let names = command.subcommands.filter { !$0.hidden }.map { $0.name }
    return #"""
      \#(here)() {
        if ((CURRENT > 2)) && [[ $words[2] == (\#(names.joined(separator: "|"))) ]]; then
          shift words
          ((CURRENT--))
          \#(here)-$words[1]
          return
        fi
      \#(arguments(of: command))}

      """#
  }

  private func dispatch(_ commands: [CommandSpec], indent: Int) -> String {
    commands.filter { !$0.hidden }
      .map { "\(String(repeating: " ", count: indent))\($0.name)) \(function($0.path)) ;;" }
      .joined(separator: "\n")
  }

  /// The function that offers some commands.
  private func list(_ commands: [CommandSpec], function: String) -> String {
    let rows = commands.filter { !$0.hidden }.map { command in
      let summary = ShellQuoting.replacing(":", by: "\\:", in: command.summary)
      return "    " + ShellQuoting.posix("\(command.name):\(summary)")
    }
    return #"""
      \#(function)-commands() {
        local -a commands=(
      \#(rows.joined(separator: "\n"))
        )
        _describe -t commands command commands
      }

      """#
  }

  private func function(_ path: [String]) -> String {
    "_" + ([name] + path).joined(separator: "-")
  }

  // MARK: Arguments

  /// The call of `_arguments` for the options and operands of a command.
  private func arguments(of command: CommandSpec) -> String {
    var rows = ["\"${__\(name)_options[@]}\""]
    for option in command.options where !option.hidden {
      let rivals = command.choices.filter {
        $0.rule != .atLeastOne && $0.options.contains(option.name)
      }
      .flatMap { $0.options }.filter { $0 != option.name }
      .compactMap { name in command.options.first { $0.name == name } }
      .flatMap { $0.spellings }
      rows.append(argument(option, rivals: rivals))
    }
    let positions = OperandPositions(command)
    for (index, operands) in positions.leading.enumerated() {
      let subcommands = index == 0 && !command.subcommands.isEmpty ? command : nil
      rows.append(argument("\(index + 1)", operands, subcommands))
    }
    if !positions.rest.isEmpty { rows.append(argument("*", positions.rest, nil)) }
    return "  _arguments -s -S : \\\n    " + rows.joined(separator: " \\\n    ") + "\n"
  }

  /// An option, as `_arguments` takes it: `'(-n --dry-run)'{-n,--dry-run}'[summary]'`.
  private func argument(_ option: OptionSpec, rivals: [String] = []) -> String {
    var excluded = rivals
    if !option.repeatable, option.spellings.count > 1 { excluded = option.spellings + rivals }
    let prefix =
      option.repeatable ? "*" : excluded.isEmpty ? "" : "(\(excluded.joined(separator: " ")))"
    var suffix = "[\(escaped(option.summary, "[]"))]"
    if let value = option.valueName { suffix += ":\(escaped(value, ":")):\(action(option.kind))" }
    let spellings = [
      option.short.map { "-\($0)" + (option.isFlag ? "" : "+") },
      option.long.map { "--\($0)" + (option.isFlag ? "" : "=") },
    ].compactMap { $0 }
    if spellings.count == 1 { return ShellQuoting.posix(prefix + spellings[0] + suffix) }
    let quotedPrefix = prefix.isEmpty ? "" : ShellQuoting.posix(prefix)
    return "\(quotedPrefix){\(spellings.joined(separator: ","))}\(ShellQuoting.posix(suffix))"
  }

  /// An operand, or several that may stand in the same place.
  private func argument(
    _ position: String, _ operands: [OperandSpec], _ command: CommandSpec?
  ) -> String {
    var ways = operands.map { (tag: "operands", name: $0.name, action: action($0.kind)) }
    if let command {
      ways.insert(("commands", "command", "\(function(command.path))-commands"), at: 0)
    }
    let label = escaped(ways.map { $0.name }.joined(separator: " or "), ":")
    if ways.count == 1 { return ShellQuoting.posix("\(position):\(label):\(ways[0].action)") }
    let specs = ways.map { ShellQuoting.posix("\($0.tag):\($0.name):\($0.action)") }
    return ShellQuoting.posix(
      "\(position):\(label):{_alternative \(specs.joined(separator: " "))}")
  }

  private func action(_ kind: ValueKind) -> String {
    switch kind {
    case .text, .integer: " "
    case .path: "_files"
    case .directory: "_files -/"
    case .command: "__\(name)_commands"
    case .choice(let allowed): "(\(allowed.joined(separator: " ")))"
    // Behind a space, so that _arguments puts no options of its own before the word.
    case .listed(let list): " __\(name)_list \(list)"
    }
  }

  private func escaped(_ text: String, _ special: String) -> String {
    text.reduce(into: "") { $0 += ($1 == "\\" || special.contains($1) ? "\\" : "") + String($1) }
  }
}
