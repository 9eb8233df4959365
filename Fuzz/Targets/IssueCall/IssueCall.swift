internal import API
internal import Access
internal import Bytes
internal import FuzzInput
internal import HTTP
internal import JSON
import Scoping

/// STS is asked for what this body names: a valid name, one whole JSON object, and a life that STS gives.
@c(LLVMFuzzerTestOneInput)
func fuzzIssueCall(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        do throws(Problem) {
            let session = try IssueCall(input).session
            precondition(TokenSession.isName(session.name))
            precondition(session.policy.utf8.count <= ScopedPolicy.maximumLength)
            precondition(isObject(session.policy.utf8Span.span))
            let life = session.duration ?? .seconds(900)
            precondition(life >= .seconds(900) && life <= .seconds(43_200))
        } catch {
            precondition(error.status == .badRequest || error.status == .unprocessableContent)
            precondition(error.detail.utf8Span.span.firstControl(from: 0) == nil)
        }
    }
}

private func isObject(_ policy: Span<UInt8>) -> Bool {
    var json = JSONReader(policy)
    guard (try? json.peek()) == .object, let range = try? json.skipValue() else { return false }
    return range == policy.indices && (try? json.end()) != nil
}
