# Completion of albumen for bash(1), as "albumen completion bash" prints it.

# Sets what may stand behind a command: commands, options, and what each operand may be.
_albumen_command() {
  commands=() options=() operands=() rest=
  case $1 in
    '') commands=(init scan watch status why verify forget import ls show set tag untag trash untrash purge albums album view source export log changes diff undo redo revert-to replay state remote sync restore devices device conflicts help version completion config doctor) ;;
    'init') options=(--new --view --adopt-view --no-scan -n --dry-run) operands=(directory) ;;
    'scan') options=(--confirm-missing -n --dry-run) ;;
    'watch') options=(--once-idle --settle) ;;
    'status') ;;
    'why') rest=path ;;
    'verify') options=(--content) ;;
    'forget') options=(--history -y --yes -n --dry-run) operands=(directory) ;;
    'import') options=(--album --move --into -n --dry-run) rest=path ;;
    'ls') options=(--trashed --missing -a --all --parts --at) operands=('list albums') ;;
    'show') options=(--at) operands=('') ;;
    'set') options=(--title --caption --rating --favorite --no-favorite --hidden --no-hidden --captured --latitude --longitude --part-of --role --clear -n --dry-run) rest=path ;;
    'tag') options=(-t --tag -n --dry-run) rest=path ;;
    'untag') options=(-t --tag -a --all -n --dry-run) rest=path ;;
    'trash') options=(-n --dry-run) rest=path ;;
    'untrash') options=(-n --dry-run) rest=path ;;
    'purge') options=(-y --yes -n --dry-run) rest=path ;;
    'albums') options=(--tree --deleted --at) ;;
    'album') commands=(create add remove move rename cover delete restore) ;;
    'album create') options=(--folder --in -n --dry-run) operands=('') ;;
    'album add') options=(--first --last --index -n --dry-run) operands=('list albums') rest=path ;;
    'album remove') options=(-n --dry-run) operands=('list albums') rest=path ;;
    'album move') options=(--first --last --index --before --after -n --dry-run) operands=('list albums') rest=path ;;
    'album rename') options=(-n --dry-run) operands=('list albums' '') ;;
    'album cover') options=(--none -n --dry-run) operands=('list albums' path) ;;
    'album delete') options=(-r --recursive -n --dry-run) operands=('list albums') ;;
    'album restore') options=(-r --recursive -n --dry-run) operands=('list deleted') ;;
    'view') commands=(on off take show) ;;
    'view on') options=(--name --adopt-view -n --dry-run) ;;
    'view off') options=(-n --dry-run) ;;
    'view take') options=(-n --dry-run) ;;
    'view show') ;;
    'source') commands=(add list remove) ;;
    'source add') options=(--album --album-from-folder -n --dry-run) operands=(directory) ;;
    'source list') ;;
    'source remove') options=(--album -n --dry-run) operands=(directory) ;;
    'export') options=(-n --dry-run) operands=('list albums') rest='list albums|directory' ;;
    'log') commands=(export verify) options=(--since --until --device --limit) operands=('') ;;
    'log export') options=(--since) operands=(path) ;;
    'log verify') ;;
    'changes') options=(--since --follow --token) ;;
    'diff') operands=('' '') ;;
    'undo') options=(-n --dry-run) operands=('') ;;
    'redo') options=(-n --dry-run) operands=('') ;;
    'revert-to') options=(--album -n --dry-run) operands=('') ;;
    'replay') options=(--from --to --into --step -n --dry-run) operands=(path) ;;
    'state') options=(--at) ;;
    'remote') commands=(add list remove) ;;
    'remote add') options=(-n --dry-run) operands=('' path) ;;
    'remote list') ;;
    'remote remove') options=(-n --dry-run) operands=('list remotes') ;;
    'sync') options=(--check) rest='list remotes' ;;
    'restore') options=(--join --no-scan --from-view --name -n --dry-run) operands=('path|directory' directory) ;;
    'devices') ;;
    'device') commands=(rename retire resolve) ;;
    'device rename') options=(-n --dry-run) operands=('list devices' '') ;;
    'device retire') options=(--at -n --dry-run) operands=('list devices') ;;
    'device resolve') options=(-n --dry-run) operands=('list devices') ;;
    'conflicts') options=(--since) operands=('') ;;
    'help') rest=command ;;
    'version') ;;
    'completion') operands=('choice bash zsh fish') ;;
    'config') commands=(list get set unset) ;;
    'config list') ;;
    'config get') operands=('list settings') ;;
    'config set') options=(-n --dry-run) operands=('list settings' '') ;;
    'config unset') options=(-n --dry-run) operands=('list settings') ;;
    'doctor') ;;
  esac
  options+=(-L --library --json -0 -q --quiet --no-progress -h --help --version)
}

