package import Bytes
internal import Hashing
internal import Text
internal import Time

// Step 2 of V4: the string to sign, which is the algorithm, the time, the scope and the digest of step 1, one a line.
extension Signer {
    mutating func writeStringToSignV4() {
        stringToSign.removeAll()
        stringToSign.append(moment.beginning)
        let digest = sha256(canonicalRequest.span)
        stringToSign.append(hex: digest.span)
    }
}

/// The parts that all V4 signatures with one key and scope share within one second, computed once for thousands of requests.
///
/// It copies the texts, so that no reference is counted for a request that it fits.
package struct SigningMoment: ~Copyable {
    /// A block of SHA-256.
    private static let block = 64

    private let family: SigningFamily

    /// The time in the format of V4, `20231216T162057Z`.
    package private(set) var date = ByteBuffer(capacity: 32)
    package private(set) var scope = ByteBuffer(capacity: 128)
    /// Key id and scope, percent-encoded for a URL.
    private(set) var encodedCredential = ByteBuffer(capacity: 256)
    /// The lines of a string to sign before the digest.
    private(set) var beginning = ByteBuffer(capacity: 256)
    private var owner: SigningCredential.Identity?
    private var region = ByteBuffer(capacity: 32)
    private var isForCloudBox = false
    private var time = Timestamp(secondsSince1970: 0)
    private var key: SigningKey?
    /// The key after it has absorbed the first block of `beginning`.
    private var code = HMACSHA256(key: Span())

    init(_ family: SigningFamily) {
        self.family = family
    }

    /// Whether a signature of this credential for the request has this second and scope.
    @inline(__always) func fits(
        _ request: borrowing OSSRequest, of credential: SigningCredential, at time: Timestamp
    ) -> Bool {
        guard owner === credential.identity, self.time.secondsSince1970 == time.secondsSince1970,
            isForCloudBox == request.isForCloudBox, let region = request.region
        else { return false }
        return self.region.equals(request.text[region])
    }

    mutating func begin(
        _ request: borrowing OSSRequest, of credential: SigningCredential, at time: Timestamp
    ) {
        let key = credential.signingKey(for: request, at: time, in: family)
        self.key = key
        self.time = time
        owner = credential.identity
        isForCloudBox = request.isForCloudBox
        region.removeAll()
        if let name = request.region { region.append(request.text, name) }
        date.removeAll()
        date.append(basicISO: time)
        scope.removeAll()
        scope.append(key.scope)
        encodedCredential.removeAll()
        encodedCredential.append(credential.encodedKeyID)
        encodedCredential.append("%2F")
        encodedCredential.append(key.encodedScope)
        writeBeginning()
        code.become(key.code, absorbing: beginning, 0..<SigningMoment.block)
    }

    /// Begins strings to sign that are only composed, without a key.
    mutating func begin(date: Span<UInt8>, scope: Span<UInt8>) {
        owner = nil
        self.date.removeAll()
        self.date.append(date)
        self.scope.removeAll()
        self.scope.append(scope)
        writeBeginning()
    }

    private mutating func writeBeginning() {
        beginning.removeAll()
        beginning.append(family.algorithm)
        beginning.append(UInt8(ascii: "\n"))
        beginning.append(date)
        beginning.append(UInt8(ascii: "\n"))
        beginning.append(scope)
        beginning.append(UInt8(ascii: "\n"))
    }

    /// Returns the HMAC of a string under the signing key.
    ///
    /// It is mutating because the compiler would copy the whole value for the call otherwise.
    mutating func authenticate(_ string: borrowing ByteBuffer) -> Digest256 {
        let size = SigningMoment.block
        if string.count >= size, string[0..<size].equals(beginning[0..<size]) {
            return code.authenticate(string[size..<string.count])
        }
        // A form's policy begins differently, and so may an opaque string of a caller.
        guard let key else { preconditionFailure("a V4 signature that was not begun") }
        return key.code.authenticate(string.span)
    }
}
