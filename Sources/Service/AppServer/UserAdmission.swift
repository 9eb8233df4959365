internal import Access
internal import HTTP
internal import Issuing
internal import IssuingSettings
internal import Serving
internal import Time

/// Identifies the users of requests, and limits their rates.
final class UserAdmission {
    private let authenticator: Authenticator
    private var directory: UserDirectory
    private var rates = RateTable<Principal>()
    private var reloads = 0

    init(_ settings: IssuingSettings, _ files: IssuingFiles) {
        authenticator = Authenticator(files, settings.server)
        directory = UserDirectory(settings)
    }

    /// Uses the users and groups of a new configuration, whose rates differ.
    func use(_ settings: IssuingSettings) {
        directory = UserDirectory(settings)
        rates = RateTable()
        reloads += 1
    }

    /// Changes whenever a token, key or user may have been revoked.
    private var generation: Int { reloads + authenticator.readings }

    /// The user of a request, whose rate is counted once.
    func user(
        of request: borrowing ClientRequest, of connection: Connection, for operation: Operation
    ) throws(IssuingRefusal) -> AdmittedUser {
        let identity = try identity(of: request, of: connection)
        guard !directory.denies(identity.name) else { throw .denied(identity.name) }
        guard let terms = directory.terms(of: identity) else { throw .noTerms(identity) }
        let user = Principal(identity.name, in: terms.heading)
        guard terms.scope.operations.contains(operation) else { throw .noService(user, operation) }
        if !connection.hasWaited { try count(user, terms, at: request.now.boot) }
        return AdmittedUser(identity: identity, generation: generation, principal: user, terms: terms)
    }

    private func count(_ user: Principal, _ terms: UserTerms, at now: Instant) throws(IssuingRefusal) {
        guard let rate = terms.rate else { return }
        let allowance = rates.allowance(user, rate, burst: terms.burst, at: now)
        let wait = allowance.wait(at: now)
        guard wait <= .zero else {
            throw .tooManyRequests(user, retryAfter: max(1, Int((wait + .milliseconds(999)).wholeSeconds)))
        }
        allowance.take(1, at: now)
    }

    /// After a wait, verifies the identity again only if something changed: verifying a signature is slow.
    private func identity(
        of request: borrowing ClientRequest, of connection: Connection
    ) throws(IssuingRefusal) -> Identity {
        if let work = connection.work as? UserWork, work.generation == generation { return work.identity }
        return try authenticator.identity(request, in: directory)
    }
}

/// A user whose request passed the checks that all services share.
struct AdmittedUser {
    let identity: Identity
    /// The generation of tokens, keys and users that proved the identity.
    let generation: Int
    let principal: Principal
    let terms: UserTerms
}

/// The identity of the user whose request waits for the daemon.
class UserWork: PendingWork {
    let identity: Identity
    let generation: Int

    init(of user: AdmittedUser) {
        identity = user.identity
        generation = user.generation
    }

    func abandon() {}
}

extension UserDirectory {
    fileprivate init(_ settings: IssuingSettings) {
        self.init(users: settings.users, groups: settings.groups, denied: settings.server.denied)
    }
}
