package import CommandLine
internal import Kernel

/// The program from its command line to its exit status.
package enum Ossauthctl {
    package static func run() -> Never {
        let terminal = Terminal()
        var status = ExitStatus.done
        do throws(Failure) {
            // A closed standard stream would otherwise be the first file that is opened.
            try? ThisProcess.fillStandardStreams()
            status = try perform(terminal)
        } catch {
            terminal.say(.error(error.sentence))
            status = error.status
        }
        ThisProcess.exit(status.rawValue)
    }

    private static func perform(_ terminal: Terminal) throws(Failure) -> ExitStatus {
        let words = try words()
        guard !words.isEmpty else {
            terminal.explain(
                Program.ossauthctl.introduction(terminal.errorInk, columns: terminal.columns(of: .error)))
            return .usage
        }
        switch try Failure.usage(Program.ossauthctl.parse(words, variable: ThisProcess.variable)) {
        case .help(let topic, let isShort):
            let columns = terminal.columns(of: .output)
            try terminal.print(
                Program.ossauthctl.help(on: topic, terminal.ink, columns: columns, isShort: isShort))
        case .version: try terminal.print("ossauthctl \(Release.build(ThisProcess.commit))\n")
        case .call(let call): return try perform(call, terminal)
        }
        return .done
    }

    private static func perform(_ call: Call, _ terminal: Terminal) throws(Failure) -> ExitStatus {
        let command = try Failure.usage(Ossauthctl.command(of: call))
        let patience = try Failure.usage(call.timeout())
        var session = Session(call, with: command.socket, terminal, patience: patience)
        if command.showsDaemon { session.useAdminSocket() }
        let status = try command.run(&session)
        // The admin socket may answer where programs cannot connect.
        if command.showsDaemon, let failure = session.failureOfPrograms() { throw failure }
        return status
    }

    /// The command of a call, with its checked values.
    package static func command(of call: Call) throws(UsageError) -> any ProgramCommand {
        guard let type = CommandTable.type(of: call.command) else {
            preconditionFailure("the table has each command that the parser finds")
        }
        try call.checkFormat(hasJSON: type.hasJSON)
        try call.checkSockets()
        return try type.init(call)
    }

    private static func words() throws(Failure) -> [String] {
        try ThisProcess.arguments.map { word throws(Failure) in
            guard let word else { throw Failure(.usage, "an argument is not UTF-8, but names in OSS are") }
            return word
        }
    }
}
