import API
import Access
import Bytes
import HTTP
import Signing
import Time

/// The questions of a proxy about requests of a program, whose rule is for the objects below `photos/` of the bucket `media`.
struct ForwardScene {
    enum Outcome: Equatable {
        /// The answer for the proxy, with the fields of the daemon.
        case signed(String)
        /// The proxy is to send the list of objects.
        case asksForList
        case refused(Problem)
    }

    static let s3 = "AWS4-HMAC-SHA256 Credential=a/20231216/x/s3/aws4_request, Signature=0"
    static let oss = "OSS4-HMAC-SHA256 Credential=a/20231216/x/oss/aliyun_v4_request,Signature=0"

    var parameters: [String] = []
    var keys = ["photos/**"]
    var authorization = ForwardScene.s3

    func outcome(of request: String, _ fields: [String] = [], body: [UInt8] = []) -> Outcome {
        let words = request.split(separator: " ")
        let message = self.message(String(words[0]), String(words[1]), fields, length: body.count)
        var bytes = ByteBuffer()
        bytes.append(message.utf8Span.span)
        bytes.append(body.span)
        do {
            return try outcome(of: bytes.span, length: message.utf8.count)
        } catch let problem as Problem {
            return .refused(problem)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private func message(_ method: String, _ target: String, _ fields: [String], length: Int) -> String {
        let own = [
            "POST /v1/forward HTTP/1.1", "Host: ossauthd", "Content-Length: \(length)",
            "Forward-Client: 127.0.0.1:40000", "Forward-Server: 127.0.0.1:471", "Forward-Method: \(method)",
            "Forward-Target: \(target)", "Forward-Host: 127.0.0.1", "Authorization: \(authorization)",
        ]
        return (own + fields + ["", ""]).joined(separator: "\r\n")
    }

    private func outcome(of message: Span<UInt8>, length: Int) throws -> Outcome {
        var scan = HeadScan()
        guard let head = try RequestHead.decode(message, &scan) else { preconditionFailure("a whole head") }
        let question = try ForwardQuestion(head.headers, in: message)
        var signing = SigningContext()
        try signing.read(
            question, head.headers, in: message, body: message.extracting(droppingFirst: length),
            of: ForwardedCaller(user: 1_000), for: profile)
        guard signing.call.decoding != .deletion else { return .asksForList }
        let now = Timestamp(secondsSince1970: 1_702_743_657)
        try signing.admit(to: profile, by: rules, at: now)
        var out = ByteBuffer()
        try signing.answer(
            with: .of("STS.k"), of: profile, at: now, keepAlive: true, to: &out)
        return .signed(String(copying: out.span))
    }

    private var rules: PeerRules {
        var rule = Rule(name: "program")
        rule.alternatives = [[.uid(1_000)]]
        rule.operations = [.sign]
        rule.buckets = [Glob("media")].compactMap(\.self)
        rule.keys = keys.compactMap { Glob($0) }
        rule.parameters = parameters
        return Policy(rules: [rule]).rules(for: Peer(uid: 1_000, gid: 1_000))
    }

    private let profile = ProfileDefaults(
        name: "main", place: .init(endpoint: "https://oss-cn-hangzhou.aliyuncs.com", region: "cn-hangzhou"),
        addressing: nil, version: .v4)
}

extension ForwardScene.Outcome {
    var isSigned: Bool { if case .signed = self { true } else { false } }
    var isInvalid: Bool { if case .refused(.invalidRequest) = self { true } else { false } }
    var isNotAllowed: Bool { if case .refused(.notAllowed) = self { true } else { false } }

    /// The value of a field of the answer.
    func field(_ name: String) -> String? {
        guard case .signed(let answer) = self else { return nil }
        let line = answer.split(separator: "\r\n").first { $0.hasPrefix("\(name): ") }
        return line.map { String($0.dropFirst(name.count + 2)) }
    }
}
