internal import JSON

/// A JSON object that the daemon answers with.
protocol Answer {
    init()

    /// Takes the value of one member; skips that of one that it does not know.
    mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError)

    /// What the contract promises, and is not there.
    var missing: String? { get }
}

extension Answer {
    init(_ body: Span<UInt8>) throws(DaemonError) {
        self.init()
        do throws(JSONError) {
            var json = JSONReader(body)
            try take(&json)
            try json.end()
        } catch {
            throw .notUnderstood("the answer of the daemon is not as promised: \(error)")
        }
        if let missing {
            throw .notUnderstood("the answer of the daemon is not as promised: '\(missing)' is missing")
        }
    }

    mutating func take(_ json: inout JSONReader) throws(JSONError) {
        try json.object { name, json throws(JSONError) in try take(name, &json) }
    }
}
