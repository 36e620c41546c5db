/// Renders the completion script for bash: tables of what the spec says, and one reader for them.
struct BashCompletion {
  private let program: ProgramSpec
  private var name: String { program.name }

  init(_ program: ProgramSpec) {
    self.program = program
  }

  /// The whole script.
  var script: String {
    #"""
    # Completion of \#(name) for bash(1), as "\#(name) completion bash" prints it.

    # Sets what may stand behind a command: commands, options, and what each operand may be.
    _\#(name)_command() {
      commands=() options=() operands=() rest=
      case $1 in
    \#(commandTable)
      esac
      options+=(\#(words(program.completedOptions.flatMap { $0.spellings })))
    }

    # Sets what the value of an option may be; fails for an option without a value.
    _\#(name)_value() {
      case "$1 $2" in
    \#(valueTable)
        *) return 1 ;;
      esac
    }

    """# + reader
  }

  // MARK: Tables

  private var commandTable: String {
    let top =
      "    '') commands=(\(words(program.commands.filter { !$0.hidden }.map { $0.name }))) ;;"
    return ([top] + program.completedCommands.map { row(for: $0) }).joined(separator: "\n")
  }

  private func row(for command: CommandSpec) -> String {
    var settings: [String] = []
    func set(_ variable: String, _ values: [String]) {
      if !values.isEmpty { settings.append("\(variable)=(\(words(values)))") }
    }
    set("commands", command.subcommands.filter { !$0.hidden }.map { $0.name })
    set("options", command.options.filter { !$0.hidden }.flatMap { $0.spellings })
    let positions = OperandPositions(command)
    set("operands", positions.leading.map { kinds(of: $0) })
    let rest = kinds(of: positions.rest)
    if !rest.isEmpty { settings.append("rest=\(word(rest))") }
    let body = settings.isEmpty ? "" : " " + settings.joined(separator: " ")
    return "    \(ShellQuoting.posix(command.title)))\(body) ;;"
  }

  private var valueTable: String {
    var rows: [String] = []
    for command in program.completedCommands {
      for option in command.options where !option.hidden && !option.isFlag {
        rows.append(
          row(for: option.spellings.map { ShellQuoting.posix("\(command.title) \($0)") }, option))
      }
    }
    for option in program.completedOptions where !option.isFlag {
      rows.append(row(for: option.spellings.map { "*\(ShellQuoting.posix(" \($0)"))" }, option))
    }
    return rows.joined(separator: "\n")
  }

  private func row(for patterns: [String], _ option: OptionSpec) -> String {
    "    \(patterns.joined(separator: " | "))) kind=\(word(kind(option.kind))) ;;"
  }

  /// The kinds of several operands, with bars between.
  private func kinds(of operands: [OperandSpec]) -> String {
    var found: [String] = []
    for operand in operands {
      let kind = kind(operand.kind)
      if !kind.isEmpty, !found.contains(kind) { found.append(kind) }
    }
    return found.joined(separator: "|")
  }

  private func kind(_ kind: ValueKind) -> String {
    switch kind {
    case .text, .integer: ""
    case .path: "path"
    case .directory: "directory"
    case .command: "command"
    case .choice(let allowed): "choice \(allowed.joined(separator: " "))"
    case .listed(let list): "list \(list)"
    }
  }

  private func words(_ words: [String]) -> String {
    words.map { word($0) }.joined(separator: " ")
  }

  /// Quotes a word only where it needs it.
  private func word(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
    return isPlain && !word.isEmpty ? word : ShellQuoting.posix(word)
  }

  // MARK: Reader

  private var reader: String {
    #"""

    # Offers those of some words that go on from what was typed, quoted as that is.
    _\#(name)_offer() {
      local typed=$1 head=$1 quote= plain word
      shift
      if [[ $typed == [\'\"]* ]]; then
        quote=${typed:0:1} plain=${typed:1}
      else
        # Without -r, read takes backslashes for what they are.
        IFS= read plain <<<"$typed"
        # Readline puts in place only what stands behind the last = or :.
        [[ $last == *[!=:@]* ]] && head=${typed%"$last"}
      fi
      for word; do
        [[ $word == "$plain"* ]] || continue
        case $quote in
          \') word=${word//"'"/"'\\''"} ;;
          \") word=${word//\\/\\\\} word=${word//\"/\\\"} word=${word//\$/\\\$} word=${word//\`/\\\`} ;;
          *)
            printf -v word %q "$word"
            [[ $word == "$head"* ]] || continue
            word=${word:${#head}}
            ;;
        esac
        COMPREPLY+=("$word")
      done
    }

    # Offers values of kinds, which have bars between, that go on from what was typed.
    _\#(name)_offer_kinds() {
      local typed=$2 kind kinds commands options operands rest listed=()
      IFS='|' read -r -a kinds <<<"$1"
      for kind in "${kinds[@]}"; do
        case $kind in
          path) compopt -o default 2>/dev/null ;;
          directory) compopt -o plusdirs 2>/dev/null ;;
          choice\ *)
            read -r -a listed <<<"${kind#* }"
            _\#(name)_offer "$typed" "${listed[@]}"
            ;;
          command)
            _\#(name)_command "${names[*]}"
            _\#(name)_offer "$typed" "${commands[@]}"
            ;;
          list\ *)
            mapfile -t listed < <("${words[0]/#\~\//$HOME/}" "${given[@]}" complete "${kind#* }" 2>/dev/null)
            _\#(name)_offer "$typed" "${listed[@]}"
            ;;
        esac
      done
    }

    # Remembers a program's option and its value, to pass them on.
    _\#(name)_remember() {
      local value
      case $1 in
        \#(program.valuedSpellings.isEmpty ? "''" : program.valuedSpellings.joined(separator: " | ")))
          IFS= read value <<<"${2//[\'\"]/}"
          given+=("$1" "${value/#\~\//$HOME/}")
          ;;
      esac
    }

    _\#(name)() {
      local line=${COMP_LINE:0:COMP_POINT} words=() names=() given=() last=
      local command= option= literal= word typed piece kind commands options operands rest
      local -i i k
      COMPREPLY=()

      # Readline breaks words at = and :, too; what has no space between is one word.
      for ((i = 0; i <= COMP_CWORD; i++)); do
        if [[ $i == 0 || $line == [[:space:]]* ]]; then
          line=${line#"${line%%[![:space:]]*}"}
          words+=('')
        fi
        piece=${COMP_WORDS[i]}
        piece=${piece:0:${#line}}
        line=${line:${#piece}}
        words[${#words[@]} - 1]+=$piece
        last=$piece
      done
      typed=${words[${#words[@]} - 1]}

      # Before the cursor: which command, how many operands, whether an option waits for its value.
      _\#(name)_command ''
      for ((i = 1; i < ${#words[@]} - 1; i++)); do
        word=${words[i]}
        if [[ $option ]]; then
          _\#(name)_remember "$option" "$word"
          option=
        elif [[ ! $literal && $word == -- ]]; then
          literal=1
        elif [[ ! $literal && $word == --*=* ]]; then
          _\#(name)_remember "${word%%=*}" "${word#*=}"
        elif [[ ! $literal && $word == --* ]]; then
          _\#(name)_value "$command" "$word" && option=$word
        elif [[ ! $literal && $word == -?* ]]; then
          for ((k = 1; k < ${#word}; k++)); do
            _\#(name)_value "$command" "-${word:k:1}" || continue
            if ((k + 1 < ${#word})); then
              _\#(name)_remember "-${word:k:1}" "${word:k + 1}"
            else
              option=-${word:k:1}
            fi
            break
          done
        elif [[ ! $literal && ${#names[@]} == 0 && " ${commands[*]} " == *" $word "* ]]; then
          command=${command:+$command }$word
          _\#(name)_command "$command"
        else
          names+=("$word")
        fi
      done

      # At the cursor.
      if [[ $option ]]; then
        _\#(name)_value "$command" "$option"
        _\#(name)_offer_kinds "$kind" "$typed"
      elif [[ ! $literal && $typed == --*=* ]]; then
        _\#(name)_value "$command" "${typed%%=*}" && _\#(name)_offer_kinds "$kind" "${typed#*=}"
      elif [[ ! $literal && $typed == -* ]]; then
        _\#(name)_offer "$typed" "${options[@]}"
      else
        if [[ ! $literal && ${#names[@]} == 0 ]]; then
          _\#(name)_offer "$typed" "${commands[@]}"
        fi
        kind=$rest
        ((${#names[@]} < ${#operands[@]})) && kind=${operands[${#names[@]}]}
        _\#(name)_offer_kinds "$kind" "$typed"
      fi
    }

    complete -F _\#(name) \#(name)

    """#
  }
}
