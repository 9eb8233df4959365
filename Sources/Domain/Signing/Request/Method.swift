internal import Bytes
internal import Text

/// An HTTP method that OSS accepts.
package enum Method: UInt8, CaseIterable, Sendable {
    case get
    case put
    case post
    case head
    case delete
    case options

    package var name: StaticString {
        switch self {
        case .get: "GET"
        case .put: "PUT"
        case .post: "POST"
        case .head: "HEAD"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        }
    }

    /// Reads the upper-case name.
    package init?(_ name: Span<UInt8>) {
        for method in Method.allCases where name.equals(method.name) {
            self = method
            return
        }
        return nil
    }

    /// Reads the name in any case.
    package init?(anyCase name: Span<UInt8>) {
        if let exact = Method(name) {
            self = exact
            return
        }
        for method in Method.allCases where name.equalsIgnoringCase(method.lowercaseName) {
            self = method
            return
        }
        return nil
    }

    private var lowercaseName: StaticString {
        switch self {
        case .get: "get"
        case .put: "put"
        case .post: "post"
        case .head: "head"
        case .delete: "delete"
        case .options: "options"
        }
    }
}
