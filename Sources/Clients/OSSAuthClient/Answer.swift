package import JSON

/// A JSON object that the daemon sends.
package protocol Answer {
    init()

    /// Reads the value of one member, or skips it where the name is unknown: a newer daemon may send more.
    mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError)

    /// The name of a promised member that was not sent; `nil`: the answer is complete.
    var missing: String? { get }
}

extension Answer {
    package var missing: String? { nil }

    package init(_ body: Span<UInt8>) throws(DaemonError) {
        self.init()
        do throws(JSONError) {
            var json = JSONReader(body)
            try take(&json)
            try json.end()
        } catch {
            throw .broken(error)
        }
        if let missing { throw .missing(missing) }
    }

    mutating func take(_ json: inout JSONReader) throws(JSONError) {
        try json.object { name, json throws(JSONError) in try take(name, &json) }
    }
}

extension DaemonError {
    package static func missing(_ member: String) -> DaemonError {
        .notUnderstood("the answer of the daemon is not as promised: '\(member)' is missing")
    }

    package static func broken(_ error: JSONError) -> DaemonError {
        .notUnderstood("the answer of the daemon is not as promised: \(error)")
    }
}

extension JSONReader {
    /// The next value as a time; `nil` where it is `null` or no time.
    @_lifetime(self: copy self)
    mutating func timeOrNull() throws(JSONError) -> UnixTime? {
        try textOrNull().flatMap(UnixTime.init)
    }

    /// The next value, an object of texts in the order of the answer.
    @_lifetime(self: copy self)
    mutating func headers() throws(JSONError) -> [OSSRequest.Header] {
        var headers: [OSSRequest.Header] = []
        try beginObject()
        while let name = try nextMember() {
            let name = text(of: name)
            headers.append(OSSRequest.Header(name, try text()))
        }
        return headers
    }

    /// The next value, an array of texts.
    @_lifetime(self: copy self)
    mutating func texts() throws(JSONError) -> [String] {
        var texts: [String] = []
        try beginArray()
        while try nextElement() { texts.append(try text()) }
        return texts
    }

    /// The next value, an array of objects.
    @_lifetime(self: copy self)
    mutating func answers<Element: Answer>() throws(JSONError) -> [Element] {
        var elements: [Element] = []
        try beginArray()
        while try nextElement() {
            var element = Element()
            try element.take(&self)
            elements.append(element)
        }
        return elements
    }
}
