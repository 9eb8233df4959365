internal import Bytes
internal import Hashing
internal import Text

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
