internal import Access
package import Bytes
package import Time

/// A user's question that the AppServer judges and the daemon answers.
package protocol DaemonQuestion {
    /// The route of the daemon.
    var path: StaticString { get }
    /// Whether the answer is a bare text, for apps in the self-signed mode.
    var isBare: Bool { get }

    /// Whether the rights of the user grant it; a written policy is judged by OSS only, so it grants nothing here.
    func isGranted(
        to user: UserName, by terms: UserTerms, at now: Timestamp
    ) throws(QuestionError) -> Bool

    /// Appends the body of the question to the daemon.
    func append(for profile: String, to body: inout ByteBuffer)
}

/// Why a question of a user is not understood.
package enum QuestionError: Error, Equatable {
    case notJSON
    /// The member is missing, unknown, there twice, or has an impossible value.
    case member(String)
    /// The string to sign is no request to OSS, or hides it.
    case string
}

extension UserTerms {
    /// The rule that judges a question of this user, or nothing where only OSS can judge.
    func rule(of user: UserName) -> Rule? {
        written == nil ? scope.expanded(forUser: user.text) : nil
    }
}
