package import Bytes
internal import Hashing
internal import Text
internal import Time

/// What the V4 signatures with one key within one second have in common; thousands of requests have the same second.
///
/// It holds copies, so that nothing is counted for a request that belongs here.
package struct SigningMoment: ~Copyable {
    /// A block of SHA-256.
    private static let block = 64

    /// The time as V4 writes it.
    package private(set) var date = ByteBuffer(capacity: 32)
    /// What the signatures are good for.
    package private(set) var scope = ByteBuffer(capacity: 128)
    /// Whose key it is and what that is good for, as a URL names it.
    private(set) var encodedCredential = ByteBuffer(capacity: 256)
    /// How the strings to sign begin.
    private(set) var beginning = ByteBuffer(capacity: 256)
    private var owner: SigningCredential.Identity?
    private var region = ByteBuffer(capacity: 32)
    private var isForCloudBox = false
    private var time = Timestamp(secondsSince1970: 0)
    private var key: SigningKey?
    /// The key, when it has absorbed the first block of the beginning.
    private var code = HMACSHA256(key: Span())

    /// Whether signatures of this credential for the request belong here.
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
        let key = credential.signingKey(for: request, at: time)
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

    /// The same for strings that nobody signs here.
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
        beginning.append("OSS4-HMAC-SHA256\n")
        beginning.append(date)
        beginning.append(UInt8(ascii: "\n"))
        beginning.append(scope)
        beginning.append(UInt8(ascii: "\n"))
    }

    /// The code of a string.
    ///
    /// Mutating, since else the whole moment is copied for it.
    mutating func authenticate(_ string: borrowing ByteBuffer) -> Digest256 {
        let size = SigningMoment.block
        if string.count >= size, string[0..<size].equals(beginning[0..<size]) {
            return code.authenticate(string[size..<string.count])
        }
        // A policy begins otherwise, and so may a string that the caller composed.
        guard let key else { preconditionFailure("a V4 signature that was not begun") }
        return key.code.authenticate(string.span)
    }
}
