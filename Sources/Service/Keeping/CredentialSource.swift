internal import API
internal import Contract
internal import HTTP
internal import Kernel
internal import Systemd
internal import Time
internal import Tokens

/// How a profile gets the key that it signs with: a type for each way, which sets the credential of its profile.
protocol CredentialSource: AnyObject {
    var profile: Profile { get }

    func start() throws(SystemError)
    /// Ends all activity, and returns the waits of requests that it can no longer answer.
    func stop() -> [WaitID]
    /// At the start: takes the token that the last process left with systemd, for its generation even if it is expired.
    func restore(from passed: inout PassedDescriptors)
    /// After a reload: continues with the state of the source that got tokens of the same identity.
    func inherit(from former: any CredentialSource)
    /// After a reload: the tokens of the former profile are others.
    func drop(tokenOf former: Profile)
    /// Plans again after the wall clock was set.
    func replan()
    /// Called when a fetch of a profile that this one depends on ended.
    func foundationSettled()

    /// The wall clock, corrected by the clock of the servers.
    func time(at now: Moment) -> Timestamp
    func state(at now: Moment) -> ProfileState
    /// The credential, if it lives long enough and can sign now.
    func credential(living seconds: Int, at now: Moment) -> Credential?
    /// Asks for a credential with at least this life; `true`: one can be expected within `patience`.
    func demand(living seconds: Int, at now: Moment, within patience: Duration) -> Bool

    /// The attempts to get a credential.
    var attempts: Attempts { get }
    /// Whether the last attempt that an operator could ask for failed.
    var lastAttemptFailed: Bool { get }
    /// Fetches now, regardless of the schedule; returns the attempt to wait for, unless it has ended already.
    func refreshNow(at now: Moment) -> Int?
    func hasEnded(_ attempt: Int) -> Bool
    /// Replaces the token.
    func replace(with received: consuming ReceivedCredential, at now: Moment)
    /// Whether an operator can ask for another credential.
    var canRefresh: Bool { get }
    /// Whether only an operator can set the credential.
    var isSetByHand: Bool { get }

    /// Removes the token, in memory and on disk.
    func forget()
    /// Why there is no token that an operator could have removed.
    var reasonNotToForget: String? { get }
    /// Whether the credential is gone for good, and files with it must go too.
    var isWithdrawn: Bool { get }
    /// Why there is no credential with this life, although the state says more.
    func reason(in state: ProfileState, living seconds: Int, at now: Moment) -> Problem.Lack.Why
    /// Conditions for the status.
    var warnings: [String] { get }
    /// When an operator had the token removed.
    var forgottenAt: Timestamp? { get }

    /// The server that signs, where the daemon does not have the secret.
    var remoteSigner: RemoteSigner? { get }
}

extension CredentialSource {
    func stop() -> [WaitID] { [] }
    func restore(from passed: inout PassedDescriptors) {}
    func drop(tokenOf former: Profile) {}
    func replan() {}
    func foundationSettled() {}

    func state(at now: Moment) -> ProfileState {
        ProfileState(of: profile.credential, policy: profile.policy, at: time(at: now))
    }

    func credential(living seconds: Int, at now: Moment) -> Credential? {
        guard let credential = profile.credential, credential.lives(seconds, from: time(at: now)) else {
            return nil
        }
        return credential
    }

    func demand(living seconds: Int, at now: Moment, within patience: Duration) -> Bool { false }

    var lastAttemptFailed: Bool { attempts.failure != nil }
    func refreshNow(at now: Moment) -> Int? { nil }
    func hasEnded(_ attempt: Int) -> Bool { true }
    func replace(with received: consuming ReceivedCredential, at now: Moment) {}
    var canRefresh: Bool { false }
    var isSetByHand: Bool { false }

    func forget() {}
    var isWithdrawn: Bool { false }
    var warnings: [String] { [] }
    var forgottenAt: Timestamp? { nil }
    var remoteSigner: RemoteSigner? { nil }

    func reason(in state: ProfileState, living seconds: Int, at now: Moment) -> Problem.Lack.Why {
        usualReason(in: state, living: seconds, at: now)
    }

    func usualReason(
        in state: ProfileState, living seconds: Int, at now: Moment
    ) -> Problem.Lack.Why {
        switch state {
        case .never: return .noneYet
        case .expired: return .expired
        default:
            let left = profile.credential?.expiration.map { Int($0 - time(at: now)) }
            guard let left, left <= seconds else { return .late }
            return .tooShort(left: left, wanted: seconds)
        }
    }
}

/// The attempts of a source to get a credential.
struct Attempts {
    /// When the present one began.
    var fetchingSince: Instant?
    /// When the next one is planned.
    var next: Instant?
    /// `nil` while attempts succeed.
    var failure: FailureStreak?
    /// How many failed one after the other.
    var failures = 0
    /// Whether no source that could help succeeds.
    var isFailing = false
}

/// A streak of failed attempts: when it began, and why the last one failed.
struct FailureStreak {
    let since: Timestamp
    let lastError: String
    let code: FailureCode
}

extension FailureStreak {
    /// Continues the streak.
    init(_ failure: FetchFailure, after former: FailureStreak?, at now: Timestamp) {
        self.init(since: former?.since ?? now, lastError: failure.message, code: failure.code)
    }
}
