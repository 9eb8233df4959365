/// The reason why the last attempt of a profile failed, in the words that the daemon writes and its clients read.
///
/// A person reads the text beside it; a program, such as `ossauthctl doctor`, decides by this.
package enum FailureCode: String, CaseIterable, Sendable {
    /// The socket of the fetch helper is not there.
    case helperUnreachable = "helper-unreachable"
    /// The fetch helper ended or hung without an answer.
    case helperFailed = "helper-failed"
    /// A file, a credential of the unit or another resource of this host is missing.
    case host
    /// The file with the secret of a login is missing or unusable.
    case secretFile = "secret-file"
    case proxy
    /// The name of the server is not known.
    case name
    case tls
    /// The server cannot be reached, or did not answer in time.
    case unreachable
    /// The URL is plain HTTP to another host.
    case plainHTTP = "plain-http"
    /// The program of `Source=process` or `Decoder=` failed.
    case command
    /// The server of the login refused.
    case loginServer = "login-server"
    /// The server wants a login, and the profile sends none.
    case loginMissing = "login-missing"
    /// The server does not accept the login of the profile.
    case loginRejected = "login-rejected"
    /// The server wants fewer requests.
    case throttled
    /// The server failed by itself.
    case server
    /// Something else than the server that is meant answers at the URL.
    case wrongServer = "wrong-server"
    /// The answer is a refusal with an error code of the server.
    case refused
    /// The answer has its members in other places, and the text names them.
    case otherPlaces = "other-places"
    /// The answer lacks a member, or one has an unusable value.
    case answer
    /// The answer is a long-lived key.
    case longLivedKey = "long-lived-key"
    /// The expiration in the answer is no time, or too far away.
    case expiration
    /// The token of the answer has ended already.
    case tokenEnded = "token-ended"
    /// The members of the answer do not belong together.
    case mixedAnswer = "mixed-answer"
    /// The profile of `Via=` has no key to ask with.
    case via
    case other
}
