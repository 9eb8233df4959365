internal import Sections

/// A command that prints a credential.
package struct ProcessSettings: Equatable, Sendable, SourceSettings {
    /// An absolute path and its arguments.
    package internal(set) var command: [String] = []
    package internal(set) var timeout = Duration.seconds(30)

    init() {}

    static let keys: [Key<ProcessSettings>] = [
        .words("Command", \.command, .text, "Absolute path and arguments; there is no shell.").mandatory,
        .one("Timeout", \.timeout, .fetching, "Time limit of the command."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        _ = section.command("Command", command, &reading)
    }
}
