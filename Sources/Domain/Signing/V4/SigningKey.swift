package import Bytes
internal import Hashing
internal import Time

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

/// The parts that all signatures of V4 or S3 with one key share within one second, computed once for thousands of requests.
package final class SigningMoment {
    /// A block of SHA-256.
    private static let block = 64

    /// Since 1970.
    let second: Int64
    let key: SigningKey
    /// The time in the format of V4, `20231216T162057Z`.
    package let date: ByteBuffer
    /// The lines of a string to sign before the digest.
    let beginning: ByteBuffer
    private let firstBlock: ByteBuffer
    /// The key after it has absorbed the first block.
    private let code: HMACSHA256

    init(at time: Timestamp, with key: SigningKey) {
        second = time.secondsSince1970
        self.key = key
        var date = ByteBuffer(capacity: 32)
        date.append(basicISO: time)
        var beginning = ByteBuffer(capacity: 256)
        beginning.append(beginningWith: date, key.scope, in: key.family)
        let firstBlock = ByteBuffer(copying: beginning[0..<SigningMoment.block])
        code = HMACSHA256(key.code, absorbing: firstBlock)
        self.firstBlock = firstBlock
        self.date = date
        self.beginning = beginning
    }

    /// Returns the HMAC of a string under the signing key.
    func authenticate(_ string: borrowing ByteBuffer) -> Digest256 {
        let size = SigningMoment.block
        if string.count >= size, firstBlock.equals(string[0..<size]) {
            return code.authenticate(string[size..<string.count])
        }
        // A form's policy begins differently, and so may an opaque string of a caller.
        return key.code.authenticate(string.span)
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

extension SigningFamily {
    /// The third part of a scope.
    fileprivate func product(of request: borrowing OSSRequest) -> StaticString {
        switch self {
        case .oss: request.product
        case .s3: "s3"
        }
    }
}

extension ByteBuffer {
    mutating func append(
        beginningWith date: borrowing ByteBuffer, _ scope: borrowing ByteBuffer, in family: SigningFamily
    ) {
        append(family.algorithm)
        append(UInt8(ascii: "\n"))
        append(date)
        append(UInt8(ascii: "\n"))
        append(scope)
        append(UInt8(ascii: "\n"))
    }
}
