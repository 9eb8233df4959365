internal import Bytes
internal import FuzzInput
internal import Hashing
internal import Tokens

/// The input is a sealed file, then a record to be sealed: nothing foreign opens, what is sealed opens as it was.
@c(LLVMFuzzerTestOneInput)
func fuzzSealedRecord(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        let key = key()
        precondition(!opens(input, with: key))
        var nonce = ByteBuffer()
        for index in 0..<AES256GCM.nonceLength { nonce.append(UInt8(truncatingIfNeeded: count &* index)) }
        guard input.count <= CacheRecord.maximumLength else { return }
        let sealed = SealedRecord.seal(input, of: "main", nonce: nonce.span, with: key)
        precondition(SealedRecord.isSealed(sealed.span))
        guard let opened = try? SealedRecord.open(sealed.span, of: "main", with: key) else {
            preconditionFailure()
        }
        precondition(opened.equals(input))
    }
}

private func opens(_ input: Span<UInt8>, with key: borrowing AES256GCM) -> Bool {
    switch try? SealedRecord.open(input, of: "main", with: key) {
    case .some: true
    case .none: false
    }
}

private func key() -> AES256GCM {
    var bytes = ByteBuffer()
    for byte in 0..<UInt8(AES256GCM.keyLength) { bytes.append(byte) }
    guard let key = AES256GCM(key: bytes.span) else { preconditionFailure() }
    return key
}
