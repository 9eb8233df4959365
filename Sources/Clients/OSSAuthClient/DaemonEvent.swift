package import JSON

/// An event of `/v1/watch`, or the state with which the events begin.
package struct DaemonEvent: Answer, Equatable, Sendable {
    package private(set) var event = ""
    package private(set) var time: UnixTime?
    package private(set) var profile: String?
    package private(set) var generation: Int?
    package private(set) var expiration: UnixTime?
    package private(set) var kind: String?
    package private(set) var error: String?
    package private(set) var consecutiveFailures = 0
    package private(set) var nextAttemptAt: UnixTime?
    /// The profiles of a state.
    package private(set) var profiles: [SigningDaemon.Profile] = []
    /// The names of the profiles after a reload.
    package private(set) var names: [String] = []

    package init() {}

    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "event": event = try json.text()
        case "time": time = try json.timeOrNull()
        case "profile": profile = try json.textOrNull()
        case "generation": generation = try json.integerOrNull()
        case "expiration": expiration = try json.timeOrNull()
        case "kind": kind = try json.textOrNull()
        case "error": error = try json.textOrNull()
        case "consecutiveFailures": consecutiveFailures = try json.integer()
        case "nextAttemptAt": nextAttemptAt = try json.timeOrNull()
        case "profiles": try readProfiles(&json)
        default: try json.skipValue()
        }
    }

    package var missing: String? { event.isEmpty ? "event" : nil }

    /// A state has whole profiles, a reload only their names.
    private mutating func readProfiles(_ json: inout JSONReader) throws(JSONError) {
        try json.beginArray()
        while try json.nextElement() {
            if try json.peek() == .string {
                names.append(try json.text())
            } else {
                var profile = SigningDaemon.Profile()
                try profile.take(&json)
                profiles.append(profile)
            }
        }
    }
}
