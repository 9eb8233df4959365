# Completion of ossauthctl for bash; 'ossauthctl completion bash' prints it.
_ossauthctl() {
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
            :files*) compopt -o filenames; _ossauthctl_add "$raw" -f ;;
            :users*) _ossauthctl_add "$raw" -u ;;
            :commands*) _ossauthctl_add "$raw" -c ;;
            :units*) _ossauthctl_add "$raw" -W "$(systemctl list-units --all --plain --no-legend | cut -d ' ' -f 1)" ;;
            :*) ;;
            *) COMPREPLY+=("${word#"$before"}") ;;
        esac
    done < <("$1" __complete "${words[@]}" 2>/dev/null)
}
_ossauthctl_add() {
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen "${@:2}" -- "$1")
}
complete -F _ossauthctl ossauthctl
