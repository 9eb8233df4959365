internal import JSON

/// Where a program that knows nothing of the daemon finds its credential.
package struct AddressAnswer: DaemonAnswer, Equatable, Sendable {
    /// `nil`: the daemon listens for no such programs.
    package private(set) var uri: String?

    package init(_ body: Span<UInt8>) throws(AnswerError) {
        try AnswerError.reading(body) { name, json throws(JSONError) in
            switch name {
            case "uri": uri = try json.textOrNull()
            default: try json.skipValue()
            }
        }
    }
}
