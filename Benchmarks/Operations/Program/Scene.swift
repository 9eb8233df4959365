internal import API
internal import Access
internal import Bytes
internal import HTTP
internal import Signing
internal import Time
internal import Tokens

/// The state of the daemon when a request arrives: the signing, a caller with the default rules, a profile, a token.
final class Scene {
    private var signing = SigningContext()
    private var output = ByteBuffer(capacity: 65_536)
    private var now = Timestamp(secondsSince1970: 1_790_000_000)
    private let route: SigningRoute
    private let body: ByteBuffer
    private let message: ByteBuffer
    private let profile = ProfileDefaults(
        name: "bench", place: .init(endpoint: "https://oss-cn-hangzhou.aliyuncs.com", region: "cn-hangzhou"),
        addressing: nil, version: .v4)
    private let rules: PeerRules
    private let credential: Credential

    init(_ route: SigningRoute, _ body: String, hasToken: Bool = false) {
        self.route = route
        self.body = ByteBuffer(copying: body.utf8Span.span)
        message = ByteBuffer(copying: Request.message(body).utf8Span.span)
        rules = Scene.rules(for: route)
        credential = Credential(Scene.received(hasToken: hasToken), generation: 1, fetchedAt: now)
    }

    /// The default ones; those do not let anybody sign strings.
    private static func rules(for route: SigningRoute) -> PeerRules {
        let user = Peer(uid: 1_000, gid: 1_000, groups: [990])
        guard route == .signString else { return Policy.standard(group: 990).rules(for: user) }
        var rule = Rule(name: "strings")
        rule.alternatives = [[.gid(990)]]
        rule.operations = [.signString]
        return Policy(rules: [rule]).rules(for: user)
    }

    private static func received(hasToken: Bool) -> ReceivedCredential {
        let token = hasToken ? String(repeating: "CAIS+token/", count: 64) : ""
        do {
            return try ReceivedCredential(
                keyID: "LTAI5tExampleAccessKeyId".utf8Span.span,
                secret: "ExampleAccessKeySecret0123456789".utf8Span.span, securityToken: token.utf8Span.span,
                expiration: hasToken ? Timestamp(secondsSince1970: 1_790_003_600) : nil)
        } catch {
            fatalError("\(error)")
        }
    }
}

extension Scene {
    /// The body's way through the signing.
    func sign() {
        output.removeAll()
        sign(body, 0..<body.count, for: route)
    }

    /// The same from the head on.
    func serve() {
        output.removeAll()
        let head = decodedHead(message)
        sign(message, head.length..<head.messageLength, for: route(of: head, in: message))
    }

    private func sign(_ text: borrowing ByteBuffer, _ body: Range<Int>, for route: SigningRoute) {
        do throws(Problem) {
            try signing.read(text[body], for: route)
            try signing.admit(to: profile, by: rules, at: now)
            try signing.answer(with: credential, of: profile, at: now, keepAlive: true, to: &output)
        } catch {
            fatalError(error.detail)
        }
    }

    private func decodedHead(_ text: borrowing ByteBuffer) -> RequestHead {
        var scan = HeadScan()
        guard let head = try? RequestHead.decode(text.span, &scan) else { fatalError("not a whole head") }
        return head
    }

    private func route(of head: RequestHead, in text: borrowing ByteBuffer) -> SigningRoute {
        guard case .signing(let route) = try? Route(head.method, text[head.path]) else {
            fatalError("not a route that signs")
        }
        return route
    }

    private func read(_ text: borrowing ByteBuffer) {
        do throws(Problem) {
            try signing.read(text.span, for: route)
        } catch {
            fatalError(error.detail)
        }
    }

    func goToNextDay() {
        now = now + 86_400
    }
}

extension Scene {
    func decodingHead(_ name: String) -> Operation {
        Operation(name: name) { [self] in _ = decodedHead(message) }
    }

    func reading(_ name: String) -> Operation {
        Operation(name: name) { [self] in read(body) }
    }
}
