package import Bytes
internal import Text
package import Time

/// Signs requests one after the other and holds the texts of the last signature, in buffers that are reused.
///
/// `prepare…` adds the headers or parameters of the signature to the request, and `sign…` computes it. They are
/// separate so that many keys can be signed in a row. The steps of each version are in `SignatureV4`, `SignatureV1` and
/// `SignatureS3`.
package struct Signer: ~Copyable {
    /// Empty after a V1 signature.
    package internal(set) var canonicalRequest = ByteBuffer(capacity: 4_096)
    package internal(set) var stringToSign = ByteBuffer(capacity: 1_024)
    /// The signature as it is sent: hexadecimal for V4 and S3, base64 for V1, not percent-encoded.
    package internal(set) var signature = ByteBuffer(capacity: 64)
    /// The URL to call: complete for a presigned request, else without any part of the signature.
    package internal(set) var url = ByteBuffer(capacity: 4_096)
    package internal(set) var authorization = ByteBuffer(capacity: 512)
    /// The date line of V1: the time of a header signature, or the expiration of a URL.
    package internal(set) var dateLine = ByteBuffer(capacity: 32)
    /// `nil` before the first signature of V4 or S3.
    var begun: SigningMoment?
    /// The parameters of a signature of V4 or S3 in the URL; empty for one in a header.
    var parameters = SignatureParameters()
    /// Whether `canonicalRequest` contains `parameters`, because a URL was signed with them.
    var hasParameters = false
    /// The value of `x-oss-additional-headers`.
    var additionalHeaders = ByteBuffer(capacity: 64)
    /// The ranges of `canonicalRequest` that the URL repeats.
    var urlParts = URLParts()
    /// A copy of the text after the key in `canonicalRequest`, while the key is replaced.
    var textAfterKey = ByteBuffer(capacity: 4_096)

    package init() {}

    /// The time, scope and key of the present signature of V4 or S3.
    package var moment: SigningMoment {
        guard let begun else { preconditionFailure("a signature that was not begun") }
        return begun
    }
}

// A signature in the Authorization header.
extension Signer {
    package mutating func signHeader(
        _ request: inout OSSRequest, version: SignatureVersion, with credential: SigningCredential,
        at time: Timestamp
    ) throws(SigningError) {
        switch version {
        case .v1: try signHeaderV1(&request, with: credential, at: time)
        case .v4: try signHeaderV4(&request, with: credential, at: time)
        case .s3: try signHeaderS3(&request, with: credential, at: time)
        }
    }
}

// A signature in the URL.
extension Signer {
    /// OSS rejects URLs of V4 and of S3 that are valid for more than seven days.
    package static let maximumExpires = 604_800

    /// V1 has no limit of its own; no key should live longer than these ten years.
    package static func maximumExpires(for version: SignatureVersion) -> Int {
        version == .v1 ? 315_360_000 : maximumExpires
    }

    /// Adds the parameters of the signature to the request; `expires` is in seconds from `time`.
    package mutating func preparePresigned(
        _ request: inout OSSRequest, version: SignatureVersion, with credential: SigningCredential,
        at time: Timestamp, expires: Int
    ) throws(SigningError) {
        let maximum = Signer.maximumExpires(for: version)
        guard (1...maximum).contains(expires) else { throw .expires(maximum: maximum, version) }
        switch version {
        case .v1: try preparePresignedV1(&request, with: credential, until: time + Int64(expires))
        case .v4: preparePresignedV4(request, with: credential, at: time, expires: expires)
        case .s3: try preparePresignedS3(&request, with: credential, at: time, expires: expires)
        }
    }

    /// Signs a prepared request and writes its URL.
    package mutating func signPresigned(
        _ request: borrowing OSSRequest, version: SignatureVersion, with credential: SigningCredential,
        at time: Timestamp
    ) {
        switch version {
        case .v1: signPresignedV1(request, with: credential)
        case .v4: signPresignedV4(request, with: credential, at: time)
        case .s3: signPresignedS3(request)
        }
    }

    /// Does the same for a request that differs from the one before in its key only.
    package mutating func signPresigned(
        nextKeyOf request: borrowing OSSRequest, version: SignatureVersion,
        with credential: SigningCredential, at time: Timestamp
    ) {
        if case .v4 = version, hasParameters {
            signPresignedV4(nextKeyOf: request, with: credential, at: time)
        } else if case .s3 = version {
            signPresignedS3(nextKeyOf: request)
        } else {
            signPresigned(request, version: version, with: credential, at: time)
        }
    }
}

// The texts of a signature without the key that would sign them.
extension Signer {
    /// Writes the string to sign of a V1 request that already has all headers and parameters of its signature.
    package mutating func compose(v1 request: borrowing OSSRequest, dateLine line: Span<UInt8>) {
        dateLine.removeAll()
        dateLine.append(line)
        writeStringToSignV1(of: request)
    }

    /// The same of a V4 request.
    package mutating func compose(v4 request: borrowing OSSRequest, date: Span<UInt8>, scope: Span<UInt8>) {
        parameters.removeAll()
        writeCanonicalRequestV4(of: request)
        composeStringToSign(date: date, scope: scope, in: .oss)
    }

    /// The same of an S3 request.
    package mutating func compose(s3 request: borrowing OSSRequest, date: Span<UInt8>, scope: Span<UInt8>) {
        parameters.removeAll()
        writeCanonicalRequestS3(of: request)
        composeStringToSign(date: date, scope: scope, in: .s3)
    }
}

extension Signer {
    /// Writes the URL without its query.
    mutating func writeLocation(of request: borrowing OSSRequest) {
        url.removeAll()
        url.append(baseURLOf: request)
        if let key = request.key { url.append(percentEncodedPath: request.text[key]) }
    }
}

extension ByteBuffer {
    /// Appends the URL up to where the key begins.
    mutating func append(baseURLOf request: borrowing OSSRequest) {
        guard let endpoint = request.endpoint else { return }
        append(endpoint.isSecure ? "https://" : "http://")
        if request.addressing == .virtualHost, let bucket = request.bucket {
            append(request.text, bucket)
            append(UInt8(ascii: "."))
        }
        append(request.text, endpoint.authority)
        append(UInt8(ascii: "/"))
        if request.addressing == .path, let bucket = request.bucket {
            append(request.text, bucket)
            append(UInt8(ascii: "/"))
        }
    }
}
