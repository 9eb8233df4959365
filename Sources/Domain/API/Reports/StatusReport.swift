package import Bytes
internal import JSON
internal import Tokens

/// What `GET /v1/status` tells, as far as the caller may see it.
package struct StatusReport {
    package var version: String
    package var pid: Int
    package var uptimeSeconds: Int
    package var isReady: Bool
    /// What is on disk is in use, as far as it was read.
    package var configurationIsGood: Bool
    /// The keys of the configuration that changed and wait for a restart, each with its place.
    package var restartNeededFor: [String] = []
    package var profiles: [ProfileReport]
    /// Who asked since the start, the busiest first; `nil` where that is not the caller's business.
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

    /// What `GET /v1/health` tells.
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
