internal import CommandLine
internal import Kernel
internal import OSSAuthClient

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

extension Ossauthctl {
    /// A user who presses Tab does not wait longer.
    private static let patience = Duration.seconds(1)

    /// Answers the question of a shell; without a daemon, it offers no profiles.
    static func complete(_ words: [String], _ terminal: Terminal) throws(Failure) -> ExitStatus {
        let query = CompletionQuery(Program.ossauthctl, words)
        let names = query.completion == .profiles ? try? profiles(words) : nil
        let fitting = (names ?? []).filter { $0.hasPrefix(query.word) }
        try terminal.print(query.answer(profiles: fitting))
        return .done
    }

    /// The profiles of the daemon that the command line selects.
    private static func profiles(_ words: [String]) throws -> [String] {
        let words = socketOptions(in: words) + ["status"]
        guard case .call(let call) = try Program.ossauthctl.parse(words) else { return [] }
        var session = Session(call, with: .api, Terminal(), patience: patience)
        return try session.ask(.status, for: SigningDaemon.Status.self).profiles.map(\.name)
    }

    private static func socketOptions(in words: [String]) -> [String] {
        let words = words.dropLast()
        guard let place = words.lastIndex(where: { $0.hasPrefix("--socket") }) else { return [] }
        return words[place] == "--socket" ? Array(words[place...].prefix(2)) : [words[place]]
    }
}
