internal import JSON

/// What the daemon says of itself and of the profiles that the caller may use.
package struct StatusAnswer: DaemonAnswer, Equatable, Sendable {
    private(set) var version = ""
    private(set) var process = 0
    private(set) var uptimeSeconds = 0
    private var readiness: Bool?
    /// What the daemon read last of its configuration is in use.
    private(set) var configurationIsGood = true
    /// The keys of the configuration that changed and wait for a restart.
    private(set) var restartNeededFor: [String] = []
    package private(set) var profiles: [ProfileStatus] = []
    /// Who asked; only root is told.
    package private(set) var callers: [CallerStatus] = []

    package var isReady: Bool { readiness == true }

    package init(_ body: Span<UInt8>) throws(AnswerError) {
        try AnswerError.reading(body) { name, json throws(JSONError) in
            switch name {
            case "version": version = try json.text()
            case "pid": process = try json.integer()
            case "uptimeSeconds": uptimeSeconds = try json.integer()
            case "ready": readiness = try json.boolean()
            case "configurationGood": configurationIsGood = try json.boolean()
            case "restartNeededFor":
                try json.beginArray()
                while try json.nextElement() { restartNeededFor.append(try json.text()) }
            case "profiles":
                try json.beginArray()
                while try json.nextElement() { profiles.append(try ProfileStatus(&json)) }
            case "callers":
                try json.beginArray()
                while try json.nextElement() { callers.append(try CallerStatus(&json)) }
            default: try json.skipValue()
            }
        }
        guard readiness != nil else { throw .missing("ready") }
    }
}

extension StatusAnswer {
    /// `nil`: all that the last reload read is in use.
    var noteOnRestart: String? {
        guard !restartNeededFor.isEmpty else { return nil }
        return
            "\(restartNeededFor.joined(separator: ", ")): what changed there counts from the next restart on"
    }

    /// The number of the credential that a profile has; where none is named, of the only one.
    package func generation(of name: String?) -> Int? {
        profiles.first { name == nil || $0.name == name }?.generation
    }
}
