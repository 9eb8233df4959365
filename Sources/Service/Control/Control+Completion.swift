internal import CommandLine
internal import Commands
internal import Kernel

extension Control {
    /// Whoever presses Tab does not wait longer.
    private static let patience = Duration.seconds(1)

    /// Tells a shell what may stand at the cursor; where the daemon is away, it knows no profiles.
    static func complete(_ words: [String], _ terminal: Terminal) throws(Failure) -> ExitStatus {
        let query = CompletionQuery(Program.ossauthctl, words)
        let names = query.completion == .profiles ? try? profiles(words) : nil
        let fitting = (names ?? []).filter { $0.hasPrefix(query.word) }
        try terminal.print(query.answer(profiles: fitting))
        return .done
    }

    /// The profiles that the caller may use, of the daemon that the line names.
    private static func profiles(_ words: [String]) throws -> [String] {
        let words = socketOptions(in: words) + ["profiles"]
        guard case .call(let call) = try Program.ossauthctl.parse(words) else { return [] }
        var session = Session(call, with: .api, Terminal(), patience: patience)
        return try session.profiles()
    }

    private static func socketOptions(in words: [String]) -> [String] {
        let words = words.dropLast()
        guard let place = words.lastIndex(where: { $0.hasPrefix("--socket") }) else { return [] }
        return words[place] == "--socket" ? Array(words[place...].prefix(2)) : [words[place]]
    }
}
