internal import JSON

/// Why the daemon did not do it (RFC 9457).
struct ProblemAnswer: Equatable, Sendable {
    private(set) var type = ""
    private(set) var title = ""
    private(set) var detail = ""
    private(set) var state: String?
    private(set) var lastError: String?

    init(_ body: Span<UInt8>) throws(AnswerError) {
        do throws(JSONError) {
            var json = JSONReader(body)
            try read(&json)
            try json.end()
        } catch {
            throw .json(error)
        }
        guard !title.isEmpty else { throw .missing("title") }
    }

    private mutating func read(_ json: inout JSONReader) throws(JSONError) {
        try json.beginObject()
        while let member = try json.nextMember() {
            switch json.text(of: member) {
            case "type": type = try json.text()
            case "title": title = try json.text()
            case "detail": detail = try json.text()
            case "state": state = try json.textOrNull()
            case "lastError": lastError = try json.textOrNull()
            default: try json.skipValue()
            }
        }
    }
}
