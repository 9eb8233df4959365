package import Bytes
internal import Hashing
internal import Text
internal import Time

// Step 2 of V4 and of S3: the string to sign, which is the algorithm, the time, the scope and the digest of step 1, one a line.
extension Signer {
    mutating func writeStringToSign() {
        let moment = moment
        stringToSign.removeAll()
        stringToSign.append(moment.beginning)
        appendDigest()
    }

    /// Writes one that is only composed, without a key.
    mutating func composeStringToSign(date: Span<UInt8>, scope: Span<UInt8>, in family: SigningFamily) {
        stringToSign.removeAll()
        stringToSign.append(
            beginningWith: ByteBuffer(copying: date), ByteBuffer(copying: scope), in: family)
        appendDigest()
    }

    private mutating func appendDigest() {
        let digest = sha256(canonicalRequest.span)
        stringToSign.append(hex: digest.span)
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
    fileprivate mutating func append(
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
