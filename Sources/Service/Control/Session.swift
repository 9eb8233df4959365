internal import Bytes
internal import CommandLine
internal import Commands
internal import JSON
internal import Kernel
internal import Reaching

/// One run of the program: asks the daemon what the action needs, and prints what came of it.
struct Session: ~Copyable {
    /// Longer than the daemon waits for a credential.
    private static let usualPatience = Duration.seconds(30)

    let terminal: Terminal
    let format: OutputFormat
    private let socket: Socket
    let path: String
    /// Where root is told more.
    private let widerPath: String?
    /// Prints what it asks, where, and how long that took.
    let isTraced: Bool
    /// Where the questions go: one of the two.
    private(set) var target: String
    /// How long an answer may take.
    let patience: Duration
    /// Begins with the first question, so that what the user did wrong is said before what the daemon does.
    private var conversation: Conversation?

    init(
        _ call: Call, with socket: Socket, _ terminal: Terminal, patience: Duration? = nil
    ) {
        self.socket = socket
        self.patience = patience ?? Session.usualPatience
        isTraced = call.has(.debug)
        path = SocketPath.of(socket, call, variable: ThisProcess.variable, isOwn: File.isOwn)
        widerPath = SocketPath.wider(than: path, call, variable: ThisProcess.variable)
        target = path
        format = call.format
        self.terminal = terminal
        if isTraced { terminal.note("socket \(path)") }
    }
}

extension Session {
    var printsJSON: Bool { format == .json }

    mutating func perform(_ action: Action) throws(Failure) -> ExitStatus {
        if action.showsDaemon { widen() }
        let status = try carryOut(action)
        // The admin socket answers for a daemon that no program may be able to reach.
        if action.showsDaemon, let failure = failureOfPrograms() { throw failure }
        return status
    }

    private mutating func carryOut(_ action: Action) throws(Failure) -> ExitStatus {
        switch action {
        case .status(let watch?): return try watchStatus(watch)
        case .status: return try showStatus(after: .status)
        case .top(let interval): return try showTop(every: interval)
        case .watch: return try followEvents()
        case .bench(let terms): return try measure(terms)
        case .presign(.arguments(let locations), let terms) where terms.isRaw:
            try presignRaw(locations, terms)
        case .presign(let list, let terms): try presign(list, terms)
        case .profiles: try showProfiles()
        case .completion(let shell): try terminal.print(shell.completion(of: Program.ossauthctl))
        case .sign(let location, let terms, let form): try sign(location, terms, as: form)
        case .postPolicy(let form, let style): try signForm(form, as: style)
        case .whoami: try showIdentity()
        case .doctor: return try examine()
        case .verify(let wish): return try verify(wish)
        case .check(let configuration): return try check(configuration)
        case .showCredentials(let wish, let reveals): try showCredential(wish, reveals: reveals)
        case .export(let export): try write(export)
        case .execute(let execution): try execute(execution)
        case .explain(let somebody, let wanted): return try explain(wanted, by: somebody)
        case .setCredentials(let profile, let file): try setCredentials(of: profile, from: file)
        case .forgetCredentials(let profile): try forgetCredentials(of: profile)
        case .refresh(let profiles): return try refresh(profiles)
        case .metrics(let file): try showMetrics(in: file)
        case .reload:
            // Whether all profiles are ready is another question than whether the configuration was taken.
            _ = try showStatus(after: .reload)
        }
        return .done
    }

    /// Asks, and lets nothing but a success pass.
    mutating func ask(_ request: APIRequest, body: Span<UInt8> = Span()) throws(Failure) -> Reply {
        var bytes = ByteBuffer(capacity: 1_024)
        request.write(into: &bytes, body: body)
        let start = KernelClock.bootNanoseconds()
        let reply = try converse(bytes)
        if isTraced { terminal.trace(request, over: target, reply.code, since: start) }
        try check(reply, to: request)
        return reply
    }

