internal import Contract
internal import OSSAuthClient

/// The remedy for a failed fetch, chosen by the code that the daemon sends with the error.
enum Remedy {
    /// Advice on a warning of a profile.
    ///
    /// A restart takes new credentials of the unit, too.
    static let forWarning = "correct what it says, then 'systemctl restart ossauthd'"

    /// Whether there is nothing to do on this host, because the server must recover.
    static func isElsewhere(_ profile: SigningDaemon.Profile) -> Bool {
        profile.failureCode == .throttled || profile.failureCode == .server
    }

    static func advice(for profile: SigningDaemon.Profile) -> String {
        switch profile.failureCode {
        case .otherPlaces:
            "add the line Map=… of the error to [Profile \(profile.name)], 'ossauthctl reload'"
        case .refused where ["assume-role", "assume-role-oidc"].contains(profile.source):
            "STS refuses the call: see the right of its caller to sts:AssumeRole, and the trust policy of the role"
        case .answer where profile.source != "appserver": "correct at the server what the error says"
        case let code: code.flatMap { advice[$0] } ?? "correct what the error says"
        }
    }

    private static let advice: [FailureCode: String] = [
        // This host cannot ask.
        .helperUnreachable: "'systemctl start ossauth-fetch.socket'",
        .helperFailed: "see why it ended: 'journalctl --unit \"ossauth-fetch@*\"'",
        .host: "correct what the error says; a new credential of the unit needs 'systemctl restart ossauthd'",
        .secretFile: "put the credential where systemd finds it ('systemctl cat ossauth-fetch@.service')",
        .command: "run the command by hand, as the user of ossauth-fetch@.service",
        .plainHTTP: "write https in URL=; AllowPlainHTTP=yes would send the tokens in the open",
        .via: "correct the profile that Via= names first",
        // The server cannot be reached, or another one answers.
        .proxy: "see whether Proxy= is right and the proxy lets the exchange through",
        .name:
            "see whether the name in URL= is right, and whether the exchange may ask a name server (IPAddressDeny=)",
        .tls: "the server cannot prove its identity: see its certificate, and CAFile=",
        .unreachable: "see whether the server runs and a firewall or IPAddressDeny= is in the way",
        .wrongServer: "see with 'curl -i' whether URL= is that of the AppServer: something else answers",
        // The server refuses.
        .loginServer:
            "the login server refuses the client: rotate its secret, or ask the operator of that server",
        .loginMissing:
            "the profile sends no login: add the one that the server wants with Authorization=, Header= or ClientCertificate=",
        .loginRejected:
            "the server does not accept the login of this host: rotate its secret, or ask the operator of the server",
        .refused:
            "the server itself reports this, often because its own role lacks a right in RAM: "
            + "show the text to its operator",
        // The answer holds no usable token.
        .longLivedKey:
            "let the server answer with the credentials of sts:AssumeRole; for a key of this host there is Source=static",
        .expiration: "let the server write Expiration as STS does, in UTC",
        .tokenEnded:
            "the server hands out an old token, or its clock is wrong: see its cache, and its Date with 'curl -sI'",
        .mixedAnswer: "the server mixes two credentials: see its cache, and AccessKeyID=",
        .answer:
            "let the server answer with AccessKeyId, AccessKeySecret, SecurityToken and Expiration, or name their "
            + "places with Map=, such as Map=AccessKeyId=/data/AccessKeyId",
    ]
}

extension SigningDaemon.Profile {
    /// `nil`: there is no error, or the daemon is newer and knows more.
    fileprivate var failureCode: FailureCode? { lastErrorCode.flatMap(FailureCode.init) }
}
