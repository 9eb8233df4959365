import API
import Access
import Bytes
import Signing
import Time
import Tokens

/// The outcomes of signing requests by root, which has the right to all public objects.
struct SigningScene {
    typealias Wish = (route: SigningRoute, body: String)

    /// All that a signing reports about one request.
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

    func outcome(of wish: Wish, at signing: inout SigningContext) -> Outcome {
        do {
            try read(wish, at: &signing)
        } catch {
            return Outcome(problem: error)
        }
        return outcomeOfWhatWasRead(at: &signing)
    }

    func outcomeOfWhatWasRead(at signing: inout SigningContext) -> Outcome {
        var outcome = Outcome(minValid: signing.call.minValid)
        do {
            try signing.admit(to: profile, by: SigningScene.rules, at: now)
            outcome.life = signing.life
            outcome.grants = signing.grants.indices.map { signing.grants[$0] }
            var out = ByteBuffer()
            try signing.answer(with: credential, of: profile, at: now, keepAlive: true, to: &out)
            outcome.answer = String(copying: out.span)
        } catch {
            outcome.problem = error
        }
        return outcome
    }

    private func read(_ wish: Wish, at signing: inout SigningContext) throws(Problem) {
        try signing.read(wish.body.utf8Span.span, for: wish.route)
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
