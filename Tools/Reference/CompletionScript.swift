internal import CommandLine

/// The words that a shell offers: a line has those before the cursor, one to offer behind them, and its summary.
///
/// A word that begins with a colon is a kind of words that only the shell knows.
private struct CompletionTable {
    private(set) var text = ""

    init(_ program: Program) {
        add(program.options, behind: "")
        for command in program.commands {
            addWords(of: command, of: program)
            let path = command.words.joined(separator: " ")
            add(command.options, behind: path)
            // An option behind the words of a group belongs to its default command.
            if command.isDefault {
                add(command.options, behind: command.words.dropLast().joined(separator: " "))
            }
            for argument in command.arguments { add(argument.completion, behind: path) }
        }
    }

    private mutating func addWords(of command: Command, of program: Program) {
        for count in command.words.indices {
            let words = Array(command.words.prefix(count + 1))
            let summary = program.command(words)?.summary ?? program.summary(ofFamily: words)
            add(words[count], summary, behind: words.dropLast().joined(separator: " "))
        }
    }

    private mutating func add(_ options: [Option], behind path: String) {
        for option in options {
            add("--\(option.name)", option.summary, behind: path)
            add(option.completion, behind: path.isEmpty ? "--\(option.name)" : "\(path) --\(option.name)")
        }
    }

    private mutating func add(_ completion: Completion, behind path: String) {
        switch completion {
        case .nothing: break
        case .words(let words): for word in words { add(word, "", behind: path) }
        case .files: add(":files", "", behind: path)
        case .users: add(":users", "", behind: path)
        case .units: add(":units", "", behind: path)
        case .commands: add(":commands", "", behind: path)
        }
    }

    private mutating func add(_ word: String, _ summary: String, behind path: String) {
        let line = "\(path)\t\(word)\t\(summary)\n"
        if !text.contains(line) { text += line }
    }
}

