internal import Signing
internal import Time
internal import Tokens

/// One request whose signatures are made elsewhere, from its first composition to its answer.
final class SigningTicket {
    /// The snapshot that the answer speaks of, whatever the profile has when the signatures come.
    let credential: Credential
    /// When the answer says that it was signed: both compositions must say the same.
    let time: Timestamp
    /// When nobody waits for it any more.
    let deadline: Instant
    let signatures = RemoteSignatures()
    let wait: Waiter
    /// Who asked.
    let user: UInt32
    /// Whose word the strings rest on.
    let profile: Profile
    private(set) var failure: FetchFailure?
    private var missing = 0
    /// The client is gone, or got its answer.
    private var isAbandoned = false

    init(
        for credential: Credential, of profile: Profile, at time: Timestamp, waiting wait: Waiter,
        by user: UInt32, until deadline: Instant
    ) {
        self.profile = profile
        self.time = time
        self.deadline = deadline
        self.wait = wait
        self.user = user
        self.credential = Credential(credential, signaturesFrom: signatures)
    }
}

extension SigningTicket {
    /// The strings are known; each of them is asked for once.
    func begin() {
        missing = signatures.strings.count
    }

    /// Whether somebody still needs what is being asked for.
    func isOpen(at now: Instant) -> Bool {
        !isAbandoned && failure == nil && missing > 0 && now < deadline
    }

    func abandon() {
        isAbandoned = true
    }

    /// Says whether that was the last one.
    func fill(_ index: Int, with signature: String) -> Bool {
        signatures.fill(index, with: signature)
        missing -= 1
        return missing == 0
    }

    func fail(_ failure: FetchFailure) {
        self.failure = failure
    }
}

/// One string of a ticket, and the servers that are still to be asked for its signature.
struct SigningJob {
    let ticket: SigningTicket
    let index: Int
    var servers: ArraySlice<Int>

    var string: RemoteString { ticket.signatures.strings[index] }
}
