internal import API
internal import Settings
internal import Time
internal import Tokens

// A profile that rests on others: a role that is asked for with their key, or a chain of them.
extension Profile {
    /// Called when one of the foundations came to an end of waiting.
    func foundationSettled() {
        guard isChain else { return proceed() }
        let couldSign = credential != nil
        // The member may have lost its token, or a reload the member.
        if !foundations.contains(where: { $0 === following?.member && $0.credential != nil }) { unfollow() }
        forgetWhatMembersGaveUp()
        // Those who watch are told at once, not with the next request.
        let canSign = follow(living: 0, at: surroundings.clock.now())
        if couldSign, credential == nil { publish(.forgotten) }
        if canSign || !isFetching { surroundings.whenSettled(self) }
    }

    var isFetching: Bool {
        isChain ? foundations.contains { $0.isFetching } : schedule.isFetching
    }

    /// A chain takes over the token of the first member that can sign now, whoever that was before.
    ///
    /// It counts generations of its own: those of two members would be mixed up. Says whether there is one; what none of
    /// them offers now the chain has not either.
    @discardableResult
    func follow(living seconds: Int, at now: Moment) -> Bool {
        for (place, member) in foundations.enumerated() {
            guard let found = member.credential(living: seconds, at: now) else { continue }
            // That a request wants one that lives longer concerns nobody else.
            let isForAll = seconds == 0
            if found !== following?.token || member !== following?.member || (isForAll && isBehindNews) {
                takeOver(found, of: member, at: place, forAll: isForAll)
            }
            if isForAll { announceFollowed(member) }
            return true
        }
        return false
    }

    /// Those who watch were told of a larger number: that of the present token was for one request that wanted a longer life.
    private var isBehindNews: Bool { credential.map { $0.generation < told.followed } ?? false }

    /// Between two requests of different wishes a token keeps its number, so that they cost no more than others; one to which
    /// all come back gets a new one, since numbers only grow.
    private func takeOver(_ found: Credential, of member: Profile, at place: Int, forAll isForAll: Bool) {
        following = Following(member: member, token: found)
        let known = takenOver[place].flatMap {
            isForAll && $0.ours.generation < told.followed ? nil : $0
        }
        if let known, known.theirs === found {
            credential = known.ours
            return
        }
        let number = known?.theirs.generation == found.generation ? known?.ours.generation : nil
        if number == nil { beginGeneration() }
        let ours = Credential(found, generation: number ?? generation)
        takenOver[place] = TakenOver(theirs: found, ours: ours)
        credential = ours
    }

    private func announceFollowed(_ member: Profile) {
        guard let credential, credential.generation != told.followed else { return }
        told.followed = credential.generation
        surroundings.log.write(
            .tokenFollowed(profile: name, member: member.name, generation: told.followed))
        publishRotation()
    }

    /// A token that its own profile replaced or gave up is not kept alive here.
    private func forgetWhatMembersGaveUp() {
        takenOver = takenOver.filter { place, taken in
            foundations[place].credential?.generation == taken.theirs.generation
        }
    }

    private func unfollow() {
        following = nil
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

    var shownError: String? { isChain ? errorOfMembers : failing?.lastError }

    var shownFailingSince: Timestamp? {
        isChain ? foundations.compactMap(\.shownFailingSince).min() : failing?.since
    }

    var plannedAttempt: Instant? {
        if isChain { return foundations.compactMap(\.plannedAttempt).min() }
        return signer?.health.restEnd ?? schedule.nextAttempt
    }
}

/// The member that a chain follows, and the token of it that the chain took over.
struct Following {
    let member: Profile
    let token: Credential
}

/// A member's token, and the same under the number that a chain gave it.
struct TakenOver {
    let theirs: Credential
    let ours: Credential
}
