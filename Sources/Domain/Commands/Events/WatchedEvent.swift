internal import JSON
internal import Time

/// An event of the daemon, or the state that it begins with.
package struct WatchedEvent: DaemonAnswer, Equatable, Sendable {
    private(set) var event = ""
    private(set) var time: Timestamp?
    private(set) var profile: String?
    private(set) var generation: Int?
    private(set) var expiration: Timestamp?
    private(set) var kind: String?
    private(set) var error: String?
    private(set) var consecutiveFailures = 0
    private(set) var nextAttemptAt: Timestamp?
    /// In a state.
    private(set) var profiles: [ProfileStatus] = []
    /// In a reload.
    private(set) var names: [String] = []

    package init(_ line: Span<UInt8>) throws(AnswerError) {
        try AnswerError.reading(line) { name, json throws(JSONError) in
            switch name {
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
        guard !event.isEmpty else { throw .missing("event") }
    }

    /// Whole profiles in a state, their names in a reload.
    private mutating func readProfiles(_ json: inout JSONReader) throws(JSONError) {
        try json.beginArray()
        while try json.nextElement() {
            if try json.peek() == .string {
                names.append(try json.text())
            } else {
                profiles.append(try ProfileStatus(&json))
            }
        }
    }
}
