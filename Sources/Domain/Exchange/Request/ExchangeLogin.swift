internal import Bytes
internal import Text

/// How the helper proves to the server who asks.
package enum ExchangeLogin: Equatable, Sendable {
    case none
    /// `Authorization: Bearer` and what the file holds.
    case bearer(token: SecretFile)
    /// `Authorization: Basic` (RFC 7617).
    case basic(BasicUser, password: SecretFile)
    /// `Authorization: Bearer` and the token that another server gives for a client and its secret.
    case clientCredentials(ClientLogin)
    /// The hardened mode of the metadata service of an instance: a PUT of this address gives a token for a header of
    /// its own; without such a mode the service is asked as it is.
    case metadata(tokenURL: ExchangeURL)
}

/// The client of an OAuth 2 login (RFC 6749, 4.4).
package struct ClientLogin: Equatable, Sendable {
    package let tokenURL: ExchangeURL
    package let client: String
    package let secret: SecretFile
    package let scope: String?

    package init(
        at tokenURL: ExchangeURL, as client: String, secret: SecretFile, scope: String?
    ) throws(ExchangeError) {
        for text in [client, scope ?? "-"] {
            guard ClientLogin.isValid(text) else { throw .client }
        }
        self.tokenURL = tokenURL
        self.client = client
        self.secret = secret
        self.scope = scope
    }

    /// Whether a client or a scope can be this text.
    package static func isValid(_ text: String) -> Bool {
        (1...1_024).contains(text.utf8.count) && !text.utf8Span.span.containsControl
    }
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
