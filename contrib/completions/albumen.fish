# Completion of albumen for fish(1), as "albumen completion fish" prints it.

# Prints the commands below a command.
function __albumen_commands
    switch "$argv"
        case ''
            printf '%s\n' init scan watch status why verify forget import ls show set tag untag trash untrash purge albums album view source export log changes diff undo redo revert-to replay state remote sync restore devices device conflicts help version completion config doctor
        case 'album'
            printf '%s\n' create add remove move rename cover delete restore
        case 'view'
            printf '%s\n' on off take show
        case 'source'
            printf '%s\n' add list remove
        case 'log'
            printf '%s\n' export verify
        case 'remote'
            printf '%s\n' add list remove
        case 'device'
            printf '%s\n' rename retire resolve
        case 'config'
            printf '%s\n' list get set unset
    end
end

# Tells whether an option behind a command takes a value.
function __albumen_takes_value
    switch "$argv"
        case '-L' \
            '* -L' \
            '--library' \
            '* --library' \
            'init --view' \
            'watch --settle' \
            'import --album' \
            'import --into' \
            'ls --at' \
            'show --at' \
            'set --title' \
            'set --caption' \
            'set --rating' \
            'set --captured' \
            'set --latitude' \
            'set --longitude' \
            'set --part-of' \
            'set --role' \
            'set --clear' \
            'tag -t' \
            'tag --tag' \
            'untag -t' \
            'untag --tag' \
            'albums --at' \
            'album create --in' \
            'album add --index' \
            'album move --index' \
            'album move --before' \
            'album move --after' \
            'view on --name' \
            'source add --album' \
            'source add --album-from-folder' \
            'source remove --album' \
            'log --since' \
            'log --until' \
            'log --device' \
            'log --limit' \
            'log export --since' \
            'changes --since' \
            'revert-to --album' \
            'replay --from' \
            'replay --to' \
            'replay --into' \
            'state --at' \
            'restore --name' \
            'device retire --at' \
            'conflicts --since'
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
complete -c albumen -n "__albumen_operand '' 0" -a why -d 'explains why a file is in the library, or is not'
complete -c albumen -n "__albumen_operand '' 0" -a verify -d 'checks logs, catalogue and files against each other'
complete -c albumen -n "__albumen_operand '' 0" -a forget -d 'leaves a library; the photos and videos stay as they are'
complete -c albumen -n "__albumen_operand '' 0" -a import -d 'takes in files from outside: a card, a phone, a download'
complete -c albumen -n "__albumen_operand '' 0" -a ls -d 'lists photos and videos'
complete -c albumen -n "__albumen_operand '' 0" -a show -d 'shows all that is known of a photo, video or album'
complete -c albumen -n "__albumen_operand '' 0" -a set -d 'changes title, stars, time and place of photos and videos'
complete -c albumen -n "__albumen_operand '' 0" -a tag -d 'gives photos and videos tags'
complete -c albumen -n "__albumen_operand '' 0" -a untag -d 'takes tags from photos and videos'
complete -c albumen -n "__albumen_operand '' 0" -a trash -d 'takes photos and videos out of the roll and their albums; restorable'
complete -c albumen -n "__albumen_operand '' 0" -a untrash -d 'takes photos and videos out of the trash, back into roll and albums'
complete -c albumen -n "__albumen_operand '' 0" -a purge -d 'gives up photos and videos that are in the trash, and moves their files away'
complete -c albumen -n "__albumen_operand '' 0" -a albums -d 'lists albums and folders of albums'
complete -c albumen -n "__albumen_operand '' 0" -a album -d 'makes and changes albums'
complete -c albumen -n "__albumen_operand '' 0" -a view -d 'shows the albums as folders of links, and takes over what is done in them'
complete -c albumen -n "__albumen_operand '' 0" -a source -d 'makes directories albums: what appears in them is referenced'
complete -c albumen -n "__albumen_operand '' 0" -a export -d 'writes albums to a directory as plain copies, in order'
complete -c albumen -n "__albumen_operand '' 0" -a log -d 'lists what was changed, the newest first'
complete -c albumen -n "__albumen_operand '' 0" -a changes -d 'tells programs what changed since a token, and what changes'
complete -c albumen -n "__albumen_operand '' 0" -a diff -d 'tells what differs between two points in time'
complete -c albumen -n "__albumen_operand '' 0" -a undo -d 'takes a change back, by another change'
complete -c albumen -n "__albumen_operand '' 0" -a redo -d 'brings back what undo took back'
complete -c albumen -n "__albumen_operand '' 0" -a revert-to -d 'brings the library, or one album, back to what it was'
complete -c albumen -n "__albumen_operand '' 0" -a replay -d 'takes in a history that log export wrote, or replays a span of this one'
complete -c albumen -n "__albumen_operand '' 0" -a state -d 'writes the whole visible state as one JSON object'
complete -c albumen -n "__albumen_operand '' 0" -a remote -d 'names the places where logs are exchanged with other machines'
complete -c albumen -n "__albumen_operand '' 0" -a sync -d 'exchanges logs with other machines, through remotes'
complete -c albumen -n "__albumen_operand '' 0" -a restore -d 'brings a library back: from a remote, or from its albums\' links'
complete -c albumen -n "__albumen_operand '' 0" -a devices -d 'lists the devices that write to the library'
complete -c albumen -n "__albumen_operand '' 0" -a device -d 'names devices, and settles what those that are gone have left'
complete -c albumen -n "__albumen_operand '' 0" -a conflicts -d 'lists changes of two devices of which only one was kept'
complete -c albumen -n "__albumen_operand '' 0" -a help -d 'shows what a command does'
complete -c albumen -n "__albumen_operand '' 0" -a version -d 'shows the version of the program'
complete -c albumen -n "__albumen_operand '' 0" -a completion -d 'prints a script that teaches a shell to complete command lines'
complete -c albumen -n "__albumen_operand '' 0" -a config -d 'shows and changes settings'
complete -c albumen -n "__albumen_operand '' 0" -a doctor -d 'looks for what keeps the machine or the folder from working well'

