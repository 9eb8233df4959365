import API
import Access
import Bytes
import Signing
import Time
import Tokens

/// What comes of wishes at a desk, of root, who may have what is public.
struct SigningScene {
    typealias Wish = (route: SigningRoute, body: String)

    /// All that a desk tells of a wish.
    struct Outcome: Equatable {
        var problem: Problem?
        var answer = ""
        var minValid = 0
        var life: Duration?
        var grants: [Grant] = []
    }

    var profile = ProfileDefaults(
        name: "default",
        place: .init(
            endpoint: "https://oss-cn-hangzhou.aliyuncs.com", region: "cn-hangzhou", bucket: "examplebucket"),
        addressing: nil, version: .v4)
    var now = Timestamp(secondsSince1970: 1_702_743_657)
    var credential = Credential.of("STS.k")
    /// Who sends all of them.
    var sender: Int?

    func outcome(of wish: Wish, at desk: inout SigningDesk) -> Outcome {
        do {
            try read(wish, at: &desk)
        } catch {
            return Outcome(problem: error)
        }
        return outcomeOfWhatWasRead(at: &desk)
    }

    func outcomeOfWhatWasRead(at desk: inout SigningDesk) -> Outcome {
        var outcome = Outcome(minValid: desk.call.minValid)
        do {
            try desk.admit(to: profile, by: SigningScene.rules, at: now)
            outcome.life = desk.life
            outcome.grants = desk.grants.indices.map { desk.grants[$0] }
            var out = ByteBuffer()
            try desk.answer(with: credential, of: profile, at: now, keepAlive: true, to: &out)
            outcome.answer = String(copying: out.span)
        } catch {
            outcome.problem = error
        }
        return outcome
    }

    private func read(_ wish: Wish, at desk: inout SigningDesk) throws(Problem) {
        let body = wish.body.utf8Span.span
        if let sender, desk.readNextKey(of: body, for: wish.route, from: sender) { return }
        try desk.read(body, for: wish.route, from: sender)
    }

    private static let rules: PeerRules = {
        var rule = Rule(name: "public")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.sign, .presign, .postPolicy, .signString]
        rule.versions = [.v1, .v4]
        rule.buckets = [Glob("examplebucket"), Glob("second-bucket")].compactMap(\.self)
        rule.keys = [Glob("public/**")].compactMap(\.self)
        rule.maxExpires = .seconds(3_600)
        var opaque = Rule(name: "opaque")
        opaque.alternatives = [[.uid(0)]]
        opaque.operations = [.signOpaque]
        opaque.versions = [.v1, .v4]
        return Policy(rules: [rule, opaque]).rules(for: Peer(uid: 0, gid: 0))
    }()
}

extension Credential {
    static func of(_ keyID: String) -> Credential {
        let now = Timestamp(secondsSince1970: 1_702_743_657)
        guard
            let received = try? ReceivedCredential(
                keyID: keyID.utf8Span.span, secret: "s".utf8Span.span, securityToken: "t".utf8Span.span,
                expiration: now + 1_800)
        else { preconditionFailure("a good credential") }
        return Credential(received, generation: 1, fetchedAt: now)
    }
}
