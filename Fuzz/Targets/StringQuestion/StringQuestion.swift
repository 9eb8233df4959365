internal import Access
internal import Bytes
internal import FuzzInput
internal import Issuing
internal import Time

/// A string to sign that is judged for a user without rights, and never granted.
@c(LLVMFuzzerTestOneInput)
func fuzzStringQuestion(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        guard let question = try? StringQuestion(input), let user = UserName("alice") else { return }
        var terms = UserTerms(name: "g")
        terms.profile = "media"
        terms.scope.operations = [.presign]
        let now = Timestamp(secondsSince1970: 1_702_743_657)
        let isGranted = try? question.isGranted(to: user, by: terms, at: now)
        precondition(isGranted != true)
        terms.scope.operations = [.signString]
        _ = try? question.isGranted(to: user, by: terms, at: now)
        var body = ByteBuffer()
        question.append(for: "media", to: &body)
        precondition(body.count > 2)
    }
}
