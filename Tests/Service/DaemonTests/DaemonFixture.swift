import API
import Access
import Bytes
import Callers
import EventLoop
import HTTP
import Keeping
import KeepingSupport
import Kernel
import Metrics
import Records
import Serving
import Settings
import TestSupport
import Turns

@testable import Daemon

/// A server with its profiles, put together as the daemon does it, and clients of it in the same thread.
final class DaemonFixture {
    let keeping: KeepingFixture
    let profiles: [Profile]
    let context: DaemonContext
    let router: Router
    let server: Server
    let path: String
    private let actions = FixtureActions()

    /// The user that runs the tests may do everything, as often as `rate` says.
    ///
    /// A busy machine may serve two requests of one client in two turns, unless turns have no end.
    init(
        _ configuration: String, rate: String = "", listenerKind: ListenerKind = .api,
        journal: String = "/nowhere", turnsEnd: Bool = true
    ) throws {
        keeping = try KeepingFixture(journal: journal)
        let rules =
            "[Access all]\nMatch=uid:\(ThisProcess.user)\nProfile=**\nAllow=presign watch\nBucket=**\nKey=**\n\(rate)\n"
        let settings = try keeping.settings(configuration + rules)
        profiles = settings.profiles.map { [keeping] in $0.profile(in: keeping.context) }
        context = DaemonContext(
            profiles: ProfileTable(profiles, default: nil), callers: CallerDirectory(policy: settings.policy),
            scopedTokens: ScopedTokens(in: keeping.context, limit: 100),
            audit: Audit(settings.daemon.audit, to: keeping.context.log.writer),
            clock: keeping.context.clock, patience: settings.daemon.requestTimeout)
        router = Router(context)
        var limits = ServerLimits(settings.daemon)
        if !turnsEnd { limits.longestTurn = .max }
        server = try Server(
            limits, responder: router, observer: router, callers: context.callers, on: keeping.loop,
            clock: keeping.context.clock, log: keeping.context.log)
        router.watches.server = server
        path = keeping.directory.appending("api")
        let listener = try UnixListener(path: path, access: FileAccess(mode: 0o600), backlog: 64)
        try server.listen(on: try listener.socket.duplicate(), listenerKind.traits, identifying: .unix)
        connectParts()
        for profile in profiles { try profile.start() }
    }

    private func connectParts() {
        router.daemon = actions
        actions.server = server
        keeping.observer.publish = { [unowned router] in router.watches.publish($0) }
        keeping.observer.whenSettled = { [unowned actions] in actions.settled.append($0) }
        keeping.observer.whenSigned = { [unowned actions] in actions.signed.append($0) }
        keeping.loop.afterIteration = { [unowned actions] in
            actions.beforeAnswers()
            actions.afterAnswers()
        }
    }

    /// Calls back at the moments at which the daemon does its own work.
    var whenAnswersAreSent: () -> Void {
        get { actions.whenAnswersAreSent }
        set { actions.whenAnswersAreSent = newValue }
    }

    func connect() throws -> Client {
        let socket = try UnixSocket.connect(to: path, waitingUntil: soon())
        try keeping.settle()
        return Client(socket: socket, loop: keeping.loop)
    }
}

/// Continues requests that waited, as the daemon does.
private final class FixtureActions: DaemonActions {
    var settled: [Profile] = []
    var signed: [WaitID] = []
    weak var server: Server?
    var whenAnswersAreSent: () -> Void = {}

    func reload() -> String? { nil }

    var situation: MetricsReport.Situation {
        MetricsReport.Situation(
            isReady: true, connections: 0, of: 0, followsCrash: false, configurationIsGood: true,
            needsRestart: false)
    }

    var apiSocketPermissions: SocketPermissions? { nil }

    func beforeAnswers() {
        while let wait = signed.popLast() { server?.end(wait) }
        while let profile = settled.popLast() {
            for wait in profile.takeWaiters() { server?.end(wait) }
        }
    }

    func afterAnswers() { whenAnswersAreSent() }

    func charge(_ nanoseconds: Int64, to user: UInt32) {}
}

extension DaemonFixture {
    /// A profile whose signatures are made elsewhere.
    static let signedElsewhere = """
        [Profile a]
        Source=remote-signer
        URL=http://127.0.0.1:1/
        AccessKeyID=LTAI
        Endpoint=https://oss-cn-hangzhou.aliyuncs.com

        """

    /// The answer of that server.
    static let signature = #"{"signature":"\#(String(repeating: "0123456789abcdef", count: 4))"}"#
}

/// A program that talks to the server.
final class Client {
    let socket: Descriptor
    private let loop: EventLoop
    private var received = ByteBuffer()
    private(set) var isAtEnd = false

    init(socket: consuming Descriptor, loop: EventLoop) {
        self.socket = socket
        self.loop = loop
    }

    func presign(_ profile: String) throws {
        try sendPresign(profile)
        try loop.settle()
    }

    func sendPresign(_ profile: String) throws {
        let body = #"{"profile":"\#(profile)","bucket":"bucket","key":"key"}"#
        try send("POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    func send(_ text: String) throws {
        _ = try socket.send(text.utf8Span.span)
    }

    /// The status of the next answer, after as many turns as it takes; `nil` when the connection ends instead.
    func status() throws -> String? {
        try answer().map { String($0.dropFirst("HTTP/1.1 ".count).prefix(3)) }
    }

    /// The next answer, whole.
    func answer() throws -> String? {
        let isThere = try loop.reaches {
            try receive()
            return answerLength != nil || isAtEnd
        }
        guard isThere, let length = answerLength else { return nil }
        let answer = String(copying: received[0..<length])
        received.removeFirst(length)
        return answer
    }

    /// Whether there is one without another turn of the loop.
    func hasAnswer() throws -> Bool {
        try receive()
        return answerLength != nil
    }

    private func receive() throws {
        while true {
            switch try socket.receive(into: &received, atMost: 1 << 20) {
            case .bytes: continue
            case .wouldBlock: return
            case .endOfStream:
                isAtEnd = true
                return
            }
        }
    }

    /// Of the answer at the front, if it is whole.
    private var answerLength: Int? {
        let text = String(copying: received.span)
        guard let head = text.firstRange(of: "\r\n\r\n"),
            let field = text[..<head.lowerBound].firstMatch(of: /content-length: *([0-9]+)/.ignoresCase()),
            let body = Int(field.1)
        else { return nil }
        let length = text[..<head.upperBound].utf8.count + body
        return received.count >= length ? length : nil
    }
}
