internal import Bytes
internal import Contract
internal import Exchange
internal import Exchanging
internal import Kernel
internal import Records
internal import Sections
internal import Settings
internal import Time
internal import Tokens

/// One attempt to get a token: the exchanges of a plan until one succeeds.
///
/// Releasing it ends its helper.
final class Fetch {
    private let plan: FetchPlan
    private let profile: String
    private let context: ProfileContext
    private let finish: (consuming FetchResult) -> Void
    private var next = 0
    private var failures: [FetchFailure] = []
    private var failedServers: [Int] = []
    /// The role named by the metadata service.
    private var role: String?
    /// The clock of the server by the `Date` of the last answer; `nil` if it has none.
    private var heard: ClockSkew?
    private var asked: Moment
    /// The present request and its answer.
    private var request: HelperRequest
    private var answer: ExchangeAnswer?
    private var line: HelperLine?

    init(
        _ plan: FetchPlan, of profile: String, in context: ProfileContext,
        finish: @escaping (consuming FetchResult) -> Void
    ) throws(FetchFailure) {
        self.plan = plan
        self.profile = profile
        self.context = context
        self.finish = finish
        asked = context.clock.now()
        request = plan.attempts[0].request
        try ask(request)
    }
}

/// The result of one attempt to get a token.
struct FetchResult: ~Copyable {
    var outcome: Result<ReceivedCredential, FetchFailure>
    /// The server's clock; `nil` if no answer had a `Date`.
    var heard: ClockSkew?
    /// The attempt that returned the token, and the servers that failed.
    var answered: FetchPlan.Attempt?
    var failedServers: [Int] = []
}

extension Fetch {
    private func take(_ result: Result<ExchangeAnswer, FetchFailure>) {
        if case .success(let answer) = result, let date = answer.date {
            var heard = plan.skew
            heard.learn(date, asked: asked, answered: context.clock.now())
            self.heard = heard
        }
        answer = try? result.get()
        switch result {
        case .failure(let failure): goOn(after: failure)
        case .success(let answer) where plan.attempts[next].isForRole && role == nil: ask(forRoleIn: answer)
        case .success(let answer):
            switch credential(from: answer) {
            case .success(let received): end(with: received)
            case .failure(let failure): goOn(after: failure)
            }
        }
    }

    private func end(with received: consuming ReceivedCredential) {
        log("a token until \(received.expiration.map(\.description) ?? "revoked")")
        finish(
            FetchResult(
                outcome: .success(received), heard: heard, answered: plan.attempts[next],
                failedServers: failedServers))
    }

    private func fail(_ failures: [FetchFailure]) {
        finish(
            FetchResult(outcome: .failure(.whole(failures)), heard: heard, failedServers: failedServers))
    }

    /// Asks the next server, if there is one.
    private func goOn(after latest: FetchFailure) {
        log(latest.message)
        let attempt = plan.attempts[next]
        failedServers.append(attempt.server)
        failures.append(latest.at(attempt))
        next += 1
        guard next < plan.attempts.count else { return fail(failures) }
        begin(plan.attempts[next].request)
    }

    /// Sends the second of two requests; the role may differ each time.
    private func ask(forRoleIn answer: ExchangeAnswer) {
        guard answer.status == 200 else {
            var failure = FetchFailure(answer)
            if answer.status == 404 {
                failure.message = "the metadata service knows no role of this instance"
            }
            return goOn(after: failure)
        }
        role = line?.withReply { reply in MetadataReply.role(in: reply[answer.body]) }
        guard let role, let request = plan.attempts[next].naming(role) else {
            return goOn(
                after: FetchFailure(
                    kind: .passing, message: "the metadata service named no role", code: .answer))
        }
        log("the name of a role")
        begin(request)
    }

    private func begin(_ request: HelperRequest) {
        heard = nil
        asked = context.clock.now()
        do throws(FetchFailure) {
            try ask(request)
        } catch {
            fail(failures + [error])
        }
    }

    private func ask(_ request: HelperRequest) throws(FetchFailure) {
        self.request = request
        let line: HelperLine
        line = try mapping(HelperLine(to: context.fetchHelper, on: context.loop, context.clock)) {
            (error: SystemError) in FetchFailure(reaching: context.fetchHelper, error)
        }
        self.line = line
        try line.ask(request.stamped(at: plan.skew.time(at: asked))) { [unowned self] in take($0) }
    }

    /// Some servers report an error with status 400 or 500; the document says more than the number.
    private func credential(from answer: ExchangeAnswer) -> Result<ReceivedCredential, FetchFailure> {
        guard let line else { preconditionFailure("an answer comes from an exchange") }
        let now = (heard ?? plan.skew).time(at: context.clock.now())
        return line.withReply { reply in
            do throws(CredentialError) {
                let received = try plan.credential(in: reply[answer.body], at: now)
                guard answer.status == 200 else { return .failure(FetchFailure(answer)) }
                return .success(received)
            } catch {
                return .failure(FetchFailure(answer, error))
            }
        }
    }

    private func log(_ outcome: String) {
        let place = request.place(withoutPath: plan.attempts[next].hasSecretPath)
        context.log(place, asked: asked, answer: answer, outcome: outcome, of: profile)
    }
}

extension ProfileContext {
    /// Logs one exchange with a server at `LogLevel=debug`; the outcome is a text without secrets.
    func log(_ place: String, asked: Moment, answer: ExchangeAnswer?, outcome: String, of profile: String) {
        guard log.level == .debug else { return }
        let took = clock.now().boot - asked.boot
        log.write(
            .exchanged(
                profile: profile, place: place, answer: answer,
                milliseconds: Int(took.nanoseconds / 1_000_000), outcome: outcome))
    }
}
