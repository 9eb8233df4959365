internal import Settings
internal import Time
internal import Tokens

// A profile that rests on others: a role that is asked for with their key, or a chain of them.
extension Profile {
    /// Called when one of the foundations came to an end of waiting.
    func foundationSettled() {
        guard isChain else { return proceed() }
        let now = surroundings.clock.now()
        // A token that its own profile gave up is not kept alive here.
        if leader?.credential == nil { unfollow() }
        // Those who watch are told at once, not with the next request.
        follow(living: 0, at: now)
        let canSign = foundations.contains { $0.credential(living: 0, at: now) != nil }
        if canSign || !isFetching { surroundings.whenSettled(self) }
    }

    var isFetching: Bool {
        isChain ? foundations.contains { $0.isFetching } : schedule.isFetching
    }

    /// A chain takes over the token of the first member that can sign now, whoever that was before.
    ///
    /// It counts generations of its own: those of two members would be mixed up.
    func follow(living seconds: Int, at now: Moment) {
        for member in foundations {
            guard let found = member.credential(living: seconds, at: now) else { continue }
            guard found !== followed else { return }
            let isSame = member === leader && found.generation == followed?.generation
            followed = found
            leader = member
            if !isSame { beginGeneration() }
            credential = Credential(found, generation: generation)
            guard !isSame else { return }
            surroundings.log.write(
                .tokenFollowed(profile: name, member: member.name, generation: generation))
            tellRotation()
            return
        }
    }

    private func unfollow() {
        followed = nil
        leader = nil
        credential = nil
    }

    /// Every member may help, and the first of them that is well again is the one that counts.
    func demandOfMembers(living seconds: Int, at now: Moment, within patience: Duration) -> Bool {
        var isComing = false
        for member in foundations where member.demand(living: seconds, at: now, within: patience) {
            isComing = true
        }
        return isComing
    }

    /// Why none of the members can sign.
    var errorOfMembers: String? {
        let errors = foundations.compactMap { member in member.shownError.map { "\(member.name): \($0)" } }
        return errors.isEmpty ? nil : errors.joined(separator: "; ")
    }

    var shownError: String? { isChain ? errorOfMembers : lastError }

    var shownFailingSince: Timestamp? {
        isChain ? foundations.compactMap(\.shownFailingSince).min() : failingSince
    }

    var plannedAttempt: Instant? {
        if isChain { return foundations.compactMap(\.plannedAttempt).min() }
        return signer?.health.restEnd ?? schedule.nextAttempt
    }
}
