/// A shell with programmable completion.
package enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

extension Shell {
    /// The script by which the shell asks the program for candidates.
    ///
    /// The program answers with lines of a word and its summary, and a last line that begins with a colon and names the kind
    /// of other words. So the script contains no command and cannot become outdated.
    package func completion(of name: String) -> String {
        switch self {
        case .bash: Shell.bash(name)
        case .zsh: Shell.zsh(name)
        case .fish: Shell.fish(name)
        }
    }

    /// The hidden command of the scripts.
    package static let question = "__complete"
}

extension CompletionQuery {
    /// The answer to a shell; `profiles` are the names to offer where a profile is expected.
    package func answer(profiles: [String] = []) -> String {
        let words = candidates + profiles.map { Candidate($0, "profile") }
        let lines = words.map { "\(prefix)\($0.word.visible)\t\($0.summary)\n" }
        return lines.joined() + ":\(completion.directive)\(prefix.isEmpty ? "" : " \(prefix)")\n"
    }
}

extension Completion {
    fileprivate var directive: String {
        switch self {
        case .nothing, .words, .profiles: "nothing"
        case .files: "files"
        case .users: "users"
        case .units: "units"
        case .commands: "commands"
        }
    }
}

extension Shell {
    private static func bash(_ name: String) -> String {
        #"""
        # Completion of \#(name) for bash; '\#(name) completion bash' prints it.
        _\#(name)() {
            local raw=${COMP_WORDS[COMP_CWORD]} words=() word isGlued= i
            COMPREPLY=()
            # Bash splits words at = and :, which can be parts of the words here.
            for ((i = 1; i <= COMP_CWORD; i++)); do
                word=${COMP_WORDS[i]}
                if [[ ${#words[@]} -gt 0 && ($isGlued || $word == [=:]) ]]; then
                    words[-1]+=$word
                    isGlued=
                    [[ $word == [=:] ]] && isGlued=1
                else
                    words+=("$word")
                fi
            done
            [[ $raw == [=:] ]] && raw=
            local before=${words[-1]%"$raw"}
            while IFS=$'\t' read -r word _; do
                case $word in
                    :files*) compopt -o filenames; _\#(name)_add "$raw" -f ;;
                    :users*) _\#(name)_add "$raw" -u ;;
                    :commands*) _\#(name)_add "$raw" -c ;;
                    :units*) _\#(name)_add "$raw" -W "$(systemctl list-units --all --plain --no-legend | cut -d ' ' -f 1)" ;;
                    :*) ;;
                    *) COMPREPLY+=("${word#"$before"}") ;;
                esac
            done < <("$1" \#(question) "${words[@]}" 2>/dev/null)
        }
        _\#(name)_add() {
            mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen "${@:2}" -- "$1")
        }
        complete -F _\#(name) \#(name)

        """#
    }

    private static func zsh(_ name: String) -> String {
        #"""
        #compdef \#(name)
        # Completion of \#(name) for zsh; '\#(name) completion zsh' prints it.
        _\#(name)() {
            local -a answer candidates
            local line word summary kind
            answer=("${(@f)$("${(Q)words[1]}" \#(question) "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
            for line in $answer; do
                word=${line%%$'\t'*} summary=${line#*$'\t'}
                if [[ $line == :* ]]; then
                    kind=${${line#:}%% *}
                else
                    candidates+=("${word//:/\\:}${summary:+:$summary}")
                fi
            done
            (( $#candidates )) && _describe \#(name) candidates
            [[ $kind == nothing ]] && return
            compset -P '--*='
            case $kind in
                files) _files ;;
                users) _users ;;
                units) compadd -- ${(f)"$(systemctl list-units --all --plain --no-legend | cut -d ' ' -f 1)"} ;;
                commands) _command_names -e ;;
            esac
        }
        if [[ $funcstack[1] == _\#(name) ]]; then
            _\#(name) "$@"
        else
            compdef _\#(name) \#(name)
        fi

        """#
    }

    private static func fish(_ name: String) -> String {
        #"""
        # Completion of \#(name) for fish; '\#(name) completion fish' prints it.
        function __\#(name)_complete
            set -l words (commandline -opc)
            set -l program $words[1]
            set -e words[1]
            set -l current (commandline -ct)
            set -l before (string match -r -- '^--[^=]*=' $current)
            set -l rest (string replace -r -- '^--[^=]*=' '' "$current")
            for line in ($program \#(question) $words "$current" 2>/dev/null)
                switch $line
                    case ':files*'
                        printf "$before%s\n" (__fish_complete_path "$rest")
                    case ':users*'
                        __fish_complete_users
                    case ':units*'
                        systemctl list-units --all --plain --no-legend | cut -d ' ' -f 1
                    case ':commands*'
                        __fish_complete_command
                    case ':*'
                    case '*'
                        echo $line
                end
            end
        end
        complete -c \#(name) -f -a '(__\#(name)_complete)'

        """#
    }
}
