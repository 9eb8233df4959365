internal import Bytes
internal import FuzzInput
internal import Signing

/// A string that the caller composed is understood completely, or refused.
@c(LLVMFuzzerTestOneInput)
func fuzzReadyStrings(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        var request = OSSRequest()
        if (try? request.read(stringToSignV1: input)) != nil { check(request, input) }
        request.reset()
        guard let ready = try? request.read(canonicalRequest: input) else { return }
        check(request, input)
        guard case .header = ready else { return }
        precondition(!request.parameters.contains { request.text[$0.name].isSignatureParameter })
    }
}

private func check(_ request: borrowing OSSRequest, _ input: Span<UInt8>) {
    precondition(request.bucket != nil || request.key == nil)
    if let bucket = request.bucket { precondition(request.text[bucket].isBucketName) }
    for index in request.headers.indices {
        precondition(request.text[request.headers[index].value].firstControl(from: 0) == nil)
    }
    // All of the string was copied in, and nothing that it does not hold came out.
    precondition(request.text.count >= input.count)
}
