internal import JSON

/// Why the daemon did not do it (RFC 9457).
struct ProblemAnswer: Equatable, Sendable {
    private(set) var type = ""
    private(set) var title = ""
    private(set) var detail = ""
    private(set) var state: String?
    private(set) var lastError: String?

    init(_ body: Span<UInt8>) throws(AnswerError) {
        try AnswerError.reading(body) { name, json throws(JSONError) in
            switch name {
            case "type": type = try json.text()
            case "title": title = try json.text()
            case "detail": detail = try json.text()
            case "state": state = try json.textOrNull()
            case "lastError": lastError = try json.textOrNull()
            default: try json.skipValue()
            }
        }
        guard !title.isEmpty else { throw .missing("title") }
    }
}
