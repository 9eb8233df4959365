import Bytes
import Kernel
import TestSupport

/// The scripted AppServer of `Tests/Support/Fixtures/servers/app_server.py`.
struct AppServer: ~Copyable {
    let url: String
    /// When each call came, in nanoseconds.
    private(set) var calls: [Int64] = []
    private var program: RunningProgram

    /// Answers nothing before it is told what.
    init() throws {
        var program = try RunningProgram(
            "python3", ["-B", sourceTree("Tests/Support/Fixtures/servers/app_server.py")])
        url = "http://127.0.0.1:\(try program.readLine())/sts"
        self.program = program
    }
}

extension AppServer {
    /// Answers all calls from now on with new tokens.
    mutating func handOut(life seconds: Int, with members: String = "{}") throws {
        try tell("token \(seconds) \(members)")
    }

    mutating func answer(_ status: Int, _ document: String) throws {
        try tell("answer \(status) \(document)")
    }

    mutating func hang() throws {
        try tell("hang")
    }

    /// Waits until there were so many calls in all.
    mutating func waitForCalls(_ count: Int) throws {
        while calls.count < count { note(try program.readLine()) }
    }

    /// One command of those that the script lists.
    mutating func tell(_ command: String) throws {
        try program.stream.sendAll("\(command)\n".utf8Span.span, waitingUntil: soon())
        while true {
            let line = try program.readLine()
            if line == "done" { return }
            note(line)
        }
    }

    /// How many calls there were until now; telling it something brings its news up to now.
    mutating func countCalls(afterTelling command: String) throws -> Int {
        try tell(command)
        return calls.count
    }

    private mutating func note(_ line: String) {
        if let time = Int64(line.dropFirst("call ".count)) { calls.append(time) }
    }
}
