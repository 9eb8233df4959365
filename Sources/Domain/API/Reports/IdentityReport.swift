package import Access
package import Bytes
internal import JSON
internal import Signing

/// The answer to `GET /v1/whoami`: the caller as the daemon identified it, and the rules that apply to it.
package struct IdentityReport {
    /// The way in which the process was identified.
    package enum Certainty: String {
        /// Only the user and the groups are known.
        case credentials
        case pidfd
        case startTime = "start-time"
    }

    package var peer: Peer
    package var pid: Int?
    package var invocation: String?
    package var certainty: Certainty
    package var rules: PeerRules
    /// The ports where programs need no credential.
    package var gateways: [(name: String, port: UInt16, region: String)] = []

    package init(_ peer: Peer, rules: PeerRules) {
        self.peer = peer
        self.rules = rules
        certainty = .credentials
    }
}

extension ByteBuffer {
    package mutating func append(_ report: IdentityReport) {
        beginObject()
        member("uid", Int(report.peer.uid))
        member("gid", Int(report.peer.gid))
        member("user", orNull: report.peer.userName)
        member(array: "groups") { groups in
            // The primary group first; the kernel may or may not list it among the others.
            groups.value(Int(report.peer.gid))
            for group in report.peer.groups where group != report.peer.gid { groups.value(Int(group)) }
        }
        member("pid", orNull: report.pid)
        member("unit", orNull: report.peer.facts.unit)
        member("instance", orNull: report.peer.facts.instance)
        member("slice", orNull: report.peer.facts.slice)
        member("invocation", orNull: report.invocation)
        member("exe", orNull: report.peer.facts.executable)
        member("label", orNull: report.peer.facts.label)
        member("certainty", report.certainty.rawValue)
        member(array: "rules") { rules in
            for rule in report.rules.rules { rules.append(rule) }
        }
        member(array: "gateways") { gateways in
            for gateway in report.gateways {
                gateways.beginObject()
                gateways.member("name", gateway.name)
                gateways.member("port", Int(gateway.port))
                gateways.member("region", gateway.region)
                gateways.endObject()
            }
        }
        endObject()
    }

    private mutating func append(_ rule: Rule) {
        beginObject()
        member("name", rule.name)
        member("allow", rule.operations.members.map { "\($0.name)" })
        member("profile", orNull: rule.profiles.map(\.text))
        member("version", orNull: rule.versions.members.map { "\($0.name)" })
        member("bucket", orNull: rule.buckets.map(\.text))
        member("key", orNull: rule.keys.map(\.text))
        member("method", orNull: rule.methods.members.map { "\($0.name)" })
        member("parameter", rule.parameters)
        member("maxExpires", orNull: rule.maxExpires.map { Int($0.components.seconds) })
        member("timeSkew", orNull: rule.timeSkew.map { Int($0.components.seconds) })
        name("rate")
        if let rate = rule.rate { append(rate) } else { null() }
        member("burst", orNull: rule.burst ?? rule.rate?.count)
        endObject()
    }

    /// An empty list restricts nothing, which `[]` would not express.
    private mutating func member(_ name: StaticString, orNull texts: [String]) {
        guard texts.isEmpty else { return member(name, texts) }
        self.name(name)
        null()
    }

    private mutating func append(_ rate: Rate) {
        beginObject()
        member("count", rate.count)
        member("seconds", Int(rate.interval.components.seconds))
        endObject()
    }
}
