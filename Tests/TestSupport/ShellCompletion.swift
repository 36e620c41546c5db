package import Platform

/// Asks a real shell what a completion script offers at the end of a line.
package struct ShellCompletion: Sendable {
  /// The shell: `bash`, `zsh` or `fish`.
  package let shell: String
  private let script: Path
  private let place: Path

  /// Prepares to ask a shell.
  ///
  /// - Parameter place: a directory for this alone; it is the home directory, the working directory,
  ///   and the first place that programs are looked for in.
  package init(_ shell: String, script: String, in place: Path) throws {
    self.shell = shell
    self.place = place
    self.script = place / "completion"
    try writeFile(self.script, script)
    try writeFile(place / ".driver", Self.drivers[shell] ?? "")
  }

  /// Whether a program is installed.
  package static func isInstalled(_ program: String) -> Bool {
    ["/usr/bin", "/bin", "/usr/local/bin"].contains { directory in
      guard let path = Path("\(directory)/\(program)") else { return false }
      return (try? FileStatus.ofTarget(at: path)) != nil
    }
  }

  /// Returns what is offered at the end of a line, in order of the alphabet.
  package func offers(_ line: String) throws -> [String] {
    let arguments = ["\(place / ".driver")", "\(script)", line, "\(place / "offers")"]
    let options: [String: [String]] = ["zsh": ["-f"], "fish": ["--no-config"]]
    let result = try run(
      "/usr/bin/env", [shell] + (options[shell] ?? []) + arguments,
      environment: [
        "PATH=\(place):/usr/local/bin:/usr/bin:/bin", "HOME=\(place)", "LC_ALL=C.UTF-8",
        "XDG_STATE_HOME=\(place / "state")",
      ],
      workingDirectory: place, limit: hangLimit)
    guard result.exitCode == 0, result.errorOutput.isEmpty else {
      throw TestFailure("\(shell) at \(line): \(result.status) \(result.errorText)")
    }
    return result.outputText.split(separator: "\n").map { String($0) }.sorted()
  }

  /// For each shell a script with the arguments SCRIPT LINE FILE that prints the offers.
  private static let drivers = ["bash": bash, "zsh": zsh, "fish": fish]

  /// Breaks the line as readline does, and calls the function that `complete` was told of.
  private static let bash = #"""
    source "$1"
    COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDS=() kind=space quote=
    for ((i = 0; i < ${#2}; i++)); do
      character=${2:i:1}
      if [[ $quote ]]; then
        now=word
        [[ $character != "$quote" ]] || quote=
      else
        case $character in
          ' ') now=space ;;
          = | :) now=break ;;
          \" | \') now=word quote=$character ;;
          \\) now=word i=$((i + 1)) character+=${2:i:1} ;;
          *) now=word ;;
        esac
      fi
      if [[ $now != space ]]; then
        [[ $now == "$kind" ]] || COMP_WORDS+=('')
        COMP_WORDS[${#COMP_WORDS[@]} - 1]+=$character
      fi
      kind=$now
    done
    [[ $kind != space ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    specification=$(complete -p "${COMP_WORDS[0]}") || exit
    words=($specification)
    "${words[2]}"
    [ ${#COMPREPLY[@]} = 0 ] || printf '%s\n' "${COMPREPLY[@]}"
    """#

  /// Completes in a terminal of its own, where every match passes through a `compadd` that notes it.
  private static let zsh = #"""
    zmodload zsh/zpty
    zpty shell "TERM=dumb PS1= zsh -fi"
    zpty -w shell "
    autoload -Uz compinit; compinit -u -D; source ${(q)1}
    setopt extendedglob
    exec 8>${(q)3}
    compadd() {
      if [[ \" \${(j: :)@[1,(i)(-|--)]} \" == *' -'[a-zA-Z12]#[OAD]' '* ]]; then
        builtin compadd \"\$@\"
        return
      fi
      local -a hits
      builtin compadd -O hits \"\$@\"
      ((\$#hits)) && print -rl -u8 -- \$hits
      builtin compadd \"\$@\"
    }
    show() { _main_complete; print -u8 END; compstate[insert]= compstate[list]=; }
    zle -C show list-choices show
    bindkey '^I' show
    print READY"
    while zpty -r shell chunk; do [[ $chunk != READY* ]] || break; done
    zpty -w -n shell "$2"$'\t'
    for ((i = 0; i < 2000; i++)); do
      [[ ! -e $3 ]] || ! grep -qx END $3 || break
      sleep 0.02
    done
    grep -qx END $3 || exit 1
    sed '$d' $3
    rm $3
    zpty -d shell
    """#

  /// Asks fish itself; what stands behind a tab is a description.
  private static let fish = #"""
    source $argv[1]
    complete -C $argv[2] | string replace -r '\t.*' ''
    # Its own code tells whether something was replaced.
    exit 0
    """#
}
