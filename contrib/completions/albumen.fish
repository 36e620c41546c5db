# Completion of albumen for fish(1), as "albumen completion fish" prints it.

# Prints the commands below a command.
function __albumen_commands
    switch "$argv"
        case ''
            printf '%s\n' init scan watch status import ls show trash untrash albums album view log replay state help version completion
        case 'album'
            printf '%s\n' create add remove move rename cover delete restore
        case 'view'
            printf '%s\n' on off take show
        case 'log'
            printf '%s\n' export verify
    end
end

# Tells whether an option behind a command takes a value.
function __albumen_takes_value
    switch "$argv"
        case '-L' \
            '* -L' \
            '--library' \
            '* --library' \
            'watch --settle' \
            'import --album' \
            'import --into' \
            'album create --in' \
            'album add --index' \
            'album move --index' \
            'album move --before' \
            'album move --after' \
            'view on --name' \
            'log --since' \
            'log --until' \
            'log --device' \
            'log --limit'
            return 0
    end
    return 1
end

# Prints the command on the line, then the operands before the cursor, each on a line.
function __albumen_line
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
                    __albumen_takes_value $command $token; and set waiting yes
                    continue
                case '-?*'
                    set -l letters (string split '' -- (string sub -s 2 -- $token))
                    for k in (seq (count $letters))
                        if __albumen_takes_value $command -$letters[$k]
                            test $k = (count $letters); and set waiting yes
                            break
                        end
                    end
                    continue
            end
            if test (count $names) = 0; and contains -- $token (__albumen_commands $command)
                set command (string trim -- "$command $token")
                continue
            end
        end
        set -a names $token
    end
    printf '%s\n' "$command" $names
end

# Tells whether the line is that of a command.
function __albumen_in
    set -l line (__albumen_line)
    test "$line[1]" = $argv[1]
end

# Tells whether the cursor is at an operand of a command: that behind so many, or one behind more.
function __albumen_operand
    set -l line (__albumen_line)
    test "$line[1]" = $argv[1]; or return
    set -l count (math (count $line) - 1)
    test $count = $argv[2]; or test "$argv[3]" = more -a $count -ge $argv[2]
end

# Prints what the program lists, with the options given that say where.
function __albumen_list
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
            case -L --library
                set -a given $token
                set next yes
            case '-L?*' '--library=*'
                set -a given $token
        end
    end
    set -l words (string replace -r '^~/' "$HOME/" -- $tokens[1] $given)
    $words complete $argv[1] 2>/dev/null
end

# Prints the commands below those that the operands name.
function __albumen_commands_named
    set -l line (__albumen_line)
    __albumen_commands $line[2..]
end

complete -c albumen -e
complete -c albumen -f
complete -c albumen -s L -l library -x -a '(__fish_complete_directories)' -d 'work on the library whose folder is DIR'
complete -c albumen -l json -d 'write JSON Lines, one record an item'
complete -c albumen -s 0 -d 'end records with NUL instead of newline'
complete -c albumen -s q -l quiet -d 'say nothing but what was asked for and what went wrong'
complete -c albumen -l no-progress -d 'do not show how far a long task has come'
complete -c albumen -s h -l help -d 'show what the command does'
complete -c albumen -l version -d 'show the version'
complete -c albumen -n "__albumen_operand '' 0" -a init -d 'makes a folder a library'
complete -c albumen -n "__albumen_operand '' 0" -a scan -d 'brings folder and library into step, once'
complete -c albumen -n "__albumen_operand '' 0" -a watch -d 'keeps folder and library in step'
complete -c albumen -n "__albumen_operand '' 0" -a status -d 'tells how the library is, and whether a scan would find something'
complete -c albumen -n "__albumen_operand '' 0" -a import -d 'takes in files from outside: a card, a phone, a download'
complete -c albumen -n "__albumen_operand '' 0" -a ls -d 'lists photos and videos'
complete -c albumen -n "__albumen_operand '' 0" -a show -d 'shows all that is known of a photo, video or album'
complete -c albumen -n "__albumen_operand '' 0" -a trash -d 'takes photos and videos out of the roll and their albums; restorable'
complete -c albumen -n "__albumen_operand '' 0" -a untrash -d 'takes photos and videos out of the trash, back into roll and albums'
complete -c albumen -n "__albumen_operand '' 0" -a albums -d 'lists albums and folders of albums'
complete -c albumen -n "__albumen_operand '' 0" -a album -d 'makes and changes albums'
complete -c albumen -n "__albumen_operand '' 0" -a view -d 'shows the albums as folders of links, and takes over what is done in them'
complete -c albumen -n "__albumen_operand '' 0" -a log -d 'lists what was changed, the newest first'
complete -c albumen -n "__albumen_operand '' 0" -a replay -d 'takes in a history that log export wrote'
complete -c albumen -n "__albumen_operand '' 0" -a state -d 'writes the whole visible state as one JSON object'
complete -c albumen -n "__albumen_operand '' 0" -a help -d 'shows what a command does'
complete -c albumen -n "__albumen_operand '' 0" -a version -d 'shows the version of the program'
complete -c albumen -n "__albumen_operand '' 0" -a completion -d 'prints a script that teaches a shell to complete command lines'

