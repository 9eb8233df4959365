package import Bytes
internal import Hashing
internal import Text
internal import Time

/// Signs requests, one after the other; holds the texts of the last signature, in buffers that are used again.
///
/// `prepare` adds to the request what the signature brings along (its headers or parameters), `sign` then computes it.
/// They are apart so that many keys can be signed in a row: only `sign` is repeated.
///
/// Within, V4 has three steps, in this order: `begin` fixes key, time and scope, `compose` writes the string to sign, and
/// `signString` signs the string that is there; V1 has the last two.
package struct Signer: ~Copyable {
    package internal(set) var canonicalRequest = ByteBuffer(capacity: 4_096)
    package internal(set) var stringToSign = ByteBuffer(capacity: 1_024)
    /// The signature as it travels: hexadecimal for V4, base64 for V1, not percent-encoded.
    package internal(set) var signature = ByteBuffer(capacity: 64)
    /// The URL to call: with everything in it for a presigned one, else without a trace of the signature.
    package internal(set) var url = ByteBuffer(capacity: 4_096)
    package internal(set) var authorization = ByteBuffer(capacity: 512)
    /// What the date line of V1 says.
    package internal(set) var dateLine = ByteBuffer(capacity: 32)
    /// When V4 signs, and what for.
    package internal(set) var moment = SigningMoment()
    /// What a V4 signature in the URL adds to the query; those of the moment, or none.
    var parameters = SignatureParameters()
    /// Whether they are in the canonical request, since a URL was signed with them.
    var hasParameters = false
    /// The names of the headers that the caller wants to be signed as well.
    var additionalHeaders = ByteBuffer(capacity: 64)
    private var shared = SharedParts()
    /// What stands behind the key in the canonical request, while the key is exchanged.
    private var behindKey = ByteBuffer(capacity: 4_096)

    package init() {}
}

extension Signer {
    mutating func computeV4(
        _ request: borrowing OSSRequest, with credential: SigningCredential, at time: Timestamp
    ) {
        composeV4(request)
        signStringV4(of: request, with: credential, at: time)
    }

    /// Writes the canonical request and the string to sign, behind the date and the scope that are there.
    mutating func composeV4(_ request: borrowing OSSRequest) {
        canonicalRequest.removeAll()
        shared = canonicalRequest.append(canonicalRequestOf: request, with: parameters)
        writeStringToSignV4()
    }

    /// The same for a request that has another key than the one before, and is like it for the rest.
    mutating func composeV4(nextKeyOf request: borrowing OSSRequest) {
        shared = canonicalRequest.exchangeKey(at: shared, for: request, with: &behindKey)
        writeStringToSignV4()
    }

    private mutating func writeStringToSignV4() {
        stringToSign.removeAll()
        stringToSign.append(moment.beginning)
        let digest = sha256(canonicalRequest.span)
        stringToSign.append(hex: digest.span)
    }

    /// Signs the string that was composed last, with the key that was chosen for it; `request` is what it was composed of.
    mutating func signStringV4(
        of request: borrowing OSSRequest, isOpaque: Bool = false, with credential: SigningCredential,
        at time: Timestamp
    ) {
        signature.removeAll()
        if let elsewhere = credential.elsewhere {
            let string = RemoteString(stringToSign, v4: request, isOpaque: isOpaque, at: time)
            return signature.append(elsewhere.signature(under: string))
        }
        let code = moment.authenticate(stringToSign)
        signature.append(hex: code.span)
    }

    mutating func computeV1(_ request: borrowing OSSRequest, with credential: SigningCredential) {
        canonicalRequest.removeAll()
        stringToSign.removeAll()
        stringToSign.append(stringToSignV1Of: request, date: dateLine)
        signStringV1(of: request, with: credential)
    }

    /// Signs the string that was composed last.
    mutating func signStringV1(of request: borrowing OSSRequest, with credential: SigningCredential) {
        signature.removeAll()
        if let elsewhere = credential.elsewhere {
            return signature.append(elsewhere.signature(under: RemoteString(stringToSign, v1: request)))
        }
        let code = credential.v1Key.authenticate(stringToSign.span)
        signature.append(base64: code.span)
    }

    /// Fixes the key, the time and the scope that everything in a V4 signature repeats.
    mutating func beginV4(
        _ request: borrowing OSSRequest, with credential: SigningCredential, at time: Timestamp
    ) {
        if !moment.fits(request, of: credential, at: time) {
            moment.begin(request, of: credential, at: time)
            parameters.removeAll()
        }
    }

    /// The same for a signature that is not in the URL.
    mutating func beginHeaderV4(
        _ request: borrowing OSSRequest, with credential: SigningCredential, at time: Timestamp
    ) {
        beginV4(request, with: credential, at: time)
        parameters.removeAll()
    }

    mutating func writeLocation(of request: borrowing OSSRequest) {
        url.removeAll()
        url.append(locationOf: request)
    }

    /// Copies what the canonical request has encoded already.
    mutating func writeURLV4(of request: borrowing OSSRequest) {
        url.removeAll()
        url.append(placeOf: request)
        url.append(canonicalRequest, shared.key)
        guard !shared.query.isEmpty else { return }
        url.append(UInt8(ascii: "?"))
        url.append(canonicalRequest, shared.query)
    }

    mutating func writeURLV1(of request: borrowing OSSRequest) {
        writeLocation(of: request)
        guard !request.parameters.isEmpty else { return }
        url.append(UInt8(ascii: "?"))
        url.append(canonicalQueryOf: request)
    }
}
