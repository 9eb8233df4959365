internal import Bytes
internal import Hashing
internal import Text
internal import Time

// Step 3 of V4: the signature, which is the HMAC of the string to sign under the signing key, in hexadecimal.
extension Signer {
    /// Signs the string that was composed last from `request`; `isOpaque`: the caller composed it.
    mutating func writeSignatureV4(
        of request: borrowing OSSRequest, isOpaque: Bool = false, with credential: SigningCredential,
        at time: Timestamp
    ) {
        signature.removeAll()
        if let remote = credential.remoteSignatures {
            let string = RemoteString(
                stringToSign, v4: request, canonicalRequest: canonicalRequest, isOpaque: isOpaque, at: time)
            return signature.append(remote.signature(under: string))
        }
        let code = moment.authenticate(stringToSign)
        signature.append(hex: code.span)
    }
}

/// The *signing key*, which depends only on secret, day, region and product; each is an HMAC under the one before.
final class SigningKey {
    let family: SigningFamily
    private let day: Int64
    private let region: ByteBuffer
    private let isForCloudBox: Bool
    let code: HMACSHA256
    let scope: ByteBuffer
    /// Key id and scope, percent-encoded for a URL.
    let encodedCredential: ByteBuffer

    init(
        seed: borrowing HMACSHA256, encodedKeyID: borrowing ByteBuffer, day: Timestamp,
        request: borrowing OSSRequest, in family: SigningFamily
    ) {
        self.family = family
        self.day = day.day
        isForCloudBox = request.isForCloudBox
        var region = ByteBuffer(capacity: 32)
        if let name = request.region { region.append(request.text, name) }
        var date = ByteBuffer(capacity: 8)
        date.append(day: day)
        code = seed.derived(by: date.span).derived(by: region.span).derived(by: family.product(of: request))
            .derived(by: family.termination)
        self.region = region
        scope = ByteBuffer(scopeOf: request, day: day, in: family)
        encodedCredential = ByteBuffer(encodedKeyID, scopeOf: request, day: day, in: family)
    }

    func fits(_ request: borrowing OSSRequest, day: Int64, in family: SigningFamily) -> Bool {
        guard self.day == day, self.family == family, isForCloudBox == request.isForCloudBox,
            let region = request.region
        else { return false }
        return self.region.equals(request.text[region])
    }
}

extension ByteBuffer {
    /// The *scope* of a signature: `20231216/cn-hangzhou/oss/aliyun_v4_request`, `20231216/cn-hangzhou/s3/aws4_request`.
    init(scopeOf request: borrowing OSSRequest, day: Timestamp, in family: SigningFamily) {
        self.init(capacity: 128)
        append(scopeOf: request, day: day, slash: "/", in: family)
    }

    fileprivate init(
        _ encodedKeyID: borrowing ByteBuffer, scopeOf request: borrowing OSSRequest, day: Timestamp,
        in family: SigningFamily
    ) {
        self.init(capacity: 256)
        append(encodedKeyID)
        append("%2F")
        append(scopeOf: request, day: day, slash: "%2F", in: family)
    }

    /// With `%2F` as slash it is percent-encoded, because nothing else in it needs an escape.
    private mutating func append(
        scopeOf request: borrowing OSSRequest, day: Timestamp, slash: StaticString, in family: SigningFamily
    ) {
        append(day: day)
        append(slash)
        if let region = request.region { append(request.text, region) }
        append(slash)
        append(family.product(of: request))
        append(slash)
        append(family.termination)
    }
}

extension HMACSHA256 {
    fileprivate borrowing func derived(by message: StaticString) -> HMACSHA256 {
        derived(by: message.bytes)
    }
}
