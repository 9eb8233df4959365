internal import Bytes
internal import HTTP
internal import Issuing
internal import IssuingSettings
internal import Sections
internal import Serving
internal import Text
internal import Time
internal import Verifying

/// Finds the user of a request: by its bearer token, or by the certificate that the proxy verified.
final class Authenticator {
    private let enrolled: WatchedFile<EnrolledUsers>?
    private let keys: WatchedFile<JSONWebKeys>?
    private let provider: ProviderKeys?
    private let rules: JWTRules
    private let acceptsCertificates: Bool

    init(_ files: IssuingFiles, _ settings: IssuingServerSettings) {
        enrolled = files.users
        keys = files.keys
        provider = files.provider
        rules = settings.tokens
        acceptsCertificates = settings.acceptsCertificates
    }

    /// How often tokens or keys were read.
    var readings: Int {
        (enrolled?.readings ?? 0) + (keys?.readings ?? 0) + (provider?.readings ?? 0)
    }

    func identity(
        _ request: borrowing ClientRequest, in directory: UserDirectory
    ) throws(IssuingRefusal) -> Identity {
        let authorization = request.field("authorization")
        guard authorization.isEmpty else {
            guard let place = bearer(in: authorization) else { throw .unauthenticated }
            return try identity(ofToken: authorization.extracting(place), at: request.now)
        }
        guard acceptsCertificates,
            let identity = directory.identity(ofSubject: request.field("x-client-subject"))
        else { throw .unauthenticated }
        return identity
    }

    /// Only a JSON Web Token has dots.
    private func identity(ofToken token: Span<UInt8>, at now: Moment) throws(IssuingRefusal) -> Identity {
        if let keys = keys?.content ?? provider?.content, token.firstIndex(of: UInt8(ascii: ".")) != nil {
            return try identity(ofJWT: token, keys, at: now)
        }
        guard let identity = enrolled?.content.identity(ofToken: token) else { throw .unauthenticated }
        return identity
    }

    private func identity(
        ofJWT token: Span<UInt8>, _ keys: JSONWebKeys, at now: Moment
    ) throws(IssuingRefusal) -> Identity {
        let reason: JWTError
        do throws(JWTError) {
            return try rules.identity(
                ofToken: token, signedWith: keys, at: now.wall, by: Authenticator.isValid)
        } catch {
            reason = error
        }
        if reason == .unknownKey, let seconds = provider?.missed(at: now.boot) {
            throw .unavailable(retryAfter: seconds)
        }
        throw .invalidToken(reason)
    }

    private static func isValid(_ key: PublicKey, _ message: Span<UInt8>, _ signature: Span<UInt8>) -> Bool {
        switch key {
        case .rsa(let modulus, let exponent):
            PublicKeySignatures.isValid(
                rsa: signature, of: message, modulus: modulus.span, exponent: exponent.span)
        case .p256(let x, let y):
            PublicKeySignatures.isValid(p256: signature, of: message, x: x.span, y: y.span)
        case .ed25519(let key): PublicKeySignatures.isValid(ed25519: signature, of: message, key: key.span)
        }
    }

    /// The place of the token in `Bearer TOKEN` (RFC 6750, 2.1).
    private func bearer(in value: Span<UInt8>) -> Range<Int>? {
        guard value.hasPrefixIgnoringCase("bearer ") else { return nil }
        var start = 7
        while start < value.count, value[start] == UInt8(ascii: " ") { start += 1 }
        return start < value.count ? start..<value.count : nil
    }
}
