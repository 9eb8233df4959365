package import Bytes
internal import Hashing
internal import Text
internal import Time

/// A key id with its secret and token, prepared for signing: everything that depends on them alone is computed once.
package final class SigningCredential {
    /// A host signs for a few regions, and for two days around midnight.
    private static let maximumSigningKeys = 16

    package let keyID: ByteBuffer
    /// Empty for a long-lived key.
    package let securityToken: ByteBuffer
    /// Key id and token, percent-encoded.
    let encodedKeyID: ByteBuffer
    let encodedToken: ByteBuffer
    /// The signatures of a remote signer, which has the secret; the keys below are useless then.
    let remoteSignatures: RemoteSignatures?
    let v1Key: HMACSHA1
    private let v4Seed: HMACSHA256
    private let s3Seed: HMACSHA256
    /// One for each signing key: that of the last second in which it signed.
    private let moments = Cell([SigningMoment]())

    package convenience init(keyID: Span<UInt8>, secret: Span<UInt8>, securityToken: Span<UInt8>) {
        self.init(keyID, secret, securityToken, nil)
    }

    /// A long-lived key whose secret only a remote signer has.
    package convenience init(keyID: borrowing ByteBuffer, signaturesFrom remoteSignatures: RemoteSignatures) {
        self.init(keyID.span, Span(), Span(), remoteSignatures)
    }

    private init(
        _ keyID: Span<UInt8>, _ secret: Span<UInt8>, _ securityToken: Span<UInt8>,
        _ remoteSignatures: RemoteSignatures?
    ) {
        self.remoteSignatures = remoteSignatures
        self.keyID = ByteBuffer(copying: keyID)
        self.securityToken = ByteBuffer(copying: securityToken)
        encodedKeyID = ByteBuffer(percentEncoding: keyID)
        encodedToken = ByteBuffer(percentEncoding: securityToken)
        v1Key = HMACSHA1(key: secret)
        v4Seed = HMACSHA256(seedOf: secret, in: .oss)
        s3Seed = HMACSHA256(seedOf: secret, in: .s3)
    }

    package var hasToken: Bool { !securityToken.isEmpty }

    package var secretIsRemote: Bool { remoteSignatures != nil }

    func moment(
        for request: borrowing OSSRequest, at time: Timestamp, in family: SigningFamily
    ) -> SigningMoment {
        let day = time.day
        for index in moments.value.indices {
            let present = moments.value[index]
            guard present.key.fits(request, day: day, in: family) else { continue }
            if present.second == time.secondsSince1970 { return present }
            let moment = SigningMoment(at: time, with: present.key)
            moments.value[index] = moment
            return moment
        }
        let moment = SigningMoment(at: time, with: newSigningKey(for: request, at: time, in: family))
        if moments.value.count == SigningCredential.maximumSigningKeys { moments.value.removeFirst() }
        moments.value.append(moment)
        return moment
    }

    private func newSigningKey(
        for request: borrowing OSSRequest, at time: Timestamp, in family: SigningFamily
    ) -> SigningKey {
        switch family {
        case .oss:
            SigningKey(seed: v4Seed, encodedKeyID: encodedKeyID, day: time, request: request, in: family)
        case .s3:
            SigningKey(seed: s3Seed, encodedKeyID: encodedKeyID, day: time, request: request, in: family)
        }
    }
}

extension HMACSHA256 {
    /// The first key of the derivation of signing keys.
    fileprivate init(seedOf secret: Span<UInt8>, in family: SigningFamily) {
        var seed = ByteBuffer(capacity: 16 + secret.count)
        seed.append(family.secretPrefix)
        seed.append(secret)
        self.init(key: seed.span)
    }
}

extension ByteBuffer {
    fileprivate init(percentEncoding text: Span<UInt8>) {
        self.init(capacity: 3 * text.count)
        append(percentEncoded: text)
    }
}