complete -c albumen -n "__albumen_in 'init'" -l new -d 'start anew where a library that this machine knows has lost its .albumen'
complete -c albumen -n "__albumen_in 'init'" -l no-scan -d 'take nothing in yet; albumen scan does it later'
complete -c albumen -n "__albumen_in 'init'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'init' 0" -a '(__fish_complete_directories)'

complete -c albumen -n "__albumen_in 'scan'" -l confirm-missing -d 'files that are gone are really gone, however many'
complete -c albumen -n "__albumen_in 'scan'" -s n -l dry-run -d 'show what would be done, and change nothing'

complete -c albumen -n "__albumen_in 'watch'" -l once-idle -d 'end as soon as everything has come to rest'
complete -c albumen -n "__albumen_in 'watch'" -l settle -x -d 'how many milliseconds a file must be still after it was written'

complete -c albumen -n "__albumen_in 'import'" -l album -x -a '(__albumen_list albums)' -d 'reference them in this album, which is made where there is none'
complete -c albumen -n "__albumen_in 'import'" -l move -d 'remove each source once its copy is safe; one that was here already stays'
complete -c albumen -n "__albumen_in 'import'" -l into -x -d 'where the copies go, with {year}, {month} and {day} of the capture time'
complete -c albumen -n "__albumen_in 'import'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'import' 0 more" -F

complete -c albumen -n "__albumen_in 'ls'" -l trashed -d 'list what is in the trash'
complete -c albumen -n "__albumen_in 'ls'" -s a -l all -d 'list the trash as well'
complete -c albumen -n "__albumen_operand 'ls' 0" -a '(__albumen_list albums)'

complete -c albumen -n "__albumen_in 'trash'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'trash' 0 more" -F

complete -c albumen -n "__albumen_in 'untrash'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'untrash' 0 more" -F

complete -c albumen -n "__albumen_in 'albums'" -l tree -d 'show which folder holds what'
complete -c albumen -n "__albumen_in 'albums'" -l deleted -d 'list what album restore can bring back'

complete -c albumen -n "__albumen_operand 'album' 0" -a create -d 'makes an album, or a folder of albums'
complete -c albumen -n "__albumen_operand 'album' 0" -a add -d 'puts photos and videos into an album'
complete -c albumen -n "__albumen_operand 'album' 0" -a remove -d 'takes photos and videos out of an album'
complete -c albumen -n "__albumen_operand 'album' 0" -a move -d 'moves photos and videos to another place in an album'
complete -c albumen -n "__albumen_operand 'album' 0" -a rename -d 'gives an album or folder another title'
complete -c albumen -n "__albumen_operand 'album' 0" -a cover -d 'chooses the photo that stands for an album'
complete -c albumen -n "__albumen_operand 'album' 0" -a delete -d 'deletes an album or folder; restorable'
complete -c albumen -n "__albumen_operand 'album' 0" -a restore -d 'brings a deleted album or folder back, in its order'

complete -c albumen -n "__albumen_in 'album create'" -l folder -d 'make a folder, which holds albums and folders'
complete -c albumen -n "__albumen_in 'album create'" -l in -x -a '(__albumen_list folders)' -d 'put it into this folder'
complete -c albumen -n "__albumen_in 'album create'" -s n -l dry-run -d 'show what would be done, and change nothing'

