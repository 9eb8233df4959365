internal import Bytes
internal import Commands
internal import Kernel
internal import Layout
internal import Time

extension Session {
    /// `status --watch`: the table, drawn over itself.
    func watchStatus(_ watch: StatusWatch) throws(Failure) -> ExitStatus {
        var screen = try LiveScreen(.lines, for: "status --watch", on: terminal)
        var poll = LivePoll([.status], every: watch.interval, over: try Link(to: target, patience: patience))
        try screen.connect(&poll.link)
        var view = StatusView(terminal.ink, terminal.glyphs)
        while true {
            switch poll.proceed() {
            case .answered:
                try view.take(poll.answers[0], exclusion: failureOfPrograms(isPatient: false))
            case .failed(let failure): try view.fail(failure, at: .now)
            case .nothing: break
            }
            try screen.draw(view.frame(at: .now, screen.size))
            let woken = try poll.wait()
            if woken.hasSignal, let signal = try screen.takeSignals() { screen.end(by: signal) }
            if woken.hasInput, try screen.keys().contains(.character("q")) { return .done }
        }
    }

    /// `top`: the whole terminal, with keys.
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
    /// The answers to status and metrics, of which only the first is needed.
    fileprivate mutating func take(_ answers: [LiveAnswer], _ users: inout UserNames) throws(Failure) {
        guard answers[0].code == 200 else {
            throw Failure(answers[0].code, answers[0].body.utf8Span.span, to: .status)
        }
        let status = try StatusAnswer(reading: answers[0].body.utf8Span.span)
        let metrics = answers[1].code == 200 ? Exposition(answers[1].body.utf8Span.span) : nil
        let time = Instant(nanosecondsSinceBoot: KernelClock.bootNanoseconds())
        take(TopSample(at: time, status, metrics, userNames: users.names(of: status.callers)))
    }

    /// A daemon that was never there is not waited for.
    fileprivate mutating func note(_ failure: Failure) throws(Failure) {
        guard hasSample else { throw failure }
        fail(failure.sentence, at: .now)
    }
}
