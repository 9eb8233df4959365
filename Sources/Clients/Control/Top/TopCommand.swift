internal import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Reaching
internal import Time

extension Command {
    static let top = Command(
        "top", "Show live what the daemon does",
        details: [
            """
            Profiles with the life that is left to their credentials; requests, refusals and latencies as \
            they come, by operation and by caller. Profiles that do not sign come first. q quits.
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

extension Option {
    static let interval = Option(
        "interval", .span("TIME"), "How often the daemon is asked: 100ms, 2s, 1min.", standard: "1s")
}

extension Call {
    /// The time between two requests of `top`.
    func interval() throws(UsageError) -> Duration {
        guard let text = value(of: .interval) else { return .seconds(1) }
        guard let interval = span(text), interval >= .milliseconds(100), interval <= .seconds(3_600) else {
            throw UsageError("--interval cannot be '\(text)'; write 100ms, 2s or 1min")
        }
        return interval
    }
}

extension Session {
    /// After this time without an answer, the screen says so.
    private static let livePatience = Duration.seconds(5)
    /// The pause between two looks at the keys while the daemon is silent.
    private static let glance: Int64 = 100_000_000

    /// `top`: shows figures on the whole terminal.
    func showTop(every interval: Duration) throws(Failure) -> ExitStatus {
        var screen = try LiveScreen(for: "top", on: terminal)
        let daemon = SigningDaemon(at: target, patience: Session.livePatience)
        var model = TopModel(every: interval)
        var users = UserNames()
        while true {
            let next = KernelClock.bootNanoseconds() + interval.wholeNanoseconds
            do throws(Failure) {
                model.take(try sample(of: daemon, &users) { glance(at: &screen, model) })
                model.exclusion = failureOfPrograms(isPatient: false)?.sentence
            } catch {
                try model.note(error)
            }
            repeat {
                try draw(model, on: screen)
                guard try screen.wait(until: next) else { return .done }
            } while KernelClock.bootNanoseconds() < next
        }
    }

    private func draw(_ model: TopModel, on screen: borrowing LiveScreen) throws(Failure) {
        let size = screen.size
        try screen.draw(
            TopScreen(model, columns: size.columns, rows: size.rows, at: .now, terminal.glyphs).frame)
    }

    /// Looks at keys and signals while the daemon is silent; returns when to look again.
    private func glance(at screen: inout LiveScreen, _ model: TopModel) -> Int64 {
        let now = KernelClock.bootNanoseconds()
        if (try? screen.wait(until: now)) == false {
            screen.leave()
            ThisProcess.exit(ExitStatus.done.rawValue)
        }
        try? draw(model, on: screen)
        return now + Session.glance
    }

    /// The answers to status and metrics; metrics may be refused.
    private func sample(
        of daemon: SigningDaemon, _ users: inout UserNames, whileSilent: () -> Int64
    ) throws(Failure) -> TopSample {
        let state = try reply(of: daemon, to: .status, whileSilent)
        guard state.code == 200 else { throw Failure(state.code, state.body, to: .status) }
        let status = try SigningDaemon.Status(reading: state.body)
        let figures = try reply(of: daemon, to: .metrics, whileSilent)
        return TopSample(
            at: Instant(nanosecondsSinceBoot: KernelClock.bootNanoseconds()), status,
            figures.code == 200 ? Exposition(figures.body) : nil, userNames: users.names(of: status.callers))
    }

    private func reply(
        of daemon: SigningDaemon, to request: DaemonRequest, _ whileSilent: () -> Int64
    ) throws(Failure) -> Reply {
        do throws(DaemonError) {
            return try daemon.reply(to: request, whileSilent: whileSilent)
        } catch {
            throw Failure(error, from: .api, at: target)
        }
    }
}

extension TopModel {
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
