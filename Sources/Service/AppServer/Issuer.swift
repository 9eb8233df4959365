internal import Bytes
internal import EventLoop
internal import HTTP
internal import Issuing
internal import JSON
internal import Kernel
internal import Records
internal import Time
internal import Tokens

/// Asks the daemon of this host for tokens: `POST /v1/issue` on its api socket.
final class Issuer {
    typealias Answer = Result<IssuedToken, IssueFailure>

    /// Further questions wait; the daemon has other clients too, and STS has limits.
    private static let maximumCalls = 64

    let socket: String
    let loop: EventLoop
    private let clock: Clock
    private var calls: [IssueQuestion: DaemonCall] = [:]
    private var queue: [IssueQuestion] = []
    private var failed: [(question: IssueQuestion, failure: IssueFailure)] = []
    private var reportFailures: Deferred?
    /// Called with each answer.
    var received: (Answer, IssueQuestion) -> Void = { _, _ in }

    init(at socket: String, on loop: EventLoop, _ clock: Clock) {
        self.socket = socket
        self.loop = loop
        self.clock = clock
        reportFailures = Deferred(on: loop) { [unowned self] in report() }
    }

    /// Asks the daemon; `received` is called later, never before this returns.
    func ask(_ question: IssueQuestion) {
        guard calls.count < Issuer.maximumCalls else { return queue.append(question) }
        do {
            calls[question] = try DaemonCall(
                to: socket, try question.request(), on: loop, at: clock.now().boot
            ) { [unowned self] result in end(question, with: result) }
        } catch {
            let failure = IssueFailure(
                .unreachable, "\(error); is ossauthd running, and may this user connect?")
            failed.append((question, failure))
            reportFailures?.ask()
        }
    }

    private func report() {
        let failed = failed
        self.failed = []
        for (question, failure) in failed { received(.failure(failure), question) }
        next()
    }

    private func end(_ question: IssueQuestion, with result: Result<DaemonAnswer, DaemonCallError>) {
        // Released after this, because the call is still running.
        let call = calls.removeValue(forKey: question)
        withExtendedLifetime(call) { received(answer(result, to: question), question) }
        next()
    }

    private func next() {
        while calls.count < Issuer.maximumCalls, !queue.isEmpty { ask(queue.removeFirst()) }
    }

    private func answer(_ result: Result<DaemonAnswer, DaemonCallError>, to question: IssueQuestion) -> Answer
    {
        do {
            let answer = try result.get()
            guard answer.code == 200 else { return .failure(answer.failure) }
            let now = clock.now().wall
            return .success(
                try answer.withBody { body throws(CredentialError) in
                    try IssuedToken.read(body.span, to: question, at: now)
                })
        } catch let error as DaemonCallError {
            if case .invalid = error { return .failure(IssueFailure(.invalid, "\(error)")) }
            return .failure(IssueFailure(.unreachable, "\(error)"))
        } catch {
            return .failure(IssueFailure(.invalid, "the answer of ossauthd is no token: \(error)"))
        }
    }
}

extension IssuedToken {
    fileprivate static func read(
        _ body: Span<UInt8>, to question: IssueQuestion, at now: Timestamp
    ) throws(CredentialError) -> IssuedToken {
        let received = try DialectReply.credential(in: body, as: .document, at: now, assumedLife: nil)
        try received.check(replacing: nil, at: now)
        guard !received.securityToken.isEmpty else { throw .longLivedKey }
        guard let token = IssuedToken(received, to: question, at: now) else {
            throw .member("Expiration", .empty)
        }
        return token
    }
}

extension IssueQuestion {
    fileprivate func request() throws(HTTPError) -> ByteBuffer {
        var request = ByteBuffer(capacity: 4_096)
        let body = try RequestWriter.begin(
            .post, target: "/v1/issue".utf8Span.span, host: "ossauthd", into: &request)
        request.beginObject()
        request.member("profile", profile)
        request.member("name", principal.user.text)
        // A policy is JSON already.
        request.name("policy")
        request.append(policy)
        if let duration { request.member("durationSeconds", Int(duration)) }
        request.endObject()
        RequestWriter.finish(body, into: &request)
        return request
    }
}

extension DaemonAnswer {
    /// The meaning of an answer that is no token.
    fileprivate var failure: IssueFailure {
        let pause = retryAfter.map { Duration.seconds($0) }
        return code == 429 || code == 503 || code == 504
            ? IssueFailure(.busy, explanation, retryAfter: pause)
            : IssueFailure(.refused, explanation, retryAfter: pause)
    }

    /// The answer in words, for the log.
    var explanation: String { "ossauthd answered \(code): \(detail)" }

    private var detail: String {
        let found = try? withBody { body throws(JSONError) -> String? in
            var json = JSONReader(body.span)
            var detail: String?
            try json.object { name, json throws(JSONError) in
                if name == "detail" { detail = try json.textOrNull() } else { _ = try json.skipValue() }
            }
            return detail
        }
        return String((found ?? nil ?? "no explanation").onOneLine.prefix(500))
    }
}
