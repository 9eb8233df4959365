internal import Bytes
package import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Reaching
internal import Time

/// `top`: shows figures on the whole terminal.
package struct TopCommand: ProgramCommand {
    package static let command = Command(
        "top", "Show live what the daemon does",
        details: [
            """
            Profiles with the life that is left to their credentials; requests, refusals and latencies as \
            they come, and callers. Profiles that do not sign come first. q quits.
            """,
            """
            Needs a terminal. Figures that the daemon does not give to you stay blank; root is shown all, over \
            the admin socket.
            """,
        ],
        examples: [Example("top", "every second")])
    package static let hasJSON = false

    package init(_ call: Call) {}

    package var showsDaemon: Bool { true }

    /// The time between two requests.
    private static let interval: Int64 = 1_000_000_000
    /// After this time without an answer, the screen says so.
    private static let patience = Duration.seconds(5)

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        var screen = try LiveScreen(on: session.terminal)
        let daemon = SigningDaemon(at: session.target, patience: TopCommand.patience)
        var model = TopModel()
        while true {
            let next = KernelClock.bootNanoseconds() + TopCommand.interval
            do throws(Failure) {
                model.take(try sample(of: daemon) { screen.glance(model) })
                model.addNames()
                model.exclusion = session.failureOfPrograms(isPatient: false)?.sentence
            } catch {
                // Before the first answer, a failure ends the command.
                guard model.sample != nil else { throw error }
                model.fail(error.sentence, at: .now)
            }
            repeat {
                try screen.draw(model)
                guard try screen.wait(until: next) else { return .done }
            } while KernelClock.bootNanoseconds() < next
        }
    }

    private func sample(
        of daemon: SigningDaemon, whileSilent: () -> Int64
    ) throws(Failure) -> TopSample {
        let state = try reply(of: daemon, to: .status, whileSilent)
        guard state.code == 200 else { throw Failure(state.code, state.body, to: .status) }
        let status = try SigningDaemon.Status(reading: state.body)
        let figures = try reply(of: daemon, to: .metrics, whileSilent)
        return TopSample(
            time: Instant(nanosecondsSinceBoot: KernelClock.bootNanoseconds()), status: status,
            metrics: figures.code == 200 ? Exposition(figures.body) : nil)
    }

    private func reply(
        of daemon: SigningDaemon, to request: DaemonRequest, _ whileSilent: () -> Int64
    ) throws(Failure) -> Reply {
        try mapping(daemon.reply(to: request, whileSilent: whileSilent)) { (error: DaemonError) in
            Failure(error, from: .api, at: daemon.socket)
        }
    }
}

extension TopModel {
    /// Looks up each user once, because a lookup may use the network.
    fileprivate mutating func addNames() {
        for user in (sample?.status.callers ?? []).compactMap(\.user) where userNames[user] == nil {
            let account = UInt32(exactly: user).flatMap { try? Account.numbered($0) }
            userNames[user] = account?.name ?? String(user)
        }
    }
}
