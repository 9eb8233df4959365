internal import API
internal import Bytes
internal import FuzzInput
internal import HTTP
internal import Time
internal import Tokens

/// An AppServer may answer with every body that an operator may set by hand.
@c(LLVMFuzzerTestOneInput)
func fuzzCredentialBody(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        let now = Timestamp(secondsSince1970: 1_702_743_657)
        do throws(Problem) {
            let received = try CredentialBody.read(input, at: now)
            precondition(!received.keyID.isEmpty && !received.securityToken.isEmpty)
            guard let end = received.expiration, end > now else { preconditionFailure() }
            precondition(
                (try? DialectReply.credential(in: input, as: .appServer, at: now, assumedLife: nil))?
                    .expiration
                    == end)
        } catch {
            precondition(error.status == .badRequest || error.status == .unprocessableContent)
            precondition(error.detail.utf8Span.span.firstControl(from: 0) == nil)
        }
    }
}
