package import API
package import Bytes
internal import EventLoop
package import HTTP
package import Kernel
package import Metrics
internal import Records
package import Settings
internal import Storing
package import Systemd
package import Time
package import Tokens

/// A profile of the configuration: its credential, and the requests that wait for a new one.
///
/// Its source gets the credential.
package final class Profile {
    package let settings: ProfileSettings
    package let defaults: ProfileDefaults
    package let owner: CacheRecord.Owner
    package let context: ProfileContext
    let policy: RefreshPolicy
    let storage: any TokenStorage
    private(set) lazy var source: any CredentialSource = settings.credentialSource(of: self)

    package internal(set) var credential: Credential? {
        didSet {
            planExpiry()
            if oldValue != nil, oldValue !== credential { context.observer?.tokenEnded() }
        }
    }
    /// The number of the last credential, even after its removal.
    package internal(set) var generation = 0
    package let tally = Cell(ProfileTally())
    /// The profile of a scoped token, which counts its fetches.
    let origin: Profile?

    /// Requests that wait for a credential.
    package var waiters: [WaitID] = []
    /// Requests of operators that wait for the end of an attempt, by its number.
    package var renewals: [(attempt: Int, waiter: WaitID)] = []
    /// A reload replaced this profile; waiting requests continue with its successor.
    package var isReplaced = false
    /// The profiles that this one depends on, in the order of the configuration.
    package var foundations: [Profile] = []
    /// A sink writes it to a file.
    package var isInFile = false

    var expiryTimer: Timer?
    /// The number of the credential whose end was logged.
    var loggedEnd = 0
    /// That credentials live shorter than some programs need was logged.
    var hasLoggedShortLife = false

    package init(
        _ settings: ProfileSettings, in context: ProfileContext, scopedTokenOf origin: Profile? = nil
    ) {
        self.settings = settings
        self.context = context
        self.origin = origin
        defaults = settings.defaults
        policy = settings.refreshPolicy
        owner = CacheRecord.Owner(settings)
        storage = settings.storage(of: owner, context.cacheWriter)
    }

    package var name: String { settings.name }

    /// A chain has that of the member that it follows.
    package var remoteSigner: RemoteSigner? { source.remoteSigner }
}

// Its life.
extension Profile {
    /// At the start: takes the token that the last process left with systemd.
    package func restore(from passed: inout PassedDescriptors) {
        source.restore(from: &passed)
    }

    /// Takes the token from the cache, and plans the first fetch.
    package func start() throws(SystemError) {
        guard expiryTimer == nil else { return }
        for foundation in foundations { try foundation.start() }
        expiryTimer = try Timer(on: context.loop) { [unowned self] in checkExpiry() }
        planExpiry()
        // Includes tokens that did not reach the disk because their writer was killed.
        generation = max(generation, storage.lastGeneration)
        try source.start()
    }

    /// After a reload: continues the numbers, so that no two keys have the same, and takes the token if the configuration
    /// asks for the same one.
    package func inherit(from former: Profile) {
        generation = former.generation
        tally.value = former.tally.value
        guard owner.hasTokens(of: former.owner) else { return source.drop(tokenOf: former) }
        source.inherit(from: former.source)
        credential = former.credential
        loggedEnd = former.loggedEnd
    }

    /// Plans again after the wall clock was set, for expirations that no server's clock corrects.
    package func replan() {
        planExpiry()
        source.replan()
    }

    /// Ends all activity; the token stays in the cache for the next start.
    package func stop() {
        expiryTimer = nil
        waiters += source.stop()
    }

    /// Called when a fetch of a profile that this one depends on ended.
    package func foundationSettled() { source.foundationSettled() }

    /// Takes a new number for another key.
    func beginGeneration() { generation = storage.nextGeneration(after: generation) }
}

// Its credential.
extension Profile {
    /// The wall clock, corrected by the clock of the servers.
    package func time(at now: Moment) -> Timestamp { source.time(at: now) }

    package func state(at now: Moment) -> ProfileState { source.state(at: now) }

    /// The credential, if it lives long enough.
    package func credential(living seconds: Int, at now: Moment) -> Credential? {
        source.credential(living: seconds, at: now)
    }

    /// Asks for a credential with at least this life; `true`: one can be expected within `patience`.
    package func demand(living seconds: Int, at now: Moment, within patience: Duration) -> Bool {
        source.demand(living: seconds, at: now, within: patience)
    }

    /// Removes and returns the waits that are over when a fetch has ended.
    package func takeWaiters() -> [WaitID] {
        let ended = renewals.filter { isReplaced || source.hasEnded($0.attempt) }
        defer {
            waiters.removeAll()
            renewals.removeAll { isReplaced || source.hasEnded($0.attempt) }
        }
        return waiters + ended.map(\.waiter)
    }
}

// The requests of operators.
extension Profile {
    /// Fetches now, regardless of the schedule; returns the attempt to wait for, unless it has ended already.
    @discardableResult
    package func refreshNow(at now: Moment) -> Int? { source.refreshNow(at: now) }

    package var lastAttemptFailed: Bool { source.lastAttemptFailed }

    /// Whether only an operator can set the credential.
    package var isSetByHand: Bool { source.isSetByHand }

    /// Replaces the token by one that an operator has.
    package func replace(with received: consuming ReceivedCredential, at now: Moment) {
        source.replace(with: received, at: now)
    }

    /// Why there is no token that an operator could have removed.
    package var reasonNotToForget: String? { source.reasonNotToForget }

    /// Forgets the token, in memory and on disk; the next request, or the operator, fetches another.
    package func forget() { source.forget() }

    /// Whether the credential is gone for good, and files with it must go too.
    package var isWithdrawn: Bool { source.isWithdrawn }
}
