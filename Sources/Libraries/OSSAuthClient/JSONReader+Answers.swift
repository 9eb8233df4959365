internal import JSON
internal import OSSRequests

// What several answers have.
extension JSONReader {
    /// The next value as a time, or `nil` where it is `null` or none.
    @_lifetime(self: copy self)
    mutating func timeOrNull() throws(JSONError) -> UnixTime? {
        try textOrNull().flatMap(UnixTime.init)
    }

    /// The next value, an object of texts.
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
}
