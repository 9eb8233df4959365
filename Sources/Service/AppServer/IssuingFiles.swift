internal import Issuing
internal import IssuingSettings
internal import Kernel
internal import Records
internal import Time

/// The files of the AppServer that change while it runs.
struct IssuingFiles {
    /// `nil`: no user has a bearer token.
    let users: WatchedFile<EnrolledUsers>?
    /// `nil`: the keys for JSON Web Tokens are fetched, or such tokens are not accepted.
    let keys: WatchedFile<JSONWebKeys>?
    /// `nil`: no keys are fetched, or this is only a check.
    var provider: ProviderKeys?

    /// Reads both; no user but root and `owner` may be able to change them.
    init(_ settings: IssuingServerSettings, of owner: UInt32?) throws {
        users = try settings.tokenFile.map { path in
            try WatchedFile(
                "TokenFile", path, of: owner, atMost: EnrolledUsers.maximumSize, else: EnrolledUsers()
            ) { try EnrolledUsers($0) }
        }
        keys = try settings.keyFile.map { path in
            try WatchedFile(
                "JWKSFile", path, of: owner, atMost: JSONWebKeys.maximumSize, else: JSONWebKeys()
            ) { try JSONWebKeys($0) }
        }
    }

    func look(at now: Instant, _ log: Log) {
        users?.look(at: now, log)
        keys?.look(at: now, log)
        provider?.look(at: now)
    }

    /// Valid, but probably not intended.
    var warnings: [String] {
        guard let keys, !keys.exists else { return [] }
        return ["warning: JWKSFile=\(keys.path): there is no such file, so no JSON Web Token is accepted"]
    }

    /// The keys of the configuration, each with whether it was read as it is now.
    var states: [(key: StaticString, isCurrent: Bool)] {
        [
            users.map { ($0.key, $0.isCurrent) }, keys.map { ($0.key, $0.isCurrent) },
            provider.map { ("JWKSURL", $0.isCurrent) },
        ].compactMap(\.self)
    }

    /// Reads the files as the server would: for root as the owner of the folder of the tokens.
    init(checking settings: IssuingServerSettings) throws {
        if ThisProcess.user == 0, let folder = settings.tokenFile?.folder,
            let status = try FileStatus.reached(by: folder)
        {
            try ThisProcess.become(Account(owning: status))
        }
        // Root cannot know for which user it looks.
        try self.init(settings, of: ThisProcess.user == 0 ? nil : ThisProcess.user)
    }
}
