internal import CommandLine

extension Command {
    static let completion = Command(
        "completion", "Print the script that completes words in a shell",
        details: [
            """
            The package installs these scripts; this is for other installations. They ask the program itself, \
            so they offer the profiles that you may use.
            """
        ],
        arguments: [Argument("SHELL", "For this shell.", choices: Shell.allCases.map(\.rawValue))],
        examples: [
            Example(
                "completion bash", "for bash",
                output: "> ~/.local/share/bash-completion/completions/ossauthctl"),
            Example(
                "completion zsh", "for zsh, with ~/.zfunc in its fpath", output: "> ~/.zfunc/_ossauthctl"),
            Example("completion fish", "for fish", output: "> ~/.config/fish/completions/ossauthctl.fish"),
        ])
}
