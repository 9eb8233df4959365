internal import Bytes
internal import Kernel
internal import Metrics
internal import Settings
internal import Time
internal import Tokens

// What comes of a fetch.
extension Profile {
    /// `heard`: the time as the server has it that answered; `nil` where none did.
    func finish(_ result: consuming Result<ReceivedCredential, FetchFailure>, heard: ClockSkew? = nil) {
        if let heard { heardSkew = heard }
        switch consume result {
        case .success(let received): accept(received, heard: heard ?? skew)
        case .failure(let failure): note(failure)
        }
        endFetch()
        proceed()
        surroundings.whenSettled(self)
    }

    /// Takes a token from wherever, if it may replace the present one.
    private func accept(_ received: consuming ReceivedCredential, heard: ClockSkew) {
        let now = heard.moment(at: surroundings.clock.now())
        do throws(CredentialError) {
            try received.check(replacing: credential, at: now.wall)
        } catch {
            return note(FetchFailure(kind: .passing, message: error.description))
        }
        believe(heard)
        if !schedule.isForced, received.endsBefore(credential) {
            return keepPresent(over: received.expiration, at: now)
        }
        replace(with: received, at: now)
    }

    /// What was handed out ends sooner than what is here, so nothing is gained by taking it.
    private func keepPresent(over offered: Timestamp?, at now: Moment) {
        guard let offered, let end = credential?.expiration,
            schedule.kept(until: end, over: offered, at: now, random: Randomness.number())
        else {
            return note(FetchFailure(kind: .passing, message: CredentialError.shorterLived.description))
        }
        failing = nil
        surroundings.log.write(.tokenKept(profile: name, end: end, offered: offered))
    }

    /// Every token of this profile comes through here: a new snapshot, a new generation, and the cache.
    ///
    /// One that is here already keeps its number, and its life is planned anew; for everybody else nothing has changed.
    func replace(with received: consuming ReceivedCredential, at now: Moment) {
        let present = received.isSame(as: credential) ? credential?.generation : nil
        if present == nil { beginGeneration() }
        let credential = Credential(received, generation: present ?? generation, fetchedAt: now.wall)
        self.credential = credential
        failing = nil
        schedule.received(credential, at: now, random: Randomness.number())
        if !settings.source.canFetch { schedule.stop() }
        surroundings.log.write(.tokenReceived(credential, of: name, again: present != nil))
        if credential.expiration != nil { keep(credential) }
        if present == nil { noteRotation() }
    }

    private func noteRotation() {
        tally.value.refreshes += 1
        publishRotation()
        logAvailability()
    }

    /// For the status, until something succeeds.
    func remember(_ failure: FetchFailure, at now: Moment) {
        failing = Failing(since: failing?.since ?? skew.time(at: now), lastError: failure.message)
    }

    private func note(_ failure: FetchFailure) {
        let now = surroundings.clock.now()
        remember(failure, at: now)
        tally.value.note(failure.kind)
        schedule.failed(
            failure.kind, retryAfter: failure.retryAfter, at: now.boot, random: Randomness.number())
        let wait = schedule.nextAttempt.map { max(0, ($0 - now.boot).wholeSeconds) } ?? 0
        surroundings.log.write(
            .fetchFailed(
                profile: name, reason: failure.message, failures: schedule.consecutiveFailures,
                retrySeconds: Int(wait)))
        publishFailure(failure)
    }
}

extension Credential {
    var shownExpiration: String { expiration.map(\.description) ?? "revoked" }
}
