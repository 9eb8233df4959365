import Bytes
import Glibc
import HTTP
import Kernel
import TestSupport

/// An answer of the daemon, as the contract has it.
struct Scripted {
    let head: String
    let body: String

    init(_ code: Int, _ body: String) {
        head =
            "HTTP/1.1 \(code) X\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        self.body = body
    }

    /// Any bytes.
    init(raw: String) {
        head = raw
        body = ""
    }

    static func problem(_ code: Int, _ name: String, more: String = "") -> Scripted {
        Scripted(
            code,
            #"{"type":"urn:ossauthd:problem:\#(name)","title":"Title","status":\#(code),"detail":"the detail"\#(more)}"#
        )
    }
}

/// A request as it came over the socket.
struct Received: Equatable {
    let line: String
    let body: String
}

/// The outcome of a run of the program.
struct Outcome {
    let output: String
    let error: String
    let status: Termination
    let requests: [Received]
}

/// Runs the built program in a directory of its own, next to a daemon that answers by a script.
struct Stage {
    enum Listener { case api, admin, neither }

    let directory: TemporaryDirectory
    let program = builtProgram("ossauthctl")

    init() throws {
        directory = try TemporaryDirectory()
    }

    var api: String { directory.appending("api.sock") }
    var admin: String { directory.appending("admin.sock") }

    /// Only one of the sockets has a listener, so a request to the other does not go unnoticed.
    func run(
        _ words: [String], on listener: Listener = .neither, _ answers: [Scripted] = [], input: String = "",
        environment: [String] = []
    ) throws -> Outcome {
        var server: UnixListener?
        if listener != .neither {
            server = try listen(at: listener == .api ? api : admin)
        }
        var running = try Running(program, words, input: input, environment: sockets + environment)
        guard let server else { return try running.finish() }
        return try running.finish(try serve(server.socket, answers))
    }

    /// Runs a script, whose `$0` is the program.
    func shell(_ script: String, in shell: String = "/bin/sh", answering answers: [Scripted] = []) throws
        -> Outcome
    {
        var server: UnixListener?
        if !answers.isEmpty {
            server = try listen(at: api)
        }
        let home = ["HOME=\(directory.path)", "PATH=/usr/bin:/bin", "TERM=dumb"]
        var running = try Running(
            shell, ["-c", script, program], input: "", environment: sockets + home)
        guard let server else { return try running.finish() }
        return try running.finish(try serve(server.socket, answers))
    }

    var sockets: [String] { ["OSSAUTHD_SOCKET=\(api)", "OSSAUTHD_ADMIN_SOCKET=\(admin)"] }

    /// Starts the program, for a test that is the daemon itself.
    func start(_ words: [String]) throws -> Running {
        try Running(program, words, input: "", environment: sockets)
    }

    /// Listens where an earlier listener of this test may have been.
    ///
    /// A program that another test starts right now has that listener and its lock too, until it has become
    /// that program.
    func listen(at path: String, mode: UInt32 = 0o600, group: UInt32? = nil) throws -> UnixListener {
        let access = FileAccess(mode: mode, group: group)
        let deadline = soon()
        while KernelClock.bootNanoseconds() < deadline {
            if let listener = try? UnixListener(path: path, access: access, backlog: 4) { return listener }
            sched_yield()
        }
        return try UnixListener(path: path, access: access, backlog: 4)
    }

    /// Answers the requests of the next connection, and hangs up.
    func serve(_ listener: borrowing Descriptor, _ answers: [Scripted]) throws -> [Received] {
        let connection = try accept(listener)
        var bytes = ByteBuffer()
        return try answers.map { answer in
            let request = try receive(connection, &bytes)
            try connection.sendAll(answer.head.utf8Span.span, waitingUntil: soon())
            try connection.sendAll(answer.body.utf8Span.span, waitingUntil: soon())
            return request
        }
    }

    func accept(_ listener: borrowing Descriptor) throws -> Descriptor {
        let deadline = soon()
        while KernelClock.bootNanoseconds() < deadline {
            if let connection = try listener.accept() { return connection }
            sched_yield()
        }
        throw NoConnection()
    }

    /// The next request; what came behind it stays in `bytes`.
    private func receive(_ connection: borrowing Descriptor, _ bytes: inout ByteBuffer) throws -> Received {
        var scan = HeadScan()
        while true {
            if !bytes.isEmpty, let head = try RequestHead.decode(bytes.span, &scan),
                bytes.count >= head.messageLength
            {
                let line = "\(head.method.name?.description ?? "?") \(String(copying: bytes[head.path]))"
                let body = String(copying: bytes[head.length..<head.messageLength])
                bytes.removeFirst(head.messageLength)
                return Received(line: line, body: body)
            }
            scan = HeadScan()
            guard try connection.receive(into: &bytes, atMost: 65_536, waitingUntil: soon()) != .endOfStream
            else { throw NoConnection() }
        }
    }
}

/// No client connected, or it sent no whole request.
struct NoConnection: Error {}
