package import JSON
internal import Time

/// An answer of the daemon that is not what the contract promises.
package enum AnswerError: Error, Equatable {
    case json(JSONError)
    case missing(StaticString)

    package static func == (left: AnswerError, right: AnswerError) -> Bool {
        left.description == right.description
    }
}

extension AnswerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .json(let error): error.description
        case .missing(let name): "'\(name)' is missing"
        }
    }
}

extension JSONReader {
    /// The next value as a time, or `nil` where it is `null` or none.
    @_lifetime(self: copy self)
    mutating func timeOrNull() throws(JSONError) -> Timestamp? {
        try textOrNull().flatMap { Timestamp(rfc3339: $0.utf8Span.span) }
    }
}

extension AnswerError {
    /// Reads the object that a body is; `take` gets the name of each member, and reads its value or steps over it.
    static func reading(
        _ body: Span<UInt8>, _ take: (String, inout JSONReader) throws(JSONError) -> Void
    ) throws(AnswerError) {
        do throws(JSONError) {
            var json = JSONReader(body)
            try json.object(take)
            try json.end()
        } catch {
            throw .json(error)
        }
    }
}
