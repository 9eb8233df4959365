internal import CommandLine
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
        if words[0] == Shell.question {
            return try complete(Array(words.dropFirst()), terminal)
        }
        switch try Failure.usage({ () throws(UsageError) in try Program.ossauthctl.parse(words) }) {
        case .help(let topic, let isShort):
            let columns = terminal.columns(of: .output)
            try terminal.print(
                Program.ossauthctl.help(on: topic, terminal.ink, columns: columns, isShort: isShort))
        case .version: try terminal.print("ossauthctl \(Release.version)\n")
        case .call(let call): return try perform(call, terminal)
        }
        return .done
    }

    private static func perform(_ call: Call, _ terminal: Terminal) throws(Failure) -> ExitStatus {
        let action = try Failure.usage { () throws(UsageError) in
            try Action(call, variable: ThisProcess.variable)
        }
        let patience = try Failure.usage { () throws(UsageError) in try call.timeout() }
        var session = Session(call, with: action.socket, terminal, patience: patience)
        return try session.perform(action)
    }

    private static func words() throws(Failure) -> [String] {
        try ThisProcess.arguments.map { word throws(Failure) in
            guard let word else { throw Failure(.usage, "an argument is not UTF-8, but names in OSS are") }
            return word
        }
    }
}

extension Failure {
    /// Runs a function that reads the command line, and makes its error one of the program.
    static func usage<Value>(_ read: () throws(UsageError) -> Value) throws(Failure) -> Value {
        do throws(UsageError) {
            return try read()
        } catch {
            throw Failure(error)
        }
    }
}
