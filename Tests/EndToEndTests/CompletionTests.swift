import Kernel
import TestSupport
import Testing

/// Tab, pressed in the real shells, next to a real daemon.
struct CompletionTests: ~Copyable {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon(Home(profiles: manualProfile("media") + manualProfile("backup")))
    }

    /// A shell without any configuration, with the script that the program prints for it.
    enum Shell: String, CaseIterable {
        case bash, zsh, fish

        /// Its prompt is `> `.
        var start: String {
            switch self {
            case .bash: "PS1='> ' exec bash --norc -i"
            case .zsh: "PS1='> ' exec zsh -f -i"
            case .fish: "exec fish --private --no-config -C 'function fish_prompt; echo \"> \"; end'"
            }
        }

        var lesson: String {
            switch self {
            case .bash: "source <(ossauthctl completion bash); clear"
            case .zsh: "autoload -U compinit; compinit -u -D; source <(ossauthctl completion zsh); clear"
            case .fish: "ossauthctl completion fish | source; clear"
            }
        }
    }

    /// A terminal with the shell, ready for a line.
    private func terminal(_ shell: Shell) throws -> Tmux {
        let tmux = try Tmux(daemon.home, columns: 100, rows: 24)
        try tmux.enter("export HOME=\(daemon.home.path) PATH=${C%/*}:$PATH; clear; \(shell.start)")
        // A line that comes before the shell reads lines would be shown twice.
        _ = try #require(try tmux.wait { $0 == ">" || $0.hasSuffix("\n>") })
        try tmux.enter(shell.lesson)
        _ = try #require(try tmux.wait { $0 == ">" })
        return tmux
    }

    @Test(arguments: Shell.allCases)
    func `completes the words that only the program knows`(shell: Shell) throws {
        let tmux = try terminal(shell)
        let lines = [
            ("presign --profile med", "presign --profile media"),
            ("presign --profile=back", "presign --profile=backup"),
            ("refresh me", "refresh media"), ("--js", "--json"),
            ("credentials --format ossu", "credentials --format ossutil"),
            ("credentials export --format=app", "credentials export --format=appserver"),
        ]
        for (typed, completed) in lines {
            try tmux.type("ossauthctl \(typed)")
            try tmux.press("Tab")
            #expect(
                try tmux.wait { $0.hasSuffix("> ossauthctl \(completed)") } != nil, "\(typed)")
            try tmux.press("C-u")
            try tmux.enter("clear")
            _ = try #require(try tmux.wait { $0 == ">" })
        }
    }

    @Test(arguments: Shell.allCases)
    func `lists the profiles of the daemon`(shell: Shell) throws {
        let tmux = try terminal(shell)
        try tmux.type("ossauthctl presign --profile ")
        try tmux.press("Tab", "Tab")
        #expect(try tmux.wait { $0.contains("media") && $0.contains("backup") } != nil)
    }
}
