internal import Bytes
internal import Text

/// How the helper proves to the server who asks.
package enum ExchangeLogin: Equatable, Sendable {
    case none
    /// `Authorization: Bearer` and what the file holds.
    case bearer(token: SecretFile)
    /// `Authorization: Basic` (RFC 7617).
    case basic(BasicUser, password: SecretFile)
}

/// A user that Basic can carry: a colon would end it.
package struct BasicUser: Equatable, Sendable {
    package let name: String

    package init(_ name: String) throws(ExchangeError) {
        let bytes = name.utf8Span.span
        guard (1...256).contains(bytes.count), !bytes.containsControl,
            bytes.firstIndex(of: UInt8(ascii: ":")) == nil
        else { throw .user }
        self.name = name
    }
}
