internal import Bytes

extension JSONReader {
    /// Steps over the next value, whatever it is, checking it on the way; says where it stands.
    @_lifetime(self: copy self)
    @discardableResult
    package mutating func skipValue() throws(JSONError) -> Range<Int> {
        skipWhiteSpace()
        let start = offset
        try skipValue(depth: 0)
        return start..<offset
    }

    /// Steps over the next value, which must be an array; says where it stands.
    @_lifetime(self: copy self)
    package mutating func skipArray() throws(JSONError) -> Range<Int> {
        guard try peek() == .array else { throw failure(.expected(.array)) }
        return try skipValue()
    }

    /// The text of a value that was stepped over.
    @_lifetime(copy self)
    package func bytes(_ range: Range<Int>) -> Span<UInt8> {
        bytes.extracting(range)
    }

    @_lifetime(self: copy self)
    private mutating func skipValue(depth: Int) throws(JSONError) {
        switch try peek() {
        case .object, .array: try skipContainer(depth: depth + 1)
        case .string: _ = try string()
        case .number: _ = try number()
        case .boolean: _ = try boolean()
        case .null: if try !takeNull() { throw failure(.unexpectedByte) }
        }
    }

    @_lifetime(self: copy self)
    private mutating func skipContainer(depth: Int) throws(JSONError) {
        guard depth <= JSONReader.maximumDepth else { throw failure(.tooDeep) }
        if try peek() == .object {
            try beginObject()
            while try nextMember() != nil { try skipValue(depth: depth) }
        } else {
            try beginArray()
            while try nextElement() { try skipValue(depth: depth) }
        }
    }
}
