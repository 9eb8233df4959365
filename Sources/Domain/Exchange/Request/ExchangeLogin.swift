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
    /// `Authorization: Bearer` with a token that another server issues for a client and its proof.
    case clientCredentials(ClientLogin)
    /// The hardened mode of the metadata service: a PUT to this URL returns a token for a special header.
    ///
    /// A service without that mode is asked without a token.
    case metadata(tokenURL: ExchangeURL)

    /// Whether it states the time.
    package var statesTime: Bool {
        if case .clientCredentials(let client) = self { client.proof.statesTime } else { false }
    }

    /// Reads `null`, or an object.
    init(_ json: inout JSONReader) throws {
        self = .none
        if try json.takeNull() { return }
        var values: [LoginMember: String] = [:]
        var seen: Set<LoginMember> = []
        try json.beginObject()
        while let member = try json.nextMember(notIn: &seen) { values[member] = try json.text() }
        switch seen {
        case [.tokenFile]: self = .bearer(token: try SecretFile(values[.tokenFile]))
        case [.user, .passwordFile]:
            self = .basic(try BasicUser(values[.user] ?? ""), password: try SecretFile(values[.passwordFile]))
        case [.metadataTokenURL]:
            self = .metadata(tokenURL: try ExchangeURL(values[.metadataTokenURL] ?? ""))
        default: self = .clientCredentials(try ClientLogin(values))
        }
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

/// The members of a login; those that are there determine its kind.
enum LoginMember: String {
    case tokenFile, user, passwordFile, metadataTokenURL
    case tokenURL, client, scope, clientSecretFile, assertionKeyFile, assertionCertificateFile, audience,
        assertionKeyID, assertionTokenFile, instance, metadataURL, federatedCredential
}

extension SecretFile {
    init(_ path: String?) throws(ExchangeError) {
        try self.init(path ?? "")
    }
}
