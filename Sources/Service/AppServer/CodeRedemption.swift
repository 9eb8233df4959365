internal import Bytes
internal import Issuing
internal import Records
internal import Time

/// Gives the users of one-time codes their bearer tokens.
final class CodeRedemption {
    private let file: EnrolmentFile
    private let users: WatchedFile<EnrolledUsers>
    private let log: Log

    init(_ users: WatchedFile<EnrolledUsers>, _ log: Log) {
        file = EnrolmentFile(path: users.path)
        self.users = users
        self.log = log
    }

    /// Gives the user of this code the token, which is on disk before this returns.
    ///
    /// Other requests wait for the disk meanwhile: a few milliseconds, once for each host, and only with a valid code.
    func user(
        of code: EnrolmentCode, getting token: Span<UInt8>, at now: Moment
    ) throws(IssuingRefusal) -> UserName {
        guard users.content.user(of: code, at: now.wall) != nil else {
            throw .invalidCode
        }
        var user: UserName?
        do {
            // Another server may have changed the file since.
            try file.change { users in user = users.use(code, token: token, at: now.wall) }
        } catch {
            throw .notEnrolled(reason: "\(error)")
        }
        users.look(at: now.boot, log)
        guard let user else { throw .invalidCode }
        return user
    }
}
