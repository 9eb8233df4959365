internal import Bytes
internal import FuzzInput
internal import Time
internal import Tokens

/// A token that can be sent as it is, or a complaint of one line, whatever the dialect.
@c(LLVMFuzzerTestOneInput)
func fuzzDialectReply(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        for dialect in [ReplyDialect.appServer, .document, .sts, .anyKnown] { check(input, dialect) }
    }
}

private func check(_ input: Span<UInt8>, _ dialect: ReplyDialect) {
    let now = Timestamp(secondsSince1970: 1_702_743_657)
    do throws(CredentialError) {
        let received = try DialectReply.credential(in: input, as: dialect, at: now, assumedLife: 900)
        precondition(received.keyID.span.isVisible && received.securityToken.span.isVisible)
        precondition(dialect.isLenient || !received.securityToken.isEmpty)
        try received.check(replacing: nil, at: now)
        guard let end = received.expiration else { preconditionFailure() }
        precondition(end > now && end - now <= ReceivedCredential.longestLife)
    } catch {
        precondition(error.description.utf8Span.span.firstControl(from: 0) == nil)
        precondition(error.description.utf8.count <= 2_048)
    }
}

extension Span<UInt8> {
    fileprivate var isVisible: Bool {
        for index in 0..<count where self[index] <= 0x20 || self[index] >= 0x7F { return false }
        return true
    }
}
