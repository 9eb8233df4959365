internal import Bytes
internal import FuzzInput
internal import Signing

/// As a whole policy, and as its conditions alone.
@c(LLVMFuzzerTestOneInput)
func fuzzPostPolicy(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        var request = OSSRequest()
        if let policy = try? PostPolicy(input, into: &request) { check(policy, request) }
        request.reset()
        if let policy = try? PostPolicy(conditions: input, into: &request) { check(policy, request) }
    }
}

private func check(_ policy: PostPolicy, _ request: borrowing OSSRequest) {
    if let bucket = policy.bucket { precondition(bucket.upperBound <= request.text.count) }
    switch policy.key {
    case .exactly(let key): precondition(request.text[key].firstIndex(of: UInt8(ascii: "$")) == nil)
    case .beginning(let key): precondition(key.upperBound <= request.text.count)
    case .any: break
    }
}
