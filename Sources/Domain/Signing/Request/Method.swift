internal import Bytes

/// The verbs of OSS.
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

    /// The bytes of the name.
    package var text: Span<UInt8> {
        @_lifetime(immortal) get { name.bytes }
    }

    /// Reads the upper-case name.
    package init?(_ name: Span<UInt8>) {
        for method in Method.allCases where name.equals(method.name) {
            self = method
            return
        }
        return nil
    }
}
