internal import Access
internal import Exchange
internal import Signing

/// A text that is derived from the configuration, as `ossauthd --print` names it.
package enum Derived: Equatable, Sendable {
    /// The users of `[Role]`.
    case role
    /// The names of the `[Access]` sections.
    case rules
    /// The ports of the `[Forward]` sections.
    case gateways
    /// The configuration of nginx for the section at a port; `nil`: for the only one.
    case gateway(port: UInt16?, former: String?)

    /// `nil`: it is not one of `role`, `rules`, `gateways`, `gateway`, `gateway:PORT` and `gateway:PORT:FORMER`.
    package init?(_ text: String) {
        let words = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            .map(String.init)
        switch (words[0], words.count) {
        case ("role", 1): self = .role
        case ("rules", 1): self = .rules
        case ("gateways", 1): self = .gateways
        case ("gateway", 1): self = .gateway(port: nil, former: nil)
        case ("gateway", _):
            guard let port = UInt16(words[1]) else { return nil }
            self = .gateway(port: port, former: words.count > 2 ? words[2] : nil)
        default: return nil
        }
    }
}

extension Settings {
    /// The names of the rules, one on a line.
    package var namesOfRules: String { policy.rules.map { $0.place == nil ? "" : "\($0.name)\n" }.joined() }

    /// The ports of the gateways, one on a line.
    package var gateways: String { forwards.map { "\($0.port)\n" }.joined() }

    /// The file of nginx for the section at a port, or for the only one.
    ///
    /// `former`: the endpoint before a change; a text that is no endpoint is left out.
    package func gateway(
        at port: UInt16?, former: String?, authorities: String
    ) throws(GatewayError) -> String {
        let found = forwards.filter { port == nil || port == $0.port }
        guard found.count <= 1 else { throw .several(found.map(\.port)) }
        guard let forward = found.first,
            let profile = profiles.first(where: { $0.name == forward.profile }),
            let endpoint = profile.signing.endpoint?.host.lowercased()
        else { throw .noSection(port) }
        let before = [former].compactMap(\.self).filter { $0 != endpoint && $0.utf8Span.span.hasHostOfS3 }
        return GatewayConfiguration(
            port: forward.port, profile: profile.name, endpoints: [endpoint] + before,
            authorities: authorities
        ).text
    }
}

/// Why there is no configuration of nginx.
package enum GatewayError: Error, Equatable, CustomStringConvertible {
    case noSection(UInt16?)
    case several([UInt16])

    package var description: String {
        switch self {
        case .noSection(let port): "there is no section [Forward NAME]\(port.map { " at port \($0)" } ?? "")"
        case .several(let ports):
            "there are several: choose \(ports.map { "gateway:\($0)" }.joined(separator: " or "))"
        }
    }
}
