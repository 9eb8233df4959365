internal import Bytes
internal import JSON
internal import Text

/// The authentication of the helper to the server.
package enum ExchangeLogin: Equatable, Sendable {
    case none
    /// `Authorization: Bearer` with the content of the file.
    case bearer(token: SecretFile)
    /// `Authorization: Basic` (RFC 7617).
    case basic(BasicUser, password: SecretFile)
    /// `Authorization: Bearer` with a token that another server issues for a client and its secret.
    case clientCredentials(ClientLogin)
    /// The hardened mode of the metadata service: a PUT to this URL returns a token for a special header.
    ///
    /// A service without that mode is asked without a token.
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

    /// Whether this text can be a client or a scope.
    package static func isValid(_ text: String) -> Bool {
        (1...1_024).contains(text.utf8.count) && !text.utf8Span.span.containsControl
    }
}

/// A user name for Basic, where a colon would end it.
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

extension ExchangeLogin {
    private enum Member: String {
        case tokenFile, user, passwordFile, tokenURL, client, clientSecretFile, scope, metadataTokenURL
    }

    /// Reads `null`, or an object whose members determine the kind of login.
    init(_ json: inout JSONReader) throws {
        self = .none
        if try json.takeNull() { return }
        var values: [Member: String] = [:]
        var seen: Set<Member> = []
        try json.beginObject()
        while let member = try json.nextMember(notIn: &seen) { values[member] = try json.text() }
        switch seen {
        case [.tokenFile]: self = .bearer(token: try SecretFile(values[.tokenFile]))
        case [.user, .passwordFile]:
            self = .basic(try BasicUser(values[.user] ?? ""), password: try SecretFile(values[.passwordFile]))
        case [.tokenURL, .client, .clientSecretFile], [.tokenURL, .client, .clientSecretFile, .scope]:
            self = .clientCredentials(
                try ClientLogin(
                    at: try ExchangeURL(values[.tokenURL] ?? ""), as: values[.client] ?? "",
                    secret: try SecretFile(values[.clientSecretFile]), scope: values[.scope]))
        case [.metadataTokenURL]:
            self = .metadata(tokenURL: try ExchangeURL(values[.metadataTokenURL] ?? ""))
        default: throw ExchangeError.login
        }
    }
}

extension SecretFile {
    fileprivate init(_ path: String?) throws(ExchangeError) {
        try self.init(path ?? "")
    }
}
