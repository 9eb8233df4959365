internal import JSON

/// Whether the rules would grant a request to somebody.
package struct ExplanationAnswer: DaemonAnswer, Equatable, Sendable {
    private var verdict: Bool?
    private(set) var reason = ""
    private(set) var rules: [String] = []
    /// Why he does not even get as far as the rules.
    private(set) var obstacle: String?

    package var isGranted: Bool { verdict == true }

    package init(_ body: Span<UInt8>) throws(AnswerError) {
        try AnswerError.reading(body) { name, json throws(JSONError) in
            switch name {
            case "granted": verdict = try json.boolean()
            case "reason": reason = try json.text()
            case "obstacle": obstacle = try json.textOrNull()
            case "rules":
                try json.beginArray()
                while try json.nextElement() { rules.append(try json.text()) }
            default: try json.skipValue()
            }
        }
        guard verdict != nil else { throw .missing("granted") }
    }
}
