package import Contract
internal import Sections
package import Time

// The tokens that the AppServer hands out.
extension LogRecord {
    /// The key ID links this line with the logs of OSS.
    package static func tokenIssued(
        to user: String, profile: String, keyID: String, until end: Timestamp
    ) -> LogRecord {
        LogRecord(.info, of: profile, "token \(keyID) handed out to \(user), until \(end)")
    }

    package static func objectSigned(for user: String, profile: String, operation: String) -> LogRecord {
        LogRecord(.info, of: profile, "\(operation) for \(user)")
    }

    package static func userEnrolled(_ user: String) -> LogRecord {
        LogRecord(.notice, "\(user) used its code and got a bearer token")
    }

    package static func tokenNotIssued(to user: String, reason: String, times: Int) -> LogRecord {
        LogRecord(
            .warning,
            "no new token for \(user): \(reason)"
                + (times > 1 ? "; \(times) failures since the last such line" : ""))
    }

    package static func tokenRefused(reason: String, times: Int) -> LogRecord {
        LogRecord(
            .notice,
            "a request was refused: \(reason)"
                + (times > 1 ? "; \(times) refusals since the last such line" : ""))
    }

    package static func fileNotRead(named key: String, reason: String, times: Int) -> LogRecord {
        LogRecord(
            .error,
            "\(key)= cannot be read, and its old content stays in use: \(reason)"
                + (times > 1 ? "; tried \(times) times since the last such line" : ""))
    }

    package static func keysFetched(_ count: Int, from address: String) -> LogRecord {
        LogRecord(.info, "keys for JSON Web Tokens fetched: \(count) from \(address)")
    }

    package static func keysNotFetched(reason: String, code: FailureCode) -> LogRecord {
        LogRecord(
            .error,
            "JWKSURL= cannot be fetched, and the keys from before stay in use: \(reason) (\(code.rawValue)); "
                + "the server tries again each minute\(advice(on: code))")
    }

    private static func advice(on code: FailureCode) -> String {
        switch code {
        case .name, .unreachable:
            "; see whether this host reaches it: IPAddressDeny= of ossauth-appserver-fetch@.service, a firewall"
        case .tls: "; see the certificate of the provider, and JWKSCAFile="
        case .wrongServer, .loginRejected, .answer:
            "; see with 'curl -i' whether JWKSURL= and Issuer= are right"
        case .helperFailed: "; 'journalctl --unit \"ossauth-appserver-fetch@*\"' says why"
        default: ""
        }
    }

    package static func keysNotCopied(reason: String) -> LogRecord {
        LogRecord(
            .warning,
            "the copy of the fetched keys is not written, so a restart needs the provider: \(reason)")
    }

    package static func configurationWarning(_ text: String) -> LogRecord { LogRecord(.warning, text) }

    package static func usersLoaded(users: Int, groups: Int) -> LogRecord {
        LogRecord(.info, "configuration read again, \(users) users and \(groups) groups")
    }
}
