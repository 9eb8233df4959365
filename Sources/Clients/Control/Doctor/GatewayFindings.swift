package import OSSAuthClient

extension Finding {
    /// The end of the refusal that the daemon gives a request without a key, and nginx alone cannot.
    private static let refusal = "made with any key"

    /// A gateway, by its answer to a request without a key.
    ///
    /// `errors`: the last ones of its units, which say why it does not answer.
    package static func gateway(
        _ gateway: Gateway, answer: String, errors: @autoclosure () -> [String]
    ) -> Finding {
        let place = "127.0.0.1:\(gateway.port)"
        let message = answer.split(separator: "<" as Character).first { $0.hasPrefix("Message>") }
        guard message?.hasSuffix(refusal) != true else {
            return Finding("gateway", of: gateway.name, .good, "\(place) asks the daemon")
        }
        let obstacle =
            if let message { "\(place) refuses all requests: \(message.dropFirst(8))" } else {
                answer.isEmpty ? "nothing answers at \(place)" : "another program answers at \(place)"
            }
        return Finding(
            "gateway", of: gateway.name, .bad, ([obstacle] + errors()).joined(separator: "; "),
            fix: "correct that, then 'systemctl reload ossauthd'; 'systemctl status ossauth-gateway "
                + "ossauthd-forward.socket ossauth-nginx@\(gateway.port).socket ossauth-nginx@\(gateway.port)' says more"
        )
    }
}
