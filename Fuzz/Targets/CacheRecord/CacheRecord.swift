internal import Bytes
internal import FuzzInput
internal import Hashing
internal import Text
internal import Tokens

/// The input is the line of a record; its digest is computed here, since no fuzzer guesses one.
@c(LLVMFuzzerTestOneInput)
func fuzzCacheRecord(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        let owner = CacheRecord.Owner(profile: "main", identity: "manual", source: "manual")
        precondition((try? CacheRecord.read(input, for: owner)) == nil)
        guard let found = try? CacheRecord.read(sealed(input).span, for: owner) else { return }
        let written = file(of: found, owner)
        guard let again = try? CacheRecord.read(written.span, for: owner) else { preconditionFailure() }
        precondition(again.generation == found.generation && again.expiration == found.expiration)
        precondition(file(of: again, owner).equals(written.span))
    }
}

private func file(of credential: Credential, _ owner: CacheRecord.Owner) -> ByteBuffer {
    var file = ByteBuffer()
    CacheRecord.write(credential, of: owner, to: &file)
    return file
}

private func sealed(_ line: Span<UInt8>) -> ByteBuffer {
    var file = ByteBuffer(copying: line)
    file.append(UInt8(ascii: "\n"))
    file.append(hex: sha256(line).span)
    file.append(UInt8(ascii: "\n"))
    return file
}
