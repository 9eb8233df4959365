/// The key of a token's issuer; each kind has one algorithm.
package enum PublicKey: Equatable, Sendable {
    /// Numbers without leading zeroes.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    case p256(x: [UInt8], y: [UInt8])
    case ed25519([UInt8])

    var algorithm: JWTAlgorithm {
        switch self {
        case .rsa: .rs256
        case .p256: .es256
        case .ed25519: .edDSA
        }
    }
}

/// The accepted algorithms (RFC 7518, 3.1, and RFC 8037, 3.1).
///
/// None of them is symmetric, so a public key can never be taken for a shared secret.
package enum JWTAlgorithm: String, CaseIterable, Sendable {
    case rs256 = "RS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"
}

/// Checks the signature of a message; the Service has the code that computes.
package typealias SignatureCheck = (_ key: PublicKey, _ message: Span<UInt8>, _ signature: Span<UInt8>) ->
    Bool
