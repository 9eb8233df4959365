/// What the words behind the name of a program ask for.
package enum Wish: Equatable, Sendable {
    /// Help on the command or topic of these words, on all commands that begin so, or on the program.
    case help([String], isShort: Bool = false)
    case version
    case call(Call)
}

/// A command with what was given to it; as many arguments as it takes, and only options that it has.
package struct Call: Equatable, Sendable {
    package let command: Command
    package let arguments: [String]
    let options: [Given]

    struct Given: Equatable, Sendable {
        let option: Option
        let value: String
    }

    init(command: Command, arguments: [String], options: [Given]) {
        self.command = command
        self.arguments = arguments
        self.options = options
    }

    /// The same options with other arguments, for a command within a command.
    package init(_ command: Command, arguments: [String], options call: Call) {
        self.init(command: command, arguments: arguments, options: call.options)
    }

    package func has(_ option: Option) -> Bool {
        options.contains { $0.option == option }
    }

    /// The value of an option; the last one counts, so that a line can be corrected at its end.
    package func value(of option: Option) -> String? {
        options.last { $0.option == option }?.value
    }

    /// All values of an option, in their order.
    package func values(of option: Option) -> [String] {
        options.filter { $0.option == option }.map(\.value)
    }
}
