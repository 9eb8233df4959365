internal import Access
internal import Bytes
internal import Issuing
internal import IssuingSettings
internal import Serving
internal import Text
internal import Time
internal import Verifying

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

/// Finds the user of a request: by its bearer token, or by the certificate that the proxy verified.
final class Authenticator {
    private let enrolled: WatchedFile<EnrolledUsers>?
    private let keys: WatchedFile<JSONWebKeys>?
    private let provider: ProviderKeys?
    private let rules: JWTRules
    private let acceptsCertificates: Bool

    init(_ files: IssuingFiles, _ settings: IssuingServerSettings) {
        enrolled = files.users
        keys = files.keys
        provider = files.provider
        rules = settings.tokens
        acceptsCertificates = settings.acceptsCertificates
    }

    /// How often tokens or keys were read.
    var readings: Int {
        (enrolled?.readings ?? 0) + (keys?.readings ?? 0) + (provider?.readings ?? 0)
    }

    func identity(
        _ request: borrowing ClientRequest, in directory: UserDirectory
    ) throws(IssuingRefusal) -> Identity {
        let authorization = request.field("authorization")
        guard authorization.isEmpty else {
            guard let place = bearer(in: authorization) else { throw .unauthenticated }
            return try identity(ofToken: authorization.extracting(place), at: request.now)
        }
        guard acceptsCertificates,
            let identity = directory.identity(ofSubject: request.field("x-client-subject"))
        else { throw .unauthenticated }
        return identity
    }

    /// Only a JSON Web Token has dots.
    private func identity(ofToken token: Span<UInt8>, at now: Moment) throws(IssuingRefusal) -> Identity {
        if let keys = keys?.content ?? provider?.content, token.firstIndex(of: UInt8(ascii: ".")) != nil {
            return try identity(ofJWT: token, keys, at: now)
        }
        guard let identity = enrolled?.content.identity(ofToken: token) else { throw .unauthenticated }
        return identity
    }

    private func identity(
        ofJWT token: Span<UInt8>, _ keys: JSONWebKeys, at now: Moment
    ) throws(IssuingRefusal) -> Identity {
        let reason: JWTError
        do throws(JWTError) {
            return try rules.identity(
                ofToken: token, signedWith: keys, at: now.wall, by: Authenticator.isValid)
        } catch {
            reason = error
        }
        if reason == .unknownKey, let seconds = provider?.missed(at: now.boot) {
            throw .unavailable(retryAfter: seconds)
        }
        throw .invalidToken(reason)
    }

    private static func isValid(_ key: PublicKey, _ message: Span<UInt8>, _ signature: Span<UInt8>) -> Bool {
        switch key {
        case .rsa(let modulus, let exponent):
            PublicKeySignatures.isValid(
                rsa: signature, of: message, modulus: modulus.span, exponent: exponent.span)
        case .p256(let x, let y):
            PublicKeySignatures.isValid(p256: signature, of: message, x: x.span, y: y.span)
        case .ed25519(let key): PublicKeySignatures.isValid(ed25519: signature, of: message, key: key.span)
        }
    }

    /// The place of the token in `Bearer TOKEN` (RFC 6750, 2.1).
    private func bearer(in value: Span<UInt8>) -> Range<Int>? {
        guard value.hasPrefixIgnoringCase("bearer ") else { return nil }
        var start = 7
        while start < value.count, value[start] == UInt8(ascii: " ") { start += 1 }
        return start < value.count ? start..<value.count : nil
    }
}