complete -c albumen -n "__albumen_in 'init'" -l new -d 'start anew where a library that this machine knows has lost its .albumen'
complete -c albumen -n "__albumen_in 'init'" -l view -x -d 'what the folder of the album view is called; else Albums'
complete -c albumen -n "__albumen_in 'init'" -l adopt-view -d 'where that folder is there already: its folders become albums, and no file is moved'
complete -c albumen -n "__albumen_in 'init'" -l no-scan -d 'take nothing in yet; albumen scan does it later'
complete -c albumen -n "__albumen_in 'init'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'init' 0" -a '(__fish_complete_directories)'

complete -c albumen -n "__albumen_in 'scan'" -l confirm-missing -d 'files that are gone are really gone, however many'
complete -c albumen -n "__albumen_in 'scan'" -s n -l dry-run -d 'show what would be done, and change nothing'

complete -c albumen -n "__albumen_in 'watch'" -l once-idle -d 'end as soon as everything has come to rest'
complete -c albumen -n "__albumen_in 'watch'" -l settle -x -d 'how many milliseconds a file must be still after it was written'

complete -c albumen -n "__albumen_operand 'why' 0 more" -F

complete -c albumen -n "__albumen_in 'verify'" -l content -d 'read every file, too, which takes as long as it takes'

complete -c albumen -n "__albumen_in 'forget'" -l history -d 'remove the library\'s history, too: every album is lost'
complete -c albumen -n "__albumen_in 'forget'" -s y -l yes -d 'do not ask'
complete -c albumen -n "__albumen_in 'forget'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'forget' 0" -a '(__fish_complete_directories)'

