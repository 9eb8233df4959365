import Bytes
import Kernel
import TestSupport
import Testing

/// The built `ossauthd` as a process of its own, ended with this value at the latest.
struct RunningDaemon: ~Copyable {
    let home: Home
    let manager: ManagerSocket
    private var child: ChildProcess

    /// Starts it and waits until it says that it is ready.
    init(_ home: Home, environment: [String] = [], through launcher: [String] = []) throws {
        let manager = try ManagerSocket(at: "\(home.path)/notify-\(String(Randomness.number(), radix: 16))")
        let child = try RunningDaemon.start(
            home, environment: environment + ["NOTIFY_SOCKET=\(manager.path)"], through: launcher)
        do {
            _ = try manager.next { $0.contains("READY=1") }
        } catch {
            Issue.record("the daemon is not ready: \(try read(home.log))")
            throw error
        }
        self.home = home
        self.manager = manager
        self.child = child
    }

    /// Starts a daemon that is to refuse: how it ended, and what it said.
    static func refusal(of home: Home) throws -> (end: Termination, log: String) {
        var child = try start(home, environment: [], through: [])
        return (try child.wait(until: soon()), try read(home.log))
    }

    /// The launcher, if there is one, gets the command line of the daemon behind its own.
    private static func start(_ home: Home, environment: [String], through launcher: [String]) throws
        -> ChildProcess
    {
        let shell = "exec \"$0\" \"$@\" 2>>\"$LOG\""
        let command = launcher + [builtProgram("ossauthd"), "--config", home.configuration]
        return try ChildProcess(
            "/bin/sh", arguments: ["-c", shell] + command,
            environment: environment + ["PATH=/usr/local/bin:/usr/bin:/bin", "LOG=\(home.log)"],
            inheriting: [.standardError])
    }
}

extension RunningDaemon {
    var process: Int32 { child.process }

    func send(_ signal: Signal) throws {
        child.send(signal)
    }

    mutating func wait() throws -> Termination {
        guard eventually({ !child.isRunning }) else {
            throw SystemError(call: "end", code: 110)
        }
        return try child.wait()
    }

    mutating func stop() throws -> Termination {
        try send(.terminate)
        return try wait()
    }

    func connect() throws -> Client { try Client(home.api) }

    /// One request on a connection of its own.
    @discardableResult
    func ask(_ method: String, _ path: String, _ body: String = "") throws -> Answer {
        try manager.collect()
        let client = try connect()
        return try client.ask(method, path, body)
    }

    @discardableResult
    func administer(_ method: String, _ path: String, _ body: String = "") throws -> Answer {
        try manager.collect()
        let client = try Client(home.admin)
        return try client.ask(method, path, body)
    }

    /// Gives a manual profile a token with this name.
    @discardableResult
    func give(_ name: String = "One", to profile: String = "main", life: Int64 = 3_600) throws -> Answer {
        let document = """
            {"AccessKeyId":"STS.\(name)","AccessKeySecret":"SecretOf\(name)","SecurityToken":"TokenOf\(name)",\
            "Expiration":"\(timestamp(KernelClock.wallSeconds() + life))"}
            """
        return try administer("PUT", "/v1/profiles/\(profile)/credentials", document)
    }

    /// The profile as `/v1/status` reports it.
    func status(of profile: String = "main") throws -> Document {
        let answer = try ask("GET", "/v1/status")
        return try #require(answer.document["profiles"].elements.first { $0["name"].text == profile })
    }

    var log: String { get throws { try read(home.log) } }

    /// The processes that it started.
    func children() throws -> [Int32] {
        try read("/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap { Int32($0) }
    }

    func descriptorCount() throws -> Int {
        try File.names(in: "/proc/\(process)/fd").count
    }

    /// Resident, in kB.
    func memory() throws -> Int {
        try #require(Int(property("VmRSS").split(separator: " ").first ?? ""))
    }

    /// A line of `/proc/PID/status`.
    func property(_ name: String) throws -> String {
        let lines = try read("/proc/\(process)/status").split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("\(name):") })
        return line.dropFirst(name.count + 1).trimmed
    }
}
