extension JSONReader {
    /// Reads an object; `take` gets the name of each member, and reads its value or steps over it.
    @_lifetime(self: copy self)
    package mutating func object(
        _ take: (String, inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try beginObject()
        while let member = try nextMember() { try take(text(of: member), &self) }
    }
}
