internal import Bytes
package import Exchange
internal import Text

/// The description of an identity provider, which says where its keys are (OpenID Connect Discovery 1.0, 3).
package struct DiscoveryDocument {
    package let keys: ExchangeURL

    /// Everything but the two members that matter is ignored.
    package init(_ document: Span<UInt8>, of issuer: String) throws(DiscoveryError) {
        guard let members = try? JWTMembers(document) else { throw .malformed }
        guard let stated = members.text("issuer") else { throw .missing("issuer") }
        // Else the provider of one issuer could give its keys to the tokens of another one (4.3).
        guard stated == issuer else { throw .otherIssuer(Quotation.of(stated)) }
        guard let text = members.text("jwks_uri") else { throw .missing("jwks_uri") }
        guard let keys = try? ExchangeURL(text), keys.isSecure || !issuer.isSecure && keys.isLoopback else {
            throw .keys(Quotation.of(text))
        }
        self.keys = keys
    }

    /// The address of the document; a slash at the end of the issuer is left out (4.1).
    ///
    /// `nil`: the issuer is no URL, or has a query.
    package static func address(of issuer: String) -> ExchangeURL? {
        guard !issuer.utf8.contains(UInt8(ascii: "?")) else { return nil }
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        return try? ExchangeURL(base + "/.well-known/openid-configuration")
    }
}

extension String {
    fileprivate var isSecure: Bool { utf8Span.span.hasPrefix("https://") }
}

/// Why a discovery document says nothing about the keys of an issuer; foreign texts are quoted.
package enum DiscoveryError: Error, Equatable {
    case malformed
    case missing(String)
    case otherIssuer(String)
    case keys(String)
}

extension DiscoveryError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed: "this is no discovery document"
        case .missing(let name): "the discovery document has no \(name)"
        case .otherIssuer(let stated):
            "the discovery document is of the issuer \(stated), which is not Issuer= byte by byte"
        case .keys(let stated): "jwks_uri of the discovery document is \(stated), which is no https URL"
        }
    }
}
