/// What to do about the error of a fetch, by what it says.
///
/// The daemon hands on the words of servers, of libcurl and of OpenSSL, so this is advice and decides nothing.
struct Remedy {
    private let signs: [String]
    private let advice: String

    /// Of several servers each says its own: what one of them answered tells more than that another cannot be reached.
    private static let all = [
        Remedy(
            signs: ["systemctl start ossauth-fetch.socket"],
            advice: "'systemctl start ossauth-fetch.socket'"),
        Remedy(
            signs: ["the proxy", "a proxy that", "resolve proxy"],
            advice: "see whether Proxy= is right and the proxy lets the exchange through"),
        Remedy(
            signs: ["nobody handed it"],
            advice: "put the credential where systemd finds it ('systemctl cat ossauth-fetch@.service')"),
        Remedy(
            signs: ["status 401", "status 403", "the server refused", "login server"],
            advice:
                "the server knows the secret of this host not or not any more: rotate it, or ask whoever runs the server"
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

    /// What to do about a warning of a profile.
    static func advice(forWarning warning: String) -> String {
        warning.holds("were not told")
            ? "'ossauthctl check' says what the unit lacks; and a rule of polkit must let user ossauthd do it"
            : "mend what it says; after a change of the configuration 'ossauthctl check' and "
                + "'ossauthctl reload'"
    }

    static func advice(for error: String) -> String {
        all.first { $0.signs.contains(where: error.holds) }?.advice ?? "mend what the error says"
    }
}
