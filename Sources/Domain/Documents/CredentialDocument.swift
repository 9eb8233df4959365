package import Bytes
internal import Signing
package import Time

/// A borrowed credential while it is written for another program.
package struct CredentialDocument: ~Escapable {
    package let accessKeyID: Span<UInt8>
    package let accessKeySecret: Span<UInt8>
    /// Empty for a long-lived key.
    package let securityToken: Span<UInt8>
    /// `nil`: the key does not expire.
    package var expiration: Timestamp?
    /// The time of the fetch.
    package var lastUpdated: Timestamp?
    /// For programs that keep endpoint and credential in one file; empty: not written.
    package var endpoint = ""
    package var region = ""
    /// The names that the form `env` uses.
    package var variables = [VariableChoice.set(.oss)]
    /// Further members for the form `appserver`; one with an empty value is not written.
    package var others: [(name: StaticString, value: String)] = []

    @_lifetime(copy accessKeyID, copy accessKeySecret, copy securityToken)
    package init(accessKeyID: Span<UInt8>, accessKeySecret: Span<UInt8>, securityToken: Span<UInt8>) {
        self.accessKeyID = accessKeyID
        self.accessKeySecret = accessKeySecret
        self.securityToken = securityToken
    }
}

/// One member of a credential or of its place, as a value of its own: in a file, or in a variable.
package enum CredentialMember: String, CaseIterable, Sendable {
    case accessKeyID = "AccessKeyId"
    case accessKeySecret = "AccessKeySecret"
    case securityToken = "SecurityToken"
    case expiration = "Expiration"
    case region = "Region"
    case endpoint = "Endpoint"
    /// The endpoint for programs that speak S3.
    case s3Endpoint = "S3Endpoint"

    /// The members of the credential itself.
    package static let ofCredential: [CredentialMember] = [
        .accessKeyID, .accessKeySecret, .securityToken, .expiration,
    ]
}

extension ByteBuffer {
    /// Appends the bare value, which is empty where the credential has none.
    package mutating func append(_ member: CredentialMember, of document: borrowing CredentialDocument) {
        switch member {
        case .accessKeyID: append(document.accessKeyID)
        case .accessKeySecret: append(document.accessKeySecret)
        case .securityToken: append(document.securityToken)
        case .expiration: if let end = document.expiration { append(rfc3339: end) }
        case .region: append(document.region)
        case .endpoint: append(document.endpoint)
        case .s3Endpoint: append(S3Endpoint.address(of: document.endpoint))
        }
    }
}

/// The second address at which OSS speaks S3.
package enum S3Endpoint {
    /// Returns the address for an endpoint of OSS; another server has only one address.
    package static func address(of endpoint: String) -> String {
        guard !endpoint.isEmpty else { return "" }
        let scheme = endpoint.hasPrefix("http://") ? "http://" : "https://"
        let host = endpoint.hasPrefix(scheme) ? endpoint.dropFirst(scheme.utf8.count) : endpoint[...]
        return "\(scheme)\(host.utf8Span.span.hasHostOfS3 ? "s3." : "")\(host)"
    }

    /// Returns the address of one bucket; `nil` for a server that is not OSS.
    package static func address(of endpoint: String, bucket: String) -> String? {
        let address = address(of: endpoint)
        // An endpoint has no path, so the last slash is that of the scheme.
        guard let slash = address.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let start = address.utf8.index(after: slash)
        let host = address[start...]
        return host.utf8Span.span.isEndpointForS3 ? "\(address[..<start])\(bucket).\(host)" : nil
    }
}
