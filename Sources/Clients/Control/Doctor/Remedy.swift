internal import Contract
internal import OSSAuthClient

/// The remedy for a failed fetch, chosen by the code that the daemon sends with the error.
enum Remedy {
    /// Advice on a warning of a profile.
    static let forWarning =
        "correct what it says; after a change of the configuration 'ossauthd --check' and 'ossauthctl reload', "
        + "after one of the unit or its credentials 'systemctl restart ossauthd'"

    /// Whether there is nothing to do on this host, because the server must recover.
    static func isElsewhere(_ profile: SigningDaemon.Profile) -> Bool {
        profile.failureCode == .throttled || profile.failureCode == .server
    }

    static func advice(for profile: SigningDaemon.Profile) -> String {
        switch profile.failureCode {
        case .helperUnreachable, .helperFailed, .host, .secretFile, .command, .plainHTTP, .via:
            adviceOnHost(profile)
        case .proxy, .name, .tls, .unreachable, .wrongServer: adviceOnWay(profile)
        case .loginServer, .loginMissing, .loginRejected, .refused: adviceOnRefusal(profile)
        case .otherPlaces, .answer, .longLivedKey, .expiration, .tokenEnded, .mixedAnswer:
            adviceOnAnswer(profile)
        case .throttled, .server, .other, nil: "correct what the error says"
        }
    }

    /// This host cannot ask.
    private static func adviceOnHost(_ profile: SigningDaemon.Profile) -> String {
        switch profile.failureCode {
        case .helperUnreachable: "'systemctl start ossauth-fetch.socket'"
        case .helperFailed: "see why it ended: 'journalctl --unit \"ossauth-fetch@*\"'"
        case .host:
            "correct what the error says; a new credential of the unit needs 'systemctl restart ossauthd'"
        case .secretFile: "put the credential where systemd finds it ('systemctl cat ossauth-fetch@.service')"
        case .command: "run the command by hand, as the user of ossauth-fetch@.service"
        case .plainHTTP: "write https in URL=; AllowPlainHTTP=yes would send the tokens in the open"
        default: "correct the profile that Via= names first"
        }
    }

    /// The server cannot be reached, or another one answers.
    private static func adviceOnWay(_ profile: SigningDaemon.Profile) -> String {
        switch profile.failureCode {
        case .proxy: "see whether Proxy= is right and the proxy lets the exchange through"
        case .name:
            "see whether the name in URL= is right, and whether the exchange may ask a name server (IPAddressDeny=)"
        case .tls: "the server cannot prove its identity: see its certificate, and CAFile="
        case .unreachable: "see whether the server runs and a firewall or IPAddressDeny= is in the way"
        default: "see with 'curl -i' whether URL= is that of the AppServer: something else answers"
        }
    }

    private static func adviceOnRefusal(_ profile: SigningDaemon.Profile) -> String {
        switch profile.failureCode {
        case .loginServer:
            "the login server refuses the client: rotate its secret, or ask the operator of that server"
        case .loginMissing:
            "the profile sends no login: add the one that the server wants with Authorization=, Header= or ClientCertificate="
        case .loginRejected:
            "the server does not accept the login of this host: rotate its secret, or ask the operator of the server"
        default:
            profile.asksSTS
                ? "STS refuses the call: see the right of its caller to sts:AssumeRole, and the trust policy of the role"
                : "the server itself reports this, often because its own role lacks a right in RAM: "
                    + "show the text to its operator"
        }
    }

    /// The answer holds no usable token.
    private static func adviceOnAnswer(_ profile: SigningDaemon.Profile) -> String {
        switch profile.failureCode {
        case .otherPlaces: "add the line Map=… of the error to [Profile \(profile.name)], 'ossauthctl reload'"
        case .longLivedKey:
            "let the server answer with the credentials of sts:AssumeRole; for a key of this host there is Source=static"
        case .expiration: "let the server write Expiration as STS does, in UTC"
        case .tokenEnded:
            "the server hands out an old token, or its clock is wrong: see its cache, and its Date with 'curl -sI'"
        case .mixedAnswer: "the server mixes two credentials: see its cache, and AccessKeyID="
        case .answer where profile.source != "appserver": "correct at the server what the error says"
        default:
            "let the server answer with AccessKeyId, AccessKeySecret, SecurityToken and Expiration, or name their "
                + "places with Map=, such as Map=AccessKeyId=/data/AccessKeyId"
        }
    }
}

extension SigningDaemon.Profile {
    /// `nil`: there is no error, or the daemon is newer and knows more.
    fileprivate var failureCode: FailureCode? { lastErrorCode.flatMap(FailureCode.init) }

    fileprivate var asksSTS: Bool { source == "assume-role" || source == "assume-role-oidc" }
}
