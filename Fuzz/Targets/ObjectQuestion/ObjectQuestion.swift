internal import Bytes
internal import FuzzInput
internal import Issuing

/// A question that is granted only within the folder of the user, and that the daemon is asked in JSON that it reads.
@c(LLVMFuzzerTestOneInput)
func fuzzObjectQuestion(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        for service in [ObjectQuestion.Service.url, .form] {
            guard let question = try? ObjectQuestion(input, for: service) else { continue }
            var body = ByteBuffer()
            question.append(for: "media", to: &body)
            precondition(body.count > 2)
        }
    }
}
