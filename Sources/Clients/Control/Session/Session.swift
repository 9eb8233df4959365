internal import Bytes
internal import CommandLine
internal import JSON
internal import Kernel
internal import OSSAuthClient
internal import Reaching
internal import Time

/// One run of the program: the daemon that it asks, and the terminal to which it prints.
package struct Session: ~Copyable {
    /// Longer than the daemon waits for a credential.
    private static let usualPatience = Duration.seconds(30)

    let terminal: Terminal
    let printsJSON: Bool
    private let socket: Socket
    let path: String
    /// The admin socket, which shows more.
    private let adminPath: String?
    /// Whether it prints each request with its time.
    let isTraced: Bool
    /// The socket in use: one of the two.
    private(set) var target: String
    /// The longest time for an answer.
    let patience: Duration
    private let start = KernelClock.bootNanoseconds()
    /// The client at `target`; it connects with the first request.
    private var daemon: SigningDaemon

    init(
        _ call: Call, with socket: Socket, _ terminal: Terminal, patience: Duration? = nil
    ) {
        self.socket = socket
        self.patience = patience ?? Session.usualPatience
        isTraced = call.has(.debug)
        path = SocketPath.of(socket, call, variable: ThisProcess.variable, isOwn: File.isOwn)
        adminPath =
            call.has(.socket)
            ? nil : SocketPath.of(.admin, call, variable: ThisProcess.variable, isOwn: File.isOwn)
        target = path
        daemon = SigningDaemon(at: path, patience: self.patience)
        printsJSON = call.has(.json)
        self.terminal = terminal
        if isTraced { terminal.note("socket \(path)") }
    }

    /// Sends the request and returns a successful answer.
    mutating func ask(_ request: DaemonRequest, body: Span<UInt8> = Span()) throws(Failure) -> Reply {
        let start = KernelClock.bootNanoseconds()
        let reply = try reply(to: request, body)
        if isTraced { terminal.trace(request, over: target, reply.code, since: start) }
        try check(reply, to: request)
        return reply
    }

    private func check(_ reply: borrowing Reply, to request: DaemonRequest) throws(Failure) {
        guard reply.code == 200 else { throw Failure(reply.code, reply.body, to: request) }
    }

    /// Sends the request and reads a successful answer.
    mutating func ask<Expected: Answer>(
        _ request: DaemonRequest, for answer: Expected.Type
    ) throws(Failure) -> Expected {
        let reply = try ask(request)
        return try Expected(reading: reply.body)
    }

    private func reply(to request: DaemonRequest, _ body: Span<UInt8>) throws(Failure) -> Reply {
        var silence = SilenceNote(on: target, terminal)
        do throws(DaemonError) {
            return try daemon.reply(to: request, body: body) { silence.check() }
        } catch {
            let asked = switchedToAdminSocket ? Socket.admin : socket
            // The whole time counts, not what the other socket left of it.
            if case .noAnswer = error { throw Failure(.noAnswer(within: patience), from: asked, at: target) }
            throw Failure(error, from: asked, at: target)
        }
    }

    /// Switches to the admin socket, which shows more, where this process is root.
    mutating func useAdminSocket() {
        guard let adminPath else { return }
        if Session.isServed(at: adminPath, within: min(.seconds(1), patience)) { target = adminPath }
        daemon = SigningDaemon(at: target, patience: timeLeft)
    }

    /// The rest of the time for an answer: a silent socket may have used some of it.
    private var timeLeft: Duration {
        max(.milliseconds(100), patience - .nanoseconds(KernelClock.bootNanoseconds() - start))
    }

    var switchedToAdminSocket: Bool { target != path }

    /// Why programs cannot connect to the daemon whose admin socket answers; `nil`: they can.
    ///
    /// `isPatient`: wait for an answer too, since a daemon may accept connections without answering.
    func failureOfPrograms(isPatient: Bool = true) -> Failure? {
        guard switchedToAdminSocket else { return nil }
        let daemon = SigningDaemon(at: path, patience: isPatient ? min(.seconds(5), timeLeft) : .zero)
        do throws(DaemonError) {
            if isPatient { _ = try daemon.reply(to: .health) } else { try daemon.connect() }
            return nil
        } catch {
            // A full queue of the socket is no alarm.
            if !isPatient, case .noAnswer = error { return nil }
            let failure = Failure(error, from: socket, at: path)
            return Failure(failure.status, "programs cannot connect: \(failure.sentence)")
        }
    }

    /// A process that may connect to the admin socket may still be refused there.
    private static func isServed(at path: String, within patience: Duration) -> Bool {
        do throws(DaemonError) {
            let reply = try SigningDaemon(at: path, patience: patience).reply(to: .whoami)
            return reply.code == 200
        } catch {
            return false
        }
    }

    /// Sends the request, and prints a successful answer as JSON or as its page.
    @discardableResult
    mutating func show<Expected: Answer>(
        _ request: DaemonRequest, body: Span<UInt8> = Span(), as answer: Expected.Type,
        _ page: (Page, Expected) -> String
    ) throws(Failure) -> Expected {
        let reply = try ask(request, body: body)
        let answer = try Expected(reading: reply.body)
        if printsJSON { try printJSON(reply) } else { try terminal.print(page(terminal.page, answer)) }
        return answer
    }

    /// Prints the answer itself as JSON, or a page that programs read too.
    func show(
        _ reply: borrowing Reply, elseForPrograms page: @autoclosure () -> String
    ) throws(Failure) {
        if printsJSON { try printJSON(reply) } else { try terminal.printForProgram(page().utf8Span.span) }
    }

    func printJSON(_ reply: borrowing Reply) throws(Failure) {
        try printJSON(reply.body)
    }

    func printJSON(_ text: Span<UInt8>) throws(Failure) {
        var line = ByteBuffer(capacity: text.count + 1)
        try mapping(line.append(json: text)) { (error: JSONError) in Failure(DaemonError.broken(error)) }
        try terminal.print(line.span)
    }
}

extension Timestamp {
    /// The time of this host.
    static var now: Timestamp { Timestamp(secondsSince1970: KernelClock.wallSeconds()) }
}
