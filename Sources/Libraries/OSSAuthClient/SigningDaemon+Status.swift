internal import JSON
public import OSSRequests

extension SigningDaemon {
    /// How the daemon is.
    public struct Status: Equatable, Sendable {
        /// The version of the daemon.
        public internal(set) var version = ""
        /// The process of the daemon.
        public internal(set) var processID = 0
        /// Since it was started.
        public internal(set) var uptime = Duration.zero
        /// Every required profile can sign.
        public internal(set) var isReady = false
        /// Those that this process may use.
        public internal(set) var profiles: [Profile] = []
    }

    /// How a profile is.
    public struct Profile: Equatable, Sendable {
        /// The name of the profile.
        public internal(set) var name = ""
        /// Where its credentials come from, such as `appserver`, `sts` or `manual`.
        public internal(set) var source = ""
        /// Whether it signs, and how long it will.
        public internal(set) var state = State.never
        /// 0: there was no credential yet.
        public internal(set) var generation = 0
        /// When its credential ends; `nil`: never, or there is none.
        public internal(set) var expiration: UnixTime?
        /// When its credential came.
        public internal(set) var fetchedAt: UnixTime?
        /// When the next credential is asked for.
        public internal(set) var nextRefreshAt: UnixTime?
        /// How often in a row no new credential came.
        public internal(set) var consecutiveFailures = 0
        /// Why the last one did not come.
        public internal(set) var lastError: String?
    }

    /// Whether all is well.
    public struct Health: Equatable, Sendable {
        /// Whether all of them can sign.
        public internal(set) var isHealthy = false
        /// Of the required profiles, by their names.
        public internal(set) var states: [String: State] = [:]
        var isSaid = false
    }
}

extension SigningDaemon.Status: Answer {
    mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "version": version = try json.text()
        case "pid": processID = try json.integer()
        case "uptimeSeconds": uptime = .seconds(try json.integer())
        case "ready": isReady = try json.boolean()
        case "profiles":
            try json.beginArray()
            while try json.nextElement() {
                var profile = SigningDaemon.Profile()
                try profile.take(&json)
                profiles.append(profile)
            }
        default: try json.skipValue()
        }
    }

    var missing: String? { version.isEmpty ? "version" : nil }
}

extension SigningDaemon.Profile: Answer {
    mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "name": name = try json.text()
        case "source": source = try json.text()
        case "state": state = SigningDaemon.State(try json.text())
        case "generation": generation = try json.integerOrNull() ?? 0
        case "expiration": expiration = try json.timeOrNull()
        case "fetchedAt": fetchedAt = try json.timeOrNull()
        case "nextRefreshAt": nextRefreshAt = try json.timeOrNull()
        case "consecutiveFailures": consecutiveFailures = try json.integer()
        case "lastError": lastError = try json.textOrNull()
        default: try json.skipValue()
        }
    }

    var missing: String? { name.isEmpty ? "name" : nil }
}

extension SigningDaemon.Health: Answer {
    mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "healthy":
            isHealthy = try json.boolean()
            isSaid = true
        case "profiles":
            try json.object { name, json throws(JSONError) in
                states[name] = SigningDaemon.State(try json.text())
            }
        default: try json.skipValue()
        }
    }

    var missing: String? { isSaid ? nil : "healthy" }
}
