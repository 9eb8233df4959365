package import API
package import Bytes
internal import Contract
internal import EventLoop
package import Exchanging
package import Kernel
package import Metrics
internal import Records
package import Settings
package import Time
package import Tokens
package import Turns

/// A profile of the configuration: its credential, and the requests that wait for a new one.
///
/// Each way to get a credential is a subclass: `RenewedToken`, `RemoteSigner` and `Chain`.
package class Profile {
    package final let settings: ProfileSettings
    package final let defaults: ProfileDefaults
    package final let owner: CacheRecord.Owner
    package final let context: ProfileContext
    final let policy: RefreshPolicy

    package final internal(set) var credential: Credential? {
        didSet {
            planExpiry()
            if credential != nil { (forgotten, droppedAt) = (nil, nil) }
            if oldValue != nil, oldValue !== credential { context.observer?.tokenEnded() }
        }
    }
    /// `nil` while attempts succeed.
    final var failing: FailureStreak?
    /// Set after an operator had the token removed, until there is another.
    final var forgotten: ForgottenToken?
    /// When a reload asked for other tokens than the present one, until there is one of them.
    final var droppedAt: Timestamp?
    package final let tally = Cell(ProfileTally())
    /// The number of the last token, even after its removal.
    package final internal(set) var generation = 0
    /// Requests that wait for a token.
    package final var waiters: [WaitID] = []
    /// Requests of operators that wait for the end of an attempt, by its number.
    package final var renewals: [(attempt: Int, waiter: WaitID)] = []

    /// A reload replaced this profile; waiting requests continue with its successor.
    package final var isReplaced = false

    /// The profiles that this one depends on, in the order of the configuration.
    package final var foundations: [Profile] = []
    /// The files for programs that cannot connect.
    package final var sinks: [Sink] = []
    final var logged = LoggedConditions()
    /// The skew of the server's clock, from an answer with a credential.
    final var skew = ClockSkew()
    /// The same from any answer: STS checks signatures by its clock before it returns a credential.
    final var heardSkew = ClockSkew()
    final var expiryTimer: Timer?

    package init(_ settings: ProfileSettings, in context: ProfileContext) {
        self.settings = settings
        self.context = context
        defaults = settings.defaults
        owner = CacheRecord.Owner(settings)
        policy = settings.refreshPolicy
    }

    package final var name: String { settings.name }

    /// Called at the start, after the profiles that this one depends on.
    func begin() throws(SystemError) {}

    /// Ends all activity; the token stays in the cache for the next start.
    package func stop() { expiryTimer = nil }

    /// Plans again after the wall clock was set, for expirations that no server's clock corrects.
    package func replan() {
        planExpiry()
        noteSkew(at: context.clock.now())
    }

    /// Called when a fetch of a profile that this one depends on ended.
    package func foundationSettled() {}

    /// The wall clock, corrected by the clock of the servers.
    package func time(at now: Moment) -> Timestamp { skew.time(at: now) }

    /// The token, if it lives long enough.
    package func credential(living seconds: Int, at now: Moment) -> Credential? {
        guard let credential, credential.lives(seconds, from: time(at: now)) else { return nil }
        return credential
    }

    /// Asks for a token with at least this life; `true`: one can be expected within `patience`.
    package func demand(living seconds: Int, at now: Moment, within patience: Duration) -> Bool { false }

    /// Requests the signatures of a ticket, where the daemon does not have the secret.
    package func sign(_ ticket: SigningTicket) throws(FetchFailure) {}

    /// Fetches now, regardless of the schedule; returns the attempt to wait for, unless it has ended already.
    @discardableResult
    package func refreshNow(at now: Moment) -> Int? { nil }
    func hasEnded(_ attempt: Int) -> Bool { true }

    /// Replaces the token.
    package func replace(with received: consuming ReceivedCredential, at now: Moment) {}

    /// Forgets the token, in memory and on disk; the next request, or the operator, fetches another.
    package func forget() {}

    /// Why there is no token that could be forgotten.
    package var reasonNotToForget: String? { nil }

    /// Whether a file with the token must go, although no other one comes.
    func mustRemoveFile(isWritten: Bool) -> Bool { forgotten != nil }

    /// After a reload: continues the numbers, so that no two keys have the same, and takes the token if the configuration
    /// asks for the same one.
    package func inherit(from predecessor: Profile) {
        generation = predecessor.generation
        tally.value = predecessor.tally.value
        guard owner.hasTokens(of: predecessor.owner) else { return dropToken(of: predecessor) }
        skew = predecessor.skew
        heardSkew = predecessor.heardSkew
        credential = predecessor.credential
        forgotten = predecessor.forgotten
        droppedAt = predecessor.droppedAt
        logged = predecessor.logged
        logged.shortLife = false
    }

    /// Takes a new number for another key.
    package func beginGeneration() {
        generation = context.cacheWriter.beginGeneration(after: generation, of: owner)
    }

    /// Includes tokens that did not reach the disk because their writer was killed.
    var lastGeneration: Int { context.cache.lastGeneration(of: name) }

    /// Tells watchers.
    func publish(_ kind: WatchEvent.Kind) {
        let now = time(at: context.clock.now())
        context.observer?.published(WatchEvent(kind, of: name, at: now))
    }

    /// The profile that counts the fetches.
    var counted: Profile { self }

    package func state(at now: Moment) -> ProfileState {
        ProfileState(of: credential, policy: policy, at: time(at: now))
    }

    /// Why it has no credential, whatever its state.
    var onlyReason: Problem.Lack.Why? { nil }

    /// The failures to show.
    var streak: FailureStreak? { failing }
    var consecutiveFailures: Int { 0 }
    var shownFailures: Int { consecutiveFailures }
    /// Whether no source that could help succeeds.
    var isFailing: Bool { consecutiveFailures > 0 }
    /// When the present attempt began.
    var fetchingSince: Instant? { nil }
    var plannedAttempt: Instant? { nil }
}

