internal import Contract
package import JSON

extension SigningDaemon {
    /// The state of the daemon and of the profiles that this process may use.
    public func status() throws(DaemonError) -> Status {
        try ask(.status)
    }

    /// Whether every profile that is marked as required can sign now.
    public func health() throws(DaemonError) -> Health {
        try ask(.health, accepting: [200, 503])
    }

    /// The state of the daemon.
    public struct Status: Equatable, Sendable {
        /// The version of the daemon.
        public internal(set) var version = ""
        /// The process of the daemon.
        public internal(set) var processID = 0
        /// The time since it was started.
        public internal(set) var uptime = Duration.zero
        /// Whether every required profile can sign.
        public var isReady: Bool { readiness == true }
        /// The profiles that this process may use.
        public internal(set) var profiles: [Profile] = []
        /// Whether the configuration that the daemon read last is in use.
        public internal(set) var configurationIsGood = true
        /// The keys of the configuration that changed and take effect only after a restart.
        public internal(set) var restartNeededFor: [String] = []
        /// The users that sent requests; only root sees them.
        package internal(set) var callers: [Caller] = []
        private var readiness: Bool?

        package init() {}
    }

    /// The state of a profile.
    public struct Profile: Equatable, Sendable {
        /// The name of the profile.
        public internal(set) var name = ""
        /// The source of its credentials, such as `appserver`, `sts` or `manual`.
        public internal(set) var source = ""
        /// Whether it signs, and how long it will.
        public internal(set) var state = State.never
        /// 0: there was no credential yet.
        public internal(set) var generation = 0
        /// When its credential ends; `nil`: never, or there is none.
        public internal(set) var expiration: UnixTime?
        /// When its credential was received.
        public internal(set) var fetchedAt: UnixTime?
        /// When the next credential is requested.
        public internal(set) var nextRefreshAt: UnixTime?
        /// How many attempts in a row have failed.
        public internal(set) var consecutiveFailures = 0
        /// Why the last attempt failed.
        public internal(set) var lastError: String?
        /// The code of that error in the API; a newer daemon may send others.
        public internal(set) var lastErrorCode: String?
        /// Conditions that need attention although nothing has failed.
        public internal(set) var warnings: [String] = []
        /// Whether the daemon is ready only with this profile.
        public internal(set) var isRequired = true
        package internal(set) var remainingSeconds: Int?
        package internal(set) var clockSkewSeconds = 0
        package internal(set) var isFetching = false
        /// When the operator made the daemon forget the credential; `nil` once there is another.
        package internal(set) var forgottenAt: UnixTime?

        package init() {}

        /// Whether it can sign now.
        package var signs: Bool { state.signs }
    }

    /// How many requests the programs of one user sent, and how many of them failed.
    package struct Caller: Equatable, Sendable {
        /// `nil`: all users that the daemon does not count separately.
        package internal(set) var user: Int?
        package internal(set) var requests = 0
        package internal(set) var refused = 0
        package internal(set) var failed = 0
        /// The time that the daemon spent on them.
        package internal(set) var busyMilliseconds = 0

        package init() {}
    }

    /// Whether the required profiles can sign.
    public struct Health: Equatable, Sendable {
        /// Whether all of them can sign.
        public var isHealthy: Bool { verdict == true }
        /// The states of the required profiles by their names.
        public internal(set) var states: [String: State] = [:]
        private var verdict: Bool?

        package init() {}
    }

    /// The state of a profile; a newer daemon may know more of them.
    public struct State: Hashable, Sendable, CustomStringConvertible {
        /// The word of the API.
        public let name: String
        /// The word of the API.
        public var description: String { name }

        init(_ word: StateWord) {
            name = word.rawValue
        }

        init(_ name: String) {
            self.name = name
        }

        /// It signs, and most of the life of its credential is left.
        public static let fresh = State(.fresh)
        /// It signs, and is being refreshed.
        public static let aging = State(.aging)
        /// It signs, but not for long: the refresh fails or is late.
        public static let stale = State(.stale)
        /// It does not sign: its credential has ended.
        public static let expired = State(.expired)
        /// It has not received a credential yet.
        public static let never = State(.never)

        /// Whether a profile in this state signs.
        public var signs: Bool { StateWord.signs(in: name) }
    }
}

extension SigningDaemon.Status: Answer {
    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "version": version = try json.text()
        case "pid": processID = try json.integer()
        case "uptimeSeconds": uptime = .seconds(try json.integer())
        case "ready": readiness = try json.boolean()
        case "configurationGood": configurationIsGood = try json.boolean()
        case "restartNeededFor": restartNeededFor = try json.texts()
        case "profiles": profiles = try json.answers()
        case "callers": callers = try json.answers()
        default: try json.skipValue()
        }
    }

    package var missing: String? { readiness == nil ? "ready" : nil }
}

extension SigningDaemon.Profile: Answer {
    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "name": name = try json.text()
        case "source": source = try json.text()
        case "state": state = SigningDaemon.State(try json.text())
        case "generation": generation = try json.integerOrNull() ?? 0
        case "expiration": expiration = try json.timeOrNull()
        case "remainingSeconds": remainingSeconds = try json.integerOrNull()
        case "fetchedAt": fetchedAt = try json.timeOrNull()
        case "nextRefreshAt": nextRefreshAt = try json.timeOrNull()
        case "consecutiveFailures": consecutiveFailures = try json.integer()
        case "lastError": lastError = try json.textOrNull()
        case "lastErrorCode": lastErrorCode = try json.textOrNull()
        case "warnings": warnings = try json.texts()
        case "required": isRequired = try json.boolean()
        case "clockSkewSeconds": clockSkewSeconds = try json.integer()
        case "fetching": isFetching = try json.boolean()
        case "forgottenAt": forgottenAt = try json.timeOrNull()
        default: try json.skipValue()
        }
    }

    package var missing: String? { name.isEmpty ? "name" : nil }
}

extension SigningDaemon.Caller: Answer {
    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "uid": user = try json.integerOrNull()
        case "requests": requests = try json.integer()
        case "refused": refused = try json.integer()
        case "failed": failed = try json.integer()
        case "busyMilliseconds": busyMilliseconds = try json.integer()
        default: try json.skipValue()
        }
    }
}

extension SigningDaemon.Health: Answer {
    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "healthy": verdict = try json.boolean()
        case "profiles":
            try json.object { name, json throws(JSONError) in
                states[name] = SigningDaemon.State(try json.text())
            }
        default: try json.skipValue()
        }
    }

    package var missing: String? { verdict == nil ? "healthy" : nil }
}
