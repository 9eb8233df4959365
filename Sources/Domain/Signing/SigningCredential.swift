package import Bytes
internal import Hashing
internal import Text
internal import Time

/// A key id, its secret and its token, prepared for signing: what depends on them alone is computed once.
package final class SigningCredential {
    /// A host signs for few regions, and two days around midnight.
    private static let maximumSigningKeys = 16

    /// Tells one credential from another, also when that is gone and its place in memory is used again.
    final class Identity {}

    let identity = Identity()

    package let keyID: ByteBuffer
    /// Empty for a long-lived key.
    package let securityToken: ByteBuffer
    /// The same as URLs want them.
    let encodedKeyID: ByteBuffer
    let encodedToken: ByteBuffer
    /// Where the signatures come from when the secret is not here; the keys below are then those of none.
    let elsewhere: RemoteSignatures?
    let v1Key: HMACSHA1
    private let v4Seed: HMACSHA256
    private var signingKeys: [SigningKey] = []

    package convenience init(keyID: Span<UInt8>, secret: Span<UInt8>, securityToken: Span<UInt8>) {
        self.init(keyID, secret, securityToken, elsewhere: nil)
    }

    /// A long-lived key whose secret somebody else has.
    package convenience init(keyID: borrowing ByteBuffer, signaturesFrom elsewhere: RemoteSignatures) {
        self.init(keyID.span, Span(), Span(), elsewhere: elsewhere)
    }

    private init(
        _ keyID: Span<UInt8>, _ secret: Span<UInt8>, _ securityToken: Span<UInt8>,
        elsewhere: RemoteSignatures?
    ) {
        self.elsewhere = elsewhere
        self.keyID = ByteBuffer(copying: keyID)
        self.securityToken = ByteBuffer(copying: securityToken)
        encodedKeyID = ByteBuffer(percentEncoding: keyID)
        encodedToken = ByteBuffer(percentEncoding: securityToken)
        v1Key = HMACSHA1(key: secret)
        var seed = ByteBuffer(capacity: 16 + secret.count)
        seed.append("aliyun_v4")
        seed.append(secret)
        v4Seed = HMACSHA256(key: seed.span)
    }

    package var hasToken: Bool { !securityToken.isEmpty }

    package var isElsewhere: Bool { elsewhere != nil }

    func signingKey(for request: borrowing OSSRequest, at time: Timestamp) -> SigningKey {
        let day = time.day
        for index in signingKeys.indices where signingKeys[index].fits(request, day: day) {
            return signingKeys[index]
        }
        let key = SigningKey(seed: v4Seed, day: time, request: request)
        if signingKeys.count == SigningCredential.maximumSigningKeys { signingKeys.removeFirst() }
        signingKeys.append(key)
        return key
    }
}

extension ByteBuffer {
    fileprivate init(percentEncoding text: Span<UInt8>) {
        self.init(capacity: 3 * text.count)
        append(percentEncoded: text)
    }
}
