package import Bytes
package import Signing
package import Time

/// A credential as it came from outside: its members are plausible one by one, but it has not replaced anything yet.
package struct ReceivedCredential: ~Copyable {
    /// STS tokens grow with the policies in them; the longest seen are below 2 KiB.
    package static let maximumTokenLength = 8_192
    package static let maximumKeyLength = 256

    package let keyID: ByteBuffer
    private let secret: Secret
    package let securityToken: ByteBuffer
    package let expiration: Timestamp?

    /// Checks each member by itself.
    package init(
        keyID: Span<UInt8>, secret: Span<UInt8>, securityToken: Span<UInt8>, expiration: Timestamp?
    ) throws(CredentialError) {
        // It stands in scopes, in fields of headers and in policies, where other characters would mean something.
        guard (1...ReceivedCredential.maximumKeyLength).contains(keyID.count), keyID.isAll(.unreserved) else {
            throw .member("AccessKeyId")
        }
        guard secret.isPrintable(upTo: ReceivedCredential.maximumKeyLength) else {
            throw .member("AccessKeySecret")
        }
        guard securityToken.isEmpty || securityToken.isPrintable(upTo: ReceivedCredential.maximumTokenLength)
        else {
            throw .member("SecurityToken")
        }
        self.keyID = ByteBuffer(copying: keyID)
        self.secret = Secret(copying: secret)
        self.securityToken = ByteBuffer(copying: securityToken)
        self.expiration = expiration
    }

    package borrowing func signing() -> SigningCredential {
        secret.withBytes {
            SigningCredential(keyID: keyID.span, secret: $0, securityToken: securityToken.span)
        }
    }

    package borrowing func hasSecret(of other: Credential) -> Bool {
        other.secret.withBytes { secret.equals($0) }
    }

    package consuming func takeSecret() -> Secret {
        secret
    }
}

extension Span<UInt8> {
    /// Neither empty nor too long, and nothing but visible ASCII: what travels in headers and URLs.
    fileprivate func isPrintable(upTo limit: Int) -> Bool {
        (1...limit).contains(count) && isVisibleASCII
    }
}
