internal import API
internal import Access
internal import Bytes
internal import FuzzInput
internal import HTTP
internal import Signing
internal import Time
internal import Tokens

/// The input is a question of a proxy, with the document of a bulk delete behind it.
///
/// Whatever the program sent, an answer is for the objects of the rule alone, and its fields are the ones of the daemon.
@c(LLVMFuzzerTestOneInput)
func fuzzForwardQuestion(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        var scan = HeadScan()
        guard let head = try? RequestHead.decode(input, &scan), head.messageLength <= input.count,
            let question = try? ForwardQuestion(head.headers, in: input)
        else { return }
        var signing = SigningContext()
        let answer = answer(to: question, head, in: input, at: &signing)
        if !answer.isEmpty { check(answer.span, isDeletion: head.contentLength > 0) }
    }
}

private let now = Timestamp(secondsSince1970: 1_702_743_657)

private func answer(
    to question: ForwardQuestion, _ head: RequestHead, in message: Span<UInt8>,
    at signing: inout SigningContext
) -> ByteBuffer {
    var answer = ByteBuffer()
    do {
        let place = ProfileDefaults.Place(endpoint: "https://oss-cn-hangzhou.aliyuncs.com", bucket: "other")
        let profile = ProfileDefaults(name: "main", place: place, addressing: nil, version: .v4)
        try signing.read(
            question, head.headers, in: message,
            body: message.extracting(head.length..<head.messageLength), of: ForwardedCaller(user: 1),
            for: profile)
        guard signing.call.decoding != .deletion else { return answer }
        try signing.admit(to: profile, by: narrow(), at: now)
        try signing.answer(with: try credential(), of: profile, at: now, keepAlive: true, to: &answer)
    } catch let problem as Problem {
        precondition(answer.isEmpty)
        answer.append(forwardRefusal: problem, of: nil, as403: true, keepAlive: true)
        precondition(lines(of: answer.span) <= 9)
        answer.removeAll()
    } catch {
        preconditionFailure("the credential is a good one")
    }
    return answer
}

private func check(_ answer: Span<UInt8>, isDeletion: Bool) {
    let host = value(of: "Forward-Host: ", in: answer)
    precondition(
        host.equals("media.oss-cn-hangzhou.aliyuncs.com")
            || host.equals("media.s3.oss-cn-hangzhou.aliyuncs.com"))
    let target = value(of: "Forward-Target: ", in: answer)
    precondition(target.hasPrefix(isDeletion ? "/?" : "/photos/") || target.hasPrefix("/?"))
    precondition(lines(of: answer) <= 15)
}

private func lines(of text: Span<UInt8>) -> Int {
    var count = 0
    for index in 0..<text.count where text[index] == 10 { count += 1 }
    return count
}

@_lifetime(copy answer)
private func value(of name: StaticString, in answer: Span<UInt8>) -> Span<UInt8> {
    for start in 0..<answer.count where answer.extracting(droppingFirst: start).hasPrefix(name) {
        let rest = answer.extracting(droppingFirst: start + name.utf8CodeUnitCount)
        return rest.extracting(first: rest.firstIndex(of: 13) ?? 0)
    }
    preconditionFailure("the answer has every field")
}

/// A rule for a folder, and for lists of it.
private func narrow() -> PeerRules {
    var rule = Rule(name: "narrow")
    rule.alternatives = [[.uid(0)]]
    rule.operations = [.sign]
    rule.buckets = [Glob("media")].compactMap(\.self)
    rule.keys = [Glob("photos/**")].compactMap(\.self)
    return Policy(rules: [rule]).rules(for: Peer(uid: 0, gid: 0))
}

private func credential() throws -> Credential {
    let received = try ReceivedCredential(
        keyID: "STS.a".utf8Span.span, secret: "secret".utf8Span.span, securityToken: "a+/=".utf8Span.span,
        expiration: now + 3_600)
    return Credential(received, generation: 1, fetchedAt: now)
}
