/// Advice on the error of a fetch, by its text.
///
/// The daemon passes on texts of servers, libcurl and OpenSSL, so this is advice only.
struct Remedy {
    private let signs: [String]
    private let advice: String

    /// In the order of their value: the answer of a server says more than a failed connection to another one.
    private static let all = [
        Remedy(
            signs: ["systemctl start ossauth-fetch.socket"],
            advice: "'systemctl start ossauth-fetch.socket'"),
        Remedy(
            signs: ["the proxy", "a proxy that", "resolve proxy"],
            advice: "see whether Proxy= is right and the proxy lets the exchange through"),
        Remedy(
            signs: ["helper did not get it"],
            advice: "put the credential where systemd finds it ('systemctl cat ossauth-fetch@.service')"),
        Remedy(
            signs: ["status 401", "status 403", "the server refused", "login server"],
            advice:
                "the server does not accept the secret of this host: rotate it, or ask the operator of the server"
        ),
        Remedy(
            signs: [
                "status 404", "status 405", "redirects are never", "but a page", "is empty, not",
                "not the JSON",
            ],
            advice: "see with 'curl -i' whether URL= is that of the AppServer: something else answers"),
        Remedy(
            signs: ["resolve host"],
            advice:
                "see whether the name in URL= is right, and whether the exchange may ask a name server (IPAddressDeny=)"
        ),
        Remedy(
            signs: ["certificate", "SSL"],
            advice: "the server cannot prove who it is: see its certificate, and CAFile="),
        Remedy(
            signs: ["Failed to connect", "Couldn't connect", "timed out"],
            advice: "see whether the server runs and a firewall or IPAddressDeny= is in the way"),
    ]

    /// Advice on a warning of a profile.
    static func advice(forWarning warning: String) -> String {
        warning.holds("were not told")
            ? "'ossauthctl check' says what the unit lacks; and a rule of polkit must let user ossauthd do it"
            : "correct what it says; after a change of the configuration 'ossauthctl check' and "
                + "'ossauthctl reload'"
    }

    static func advice(for error: String) -> String {
        all.first { $0.signs.contains(where: error.holds) }?.advice ?? "correct what the error says"
    }
}
