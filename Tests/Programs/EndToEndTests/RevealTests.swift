import Kernel
import TestSupport
import Testing

/// Secrets and the terminal, which other people may look at.
struct RevealTests: ~Copyable {
    private static let access = """
        [Access tests]
        Match=uid:\(ThisProcess.user)
        Profile=*
        Allow=credentials

        """
    private let daemon: RunningDaemon

    init() throws {
        let daemon = try RunningDaemon(Home(profiles: manualProfile("media"), access: Self.access))
        try daemon.give(to: "media")
        self.daemon = daemon
    }

    /// The text that the terminal shows for a command, followed by its exit status.
    private func screen(_ words: String) throws -> String {
        let tmux = try Tmux(daemon.home, columns: 100, rows: 24)
        try tmux.enter("clear; $C credentials \(words); echo status $?")
        return try #require(try tmux.wait { $0.contains("\nstatus ") && $0.hasSuffix("\n$") })
    }

    @Test(arguments: ["show", "show --json", "show media --json", "export", "export media --format env"])
    func `a terminal gets no secret unless the user asks for it`(words: String) throws {
        let screen = try screen(words)
        #expect(!screen.contains("SecretOf") && !screen.contains("TokenOf"))
        #expect(screen.contains("STS.One") == words.hasPrefix("show"))
    }

    @Test func `a terminal shows why a secret is hidden, and how to get it`() throws {
        #expect(try screen("show").contains("AccessKeySecret hidden, 11 characters; --reveal shows it"))
        let refusal =
            "standard output is this terminal, which would show a secret; use a pipe, or\n  --reveal"
        #expect(try screen("export") == "ossauthctl: error: \(refusal)\nstatus 2\n$")
    }

    @Test(arguments: ["show --reveal", "show --reveal --json", "export --reveal", "--reveal media"])
    func `a terminal gets the secret if the user asks for it`(words: String) throws {
        let screen = try screen(words)
        #expect(
            screen.contains("SecretOfOne") && screen.contains("TokenOfOne") && screen.contains("\nstatus 0"))
    }
}
