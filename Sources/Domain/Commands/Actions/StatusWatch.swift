internal import CommandLine

/// That the status is shown again and again.
package struct StatusWatch: Equatable, Sendable {
    package let interval: Duration

    /// `nil`: it is shown once.
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
    /// How often a live screen looks at the daemon.
    func interval() throws(UsageError) -> Duration {
        guard let text = value(of: .interval) else { return .seconds(1) }
        guard let interval = span(text), interval >= .milliseconds(100), interval <= .seconds(3_600) else {
            throw UsageError("--interval cannot be '\(text)'; write 100ms, 2s or 1min")
        }
        return interval
    }
}
