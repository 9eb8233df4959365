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
