internal import Bytes
internal import CommandLine
internal import Kernel

extension Command {
    static let check = Command(
        "check", "Report all that is wrong with the configuration",
        details: [
            "Asks no daemon; 'reload' makes it read the configuration. Ends with 1 where something is wrong."
        ],
        options: [.configuration],
        examples: [
            Example("check", "before a reload"),
            Example("check --config FILE", "another configuration, with the drop-ins in FILE.d"),
            Example("check --json", "each finding with its file, line and column, for an editor"),
        ])
}

extension Session {
    /// Runs the program of the daemon, so that both give the same result.
    func check(_ configuration: String?) throws(Failure) -> ExitStatus {
        let words = ["--check"] + (configuration.map { ["--config", $0] } ?? [])
        guard printsJSON else { return ExitStatus(ofCheck: try Checker.run(words)) }
        let (text, end) = try Checker.output(of: words)
        var document = ByteBuffer(capacity: 4_096)
        document.append(CheckReport(text, isGood: end == .exited(0)))
        try printJSON(document.span)
        return ExitStatus(ofCheck: end)
    }
}

/// The program of the daemon.
enum Checker {
    private static let longestOutput = 4_194_304
    /// It reads files, but may ask the name service for users.
    private static let patience: Int64 = 120_000_000_000

    /// The text of both streams, and how it ended.
    static func output(of words: [String]) throws(Failure) -> (String, Termination) {
        try running { () throws(SystemError) in
            var pipe = try Pipe()
            let end = pipe.takeWritingEnd()
            var child = try ChildProcess(
                try program(), arguments: words, environment: [],
                inheriting: [
                    .standardInput, InheritedDescriptor(end, as: 1), InheritedDescriptor(end, as: 2),
                ])
            close(consume end)
            let deadline = KernelClock.bootNanoseconds() + patience
            let text = try pipe.contents(atMost: longestOutput, until: deadline)
            return (String(copying: text.span), try child.wait())
        }
    }

    /// The pipe ends only when every writing end is closed.
    private static func close(_ end: consuming Descriptor) {}

    static func run(_ words: [String]) throws(Failure) -> Termination {
        try running { () throws(SystemError) in
            var child = try ChildProcess(
                try program(), arguments: words, environment: [],
                inheriting: [.standardInput, .standardOutput, .standardError])
            return try child.wait()
        }
    }

    private static func running<Value>(_ body: () throws(SystemError) -> Value) throws(Failure) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw Failure(.usage, "ossauthd, which knows the configuration, cannot be run: \(error)")
        }
    }

    /// The program beside this one.
    private static func program() throws(SystemError) -> String {
        try ThisProcess.executable().split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/ossauthd"
    }
}

extension ExitStatus {
    fileprivate init(ofCheck end: Termination) {
        switch end {
        case .exited(0): self = .done
        case .exited(ProgramStatus.usage): self = .usage
        default: self = .refused
        }
    }
}
