internal import Bytes

/// What a request wants done with its target (RFC 9110, 9).
package enum Method: CaseIterable, Equatable, Sendable {
    case get, head, put, post, delete, options, patch
    /// A well-formed method that nobody here knows.
    case other
}

extension Method {
    /// Methods are case-sensitive.
    init(_ token: Span<UInt8>) {
        switch token.count {
        case 3: self = token.equals("GET") ? .get : token.equals("PUT") ? .put : .other
        case 4: self = token.equals("POST") ? .post : token.equals("HEAD") ? .head : .other
        case 5: self = token.equals("PATCH") ? .patch : .other
        case 6: self = token.equals("DELETE") ? .delete : .other
        case 7: self = token.equals("OPTIONS") ? .options : .other
        default: self = .other
        }
    }

    /// `nil` for the methods that have no case of their own.
    package var name: StaticString? {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .put: "PUT"
        case .post: "POST"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .patch: "PATCH"
        case .other: nil
        }
    }
}
