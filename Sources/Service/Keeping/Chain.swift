internal import API
internal import Exchanging
internal import Records
internal import Settings
internal import Time
internal import Tokens

/// A profile that signs with the token of the first of several other profiles that has one.
final class Chain: Profile {
    /// The member whose token is used, and that token.
    private struct Following {
        let member: Profile
        let token: Credential
    }

    /// A member's token, and the same token under the number that the chain gave it.
    private struct Adopted {
        let theirs: Credential
        let ours: Credential
    }

    /// `nil` while no member can sign.
    private var following: Following?
    /// The tokens used lately, by the places of the members.
    private var adopted: [Int: Adopted] = [:]

    private var members: [Profile] { foundations }

    /// The member whose token is used.
    private var followed: Profile? { following?.member }

    override func time(at now: Moment) -> Timestamp { followed?.time(at: now) ?? super.time(at: now) }

    override func credential(living seconds: Int, at now: Moment) -> Credential? {
        follow(living: seconds, at: now) ? super.credential(living: seconds, at: now) : nil
    }

    /// Asks every member for a token, because any of them may recover first.
    override func demand(living seconds: Int, at now: Moment, within patience: Duration) -> Bool {
        var isComing = false
        for member in members where member.demand(living: seconds, at: now, within: patience) {
            isComing = true
        }
        return isComing
    }

    /// Uses the signer of the member that it follows.
    override func sign(_ ticket: SigningTicket) throws(FetchFailure) { try followed?.sign(ticket) }

    override func state(at now: Moment) -> ProfileState {
        let isOffered = follow(living: 0, at: now)
        let state = super.state(at: now)
        return state.canSign && !isOffered ? .expired : state
    }

    /// Called when a fetch of a member ended.
    override func foundationSettled() {
        let couldSign = credential != nil
        // The member may have lost its token, or a reload may have removed the member.
        if !members.contains(where: { $0 === followed && $0.credential != nil }) {
            following = nil
            credential = nil
        }
        // Releases tokens that their own profile replaced or forgot.
        adopted = adopted.filter { place, token in
            members[place].credential?.generation == token.theirs.generation
        }
        // Informs watchers now, not with the next request.
        let canSign = follow(living: 0, at: context.clock.now())
        if couldSign, credential == nil { publish(.forgotten) }
        if canSign || !isFetching { context.observer?.settled(self) }
    }

    override func inherit(from predecessor: Profile) {
        super.inherit(from: predecessor)
        guard owner.hasTokens(of: predecessor.owner), let chain = predecessor as? Chain else { return }
        adopted = chain.adopted
    }

    override var reasonNotToForget: String? {
        "profile \(name) has no token of its own: Source=chain has those of its members"
    }

    override func mustRemoveFile(isWritten: Bool) -> Bool { isWritten }

    override var isFailing: Bool { members.allSatisfy(\.isFailing) }
    override var fetchingSince: Instant? { members.compactMap(\.fetchingSince).max() }
    override var plannedAttempt: Instant? { members.compactMap(\.plannedAttempt).min() }

    /// Why none of the members can sign.
    override var streak: FailureStreak? {
        let streaks = members.compactMap { member in member.streak.map { (name: member.name, $0) } }
        guard let (_, first) = streaks.first else { return nil }
        return FailureStreak(
            since: streaks.reduce(first.since) { min($0, $1.1.since) },
            lastError: streaks.map { "\($0): \($1.lastError)" }.joined(separator: "; "), code: first.code)
    }

    /// Uses the token of the first member that can sign now; `false` when none can.
    ///
    /// The chain has its own generations, because those of two members could be equal.
    private func follow(living seconds: Int, at now: Moment) -> Bool {
        for (place, member) in members.enumerated() {
            guard let found = member.credential(living: seconds, at: now) else { continue }
            // A request that needs a longer life must not change the token of the others.
            let isForAll = seconds == 0
            if found !== following?.token || member !== following?.member || (isForAll && isBehindNews) {
                adopt(found, of: member, at: place, forAll: isForAll)
            }
            if isForAll { announce(member) }
            return true
        }
        return false
    }

    /// Watchers saw a larger number, because a request needed a longer life.
    private var isBehindNews: Bool { credential.map { $0.generation < logged.followed } ?? false }

    /// A token keeps its number between requests that need different lifetimes.
    ///
    /// It gets a new number when all requests return to it, because numbers only grow.
    private func adopt(_ found: Credential, of member: Profile, at place: Int, forAll isForAll: Bool) {
        following = Following(member: member, token: found)
        let known = adopted[place].flatMap { isForAll && $0.ours.generation < logged.followed ? nil : $0 }
        if let known, known.theirs === found {
            credential = known.ours
            return
        }
        let number = known?.theirs.generation == found.generation ? known?.ours.generation : nil
        if number == nil { beginGeneration() }
        let ours = Credential(found, generation: number ?? generation)
        adopted[place] = Adopted(theirs: found, ours: ours)
        credential = ours
    }

    private func announce(_ member: Profile) {
        guard let credential, credential.generation != logged.followed else { return }
        logged.followed = credential.generation
        context.log.write(
            .tokenFollowed(profile: name, member: member.name, generation: credential.generation))
        publishRotation()
    }
}
