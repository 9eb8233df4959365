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
        name("ready")
        value(report.isReady)
        name("configurationGood")
        value(report.configurationIsGood)
        member("restartNeededFor", report.restartNeededFor)
        name("profiles")
        beginArray()
        for profile in report.profiles {
            append(profile)
        }
        endArray()
        if let callers = report.callers { append(callers) }
        endObject()
    }

    private mutating func append(_ callers: [CallerReport]) {
        name("callers")
        beginArray()
        for caller in callers { append(caller) }
        endArray()
    }

    /// What `GET /v1/health` tells.
    package mutating func append(healthOf report: StatusReport) {
        beginObject()
        name("healthy")
        value(report.isReady)
        name("profiles")
        beginObject()
        for profile in report.profiles {
            name(profile.name.utf8Span.span)
            value(profile.state.name)
        }
        endObject()
        endObject()
    }
}
