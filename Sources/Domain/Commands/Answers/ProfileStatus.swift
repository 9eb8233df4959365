internal import Contract
internal import JSON
internal import Time

/// What the daemon says of one profile.
package struct ProfileStatus: DaemonAnswer, Equatable, Sendable {
    package private(set) var name = ""
    package private(set) var source = ""
    private(set) var state = ""
    private(set) var generation = 0
    private(set) var expiration: Timestamp?
    private(set) var remainingSeconds: Int?
    private(set) var fetchedAt: Timestamp?
    private(set) var nextRefreshAt: Timestamp?
    private(set) var consecutiveFailures = 0
    private(set) var lastError: String?
    private(set) var clockSkewSeconds = 0
    /// What its operator should know though nothing has failed.
    private(set) var warnings: [String] = []
    /// Whether the daemon is ready only with it.
    private(set) var isRequired = true
    /// When the operator let its credential be forgotten, since which there was none.
    private(set) var forgottenAt: Timestamp?
    private(set) var isFetching = false

    /// Reads the whole body of an answer.
    package init(_ body: Span<UInt8>) throws(AnswerError) {
        do throws(JSONError) {
            var json = JSONReader(body)
            try self.init(&json)
            try json.end()
        } catch {
            throw .json(error)
        }
        guard !name.isEmpty else { throw .missing("name") }
    }

    init(_ json: inout JSONReader) throws(JSONError) {
        try json.object { member, json throws(JSONError) in
            switch member {
            case "name": name = try json.text()
            case "source": source = try json.text()
            case "state": state = try json.text()
            case "remainingSeconds": remainingSeconds = try json.integerOrNull()
            case "generation": generation = try json.integerOrNull() ?? 0
            case "expiration": expiration = try json.timeOrNull()
            case "fetchedAt": fetchedAt = try json.timeOrNull()
            case "nextRefreshAt": nextRefreshAt = try json.timeOrNull()
            case "consecutiveFailures": consecutiveFailures = try json.integer()
            case "clockSkewSeconds": clockSkewSeconds = try json.integer()
            case "required": isRequired = try json.boolean()
            case "fetching": isFetching = try json.boolean()
            case "forgottenAt": forgottenAt = try json.timeOrNull()
            case "lastError": lastError = try json.textOrNull()
            case "warnings":
                try json.beginArray()
                while try json.nextElement() { warnings.append(try json.text()) }
            default: try json.skipValue()
            }
        }
    }
}

extension ProfileStatus {
    /// Whether the profile has a server to ask for another token.
    package var isRefreshable: Bool { !["manual", "static", "remote-signer", "chain"].contains(source) }

    /// It has no credential because nobody has asked for one, and fetches it then.
    var waitsForQuestions: Bool {
        isRefreshable && nextRefreshAt == nil && lastError == nil && forgottenAt == nil
    }

    /// It has no credential yet, but one is on its way and nothing has failed, as in the first second after a reload.
    var isBeingSupplied: Bool { isFetching && !signs && lastError == nil }

    /// What to say to somebody who wanted it refreshed, though it has nobody to ask.
    package var noteOnRefresh: String? {
        switch source {
        case "manual":
            "profile '\(name)' has Source=manual and cannot be refreshed; run 'ossauthctl credentials set \(name)'"
        case "remote-signer":
            "profile '\(name)' has Source=remote-signer: its server signs, and there is no token to fetch"
        case "chain": "profile '\(name)' has Source=chain and cannot be refreshed; refresh its members"
        default: nil
        }
    }

    /// How much of the life of its credential is left, from 0 to 1; `nil` where that has no end or no beginning.
    var lifeLeft: Double? {
        guard let expiration, let fetchedAt, let remainingSeconds, expiration > fetchedAt else { return nil }
        return Double(remainingSeconds) / Double(expiration - fetchedAt)
    }

    /// Whether it can sign now.
    var signs: Bool { StateWord.signs(in: state) }
}
