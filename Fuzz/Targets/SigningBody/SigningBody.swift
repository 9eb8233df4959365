internal import API
internal import Access
internal import Bytes
internal import FuzzInput
internal import HTTP
internal import JSON
internal import Signing
internal import Time
internal import Tokens

/// The first byte chooses the route and what the profile says; behind it stands the body.
///
/// A signing that has answered must answer the same body as a new signing does.
@c(LLVMFuzzerTestOneInput)
func fuzzSigningBody(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        guard input.count > 0 else { return }
        let routes = [SigningRoute.sign, .presign, .postPolicy, .signString]
        let isV1 = input[0] & 4 != 0
        let (route, profile) = (routes[Int(input[0] & 3)], profile(isV1 ? .v1 : .v4))
        let body = input.extracting(droppingFirst: 1)
        var signing = SigningContext()
        let answer = signed(body, for: route, with: profile, at: &signing)
        if !answer.isEmpty { check(answer) }
        precondition(signed(body, for: route, with: profile, at: &signing).equals(answer.span))
    }
}

private let now = Timestamp(secondsSince1970: 1_702_743_657)

private func profile(_ version: SignatureVersion) -> ProfileDefaults {
    let place = ProfileDefaults.Place(
        endpoint: "https://oss-cn-hangzhou.aliyuncs.com", region: "cn-hangzhou", bucket: "examplebucket")
    return ProfileDefaults(name: "main", place: place, addressing: nil, version: version)
}

/// The answer, or nothing for what is refused.
private func signed(
    _ body: Span<UInt8>, for route: SigningRoute, with profile: ProfileDefaults,
    at signing: inout SigningContext
) -> ByteBuffer {
    var answer = ByteBuffer()
    do {
        try signing.read(body, for: route)
        try signing.admit(to: profile, by: everything(), at: now)
        try signing.answer(with: try credential(), of: profile, at: now, keepAlive: true, to: &answer)
    } catch let problem as Problem {
        precondition(answer.isEmpty && (400...422).contains(problem.status.rawValue))
        precondition(problem.detail.utf8Span.span.firstControl(from: 0) == nil)
    } catch {
        preconditionFailure("the credential is a good one")
    }
    return answer
}

/// Rules that grant whatever can be granted.
private func everything() -> PeerRules {
    var rule = Rule(name: "all")
    rule.alternatives = [[.uid(0)]]
    rule.operations = [.sign, .presign, .postPolicy, .signString, .signOpaque]
    rule.versions = [.v1, .v4, .s3]
    rule.parameters = RestrictedParameter.names.map(\.description)
    rule.timeSkew = nil
    return Policy(rules: [rule]).rules(for: Peer(uid: 0, gid: 0))
}

private func credential() throws -> Credential {
    let received = try ReceivedCredential(
        keyID: "STS.a".utf8Span.span, secret: "secret".utf8Span.span, securityToken: "a+/=".utf8Span.span,
        expiration: now + 3_600)
    return Credential(received, generation: 1, fetchedAt: now)
}

/// Whatever was signed, it is JSON with a line feed behind it, its URLs are visible ASCII, and no header holds a control character.
private func check(_ answer: borrowing ByteBuffer) {
    var start = 0
    while !answer.span.extracting(droppingFirst: start).hasPrefix("\r\n\r\n") { start += 1 }
    let body = answer.span.extracting((start + 4)..<(answer.count - 1))
    precondition(answer.span[answer.count - 1] == UInt8(ascii: "\n"))
    precondition(body.firstControl(from: 0) == nil && body.firstIndex(of: 0x09) == nil)
    do {
        try checkMembers(of: body)
    } catch {
        preconditionFailure("an answer is JSON")
    }
}

private func checkMembers(of body: Span<UInt8>) throws(JSONError) {
    var json = JSONReader(body)
    try json.beginObject()
    while let name = try json.nextMember() {
        if json.matches(name, "url") {
            json.checkURL(try json.string())
        } else if json.matches(name, "urls") {
            try json.beginArray()
            while try json.nextElement() { json.checkURL(try json.string()) }
        } else if json.matches(name, "headers") {
            try json.beginObject()
            while let header = try json.nextMember() {
                json.checkHeader(header)
                json.checkHeader(try json.string())
            }
        } else {
            try json.skipValue()
        }
    }
    try json.end()
}

extension JSONReader {
    fileprivate func checkURL(_ string: JSONString) {
        let url = text(of: string)
        precondition(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        precondition(url.hasPrefix("https://") || url.hasPrefix("http://"))
    }

    fileprivate func checkHeader(_ string: JSONString) {
        let header = text(of: string).utf8Span.span
        precondition(header.count > 0 && header.firstControl(from: 0) == nil)
    }
}
