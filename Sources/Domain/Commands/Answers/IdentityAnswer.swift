internal import CommandLine
internal import JSON
internal import Time

/// Whom the daemon takes the caller for.
package struct IdentityAnswer: DaemonAnswer, Equatable, Sendable {
    private(set) var user: String?
    private(set) var userNumber: Int?
    private(set) var groupNumber = 0
    private(set) var groups: [Int] = []
    private(set) var process: Int?
    private(set) var unit: String?
    private(set) var slice: String?
    private(set) var executable: String?
    private(set) var label: String?
    private(set) var certainty = ""
    package private(set) var rules: [RuleAnswer] = []

    package init(_ body: Span<UInt8>) throws(AnswerError) {
        try AnswerError.reading(body) { name, json throws(JSONError) in
            switch name {
            case "user": user = try json.textOrNull()
            case "uid": userNumber = try json.integer()
            case "gid": groupNumber = try json.integer()
            case "groups":
                try json.beginArray()
                while try json.nextElement() { groups.append(try json.integer()) }
            case "pid": process = try json.integerOrNull()
            case "unit": unit = try json.textOrNull()
            case "slice": slice = try json.textOrNull()
            case "exe": executable = try json.textOrNull()
            case "label": label = try json.textOrNull()
            case "certainty": certainty = try json.text()
            case "rules":
                try json.beginArray()
                while try json.nextElement() { rules.append(try RuleAnswer(&json)) }
            default: try json.skipValue()
            }
        }
        guard userNumber != nil else { throw .missing("uid") }
    }
}

/// One of the rules of the caller: a name, and what each of its keys grants.
package struct RuleAnswer: Equatable, Sendable {
    package private(set) var name = ""
    /// In the order of the answer; what restricts nothing is left out.
    private(set) var grants: [Note] = []

    /// Keys whose empty list grants nothing, as others' empty list restricts nothing.
    private static let closed = ["allow", "parameter"]

    init(_ json: inout JSONReader) throws(JSONError) {
        try json.object { key, json throws(JSONError) in
            guard key != "name" else {
                name = try json.text()
                return
            }
            guard let value = try RuleAnswer.value(of: key, &json),
                !value.isEmpty || Self.closed.contains(key)
            else { return }
            grants.append(Note(key, value.isEmpty ? "none" : value))
        }
    }

    /// Keys whose number is one of seconds.
    private static let spans = ["maxExpires", "timeSkew"]

    /// A list, a number, a span, or the count and the seconds of a rate.
    private static func value(of key: String, _ json: inout JSONReader) throws(JSONError) -> String? {
        switch try json.peek() {
        case .array:
            var words: [String] = []
            try json.beginArray()
            while try json.nextElement() { words.append(try json.text()) }
            return words.joined(separator: " ")
        case .object:
            var count = 0
            var seconds = 0
            try json.object { member, json throws(JSONError) in
                switch member {
                case "count": count = try json.integer()
                case "seconds": seconds = try json.integer()
                default: try json.skipValue()
                }
            }
            return "\(count) in \(TimeSpan.text(of: .seconds(seconds)))"
        case .number:
            let number = try json.integer()
            return spans.contains(key) ? TimeSpan.text(of: .seconds(number)) : String(number)
        case .string: return try json.text()
        case .boolean, .null:
            try json.skipValue()
            return nil
        }
    }
}
