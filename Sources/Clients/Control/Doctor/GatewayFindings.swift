package import OSSAuthClient

// Findings from an answer at a port of this host.
extension Finding {
    /// The end of the refusal that the daemon gives a request without a key, and nginx alone cannot.
    private static let refusal = "made with any key"

    /// A gateway, by its answer to a request without a key, which goes to the daemon and not to OSS.
    ///
    /// `lostName`: that of OSS, if this host does not find it. `errors`: the last ones of the units.
    package static func gateway(
        _ gateway: Gateway, answer: String, hasNginx: Bool = true, lostName: String?,
        errors: @autoclosure () -> [String]
    ) -> Finding {
        let place = "127.0.0.1:\(gateway.port)"
        let obstacle = obstacle(at: place, in: answer)
        func finding(_ verdict: Verdict, _ sentence: String, fix: String? = nil) -> Finding {
            Finding("gateway", of: gateway.name, verdict, sentence, fix: fix)
        }
        if !hasNginx {
            return finding(
                .bad, "\(obstacle ?? place): nginx is not installed",
                fix: "'apt install nginx' or 'dnf install nginx', then 'systemctl reload ossauthd'")
        }
        if let lostName {
            return finding(
                obstacle == nil ? .doubtful : .bad,
                "\(obstacle ?? "\(place): nginx and the daemon answer"); this host does not find \(lostName), "
                    + "which nginx needs to start",
                fix: "correct the DNS of this host, then 'systemctl reload ossauthd'")
        }
        guard let obstacle else {
            return finding(.good, "\(place): nginx and the daemon answer; OSS was not asked")
        }
        return finding(
            .bad, ([obstacle] + errors()).joined(separator: "; "),
            fix: "correct that, then 'systemctl reload ossauthd'; 'systemctl status ossauth-gateway "
                + "ossauthd-forward.socket ossauth-nginx@\(gateway.port).socket ossauth-nginx@\(gateway.port)' says more"
        )
    }

    /// Why the daemon does not answer there; `nil`: it does.
    private static func obstacle(at place: String, in answer: String) -> String? {
        let message = answer.split(separator: "<" as Character).first { $0.hasPrefix("Message>") }
        guard let message else {
            return answer.isEmpty ? "nothing answers at \(place)" : "another program answers at \(place)"
        }
        return message.hasSuffix(refusal) ? nil : "\(place) refuses all requests: \(message.dropFirst(8))"
    }

    /// The address for unmodified programs, by its answer to a request without a secret path.
    package static func compat(port: UInt16, answer: String) -> Finding {
        let place = "127.0.0.1:\(port)"
        guard !answer.hasPrefix("HTTP/1.1 404 ") else { return Finding("compat", .good, "\(place) answers") }
        let obstacle = answer.isEmpty ? "nothing answers" : "another program answers"
        return Finding(
            "compat", .bad, "\(obstacle) at \(place)", fix: "'systemctl restart ossauthd-compat.socket'")
    }
}
