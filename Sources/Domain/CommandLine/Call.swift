/// The request that a command line makes of a program.
package enum Invocation: Equatable, Sendable {
    /// Help on the command or topic of these words, on all commands with this beginning, or on the program.
    case help([String], isShort: Bool = false)
    case version
    case call(Call)
}

/// A command with its arguments and options, their number and names checked by the table.
package struct Call: Equatable, Sendable {
    package let command: Command
    package let arguments: [String]
    let options: [Given]
    /// The values of environment variables, for options that are not given.
    let defaults: [Given]

    struct Given: Equatable, Sendable {
        let option: Option
        let value: String
    }
}

extension Call {
    /// The same options with other arguments, for a command inside a command.
    package init(_ command: Command, arguments: [String], options call: Call) {
        self.init(
            command: command, arguments: arguments, options: call.options, defaults: call.defaults)
    }

    package func has(_ option: Option) -> Bool {
        options.contains { $0.option == option }
    }

    /// The value of an option, or of its variable; the last one counts, so that a user can correct a line at its end.
    package func value(of option: Option) -> String? {
        (options.last { $0.option == option } ?? defaults.first { $0.option == option })?.value
    }

    /// All values of an option in their order.
    package func values(of option: Option) -> [String] {
        options.filter { $0.option == option }.map(\.value)
    }
}
