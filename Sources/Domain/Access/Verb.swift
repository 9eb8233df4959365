internal import Bytes

/// The methods of OSS requests.
package enum Verb: UInt8, CaseIterable, Sendable {
    case get, put, post, head, delete, options

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

    package init?(_ text: Span<UInt8>) {
        for verb in Verb.allCases where text.equals(verb.name) {
            self = verb
            return
        }
        return nil
    }
}
