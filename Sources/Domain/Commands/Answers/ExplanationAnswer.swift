internal import JSON

/// Whether the rules would grant a request to a caller.
package struct ExplanationAnswer: DaemonAnswer, Equatable, Sendable {
    private var verdict: Bool?
    private(set) var reason = ""
    /// The rule that came nearest to a grant, and where it is, as far as the daemon tells.
    private(set) var nearestRule: String?
    private(set) var place: String?
    /// What that rule lacks, a sentence each.
    private(set) var missing: [String] = []
    private(set) var rules: [String] = []
    /// Why the caller does not even get as far as the rules.
    private(set) var obstacle: String?

    package var isGranted: Bool { verdict == true }

    package init(_ body: Span<UInt8>) throws(AnswerError) {
        try AnswerError.reading(body) { name, json throws(JSONError) in
            switch name {
            case "granted": verdict = try json.boolean()
            case "reason": reason = try json.text()
            case "nearestRule": nearestRule = try json.textOrNull()
            case "place": place = try json.textOrNull()
            case "missing":
                try json.beginArray()
                while try json.nextElement() { missing.append(try json.detail()) }
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

extension JSONReader {
    /// Of an object with other members besides.
    @_lifetime(self: copy self)
    fileprivate mutating func detail() throws(JSONError) -> String {
        var detail = ""
        try object { name, json throws(JSONError) in
            if name == "detail" { detail = try json.text() } else { try json.skipValue() }
        }
        return detail
    }
}