complete -c albumen -n "__albumen_in 'import'" -l album -x -a '(__albumen_list albums)' -d 'reference them in this album (its title, Folder/Title, or @ and its id\'s start), which is made where there is none'
complete -c albumen -n "__albumen_in 'import'" -l move -d 'remove each source once its copy is safe; one that was here already stays'
complete -c albumen -n "__albumen_in 'import'" -l into -x -d 'where the copies go, with {year}, {month} and {day} of the capture time'
complete -c albumen -n "__albumen_in 'import'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'import' 0 more" -F

complete -c albumen -n "__albumen_in 'ls'" -l trashed -d 'list what is in the trash'
complete -c albumen -n "__albumen_in 'ls'" -l missing -d 'list what has no file here'
complete -c albumen -n "__albumen_in 'ls'" -s a -l all -d 'list the trash as well'
complete -c albumen -n "__albumen_in 'ls'" -l parts -d 'list the parts of others as well, as videos of Live Photos'
complete -c albumen -n "__albumen_in 'ls'" -l at -x -d 'as it was then: a time, an id as log shows it, or now~N for N changes back'
complete -c albumen -n "__albumen_operand 'ls' 0" -a '(__albumen_list albums)'

complete -c albumen -n "__albumen_in 'show'" -l at -x -d 'as it was then: a time, an id as log shows it, or now~N for N changes back'

complete -c albumen -n "__albumen_in 'set'" -l title -x -d 'a short name, one line'
complete -c albumen -n "__albumen_in 'set'" -l caption -x -d 'a description; lines may end in it'
complete -c albumen -n "__albumen_in 'set'" -l rating -x -d '0 to 5 stars'
complete -c albumen -n "__albumen_in 'set'" -l favorite -d 'mark them as favorites'
complete -c albumen -n "__albumen_in 'set'" -l no-favorite -d 'mark them as no favorites'
complete -c albumen -n "__albumen_in 'set'" -l hidden -d 'keep them out of sight, with their parts'
complete -c albumen -n "__albumen_in 'set'" -l no-hidden -d 'show them again, with their parts'
complete -c albumen -n "__albumen_in 'set'" -l captured -x -d 'when they were taken'
complete -c albumen -n "__albumen_in 'set'" -l latitude -x -d 'where: degrees north, -90 to 90; with --longitude'
complete -c albumen -n "__albumen_in 'set'" -l longitude -x -d 'where: degrees east, -180 to 180; with --latitude'
complete -c albumen -n "__albumen_in 'set'" -l part-of -r -F -d 'make them parts of another, with which they are shown, trashed and purged'
complete -c albumen -n "__albumen_in 'set'" -l role -x -a 'pairedVideo raw sidecar edited' -d 'what they are to it; with --part-of'
complete -c albumen -n "__albumen_in 'set'" -l clear -x -a 'title caption rating favorite hidden captured location part-of' -d 'take a field away'
complete -c albumen -n "__albumen_in 'set'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'set' 0 more" -F

complete -c albumen -n "__albumen_in 'tag'" -s t -l tag -x -d 'a tag to give'
complete -c albumen -n "__albumen_in 'tag'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'tag' 0 more" -F

complete -c albumen -n "__albumen_in 'untag'" -s t -l tag -x -d 'a tag to take'
complete -c albumen -n "__albumen_in 'untag'" -s a -l all -d 'take all their tags'
complete -c albumen -n "__albumen_in 'untag'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'untag' 0 more" -F

complete -c albumen -n "__albumen_in 'trash'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'trash' 0 more" -F

complete -c albumen -n "__albumen_in 'untrash'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'untrash' 0 more" -F

complete -c albumen -n "__albumen_in 'purge'" -s y -l yes -d 'do not ask'
complete -c albumen -n "__albumen_in 'purge'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'purge' 0 more" -F

complete -c albumen -n "__albumen_in 'albums'" -l tree -d 'show which folder holds what'
complete -c albumen -n "__albumen_in 'albums'" -l deleted -d 'list what album restore can bring back'
complete -c albumen -n "__albumen_in 'albums'" -l at -x -d 'as it was then: a time, an id as log shows it, or now~N for N changes back'

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
complete -c albumen -n "__albumen_in 'view on'" -l adopt-view -d 'take over what is in that folder: its folders become albums, no file is moved'
complete -c albumen -n "__albumen_in 'view on'" -s n -l dry-run -d 'show what would be done, and change nothing'

