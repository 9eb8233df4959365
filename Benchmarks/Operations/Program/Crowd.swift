internal import API
internal import Access
internal import Bytes
internal import Signing
internal import Time

/// A caller among many rules, of which one applies to it and the rest to others.
final class Crowd {
    private static let sizes = [1, 100, 10_000]

    private final class Place {
        private let size: Int
        lazy var crowd = Crowd(size)

        init(_ size: Int) { self.size = size }
    }

    private let policy: Policy
    private let peer: Peer
    private let rules: PeerRules
    private var signing = SigningContext()
    private let body = ByteBuffer(copying: Request.presign.utf8Span.span)
    private let now = Timestamp(secondsSince1970: 1_790_000_000)
    private let profile = ProfileDefaults(
        name: "bench", place: .init(endpoint: "https://oss-cn-hangzhou.aliyuncs.com", region: "cn-hangzhou"),
        addressing: nil, version: .v4)
    // The results are kept, or the compiler would leave the work out.
    private var sum = 0

    private init(_ count: Int) {
        var peer = Peer(uid: 1_000, gid: 1_000, groups: [27, 990])
        peer.facts.unit = "ours.service"
        var rules = (1..<count).map(Crowd.rule)
        var own = Rule(name: "own")
        own.alternatives = [[.uid(1_000)]]
        own.operations = [.presign]
        rules.insert(own, at: rules.count / 2)
        policy = Policy(rules: rules)
        self.peer = peer
        self.rules = policy.rules(for: peer)
    }

    /// For another user, another group, or another unit.
    private static func rule(_ number: Int) -> Rule {
        var rule = Rule(name: "rule-\(number)")
        let other = UInt32(100_000 + number)
        let unit = Glob("app-\(number).service").map { [Selector.unit($0)] } ?? []
        rule.alternatives = [[[.uid(other)], [.gid(other)], unit][number % 3]]
        rule.operations = [.presign]
        return rule
    }

    /// The cost of a connection before its first request, and of each request.
    static var operations: [Operation] {
        sizes.flatMap { size in
            // Made when it is asked for: ten thousand rules would be most of what the other operations cost.
            let place = Place(size)
            return [
                Operation(name: "caller, \(size) rules") { place.crowd.meet() },
                Operation(name: "admission, \(size) rules") { place.crowd.admit(place.crowd.body) },
            ]
        }
    }

    private func meet() {
        if policy.facts(about: peer).contains(.unit) { sum += 1 }
        sum += policy.rules(for: peer).rules.count
    }

    private func admit(_ body: borrowing ByteBuffer) {
        do throws(Problem) {
            try signing.read(body.span, for: .presign)
            try signing.admit(to: profile, by: rules, at: now)
            sum += signing.grants.count
        } catch {
            fatalError(error.detail)
        }
    }
}
