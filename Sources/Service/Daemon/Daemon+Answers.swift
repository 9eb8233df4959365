internal import API
internal import Bytes
internal import Kernel
internal import Systemd

// What is done before the answers to some connections are sent, and behind them.
extension Daemon {
    /// More of the stack than any answer takes, also in a build for development, whose frames are large.
    private static let deepestCall = 65_536

    /// Records, which no answer waits for.
    func finishAnswers() {
        handler.audit.write()
        if hasTraces { wipeTraces() }
    }

    /// What waits for a signature or a token that came just now is answered.
    func endWaits() {
        while let wait = signed.popLast() { server.end(wait) }
        if !settled.isEmpty { tellWaiters() }
    }

    /// Answering a waiter may settle another profile, so this goes on until none is left.
    private func tellWaiters() {
        while let profile = settled.popLast() {
            for dependent in handler.profiles.dependents(of: profile) {
                dependent.foundationSettled()
                // Also one that does not settle with it may have lost its token.
                sinks.keepFresh(with: dependent)
            }
            for wait in profile.takeWaiters() {
                if profile.isReplaced { server.restart(wait) } else { server.end(wait) }
            }
            sinks.keepFresh(with: profile)
        }
        statusLine?.change()
    }

    /// Buffers that are used again and again are given back, which wipes them; and what copied from them may have left
    /// the registers that it used on the stack.
    private func wipeTraces() {
        hasTraces = false
        handler.desks.value = Desks()
        server.answers.buffer.forget()
        wipeStack(bytes: Daemon.deepestCall)
    }
}
