internal import API
internal import Bytes
internal import EventLoop
internal import Exchange
internal import Exchanging
internal import Kernel
internal import Metrics
internal import Records
internal import Settings
internal import Signing
internal import Time
internal import Tokens

/// A profile whose signatures come from its servers, through helpers with persistent connections.
final class RemoteSigner: Profile {
    /// The limit of requests in flight, each in a helper of 8 MB: 400 signatures a second at 20 ms each.
    private static let maximumLines = 8
    /// The limit of waiting strings of one user: a little more than the helpers sign while a client waits.
    private static let maximumQueue = 4_096

    private let remote: RemoteSignerSettings
    /// The health of the servers in the last attempts.
    private var upstreams: UpstreamHealth
    private var queue = UserQueue<SigningJob>()
    private var lines: [HelperLine] = []
    /// The tickets that requests wait for.
    private var tickets: [SigningTicket] = []
    private var starter: Deferred?
    var health = SignerHealth()

    override init(_ settings: ProfileSettings, in context: ProfileContext) {
        guard case .remoteSigner(let remote) = settings.source else {
            preconditionFailure("only its source makes a remote signer")
        }
        self.remote = remote
        upstreams = UpstreamHealth(count: remote.server.urls.count)
        super.init(settings, in: context)
        starter = Deferred(on: context.loop) { [unowned self] in startLine() }
    }

    /// Sets the key id at once; signatures are fetched on demand.
    override func begin() {
        guard credential == nil else { return }
        beginGeneration()
        credential = Credential(
            keyID: remote.accessKeyID, generation: generation, fetchedAt: context.clock.now().wall)
    }

    override func stop() {
        super.stop()
        waiters += tickets.map(\.wait)
        queue.removeAll()
        lines.removeAll()
        tickets.removeAll()
    }

    override func credential(living seconds: Int, at now: Moment) -> Credential? {
        health.rest(at: now.boot) == nil ? super.credential(living: seconds, at: now) : nil
    }

    override func sign(_ ticket: SigningTicket) throws(FetchFailure) {
        let strings = ticket.signatures.strings
        guard queue.count(of: ticket.user) + strings.count <= RemoteSigner.maximumQueue else {
            throw FetchFailure(kind: .passing, message: "too many signatures are waited for already")
        }
        let servers = upstreams.order(at: context.clock.now().boot)
        for index in strings.indices {
            queue.append(SigningJob(ticket: ticket, index: index, servers: servers[...]), of: ticket.user)
        }
        ticket.begin()
        tickets.append(ticket)
        proceed()
    }

    override var reasonNotToForget: String? {
        "profile \(name) has no token to forget: Source=remote-signer keeps its key elsewhere"
    }

    override var onlyReason: Problem.Lack.Why? { .signatureFailed }
    override var plannedAttempt: Instant? { health.restEnd }

    /// Whether the profile can sign, as a state of a token.
    override func state(at now: Moment) -> ProfileState {
        if health.rest(at: now.boot) != nil { return .expired }
        return health.consecutiveFailures > 0 ? .stale : .fresh
    }

    override var shownFailures: Int { health.consecutiveFailures }

    /// Sends as many requests as may be in flight.
    private func proceed() {
        let now = context.clock.now()
        tickets.removeAll { !$0.isOpen(at: now.boot) }
        queue.removeAll { !$0.ticket.isOpen(at: now.boot) }
        lines.removeAll { !$0.isBusy && !$0.isReusable }
        while !queue.isEmpty {
            guard let line = lines.first(where: \.isFree) else {
                // Each loop iteration starts only one process, because that takes milliseconds on a busy machine.
                if lines.count < RemoteSigner.maximumLines { starter?.ask() }
                return
            }
            guard let job = queue.popFirst() else { return }
            ask(job, on: line, at: now)
        }
    }

    private func startLine() {
        guard !queue.isEmpty, lines.count < RemoteSigner.maximumLines else { return }
        do throws(SystemError) {
            lines.append(
                try HelperLine(to: context.fetchHelper, on: context.loop, context.clock) { [unowned self] in
                    lines.removeAll { !$0.isBusy }
                })
        } catch {
            return failAll(FetchFailure(reaching: context.fetchHelper, error))
        }
        proceed()
    }

    private func ask(_ question: SigningJob, on line: HelperLine, at now: Moment) {
        var job = question
        guard let server = job.servers.popFirst() else { return }
        let request: ExchangeRequest
        do throws(ExchangeError) {
            request = try ExchangeRequest(remote, asking: server, for: job, at: now.boot)
        } catch {
            return take(.failure(FetchFailure(error), isOfServer: false), of: job)
        }
        do throws(FetchFailure) {
            try line.ask(HelperRequest.exchange(request).stamped(at: skew.time(at: now))) {
                [unowned self, unowned line] result in
                let outcome = line.withReply { reply in job.outcome(of: result, in: reply, by: remote) }
                context.log(
                    HelperRequest.exchange(request).place(), asked: now, answer: try? result.get(),
                    outcome: outcome.words, of: name)
                note(outcome, server, date: try? result.get().date, asked: now)
                take(outcome, of: job)
                proceed()
            }
        } catch {
            // A helper that answered before may have ended since, which is not a failure of the request.
            if line.hasAnswered, !line.isFree {
                lines.removeAll { $0 === line }
                return queue.putBack(question, of: question.ticket.user)
            }
            take(.failure(error, isOfServer: false), of: job)
        }
    }

    private func take(_ outcome: SigningOutcome, of job: SigningJob) {
        let ticket = job.ticket
        switch outcome {
        case .signature(let signature):
            if ticket.fill(job.index, with: signature) { settle(ticket) }
        case .refused(let failure) where ticket.failure == nil:
            ticket.fail(failure, isRefused: true)
            settle(ticket)
        case .refused: break
        case .failure(let failure, let isOfServer):
            if isOfServer, !job.servers.isEmpty {
                queue.putBack(job, of: ticket.user)
            } else if ticket.failure == nil {
                ticket.fail(failure)
                settle(ticket)
            }
        }
    }

    private func settle(_ ticket: SigningTicket) {
        tickets.removeAll { $0 === ticket }
        context.observer?.signed(ticket.wait)
    }

    private func failAll(_ failure: FetchFailure) {
        queue.removeAll()
        for ticket in tickets {
            ticket.fail(failure)
            settle(ticket)
        }
    }
}

// The health of the servers.
extension RemoteSigner {
    func note(_ outcome: SigningOutcome, _ server: Int, date: Timestamp?, asked: Moment) {
        let now = context.clock.now()
        switch outcome {
        case .signature:
            var heard = skew
            if let date { heard.learn(date, asked: asked, answered: now) }
            if heard != skew { believe(heard) }
            succeed(server)
        // A string that a server refuses to sign says nothing about its health.
        case .refused, .failure(_, isOfServer: false): upstreams.succeeded(server)
        case .failure(let failure, isOfServer: true): note(failure, server, at: now)
        }
    }

    private func note(_ failure: FetchFailure, _ server: Int, at now: Moment) {
        remember(failure, at: now)
        tally.value.note(failure.kind)
        upstreams.failed(server, at: now.boot)
        health.failed(retryAfter: failure.retryAfter, at: now.boot, random: Randomness.number())
        context.log.write(
            .signatureFailed(
                profile: name, reason: failure.message, failures: health.consecutiveFailures))
    }

    private func succeed(_ server: Int) {
        upstreams.succeeded(server)
        health.succeeded()
        failing = nil
    }
}