complete -c albumen -n "__albumen_in 'album add'" -l first -d 'before all others'
complete -c albumen -n "__albumen_in 'album add'" -l last -d 'behind all others'
complete -c albumen -n "__albumen_in 'album add'" -l index -x -d 'so that the first of them is number N, as albumen ls counts'
complete -c albumen -n "__albumen_in 'album add'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'album add' 0" -a '(__albumen_list albums)'
complete -c albumen -n "__albumen_operand 'album add' 1 more" -F

complete -c albumen -n "__albumen_in 'album remove'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'album remove' 0" -a '(__albumen_list albums)'
complete -c albumen -n "__albumen_operand 'album remove' 1 more" -F

complete -c albumen -n "__albumen_in 'album move'" -l first -d 'before all others'
complete -c albumen -n "__albumen_in 'album move'" -l last -d 'behind all others'
complete -c albumen -n "__albumen_in 'album move'" -l index -x -d 'so that the first of them is number N, as albumen ls counts'
complete -c albumen -n "__albumen_in 'album move'" -l before -r -F -d 'directly before this one'
complete -c albumen -n "__albumen_in 'album move'" -l after -r -F -d 'directly behind this one'
complete -c albumen -n "__albumen_in 'album move'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'album move' 0" -a '(__albumen_list albums)'
complete -c albumen -n "__albumen_operand 'album move' 1 more" -F

complete -c albumen -n "__albumen_in 'album rename'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'album rename' 0" -a '(__albumen_list albums)'

complete -c albumen -n "__albumen_in 'album cover'" -l none -d 'choose none'
complete -c albumen -n "__albumen_in 'album cover'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'album cover' 0" -a '(__albumen_list albums)'
complete -c albumen -n "__albumen_operand 'album cover' 1" -F

complete -c albumen -n "__albumen_in 'album delete'" -s r -l recursive -d 'delete what is in a folder as well'
complete -c albumen -n "__albumen_in 'album delete'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'album delete' 0" -a '(__albumen_list albums)'

complete -c albumen -n "__albumen_in 'album restore'" -s r -l recursive -d 'of a folder, bring back the deleted albums and folders that were in it, too'
complete -c albumen -n "__albumen_in 'album restore'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'album restore' 0" -a '(__albumen_list deleted)'

complete -c albumen -n "__albumen_operand 'view' 0" -a on -d 'makes the album view, or turns it on again'
complete -c albumen -n "__albumen_operand 'view' 0" -a off -d 'removes the album view and keeps the albums'
complete -c albumen -n "__albumen_operand 'view' 0" -a take -d 'makes this machine the one that keeps the album view'
complete -c albumen -n "__albumen_operand 'view' 0" -a show -d 'tells whether the album view and the albums agree'

complete -c albumen -n "__albumen_in 'view on'" -l name -x -d 'what the view\'s folder is called; else Albums'
complete -c albumen -n "__albumen_in 'view on'" -s n -l dry-run -d 'show what would be done, and change nothing'

complete -c albumen -n "__albumen_in 'view off'" -s n -l dry-run -d 'show what would be done, and change nothing'

complete -c albumen -n "__albumen_in 'view take'" -s n -l dry-run -d 'show what would be done, and change nothing'

complete -c albumen -n "__albumen_operand 'log' 0" -a export -d 'writes the whole history as JSON Lines'
complete -c albumen -n "__albumen_operand 'log' 0" -a verify -d 'checks length, checksum and chain of every log'
complete -c albumen -n "__albumen_in 'log'" -l since -x -d 'only what was changed at or after this time'
complete -c albumen -n "__albumen_in 'log'" -l until -x -d 'only what was changed at or before this time'
complete -c albumen -n "__albumen_in 'log'" -l device -x -a '(__albumen_list devices)' -d 'only what this device changed; its name, or the start of its log\'s id'
complete -c albumen -n "__albumen_in 'log'" -l limit -x -d 'at most so many'

complete -c albumen -n "__albumen_operand 'log export' 0" -F

complete -c albumen -n "__albumen_in 'replay'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'replay' 0" -F

complete -c albumen -n "__albumen_operand 'help' 0 more" -a '(__albumen_commands_named)'

complete -c albumen -n "__albumen_operand 'completion' 0" -a 'bash zsh fish'
