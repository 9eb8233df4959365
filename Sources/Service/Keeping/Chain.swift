internal import API
internal import Contract
internal import Records
internal import Time
internal import Tokens

/// The source of a profile that signs with the token of the first of several other profiles that has one.
final class Chain: CredentialSource {
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

    unowned let profile: Profile
    /// `nil` while no member can sign.
    private var following: Following?
    /// The tokens used lately, by the places of the members.
    private var adopted: [Int: Adopted] = [:]
    /// The number of the last token that watchers know.
    private(set) var announced = 0

    init(of profile: Profile) {
        self.profile = profile
    }

    private var members: [Profile] { profile.foundations }

    func start() {}

    func inherit(from former: any CredentialSource) {
        guard let former = former as? Chain else { return }
        adopted = former.adopted
        announced = former.announced
    }
}

extension Chain {
    /// Uses the token of the first member that can sign now.
    ///
    /// The chain has its own generations, because those of two members could be equal.
    func credential(living seconds: Int, at now: Moment) -> Credential? {
        for (place, member) in members.enumerated() {
            guard let found = member.credential(living: seconds, at: now) else { continue }
            // A request that needs a longer life must not change the token of the others.
            let isForAll = seconds == 0
            if found !== following?.token || member !== following?.member || (isForAll && isBehindNews) {
                adopt(found, of: member, at: place, forAll: isForAll)
            }
            if isForAll { announce(member) }
            return profile.credential.flatMap { $0.lives(seconds, from: time(at: now)) ? $0 : nil }
        }
        return nil
    }

    /// Watchers saw a larger number, because a request needed a longer life.
    private var isBehindNews: Bool { profile.credential.map { $0.generation < announced } ?? false }

    /// A token keeps its number between requests that need different lifetimes.
    ///
    /// It gets a new number when all requests return to it, because numbers only grow.
    private func adopt(_ found: Credential, of member: Profile, at place: Int, forAll isForAll: Bool) {
        following = Following(member: member, token: found)
        let known = adopted[place].flatMap { isForAll && $0.ours.generation < announced ? nil : $0 }
        if let known, known.theirs === found {
            profile.credential = known.ours
            return
        }
        let number = known?.theirs.generation == found.generation ? known?.ours.generation : nil
        if number == nil { profile.beginGeneration() }
        let ours = Credential(found, generation: number ?? profile.generation)
        adopted[place] = Adopted(theirs: found, ours: ours)
        profile.credential = ours
    }

    private func announce(_ member: Profile) {
        guard let credential = profile.credential, credential.generation != announced else { return }
        announced = credential.generation
        profile.context.log.write(
            .tokenFollowed(profile: profile.name, member: member.name, generation: credential.generation))
        profile.publishRotation()
    }

    /// Called when a fetch of a member ended.
    func foundationSettled() {
        let couldSign = profile.credential != nil
        // The member may have lost its token, or a reload may have removed the member.
        if !members.contains(where: { $0 === following?.member && $0.credential != nil }) {
            following = nil
            profile.credential = nil
        }
        // Releases tokens that their own profile replaced or forgot.
        adopted = adopted.filter { place, token in
            members[place].credential?.generation == token.theirs.generation
        }
        // Informs watchers now, not with the next request.
        let canSign = credential(living: 0, at: profile.context.clock.now()) != nil
        if couldSign, profile.credential == nil { profile.publish(.forgotten) }
        if canSign || attempts.fetchingSince == nil { profile.context.observer?.settled(profile) }
    }
}

extension Chain {
    func time(at now: Moment) -> Timestamp { following?.member.time(at: now) ?? now.wall }

    func state(at now: Moment) -> ProfileState {
        let isOffered = credential(living: 0, at: now) != nil
        let state = ProfileState(of: profile.credential, policy: profile.policy, at: time(at: now))
        return state.canSign && !isOffered ? .expired : state
    }

    /// Asks every member for a token, because any of them may recover first.
    func demand(living seconds: Int, at now: Moment, within patience: Duration) -> Bool {
        var isComing = false
        for member in members where member.demand(living: seconds, at: now, within: patience) {
            isComing = true
        }
        return isComing
    }

    /// Those of the members; none of them can sign while all fail.
    var attempts: Attempts {
        let all = members.map { (name: $0.name, attempts: $0.source.attempts) }
        let failures = all.compactMap { member in member.attempts.failure.map { (member.name, $0) } }
        return Attempts(
            fetchingSince: all.compactMap(\.attempts.fetchingSince).max(),
            next: all.compactMap(\.attempts.next).min(), failure: FailureStreak(ofMembers: failures),
            isFailing: all.allSatisfy(\.attempts.isFailing))
    }

    /// An operator asks the members, not the chain.
    var lastAttemptFailed: Bool { false }

    var reasonNotToForget: String? { "has no token of its own: Source=chain has those of its members" }

    var isWithdrawn: Bool { announced > 0 && profile.credential == nil }

    var remoteSigner: RemoteSigner? { following?.member.remoteSigner }
}

extension FailureStreak {
    /// All errors, with the code of the first.
    fileprivate init?(ofMembers failures: [(name: String, streak: FailureStreak)]) {
        guard let first = failures.first else { return nil }
        since = failures.map(\.streak.since).reduce(first.streak.since, min)
        lastError = failures.map { "\($0.name): \($0.streak.lastError)" }.joined(separator: "; ")
        code = first.streak.code
    }
}
