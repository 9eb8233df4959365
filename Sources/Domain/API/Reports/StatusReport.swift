package import Bytes
internal import JSON
package import Time
internal import Tokens

/// The answer to `GET /v1/status`, limited to what the caller may see.
package struct StatusReport {
    package var version: String
    package var pid: Int
    package var uptimeSeconds: Int
    package var isReady: Bool
    /// Whether the configuration on disk, as last read, is in use.
    package var configurationIsGood: Bool
    /// The changed keys of the configuration that need a restart, each with its position.
    package var restartNeededFor: [String] = []
    package var profiles: [ProfileReport]
    /// The callers since the start, the busiest first; `nil` if the reader may not see them.
    package var callers: [CallerReport]?

    package init(
        version: String, pid: Int, uptimeSeconds: Int, isReady: Bool, configurationIsGood: Bool,
        profiles: [ProfileReport], callers: [CallerReport]? = nil
    ) {
        self.version = version
        self.pid = pid
        self.uptimeSeconds = uptimeSeconds
        self.isReady = isReady
        self.configurationIsGood = configurationIsGood
        self.profiles = profiles
        self.callers = callers
    }

    /// One line for `systemctl status`: how many profiles can sign, when the next refresh is due, and the errors.
    package func summary(at now: Timestamp) -> String {
        let able = profiles.count { $0.state.canSign }
        var parts = ["\(able) of \(profiles.count) profiles can sign"]
        if let next = profiles.compactMap(\.nextRefreshAt).min() {
            parts.append("next refresh in \(shown(next - now))")
        }
        for profile in profiles {
            guard let error = profile.lastError else { continue }
            let since = profile.failingSince.map { " since \(shown($0, at: now))" } ?? ""
            parts.append("\(profile.name): \(error)\(since)")
        }
        return parts.joined(separator: ", ")
    }

    /// A short form of the time, in UTC like all other times.
    private func shown(_ time: Timestamp, at now: Timestamp) -> String {
        let text = time.description
        let clock = text.dropFirst(11).prefix(5)
        return time.day == now.day ? "\(clock) UTC" : "\(text.prefix(10)) \(clock) UTC"
    }

    private func shown(_ seconds: Int64) -> String {
        switch seconds {
        case ..<1: "a moment"
        case ..<120: "\(seconds)s"
        case ..<7_200: "\(seconds / 60)min"
        default: "\(seconds / 3_600)h"
        }
    }
}

extension ByteBuffer {
    package mutating func append(_ report: StatusReport) {
        beginObject()
        member("version", report.version)
        member("pid", report.pid)
        member("uptimeSeconds", report.uptimeSeconds)
        member("ready", report.isReady)
        member("configurationGood", report.configurationIsGood)
        member("restartNeededFor", report.restartNeededFor)
        member(array: "profiles") { profiles in
            for profile in report.profiles { profiles.append(profile) }
        }
        if let reports = report.callers {
            member(array: "callers") { callers in
                for report in reports { callers.append(report) }
            }
        }
        endObject()
    }

    /// Writes the answer to `GET /v1/health`.
    package mutating func append(healthOf report: StatusReport) {
        beginObject()
        member("healthy", report.isReady)
        member(object: "profiles") { profiles in
            for profile in report.profiles {
                profiles.name(profile.name.utf8Span.span)
                profiles.value(profile.state.name)
            }
        }
        endObject()
    }
}

/// The number of requests of one user, of the unsuccessful ones, and the time that they took.
package struct CallerReport: Equatable, Sendable {
    /// `nil`: all users that have no counter of their own.
    package var user: UInt32?
    package var requests: Int
    /// Rejected because of the caller, its rate, or the content.
    package var refused: Int
    /// Failed because of the daemon, or because there was no token.
    package var failed: Int
    /// The time of the daemon, also that for accepting and refusing connections.
    package var nanoseconds: Int64

    package init(user: UInt32?, requests: Int, refused: Int, failed: Int, nanoseconds: Int64) {
        self.user = user
        self.requests = requests
        self.refused = refused
        self.failed = failed
        self.nanoseconds = nanoseconds
    }
}

extension ByteBuffer {
    mutating func append(_ caller: CallerReport) {
        beginObject()
        member("uid", orNull: caller.user.map { Int($0) })
        member("requests", caller.requests)
        member("refused", caller.refused)
        member("failed", caller.failed)
        member("busyMilliseconds", Int(caller.nanoseconds / 1_000_000))
        endObject()
    }
}