extension Profile {
    /// Takes the token from the cache, and plans the first fetch.
    package func start() throws(SystemError) {
        guard expiryTimer == nil else { return }
        for foundation in foundations { try foundation.start() }
        expiryTimer = try Timer(on: context.loop) { [unowned self] in checkExpiry() }
        planExpiry()
        generation = max(generation, lastGeneration)
        try begin()
    }

    /// Removes and returns the waits that are over when a fetch has ended.
    package func takeWaiters() -> [WaitID] {
        defer {
            waiters.removeAll()
            renewals.removeAll { isReplaced || hasEnded($0.attempt) }
        }
        return waiters + renewals.filter { isReplaced || hasEnded($0.attempt) }.map(\.waiter)
    }

    package var isFetching: Bool { fetchingSince != nil }

    package var lastAttemptFailed: Bool { failing != nil }
}

/// A streak of failed attempts: when it began, and why the last one failed.
struct FailureStreak {
    let since: Timestamp
    let lastError: String
    let code: FailureCode
}

/// A token that was removed on request of the operator.
struct ForgottenToken {
    let at: Timestamp
    /// The place that could not be cleared.
    var leftBehind: String?
}

/// Conditions of a profile that were logged or published, and are not repeated.
struct LoggedConditions {
    /// Tokens live shorter than some programs need.
    var shortLife = false
    /// The seconds by which the servers' clock is ahead of the wall clock.
    var clockAhead: Int64 = 0
    /// The number of the token whose end was reported.
    var end = 0
    /// The number of the last token of a chain that watchers know.
    var followed = 0
}

// The clock for signatures and expirations of this profile.
extension Profile {
    /// Smaller corrections are not logged.
    private static let notableMove: Int64 = 60

    /// Takes the time only from a successful answer, because an error page may come from another server.
    func believe(_ heard: ClockSkew) {
        skew = heard
        heardSkew = heard
        noteSkew(at: context.clock.now())
        planExpiry()
        if settings.source.hasServer { context.observer?.learnedTime() }
    }

    /// Logs that the clocks differ by another amount than before.
    func noteSkew(at now: Moment) {
        let ahead = skew.time(at: now) - now.wall
        guard abs(ahead - logged.clockAhead) > Profile.notableMove else { return }
        logged.clockAhead = ahead
        context.log.write(.clockMoved(profile: name, ahead: ahead))
    }

    /// Arms the timer for the end of the present token, by the corrected clock.
    func planExpiry() {
        guard let expiration = credential?.expiration else { return }
        let now = context.clock.now()
        let due = now.boot + .seconds(max(0, expiration - time(at: now)))
        expiryTimer?.arm(atBootNanoseconds: due.nanosecondsSinceBoot)
    }

    /// Reports once that a token expired without a successor.
    func checkExpiry() {
        let now = context.clock.now()
        // A chain may follow another member.
        _ = credential(living: 0, at: now)
        guard let credential, credential.generation != logged.end else { return }
        guard credential.isExpired(at: time(at: now)) else { return planExpiry() }
        logged.end = credential.generation
        context.log.write(.tokenExpired(profile: name, generation: credential.generation))
        publish(.expired(generation: credential.generation))
    }

    /// Publishes that another token signs from now on.
    package func publishRotation() {
        guard let credential else { return }
        publish(.rotated(generation: credential.generation, expiration: credential.expiration))
    }
}