complete -c albumen -n "__albumen_in 'view off'" -s n -l dry-run -d 'show what would be done, and change nothing'

complete -c albumen -n "__albumen_in 'view take'" -s n -l dry-run -d 'show what would be done, and change nothing'

complete -c albumen -n "__albumen_operand 'source' 0" -a add -d 'makes a directory an album\'s: what is and what appears in it is referenced'
complete -c albumen -n "__albumen_operand 'source' 0" -a list -d 'lists the directories that are albums\''
complete -c albumen -n "__albumen_operand 'source' 0" -a remove -d 'makes a directory no album\'s any more'

complete -c albumen -n "__albumen_in 'source add'" -l album -x -a '(__albumen_list albums)' -d 'the album (its title, Folder/Title, or @ and its id\'s start), which is made where there is none'
complete -c albumen -n "__albumen_in 'source add'" -l album-from-folder -x -a 'leaf path' -d 'albums that are called like the directories'
complete -c albumen -n "__albumen_in 'source add'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'source add' 0" -a '(__fish_complete_directories)'

complete -c albumen -n "__albumen_in 'source remove'" -l album -x -a '(__albumen_list albums)' -d 'only for this album'
complete -c albumen -n "__albumen_in 'source remove'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'source remove' 0" -a '(__fish_complete_directories)'

complete -c albumen -n "__albumen_in 'export'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'export' 0" -a '(__albumen_list albums)'
complete -c albumen -n "__albumen_operand 'export' 1 more" -a '(__albumen_list albums)'
complete -c albumen -n "__albumen_operand 'export' 1 more" -a '(__fish_complete_directories)'

complete -c albumen -n "__albumen_operand 'log' 0" -a export -d 'writes the whole history as JSON Lines'
complete -c albumen -n "__albumen_operand 'log' 0" -a verify -d 'checks length, checksum and chain of every log'
complete -c albumen -n "__albumen_in 'log'" -l since -x -d 'only what was changed at or after this time'
complete -c albumen -n "__albumen_in 'log'" -l until -x -d 'only what was changed at or before this time'
complete -c albumen -n "__albumen_in 'log'" -l device -x -a '(__albumen_list devices)' -d 'only what this device changed; its name, or the start of its log\'s id'
complete -c albumen -n "__albumen_in 'log'" -l limit -x -d 'at most so many'

complete -c albumen -n "__albumen_in 'log export'" -l since -x -d 'only what was not there then: a time, an id as log shows it, or now~N'
complete -c albumen -n "__albumen_operand 'log export' 0" -F

complete -c albumen -n "__albumen_in 'changes'" -l since -x -d 'only what is not in this token'
complete -c albumen -n "__albumen_in 'changes'" -l follow -d 'go on until Ctrl-C, with what changes'
complete -c albumen -n "__albumen_in 'changes'" -l token -d 'write a token of what there is now, and nothing else'

complete -c albumen -n "__albumen_in 'undo'" -s n -l dry-run -d 'show what would be done, and change nothing'

complete -c albumen -n "__albumen_in 'redo'" -s n -l dry-run -d 'show what would be done, and change nothing'

complete -c albumen -n "__albumen_in 'revert-to'" -l album -x -a '(__albumen_list albums)' -d 'only this album: its title, its members and their order'
complete -c albumen -n "__albumen_in 'revert-to'" -s n -l dry-run -d 'show what would be done, and change nothing'

complete -c albumen -n "__albumen_in 'replay'" -l from -x -d 'behind this point: a time, an id as log shows it, or now~N'
complete -c albumen -n "__albumen_in 'replay'" -l to -x -d 'up to this point'
complete -c albumen -n "__albumen_in 'replay'" -l into -x -a '(__fish_complete_directories)' -d 'make a library of it in DIR'
complete -c albumen -n "__albumen_in 'replay'" -l step -d 'wait for Enter behind each change'
complete -c albumen -n "__albumen_in 'replay'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'replay' 0" -F

