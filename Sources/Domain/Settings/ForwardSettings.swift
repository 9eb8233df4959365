internal import Access
internal import Exchange
internal import Sections
internal import Signing

/// One `[Forward NAME]` section: a proxy of this host, for whose requests the daemon composes the signatures.
package struct ForwardSettings: Equatable, Sendable {
    /// The user of the gateway of the packages.
    static let standardUser = "ossauth-nginx"

    package let name: String
    /// The port of 127.0.0.1 at which programs connect to the proxy.
    package internal(set) var port: UInt16 = 471
    /// The user that the proxy runs as.
    package internal(set) var user = Owner.unknown(standardUser)
    package internal(set) var listener = ListenerOwner.root
    package internal(set) var profile = ""
}

extension ForwardSettings {
    /// Whether connections to a listener of this user are those of the proxy.
    package func trustsListener(of owner: UInt32) -> Bool {
        owner == 0 || listener == .proxy && owner == user.number
    }

    static let keys: [Key<ForwardSettings>] = [
        .one(
            "Listen", \.port, .portOfLoopback,
            "127.0.0.1:PORT where programs connect to the proxy; below 512, so that no other program takes it."
        ),
        .one(
            "Listener", \.listener, .choice(),
            "root, or proxy if the proxy opens any port by itself: for a pod, whose programs trust each other."
        ),
        .one("User", \.user, .user, "User of the proxy, which nothing else runs as."),
        .one("Profile", \.profile, .name, "Profile whose credential signs the requests.").mandatory,
    ]

    init(_ section: Section, _ reading: inout Reading) {
        self.init(name: section.name)
        section.read(ForwardSettings.keys, into: &self, &reading)
        guard !section.has("User") else { return }
        user = reading.environment.uidOfUser(ForwardSettings.standardUser).map(Owner.known) ?? user
    }

    /// The user of the proxy gets the signatures of all callers, so a program of that user would have the rights of all.
    fileprivate func checkUser(in section: Section, _ rules: [Rule], _ reading: inout Reading) {
        let others = ["root", "0", "www-data", "nobody"]
        let numbers = others.compactMap { reading.environment.uidOfUser($0) }
        if let name = section.values(of: "User").last?.text,
            others.contains(name) || user.number.map(numbers.contains) == true
        {
            return section.report(
                "other programs run as \(name) too; the proxy needs a user of its own", at: "User", &reading)
        }
        guard let user = user.number else { return }
        if let rule = rules.first(where: { rule in rule.alternatives.joined().contains(.uid(user)) }) {
            section.report(
                "[Access \(rule.name)] is for this user too; the proxy needs a user that nothing else runs as",
                at: "User", &reading)
        }
    }
}

extension ExchangeURL {
    /// Whether it has an endpoint for S3 beside it, and no port.
    fileprivate var isOfGateway: Bool {
        host.lowercased().utf8Span.span.hasHostOfS3 && text.hasSuffix(host)
    }
}

extension Kind<UInt16> {
    fileprivate static var portOfLoopback: Kind {
        Kind(
            write: { port in port == 0 ? "" : "127.0.0.1:\(port)" },
            read: { text, _ throws(Complaint) in
                guard let port = text.port(after: "127.0.0.1:") else {
                    throw Complaint(message: "\(Quote.of(text)) is not 127.0.0.1:PORT")
                }
                return port
            })
    }
}

extension [ForwardSettings] {
    /// Checks the proxies against the profiles, the rules, and each other.
    func check(
        _ sections: [Section], _ profiles: [ProfileSettings], _ rules: [Rule], _ reading: inout Reading
    ) {
        var names: [UInt16: String] = [:]
        for (section, forward) in zip(sections.filter { $0.kind == .forward }, self) {
            if forward.port > 511, forward.listener == .root {
                section.report(
                    "other users can take a port above 511 while the proxy is away; only a pod with Listener=proxy may have one",
                    at: "Listen", &reading)
            }
            if let other = names.updateValue(forward.name, forKey: forward.port) {
                section.report("[Forward \(other)] has this address too", at: "Listen", &reading)
            }
            forward.checkUser(in: section, rules, &reading)
            if let profile = profiles.first(where: { $0.name == forward.profile }),
                profile.signing.endpoint?.isOfGateway != true
            {
                section.report(
                    "[Forward \(forward.name)] needs a profile with Endpoint=oss-REGION.aliyuncs.com",
                    at: "Profile", &reading)
            }
        }
    }
}

/// The user that opens the port of a proxy.
package enum ListenerOwner: String, CaseIterable, Sendable {
    /// systemd, as root: no program can take the port.
    case root
    /// The proxy itself.
    case proxy
}