/// The file by which a shell completes the words of a program.
enum CompletionScript {
    static func bash(_ program: Program) -> String {
        #"""
        # Completion of \#(program.name) for bash, made from its table of commands.
        _\#(program.name)_table='
        \#(CompletionTable(program).text.replacing("'", with: #"'\''"#))'
        _\#(program.name)() {
            local at= option= key line word current=${COMP_WORDS[COMP_CWORD]}
            # Bash splits words at =.
            for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                case $word in
                    -*) option=$word ;;
                    =) ;;
                    *)
                        option=
                        [[ $_\#(program.name)_table != *$'\n'"$at"$'\t'"$word"$'\t'* ]] || at+=${at:+ }$word
                        ;;
                esac
            done
            [[ $current != = ]] || current=
            for key in "$at${at:+ }${option:- }" "${option:- }" "$at"; do
                [[ $_\#(program.name)_table != *$'\n'"$key"$'\t'* ]] || break
            done
            COMPREPLY=()
            while IFS= read -r line; do
                [[ $line ]] || continue
                word=${line#*$'\t'} word=${word%%$'\t'*}
                case ${line%%$'\t'*} in
                    "$key") ;;
                    '') [[ $key == "$at" && $word == -* ]] || continue ;;
                    *) continue ;;
                esac
                case $word in
                    :files) compopt -o filenames; _\#(program.name)_add "$current" -f ;;
                    :users) _\#(program.name)_add "$current" -u ;;
                    :commands) _\#(program.name)_add "$current" -c ;;
                    :units) _\#(program.name)_add "$current" -W "$(systemctl list-units --all --plain --no-legend | cut -d ' ' -f 1)" ;;
                    -*) [[ $current != -* || $word != "$current"* ]] || COMPREPLY+=("$word") ;;
                    "$current"*) COMPREPLY+=("$word") ;;
                esac
            done <<<"$_\#(program.name)_table"
        }
        _\#(program.name)_add() {
            mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen "${@:2}" -- "$1")
        }
        complete -F _\#(program.name) \#(program.name)

        """#
    }

    static func zsh(_ program: Program) -> String {
        #"""
        #compdef \#(program.name)
        # Completion of \#(program.name) for zsh, made from its table of commands.
        _\#(program.name)_table='
        \#(CompletionTable(program).text.replacing("'", with: #"'\''"#))'
        _\#(program.name)() {
            local at= option= key line word
            local -a candidates
            for word in "${(@Q)words[2,CURRENT-1]}"; do
                if [[ $word == -* ]]; then
                    option=$word
                else
                    option=
                    [[ $_\#(program.name)_table != *$'\n'"$at"$'\t'"$word"$'\t'* ]] || at+=${at:+ }$word
                fi
            done
            compset -P '--*=' && option=${IPREFIX%=}
            for key in "$at${at:+ }${option:- }" "${option:- }" "$at"; do
                [[ $_\#(program.name)_table != *$'\n'"$key"$'\t'* ]] || break
            done
            for line in ${(f)_\#(program.name)_table}; do
                word=${${line#*$'\t'}%%$'\t'*}
                case ${line%%$'\t'*} in
                    "$key") ;;
                    '') [[ $key == "$at" && $word == -* ]] || continue ;;
                    *) continue ;;
                esac
                case $word in
                    :files) _files ;;
                    :users) _users ;;
                    :commands) _command_names -e ;;
                    :units) compadd -- ${(f)"$(systemctl list-units --all --plain --no-legend | cut -d ' ' -f 1)"} ;;
                    -*) [[ $PREFIX != -* ]] || candidates+=("$word:${line##*$'\t'}") ;;
                    *) candidates+=("${word//:/\\:}${${line##*$'\t'}:+:${line##*$'\t'}}") ;;
                esac
            done
            (( $#candidates )) && _describe \#(program.name) candidates
        }
        if [[ $funcstack[1] == _\#(program.name) ]]; then
            _\#(program.name) "$@"
        else
            compdef _\#(program.name) \#(program.name)
        fi

        """#
    }

    static func fish(_ program: Program) -> String {
        let table = CompletionTable(program).text.replacing("\\", with: #"\\"#).replacing("'", with: #"\'"#)
        return #"""
            # Completion of \#(program.name) for fish, made from its table of commands.
            set -g __\#(program.name)_table '
            \#(table)'
            function __\#(program.name)_words
                set -l table (string split \n -- $__\#(program.name)_table)
                set -l at ''
                set -l option ''
                for word in (commandline -opc)[2..]
                    if string match -q -- '-*' $word
                        set option $word
                    else
                        set option ''
                        string match -q -- "$at"\t"$word"\t'*' $table; and set at (string trim -- "$at $word")
                    end
                end
                set -l current (commandline -ct)
                set -l before (string match -r -- '^--[^=]*=' $current)
                set -q before[1]; and set option (string trim -r -c = -- $before)
                set -l key $at
                for candidate in (string trim -- "$at $option") "$option"
                    if string match -q -- "$candidate"\t'*' $table
                        set key $candidate
                        break
                    end
                end
                for line in $table[2..-2]
                    set -l parts (string split \t -- $line)
                    test "$parts[1]" = "$key"
                    or begin; test "$parts[1]" = '' -a "$key" = "$at"; and string match -q -- '-*' $parts[2]; end
                    or continue
                    switch $parts[2]
                        case :files
                            printf "$before%s\n" (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current"))
                        case :users
                            __fish_complete_users
                        case :units
                            systemctl list-units --all --plain --no-legend | cut -d ' ' -f 1
                        case :commands
                            __fish_complete_command
                        case '-*'
                            string match -q -- '-*' "$current"; and printf '%s\t%s\n' $parts[2] $parts[3]
                        case '*'
                            printf '%s%s\t%s\n' "$before" $parts[2] $parts[3]
                    end
                end
            end
            complete -c \#(program.name) -f -a '(__\#(program.name)_words)'

            """#
    }
}
