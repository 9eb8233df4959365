package import CommandLine

/// `completion`: prints the script of a shell.
package struct CompletionCommand: ProgramCommand {
    package static let command = Command(
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
    package static let hasJSON = false

    private let shell: Shell

    package init(_ call: Call) throws(UsageError) {
        guard let shell = Shell(rawValue: call.arguments[0]) else {
            preconditionFailure("the table knows the shells")
        }
        self.shell = shell
    }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        try session.terminal.print(shell.completion(of: "ossauthctl"))
        return .done
    }
}
