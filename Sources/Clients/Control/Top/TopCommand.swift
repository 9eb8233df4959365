internal import Bytes
internal import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Time

extension Command {
    static let top = Command(
        "top", "Show live what the daemon does",
        details: [
            """
            Profiles with the life that is left to their credentials; requests, refusals and latencies as \
            they come, by operation and by caller. q quits, ? shows the other keys: sort, filter, pause.
            """,
            """
            Needs a terminal. Figures that the daemon does not give to you stay blank; root is shown all, over \
            the admin socket.
            """,
        ],
        options: [.interval],
        examples: [
            Example("top", "every second"), Example("top --interval 5s", "at a more leisurely pace"),
        ])
}

extension Session {
    /// `top`: shows figures on the whole terminal.
    func showTop(every interval: Duration) throws(Failure) -> ExitStatus {
        var screen = try LiveScreen(.whole, for: "top", on: terminal)
        var poll = LivePoll(
            [.status, .metrics], every: interval, over: try Link(to: target, patience: patience))
        try screen.connect(&poll.link)
        var model = TopModel(every: interval)
        var users = UserNames()
        while true {
            switch poll.proceed() {
            case .answered:
                try model.take(poll.answers, &users)
                model.exclusion = failureOfPrograms(isPatient: false)?.sentence
            case .failed(let failure): try model.note(failure)
            case .nothing: break
            }
            let view = TopScreen(
                model, columns: screen.size.columns, rows: screen.size.rows, at: .now, terminal.glyphs)
            try screen.draw(view.frame)
            let woken = try poll.wait()
            if woken.hasSignal, let signal = try screen.takeSignals() { screen.end(by: signal) }
            guard woken.hasInput else { continue }
            for key in try screen.keys() where !model.press(key) { return .done }
        }
    }
}

extension TopModel {
    /// Takes the answers to status and metrics; metrics may be refused.
    fileprivate mutating func take(_ answers: [LiveAnswer], _ users: inout UserNames) throws(Failure) {
        guard answers[0].code == 200 else {
            throw Failure(answers[0].code, answers[0].body.utf8Span.span, to: .status)
        }
        let status = try SigningDaemon.Status(reading: answers[0].body.utf8Span.span)
        let metrics = answers[1].code == 200 ? Exposition(answers[1].body.utf8Span.span) : nil
        let time = Instant(nanosecondsSinceBoot: KernelClock.bootNanoseconds())
        take(TopSample(at: time, status, metrics, userNames: users.names(of: status.callers)))
    }

    /// Before the first answer, a failure ends the command.
    fileprivate mutating func note(_ failure: Failure) throws(Failure) {
        guard hasSample else { throw failure }
        fail(failure.sentence, at: .now)
    }
}

/// The names of users; each is looked up once, because a lookup may use the network.
struct UserNames {
    private var names: [Int: String] = [:]

    mutating func names(of callers: [SigningDaemon.Caller]) -> [Int: String] {
        for user in callers.compactMap(\.user) where names[user] == nil {
            let account = UInt32(exactly: user).flatMap { try? Account.numbered($0) }
            names[user] = account?.name ?? String(user)
        }
        return names
    }
}
