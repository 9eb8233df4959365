internal import JSON

/// Where a program that knows nothing of the daemon finds its credential, and where it sends its requests.
package struct AddressAnswer: DaemonAnswer, Equatable, Sendable {
    /// `nil`: the daemon listens for no such programs.
    package private(set) var uri: String?
    /// Of the profile; `nil`: it names none.
    package private(set) var endpoint: String?
    package private(set) var region: String?

    package init(_ body: Span<UInt8>) throws(AnswerError) {
        try AnswerError.reading(body) { name, json throws(JSONError) in
            switch name {
            case "uri": uri = try json.textOrNull()
            case "endpoint": endpoint = try json.textOrNull()
            case "region": region = try json.textOrNull()
            default: try json.skipValue()
            }
        }
    }
}
