internal import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Reaching

extension Command {
    static let status = Command(
        "status", "Show which profiles can sign, and how long",
        details: [
            "Ends with 0 when every required profile can sign now, else with 4. Root is shown all of them.",
            "With --watch the table stays and is kept up to date, until Control-C or q.",
        ],
        options: [.watch, .interval],
        examples: [
            Example("status", "a table of the profiles that you may use"),
            Example("status --watch", "the same, kept up to date"),
            Example("status --json", "the same for a program"),
        ])

    static let profiles = Command(
        "profiles", "List the profiles that you may use",
        details: ["Prints one name per line; 'status' shows how each of them is. Root is shown all."],
        examples: [
            Example("profiles", "their names"),
            Example("profiles --output csv", "their names, sources, states and ends"),
        ])
}

extension Option {
    static let watch = Option("watch", short: "w", .flag, "Keep the table up to date.")
    static let interval = Option(
        "interval", .span("TIME"), "How often the daemon is asked: 100ms, 2s, 1min.", standard: "1s")
}

/// The options of `status --watch`.
package struct StatusWatch: Equatable, Sendable {
    package let interval: Duration

    /// `nil`: the status is shown once.
    init?(_ call: Call) throws(UsageError) {
        guard call.has(.watch) else {
            guard call.value(of: .interval) == nil else { throw UsageError("--interval is for --watch") }
            return nil
        }
        guard call.format == .text else {
            throw UsageError("--watch is for people; 'events --json' follows the daemon for a program")
        }
        interval = try call.interval()
    }
}

extension Call {
    /// The time between two requests of a live screen.
    func interval() throws(UsageError) -> Duration {
        guard let text = value(of: .interval) else { return .seconds(1) }
        guard let interval = span(text), interval >= .milliseconds(100), interval <= .seconds(3_600) else {
            throw UsageError("--interval cannot be '\(text)'; write 100ms, 2s or 1min")
        }
        return interval
    }
}

extension Session {
    /// Prints the answer of `status` or `reload`, which have the same form.
    mutating func showStatus(after request: DaemonRequest) throws(Failure) -> ExitStatus {
        let reply = try ask(request)
        let answer = try SigningDaemon.Status(reading: reply.body)
        try show(reply, else: format == .csv ? answer.table.csv : page.text(of: answer))
        return answer.isReady ? .done : .noCredential
    }

    mutating func profiles() throws(Failure) -> [String] {
        try ask(.status, for: SigningDaemon.Status.self).profiles.map(\.name)
    }

    mutating func showProfiles() throws(Failure) {
        let reply = try ask(.status)
        let answer = try SigningDaemon.Status(reading: reply.body)
        let names = SignedPage.lines(answer.profiles.map(\.name))
        try show(reply, else: format == .csv ? answer.table.csv : names)
    }

    var page: StatusPage {
        StatusPage(at: .now, terminal.ink, terminal.glyphs, columns: terminal.width)
    }

    /// `status --watch`: draws the table over itself.
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
}
