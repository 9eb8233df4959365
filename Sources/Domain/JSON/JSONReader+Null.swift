extension JSONReader {
    /// The next value as text, or `nil` where it is `null`.
    @_lifetime(self: copy self)
    package mutating func textOrNull() throws(JSONError) -> String? {
        try takeNull() ? nil : try text()
    }

    /// The next value as a whole number, or `nil` where it is `null`.
    @_lifetime(self: copy self)
    package mutating func integerOrNull() throws(JSONError) -> Int? {
        try takeNull() ? nil : try integer()
    }
}
