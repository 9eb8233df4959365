internal import Bytes
internal import Exchange
internal import Kernel
internal import Time
internal import Tokens

/// The way to one token: the exchanges of a plan, until one brings it; dropping it ends the helper at work.
final class Fetch {
    /// What a profile learns on the way.
    enum Report {
        /// This server brought a token, or did not.
        case brought(server: Int)
        case failed(server: Int)
        case exchanged(Exchanged)
    }

    private let plan: FetchPlan
    private let surroundings: Surroundings
    private let note: (Report) -> Void
    private let finish: (consuming Result<ReceivedCredential, FetchFailure>, ClockSkew?) -> Void
    private var next = 0
    private var failures: [FetchFailure] = []
    /// The role that the metadata service named.
    private var role: String?
    /// What the `Date` of the last answer says; `nil` where it has none.
    private var heard: ClockSkew?
    private var asked: Moment
    /// What is asked now, and what came back.
    private var request: HelperRequest
    private var answer: ExchangeAnswer?
    private var line: HelperLine?

    init(
        _ plan: FetchPlan, in surroundings: Surroundings,
        note: @escaping (Report) -> Void,
        finish: @escaping (consuming Result<ReceivedCredential, FetchFailure>, ClockSkew?) -> Void
    ) throws(FetchFailure) {
        self.plan = plan
        self.surroundings = surroundings
        self.note = note
        self.finish = finish
        asked = surroundings.clock.now()
        request = plan.attempts[0].request
        try ask(request)
    }
}

extension Fetch {
    private func take(_ result: Result<ExchangeAnswer, FetchFailure>) {
        if case .success(let answer) = result, let date = answer.date {
            var heard = plan.skew
            heard.learn(date, asked: asked, answered: surroundings.clock.now())
            self.heard = heard
        }
        answer = try? result.get()
        switch result {
        case .failure(let failure): goOn(after: failure)
        case .success(let answer) where plan.attempts[next].isForRole && role == nil: ask(forRoleIn: answer)
        case .success(let answer):
            switch credential(from: answer) {
            case .success(let received):
                tell("a token until \(received.expiration.map(\.description) ?? "revoked")")
                note(.brought(server: plan.attempts[next].server))
                finish(.success(received), heard)
            case .failure(let failure): goOn(after: failure)
            }
        }
    }

    /// Asks the next server, if there is one.
    private func goOn(after latest: FetchFailure) {
        tell(latest.message)
        note(.failed(server: plan.attempts[next].server))
        let attempt = plan.attempts[next]
        failures.append(latest.at(attempt.request, withoutPath: attempt.hasSecretPath))
        next += 1
        guard next < plan.attempts.count else { return finish(.failure(.whole(failures)), heard) }
        begin(plan.attempts[next].request)
    }

    /// The second of two questions; the role may be another one each time.
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
            return goOn(after: FetchFailure(kind: .passing, message: "the metadata service named no role"))
        }
        tell("the name of a role")
        begin(request)
    }

    private func tell(_ outcome: String) {
        let place = request.place(withoutPath: plan.attempts[next].hasSecretPath)
        note(.exchanged(Exchanged(place: place, asked: asked, answer: answer, outcome: outcome)))
    }

    private func begin(_ request: HelperRequest) {
        heard = nil
        asked = surroundings.clock.now()
        do throws(FetchFailure) {
            try ask(request)
        } catch {
            finish(.failure(.whole(failures + [error])), heard)
        }
    }

    private func ask(_ request: HelperRequest) throws(FetchFailure) {
        self.request = request
        let line: HelperLine
        do throws(SystemError) {
            line = try HelperLine(in: surroundings)
        } catch {
            throw FetchFailure(reachingHelper: error)
        }
        self.line = line
        try line.ask(request) { [unowned self] in take($0) }
    }

    /// Some servers say what is wrong with a status of 400 or 500; the document tells more than the number.
    private func credential(from answer: ExchangeAnswer) -> Result<ReceivedCredential, FetchFailure> {
        guard let line else { preconditionFailure("an answer comes from an exchange") }
        let now = (heard ?? plan.skew).time(at: surroundings.clock.now())
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
}
