package import CommandLine

/// A command with its checked values: a new one is a type in a folder of its own, and a word in the table of the program.
package protocol ProgramCommand: Sendable {
    /// Its name, its help and its options.
    static var command: Command { get }
    /// Whether it takes `--json`.
    static var hasJSON: Bool { get }
    /// The socket that it uses.
    var socket: Socket { get }
    /// Whether it shows the state of the daemon, of which the admin socket shows more.
    var showsDaemon: Bool { get }

    /// Checks the values of a call.
    init(_ call: Call) throws(UsageError)

    func run(_ session: inout Session) throws(Failure) -> ExitStatus
}

extension ProgramCommand {
    package static var hasJSON: Bool { true }
    package var socket: Socket { .api }
    package var showsDaemon: Bool { false }
}