# Sets what the value of an option may be; fails for an option without a value.
_albumen_value() {
  case "$1 $2" in
    'init --view') kind='' ;;
    'watch --settle') kind='' ;;
    'import --album') kind='list albums' ;;
    'import --into') kind='' ;;
    'ls --at') kind='' ;;
    'show --at') kind='' ;;
    'set --title') kind='' ;;
    'set --caption') kind='' ;;
    'set --rating') kind='' ;;
    'set --captured') kind='' ;;
    'set --latitude') kind='' ;;
    'set --longitude') kind='' ;;
    'set --part-of') kind=path ;;
    'set --role') kind='choice pairedVideo raw sidecar edited' ;;
    'set --clear') kind='choice title caption rating favorite hidden captured location part-of' ;;
    'tag -t' | 'tag --tag') kind='' ;;
    'untag -t' | 'untag --tag') kind='' ;;
    'albums --at') kind='' ;;
    'album create --in') kind='list folders' ;;
    'album add --index') kind='' ;;
    'album move --index') kind='' ;;
    'album move --before') kind=path ;;
    'album move --after') kind=path ;;
    'view on --name') kind='' ;;
    'source add --album') kind='list albums' ;;
    'source add --album-from-folder') kind='choice leaf path' ;;
    'source remove --album') kind='list albums' ;;
    'log --since') kind='' ;;
    'log --until') kind='' ;;
    'log --device') kind='list devices' ;;
    'log --limit') kind='' ;;
    'log export --since') kind='' ;;
    'changes --since') kind='' ;;
    'revert-to --album') kind='list albums' ;;
    'replay --from') kind='' ;;
    'replay --to') kind='' ;;
    'replay --into') kind=directory ;;
    'state --at') kind='' ;;
    'restore --name') kind='' ;;
    'device retire --at') kind='' ;;
    'conflicts --since') kind='' ;;
    *' -L' | *' --library') kind=directory ;;
    *) return 1 ;;
  esac
}

# Offers those of some words that go on from what was typed, quoted as that is.
_albumen_offer() {
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
_albumen_offer_kinds() {
  local typed=$2 kind kinds commands options operands rest listed=()
  IFS='|' read -r -a kinds <<<"$1"
  for kind in "${kinds[@]}"; do
    case $kind in
      path) compopt -o default 2>/dev/null ;;
      directory) compopt -o plusdirs 2>/dev/null ;;
      choice\ *)
        read -r -a listed <<<"${kind#* }"
        _albumen_offer "$typed" "${listed[@]}"
        ;;
      command)
        _albumen_command "${names[*]}"
        _albumen_offer "$typed" "${commands[@]}"
        ;;
      list\ *)
        mapfile -t listed < <("${words[0]/#\~\//$HOME/}" "${given[@]}" complete "${kind#* }" 2>/dev/null)
        _albumen_offer "$typed" "${listed[@]}"
        ;;
    esac
  done
}

# Remembers a program's option and its value, to pass them on.
_albumen_remember() {
  local value
  case $1 in
    -L | --library)
      IFS= read value <<<"${2//[\'\"]/}"
      given+=("$1" "${value/#\~\//$HOME/}")
      ;;
  esac
}

_albumen() {
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
  _albumen_command ''
  for ((i = 1; i < ${#words[@]} - 1; i++)); do
    word=${words[i]}
    if [[ $option ]]; then
      _albumen_remember "$option" "$word"
      option=
    elif [[ ! $literal && $word == -- ]]; then
      literal=1
    elif [[ ! $literal && $word == --*=* ]]; then
      _albumen_remember "${word%%=*}" "${word#*=}"
    elif [[ ! $literal && $word == --* ]]; then
      _albumen_value "$command" "$word" && option=$word
    elif [[ ! $literal && $word == -?* ]]; then
      for ((k = 1; k < ${#word}; k++)); do
        _albumen_value "$command" "-${word:k:1}" || continue
        if ((k + 1 < ${#word})); then
          _albumen_remember "-${word:k:1}" "${word:k + 1}"
        else
          option=-${word:k:1}
        fi
        break
      done
    elif [[ ! $literal && ${#names[@]} == 0 && " ${commands[*]} " == *" $word "* ]]; then
      command=${command:+$command }$word
      _albumen_command "$command"
    else
      names+=("$word")
    fi
  done

  # At the cursor.
  if [[ $option ]]; then
    _albumen_value "$command" "$option"
    _albumen_offer_kinds "$kind" "$typed"
  elif [[ ! $literal && $typed == --*=* ]]; then
    _albumen_value "$command" "${typed%%=*}" && _albumen_offer_kinds "$kind" "${typed#*=}"
  elif [[ ! $literal && $typed == -* ]]; then
    _albumen_offer "$typed" "${options[@]}"
  else
    if [[ ! $literal && ${#names[@]} == 0 ]]; then
      _albumen_offer "$typed" "${commands[@]}"
    fi
    kind=$rest
    ((${#names[@]} < ${#operands[@]})) && kind=${operands[${#names[@]}]}
    _albumen_offer_kinds "$kind" "$typed"
  fi
}

complete -F _albumen albumen