complete -c albumen -n "__albumen_in 'state'" -l at -x -d 'as it was then: a time, an id as log shows it, or now~N for N changes back'

complete -c albumen -n "__albumen_operand 'remote' 0" -a add -d 'names a place where logs are exchanged'
complete -c albumen -n "__albumen_operand 'remote' 0" -a list -d 'lists the remotes, and how far each is, without asking them'
complete -c albumen -n "__albumen_operand 'remote' 0" -a remove -d 'forgets a remote; what is there stays'

complete -c albumen -n "__albumen_in 'remote add'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'remote add' 1" -F

complete -c albumen -n "__albumen_in 'remote remove'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'remote remove' 0" -a '(__albumen_list remotes)'

complete -c albumen -n "__albumen_in 'sync'" -l check -d 'read all logs here and in the remotes, and mend what is damaged on either side'
complete -c albumen -n "__albumen_operand 'sync' 0 more" -a '(__albumen_list remotes)'

complete -c albumen -n "__albumen_in 'restore'" -l join -d 'let a folder that is another library join the remote\'s'
complete -c albumen -n "__albumen_in 'restore'" -l no-scan -d 'do not look at DIR yet; albumen scan does it later'
complete -c albumen -n "__albumen_in 'restore'" -l from-view -d 'make albums of the links in DIR'
complete -c albumen -n "__albumen_in 'restore'" -l name -x -d 'what the folder of links is called, with --from-view'
complete -c albumen -n "__albumen_in 'restore'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'restore' 0" -F
complete -c albumen -n "__albumen_operand 'restore' 0" -a '(__fish_complete_directories)'
complete -c albumen -n "__albumen_operand 'restore' 1" -a '(__fish_complete_directories)'

complete -c albumen -n "__albumen_operand 'device' 0" -a rename -d 'gives a device another name'
complete -c albumen -n "__albumen_operand 'device' 0" -a retire -d 'says that a device is gone for good, and lets the others go on'
complete -c albumen -n "__albumen_operand 'device' 0" -a resolve -d 'adopts what two devices wrote under one name'

complete -c albumen -n "__albumen_in 'device rename'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'device rename' 0" -a '(__albumen_list devices)'

complete -c albumen -n "__albumen_in 'device retire'" -l at -x -d 'the last of its operations that is waited for'
complete -c albumen -n "__albumen_in 'device retire'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'device retire' 0" -a '(__albumen_list devices)'

complete -c albumen -n "__albumen_in 'device resolve'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'device resolve' 0" -a '(__albumen_list devices)'

complete -c albumen -n "__albumen_in 'conflicts'" -l since -x -d 'only what was changed at or after this time'

complete -c albumen -n "__albumen_operand 'help' 0 more" -a '(__albumen_commands_named)'

complete -c albumen -n "__albumen_operand 'completion' 0" -a 'bash zsh fish'

complete -c albumen -n "__albumen_operand 'config' 0" -a list -d 'lists all settings and their values'
complete -c albumen -n "__albumen_operand 'config' 0" -a get -d 'shows the value of a setting'
complete -c albumen -n "__albumen_operand 'config' 0" -a set -d 'sets a setting'
complete -c albumen -n "__albumen_operand 'config' 0" -a unset -d 'takes a setting back, so that the default holds'

complete -c albumen -n "__albumen_operand 'config get' 0" -a '(__albumen_list settings)'

complete -c albumen -n "__albumen_in 'config set'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'config set' 0" -a '(__albumen_list settings)'

complete -c albumen -n "__albumen_in 'config unset'" -s n -l dry-run -d 'show what would be done, and change nothing'
complete -c albumen -n "__albumen_operand 'config unset' 0" -a '(__albumen_list settings)'
