internal import API
internal import Access
internal import Bytes
internal import HTTP
internal import Kernel
internal import Time

/// One client.
///
/// There may be very many, most of which say nothing: what only some have, or for a while, is in objects of its own, and the
/// properties are in an order without gaps. What is read and written passes through the server's buffers.
final class Connection {
    enum Phase {
        /// Between requests, or within one.
        case reading
        /// Its request waits for a token.
        case waiting
        /// It asked beyond its rate: nothing is read of it for a moment.
        case resting
        /// An answer is not yet taken by the client; nothing is read before it is, and a request may wait behind it.
        case sending
        /// Its answer is a stream of events, which ends with the connection.
        case watching
        /// It got its last answer; what still comes is thrown away until the client closes.
        case discarding
        /// Nothing more is done for it, by whoever still holds it.
        case closed
    }

    let id: ConnectionID
    let connectedAt: Instant
    /// When the present phase must be over.
    var deadline: Instant
    var caller: Caller
    /// What it came in by, behind the door of metadata.
    let metadata: MetadataAccess?
    /// What is under way; `nil` between requests.
    private(set) var unfinished: Unfinished?
    let socket: Descriptor
    /// Who has this number now may be another process.
    let processNumber: Int32
    private var waits: UInt32 = 0
    var scan = HeadScan()
    let door: Door
    var phase = Phase.reading
    /// The process ended, or became another program: from then on no rule for a process is for this connection.
    var isForsaken: Bool
    /// A credential was written into its answers, so their memory is wiped.
    var answersAreSecret = false
    /// It got an answer, so it knows how to come back when it is let go between requests.
    var wasAnswered = false
    var inputEnded = false
    var closesAfterAnswer = false
    /// Its user has as many connections as it may: it gets one answer, and only to what monitors ask.
    let isBeyondShare: Bool
    /// It asked to be closed, so nothing comes behind its request.
    var hasSaidAll = false

    init(
        _ socket: consuming Descriptor, by arrival: Arrival, id: ConnectionID, caller: Caller,
        deadline: Instant, isBeyondShare: Bool = false
    ) {
        self.socket = socket
        self.id = id
        self.caller = caller
        self.deadline = deadline
        self.isBeyondShare = isBeyondShare
        door = arrival.door
        metadata = arrival.metadata
        connectedAt = arrival.time
        processNumber = arrival.peer.process
        isForsaken = arrival.isForsaken
    }

    var isAdmin: Bool { door == .admin }

    /// How it came, and what it may still be taken for.
    var arrival: Arrival {
        Arrival(
            door: door, metadata: metadata, time: connectedAt, listener: nil,
            peer: PeerCredentials(process: processNumber, user: caller.peer.uid, group: caller.peer.gid),
            isForsaken: isForsaken)
    }

    /// It is its turn, and has been for as long as a request may take.
    var isTooSlow: Bool { phase == .sending || (phase == .reading && holdsInput) }
}

// What is under way.
extension Connection {
    var holdsInput: Bool { unfinished?.holdsInput ?? false }

    /// Whether it has not taken all that was sent to it.
    var holdsOutput: Bool { unfinished?.holdsOutput ?? false }

    var turn: Turn { unfinished?.turn ?? .first }

    /// The request at the front was made to wait before: it gets an answer now, whatever it is.
    var hasWaited: Bool { turn >= .waited }

    /// What the rules grant the request at the front is to be counted: a rule has a rate, and it was not counted when it came.
    var isToBeCounted: Bool { caller.rules.isMetered && turn < .counted }

    /// The request at the front waits, and the answer before it is not taken yet.
    var waitsBehindAnswer: Bool { unfinished?.waitsBehindAnswer ?? false }

    var ticket: SigningTicket? { unfinished?.ticket }

    var batch: Batch? { unfinished?.batch }

    var largeBody: LargeBody? { unfinished?.largeBody }

    var watch: Watch? { unfinished?.watch }

    /// Where to keep what is not over with this turn.
    func keep() -> Unfinished {
        if let unfinished { return unfinished }
        let new = Unfinished()
        unfinished = new
        return new
    }

    func takeInput() -> ByteBuffer? { unfinished?.takeInput() }

    /// Nothing is left to be done; called between requests.
    func forgetUnfinished() {
        unfinished = nil
    }

    /// Whether its answers can wait for those of others: it does not go, and nothing in them must be wiped.
    var mayGetAnswersLater: Bool {
        phase == .reading && !closesAfterAnswer && !inputEnded && !answersAreSecret
    }

    /// Takes answers out of memory that they were written into, when they are sent or never will be.
    func finish(_ output: inout ByteBuffer, from start: Int) {
        if answersAreSecret { output.wipe(from: start) } else { output.truncate(to: start) }
    }

    /// The wait that begins now; those before it are over.
    ///
    /// It ends by `end` if that is before the end that all waits have.
    func beginWait(until end: Instant? = nil) -> Waiter {
        waits &+= 1
        keep().waitEnd = end
        return Waiter(connection: id, number: waits)
    }

    func isIn(_ wait: Waiter) -> Bool {
        (phase == .waiting || waitsBehindAnswer) && wait == Waiter(connection: id, number: waits)
    }
}
