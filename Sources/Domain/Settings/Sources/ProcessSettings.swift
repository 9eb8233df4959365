/// A command that prints a credential.
package struct ProcessSettings: Equatable, Sendable, SourceSettings {
    /// An absolute path and its arguments.
    package internal(set) var command: [String] = []
    package internal(set) var timeout = Duration.seconds(30)
    /// `nil`: the user that the daemon runs as.
    package internal(set) var runAs: String?

    init() {}

    static let keys: [Key<ProcessSettings>] = [
        .words("Command", \.command, .text, "Absolute path and arguments; there is no shell.").mandatory,
        .one("Timeout", \.timeout, .fetching, "How long the command may take."),
        .maybe("RunAs", \.runAs, .account, "User that the command runs as."),
    ]

    mutating func check(in section: Section, _ reading: inout Reading) {
        _ = section.command("Command", command, &reading)
    }
}
