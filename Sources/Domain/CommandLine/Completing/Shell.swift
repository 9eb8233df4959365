/// A shell that completes words.
package enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

extension Shell {
    /// The script by which the shell asks the program what may stand where the cursor is.
    ///
    /// The program answers with lines of a word and its summary, and a last line that begins with a colon and
    /// says what else belongs there. So a script knows no command, and cannot fall behind the table.
    package func completion(of program: Program) -> String {
        switch self {
        case .bash: Shell.bash(program.name)
        case .zsh: Shell.zsh(program.name)
        case .fish: Shell.fish(program.name)
        }
    }

    /// The word that makes the program answer; `help` does not know it.
    package static let question = "__complete"
}

extension CompletionQuery {
    /// The answer to the question of a shell; `profiles` are the names to offer where profiles belong.
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
