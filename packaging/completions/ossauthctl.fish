# Completion of ossauthctl for fish; 'ossauthctl completion fish' prints it.
function __ossauthctl_complete
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    set -l current (commandline -ct)
    set -l before (string match -r -- '^--[^=]*=' $current)
    set -l rest (string replace -r -- '^--[^=]*=' '' "$current")
    for line in ($program __complete $words "$current" 2>/dev/null)
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
complete -c ossauthctl -f -a '(__ossauthctl_complete)'
