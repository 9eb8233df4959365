internal import JSON

/// Whether the rules would grant a request to somebody.
package struct ExplanationAnswer: Equatable, Sendable {
    private var verdict: Bool?
    private(set) var reason = ""
    private(set) var rules: [String] = []

    package var isGranted: Bool { verdict == true }

    package init(_ body: Span<UInt8>) throws(AnswerError) {
        do throws(JSONError) {
            var json = JSONReader(body)
            try read(&json)
            try json.end()
        } catch {
            throw .json(error)
        }
        guard verdict != nil else { throw .missing("granted") }
    }

    private mutating func read(_ json: inout JSONReader) throws(JSONError) {
        try json.beginObject()
        while let member = try json.nextMember() {
            switch json.text(of: member) {
            case "granted": verdict = try json.boolean()
            case "reason": reason = try json.text()
            case "rules":
                try json.beginArray()
                while try json.nextElement() { rules.append(try json.text()) }
            default: try json.skipValue()
            }
        }
    }
}
