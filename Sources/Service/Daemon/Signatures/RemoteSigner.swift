internal import EventLoop
internal import Exchange
internal import Kernel
internal import Settings
internal import Signing
internal import Time
internal import Tokens

/// Gets signatures from the servers of a profile, through helpers that stay and keep their connections.
final class RemoteSigner {
    /// Questions under way at once, each in a helper of 8 MB; at 20 ms a question these are 400 signatures a second.
    private static let maximumLines = 8
    /// Strings of one user that wait: what the helpers do within the time that a client waits, and some more.
    private static let maximumQueue = 4_096
    /// Strings of one request, so that one client does not fill the queue alone.
    static let maximumStrings = 100

    let settings: RemoteSignerSettings
    unowned let profile: Profile
    private var queue = UserQueue<SigningJob>()
    private var lines: [HelperLine] = []
    /// Those that somebody waits for.
    private var tickets: [SigningTicket] = []
    private var starter: Deferred?
    var health = SignerHealth()

    init(_ settings: RemoteSignerSettings, of profile: Profile) {
        self.settings = settings
        self.profile = profile
        starter = Deferred(on: profile.surroundings.loop) { [unowned self] in startLine() }
    }
}

extension RemoteSigner {
    /// Asks for the signatures of a ticket, whose wait ends when they are there, or when one of them does not come.
    func sign(_ ticket: SigningTicket) throws(FetchFailure) {
        let strings = ticket.signatures.strings
        guard queue.count(of: ticket.user) + strings.count <= RemoteSigner.maximumQueue else {
            throw FetchFailure(kind: .passing, message: "too many signatures are waited for already")
        }
        let servers = profile.upstreams.order(at: profile.surroundings.clock.now().boot)
        for index in strings.indices {
            queue.append(SigningJob(ticket: ticket, index: index, servers: servers[...]), of: ticket.user)
        }
        ticket.begin()
        tickets.append(ticket)
        proceed()
    }

    /// Ends everything, and says who waited.
    func stop() -> [Waiter] {
        defer {
            queue.removeAll()
            lines.removeAll()
            tickets.removeAll()
        }
        return tickets.map(\.wait)
    }

    /// Asks as much as may be asked at once.
    private func proceed() {
        let now = profile.surroundings.clock.now()
        tickets.removeAll { !$0.isOpen(at: now.boot) }
        queue.removeAll { !$0.ticket.isOpen(at: now.boot) }
        lines.removeAll { !$0.isBusy && !$0.isReusable }
        while !queue.isEmpty {
            guard let line = lines.first(where: \.isFree) else { return wantLine() }
            guard let job = queue.popFirst() else { return }
            ask(job, on: line, at: now)
        }
    }

    /// To start a process takes milliseconds on a busy machine, so each turn of the loop starts one, and all who can be
    /// answered meanwhile are.
    private func wantLine() {
        if lines.count < RemoteSigner.maximumLines { starter?.ask() }
    }

    private func startLine() {
        guard !queue.isEmpty, lines.count < RemoteSigner.maximumLines else { return }
        do throws(SystemError) {
            lines.append(try HelperLine(in: profile.surroundings) { [unowned self] in dropIdleLines() })
        } catch {
            return failAll(FetchFailure(reachingHelper: error))
        }
        proceed()
    }

    private func dropIdleLines() {
        lines.removeAll { !$0.isBusy }
    }
}

extension RemoteSigner {
    private func ask(_ question: SigningJob, on line: HelperLine, at now: Moment) {
        var job = question
        guard let server = job.servers.popFirst() else { return }
        let request: ExchangeRequest
        do throws(ExchangeError) {
            request = try ExchangeRequest(settings, asking: server, for: job, at: now.boot)
        } catch {
            return take(.failure(FetchFailure(error), isOfServer: false), of: job)
        }
        do throws(FetchFailure) {
            try line.ask(.exchange(request)) { [unowned self, unowned line] result in
                let outcome = line.withReply { reply in job.outcome(of: result, in: reply, by: settings) }
                profile.log(
                    Exchanged(
                        place: HelperRequest.exchange(request).place(), asked: now, answer: try? result.get(),
                        outcome: outcome.words))
                note(outcome, server, date: try? result.get().date, asked: now)
                take(outcome, of: job)
                proceed()
            }
        } catch {
            // One that has answered before may have ended since, which says nothing of the question.
            if line.hasAnswered, !line.isFree {
                lines.removeAll { $0 === line }
                return queue.putBack(question, of: question.ticket.user)
            }
            // The others may be asked for all the same.
            take(.failure(error, isOfServer: false), of: job)
        }
    }

    private func take(_ outcome: SigningOutcome, of job: SigningJob) {
        let ticket = job.ticket
        switch outcome {
        case .signature(let signature):
            if ticket.fill(job.index, with: signature) { settle(ticket) }
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
        profile.surroundings.whenSigned(ticket.wait)
    }

    private func failAll(_ failure: FetchFailure) {
        queue.removeAll()
        for ticket in tickets {
            ticket.fail(failure)
            settle(ticket)
        }
    }
}
