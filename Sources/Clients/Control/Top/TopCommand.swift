package import CommandLine
internal import Kernel

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
    /// The pause between two looks at the keys while the daemon is silent.
    private static let glance: Int64 = 100_000_000

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        let terminal = session.terminal
        var screen = try LiveScreen(for: "top", on: terminal)
        let source = TopSource(at: session.target, patience: TopCommand.patience)
        var model = TopModel()
        while true {
            let next = KernelClock.bootNanoseconds() + TopCommand.interval
            do throws(Failure) {
                model.take(try source.sample { glance(at: &screen, model, terminal) })
                model.exclusion = session.failureOfPrograms(isPatient: false)?.sentence
            } catch {
                try model.note(error)
            }
            repeat {
                try draw(model, on: screen, terminal)
                guard try screen.wait(until: next) else { return .done }
            } while KernelClock.bootNanoseconds() < next
        }
    }

    private func draw(
        _ model: TopModel, on screen: borrowing LiveScreen, _ terminal: Terminal
    ) throws(Failure) {
        let size = screen.size
        try screen.draw(
            TopScreen(model, columns: size.columns, rows: size.rows, at: .now, terminal.glyphs).frame)
    }

    /// Looks at keys and signals while the daemon is silent; returns when to look again.
    private func glance(at screen: inout LiveScreen, _ model: TopModel, _ terminal: Terminal) -> Int64 {
        let now = KernelClock.bootNanoseconds()
        if (try? screen.wait(until: now)) == false {
            screen.leave()
            ThisProcess.exit(ExitStatus.done.rawValue)
        }
        try? draw(model, on: screen, terminal)
        return now + TopCommand.glance
    }
}

extension TopModel {
    /// Before the first answer, a failure ends the command.
    fileprivate mutating func note(_ failure: Failure) throws(Failure) {
        guard hasSample else { throw failure }
        fail(failure.sentence, at: .now)
    }
}
