internal import Bytes
internal import Text

/// A place in a JSON document (RFC 6901).
package struct JSONPointer: Equatable, Sendable {
    package let text: String
    private let tokens: [String]

    /// Returns `nil` for an invalid pointer: no slash at the start, or a tilde without 0 or 1 after it.
    package init?(_ text: String) {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
        var tokens: [String] = []
        for written in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            guard let token = JSONPointer.unescaped(written) else { return nil }
            tokens.append(token)
        }
        self.text = text
        self.tokens = tokens
    }

    private static func unescaped(_ written: Substring) -> String? {
        var token = ""
        var rest = written
        while let character = rest.unicodeScalars.popFirst() {
            guard character == "~" else {
                token.unicodeScalars.append(character)
                continue
            }
            switch rest.unicodeScalars.popFirst() {
            case "0": token += "~"
            case "1": token += "/"
            default: return nil
            }
        }
        return token
    }

    /// Returns the range of the value in the document, or `nil` if there is none.
    ///
    /// The whole document is checked first.
    package func place(in document: Span<UInt8>) throws(JSONError) -> Range<Int>? {
        var json = JSONReader(document)
        var place = try json.skipValue()
        try json.end()
        for token in tokens {
            guard let next = try JSONPointer.place(of: token, in: document.extracting(place)) else {
                return nil
            }
            place = place.lowerBound + next.lowerBound..<place.lowerBound + next.upperBound
        }
        return place
    }

    private static func place(of token: String, in value: Span<UInt8>) throws(JSONError) -> Range<Int>? {
        var json = JSONReader(value)
        switch try json.peek() {
        case .object: return try json.place(ofMember: token)
        case .array:
            // An index is written without a leading zero (RFC 6901, 4).
            guard token.utf8.count == 1 || token.utf8.first != UInt8(ascii: "0"),
                let index = token.utf8Span.span.decimalValue
            else { return nil }
            return try json.place(ofElement: index)
        default: return nil
        }
    }
}

extension JSONReader {
    /// A second member with the name is an error, since either could be meant.
    @_lifetime(self: copy self)
    fileprivate mutating func place(ofMember token: String) throws(JSONError) -> Range<Int>? {
        var found: Range<Int>?
        var buffer = ByteBuffer(capacity: 64)
        try beginObject()
        while let name = try nextMember() {
            buffer.removeAll()
            let isWanted = buffer[append(name, to: &buffer)].equals(token.utf8Span.span)
            let start = offset
            let place = try skipValue()
            guard isWanted else { continue }
            guard found == nil else { throw JSONError(problem: .memberTwice, offset: start) }
            found = place
        }
        return found
    }

    @_lifetime(self: copy self)
    fileprivate mutating func place(ofElement wanted: Int) throws(JSONError) -> Range<Int>? {
        var index = 0
        try beginArray()
        while try nextElement() {
            let place = try skipValue()
            if index == wanted { return place }
            index += 1
        }
        return nil
    }
}