    /// Asks, and reads what was answered.
    mutating func ask<Answer: DaemonAnswer & ~Copyable>(
        _ request: APIRequest, for answer: Answer.Type
    ) throws(Failure) -> Answer {
        let reply = try ask(request)
        return try Answer(reading: reply.body)
    }

    /// Forgets the connection; the next question makes another.
    mutating func hangUp() { conversation = nil }

    /// Goes on where root is told more, if this is root.
    mutating func widen() {
        guard let widerPath, Session.isServed(at: widerPath) else { return }
        hangUp()
        target = widerPath
    }

    var isWide: Bool { target != path }

    /// Why programs cannot reach the daemon whose admin socket answers; `nil`: they can.
    ///
    /// `isPatient`: wait for an answer, which a daemon may not give though it can be connected to.
    func failureOfPrograms(isPatient: Bool = true) -> Failure? {
        guard isWide else { return nil }
        do throws(ReachingError) {
            let conversation = try Conversation(at: path, patience: isPatient ? .seconds(5) : .zero)
            if isPatient { _ = try Session.ask(.health, over: conversation) }
            return nil
        } catch {
            // A full queue is no reason to raise an alarm.
            if !isPatient, case .system(let error) = error, error.cause == .timedOut { return nil }
            let failure = Failure(error, from: socket, at: path, within: .seconds(5))
            return Failure(failure.status, "programs cannot connect: \(failure.sentence)")
        }
    }

    /// Whom the admin socket lets connect it may still not answer.
    private static func isServed(at path: String) -> Bool {
        do throws(ReachingError) {
            return try ask(.whoami, over: Conversation(at: path, patience: .seconds(1))) == 200
        } catch {
            return false
        }
    }

    /// The code of the answer.
    private static func ask(
        _ request: APIRequest, over conversation: borrowing Conversation
    ) throws(ReachingError) -> Int {
        var question = ByteBuffer(capacity: 256)
        request.write(into: &question, body: Span())
        return try conversation.ask(question).code
    }

    /// The options by which this program, run again, finds the same daemon.
    var socketWords: [String] { ["--socket", path] }

    private mutating func converse(_ request: borrowing ByteBuffer) throws(Failure) -> Reply {
        do throws(ReachingError) {
            let conversation: Conversation
            if let open = self.conversation.take() {
                conversation = open
            } else {
                conversation = try Conversation(at: target, patience: patience)
            }
            let reply = try conversation.ask(request) { [terminal, target] in
                if terminal.isErrorSeen { terminal.noteWaiting(for: target) }
            }
            self.conversation = consume conversation
            return reply
        } catch {
            throw Failure(error, from: isWide ? .admin : socket, at: target, within: patience)
        }
    }

    private func check(_ reply: borrowing Reply, to request: APIRequest) throws(Failure) {
        guard reply.code == 200 else { throw Failure(reply.code, reply.body, to: request) }
    }

    /// Prints the answer as it is where JSON was asked for, else the page.
    func show(_ reply: borrowing Reply, else page: @autoclosure () -> String) throws(Failure) {
        if printsJSON { try printJSON(reply) } else { try terminal.print(page()) }
    }

    func printJSON(_ reply: borrowing Reply) throws(Failure) {
        try printJSON(reply.body)
    }

    func printJSON(_ text: Span<UInt8>) throws(Failure) {
        var pretty = ByteBuffer(capacity: text.count * 2)
        do throws(JSONError) {
            try pretty.append(json: text, isIndented: terminal.isSeen)
        } catch {
            throw Failure(AnswerError.json(error))
        }
        try terminal.print(pretty.span)
    }
}

extension Failure {
    /// Runs what reads an answer, and makes its error one of the program.
    static func reading<Value>(_ read: () throws(AnswerError) -> Value) throws(Failure) -> Value {
        do throws(AnswerError) {
            return try read()
        } catch {
            throw Failure(error)
        }
    }
}
