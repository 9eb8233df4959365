internal import API
internal import Contract
internal import Records
internal import Settings
internal import Time
internal import Tokens

/// The source of a profile that signs with the token of the first of several other profiles that has one.
package final class Chain {
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

    private unowned let profile: Profile
    /// `nil` while no member can sign.
    private var following: Following?
    /// The tokens used lately, by the places of the members.
    private var adopted: [Int: Adopted] = [:]

    init(of profile: Profile) {
        self.profile = profile
    }

    private var members: [Profile] { profile.foundations }

    /// The member whose token is used.
    var followed: Profile? { following?.member }
}

extension Chain {
    /// Uses the token of the first member that can sign now; `false` when none can.
    ///
    /// The chain has its own generations, because those of two members could be equal.
    @discardableResult
    func follow(living seconds: Int, at now: Moment) -> Bool {
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
    private var isBehindNews: Bool {
        profile.credential.map { $0.generation < profile.logged.followed } ?? false
    }

    /// A token keeps its number between requests that need different lifetimes.
    ///
    /// It gets a new number when all requests return to it, because numbers only grow.
    private func adopt(_ found: Credential, of member: Profile, at place: Int, forAll isForAll: Bool) {
        following = Following(member: member, token: found)
        let known = adopted[place].flatMap {
            isForAll && $0.ours.generation < profile.logged.followed ? nil : $0
        }
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
        guard let credential = profile.credential, credential.generation != profile.logged.followed else {
            return
        }
        profile.logged.followed = credential.generation
        profile.context.log.write(
            .tokenFollowed(profile: profile.name, member: member.name, generation: credential.generation))
        profile.publishRotation()
    }

    /// Called when a fetch of a member ended.
    func memberSettled() {
        let couldSign = profile.credential != nil
        // The member may have lost its token, or a reload may have removed the member.
        if !members.contains(where: { $0 === followed && $0.credential != nil }) {
            following = nil
            profile.credential = nil
        }
        dropReplacedTokens()
        // Informs watchers now, not with the next request.
        let canSign = follow(living: 0, at: profile.context.clock.now())
        if couldSign, profile.credential == nil { profile.publish(.forgotten) }
        if canSign || !isFetching { profile.context.observer?.settled(profile) }
    }

    /// Releases tokens that their own profile replaced or forgot.
    private func dropReplacedTokens() {
        adopted = adopted.filter { place, token in
            members[place].credential?.generation == token.theirs.generation
        }
    }

    func inherit(from predecessor: Chain) {
        adopted = predecessor.adopted
    }
}

extension Chain {
    /// Asks every member for a token, because any of them may recover first.
    func demand(living seconds: Int, at now: Moment, within patience: Duration) -> Bool {
        var isComing = false
        for member in members where member.demand(living: seconds, at: now, within: patience) {
            isComing = true
        }
        return isComing
    }

    var isFetching: Bool { members.contains { $0.isFetching } }

    var isFailing: Bool { members.allSatisfy(\.isFailing) }

    var fetchingSince: Instant? { members.compactMap(\.fetchingSince).max() }

    var failingSince: Timestamp? { members.compactMap(\.failingSince).min() }

    var plannedAttempt: Instant? { members.compactMap(\.plannedAttempt).min() }

    /// Why none of the members can sign.
    var errors: String? {
        let errors = members.compactMap { member in member.shownError.map { "\(member.name): \($0)" } }
        return errors.isEmpty ? nil : errors.joined(separator: "; ")
    }

    /// The code of the first of these errors.
    var errorCode: FailureCode? { members.lazy.compactMap(\.shownCode).first }
}
