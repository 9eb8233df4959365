internal import API
internal import Bytes
internal import HTTP
internal import Kernel
internal import Time

/// One client.
///
/// While nothing is under way it holds no buffer: what is read and written passes through the server's.
final class Connection {
    enum Phase {
        /// Between requests, or within one.
        case reading
        /// Its request waits for a token.
        case waiting
        /// It asked beyond its rate: nothing is read of it for a moment.
        case resting
        /// An answer is not yet taken by the client; nothing is read before it is.
        case sending
        /// Its answer is a stream of events, which ends with the connection.
        case watching
        /// It got its last answer; what still comes is thrown away until the client closes.
        case discarding
        /// Nothing more is done for it, by whoever still holds it.
        case closed
    }

    let socket: Descriptor
    let token: UInt64
    let door: Door
    /// What it came in by, behind the door of metadata.
    var metadata: MetadataAccess?
    var caller: Caller
    /// Where its requests are counted, from the first one on.
    var userCounts: UserCounts?
    var phase = Phase.reading
    /// Input that is not a whole request yet, or one that waits.
    var input: ByteBuffer?
    var output: ByteBuffer?
    /// How much of it is sent.
    var outputStart = 0
    /// How far it has read, while it watches.
    var watch: Watch?
    /// A credential was written into its answers, so their memory is wiped.
    var answersAreSecret = false
    var scan = HeadScan()
    /// When the present phase must be over.
    var deadline: Instant
    /// The request at the front was made to wait before: it gets an answer now, whatever it is.
    var hasWaited = false
    /// What is asked for the request at the front, where the secret is elsewhere.
    var ticket: SigningTicket?
    /// The work on the request at the front, where it is one for many URLs.
    var batch: Batch?
    private var waits = 0
    private(set) var waitEnd: Instant?
    /// When the turn began that found the request which waits.
    var waitsSince: Int64?
    /// It got an answer, so it knows how to come back when it is let go between requests.
    var wasAnswered = false
    /// The last answer was that this is too often.
    var isOverRate = false
    var inputEnded = false
    var closesAfterAnswer = false
    /// The client was told to go on with the body that it announced.
    var toldToContinue = false

    init(_ socket: consuming Descriptor, behind door: Door, token: UInt64, caller: Caller, deadline: Instant)
    {
        self.socket = socket
        self.token = token
        self.caller = caller
        self.deadline = deadline
        self.door = door
    }

    deinit {
        dropInput()
        if var output = output.take() { finish(&output) }
    }

    var isAdmin: Bool { door == .admin }

    var holdsInput: Bool { input != nil }

    /// Whether it has not taken all that was sent to it.
    var holdsOutput: Bool { output != nil }

    /// It is its turn, and has been for as long as a request may take.
    var isTooSlow: Bool { phase == .sending || (phase == .reading && holdsInput) }

    func dropInput() {
        guard var dropped = input.take() else { return }
        if door.bringsSecrets { dropped.wipe() }
    }

    /// Called with memory that answers were written into, when they are sent or never will be.
    func finish(_ output: inout ByteBuffer) {
        if answersAreSecret { output.wipe() }
    }

    /// The wait that begins now; those before it are over.
    ///
    /// It ends by `end` if that is before the end that all waits have.
    func beginWait(until end: Instant? = nil) -> Waiter {
        waits += 1
        waitEnd = end
        return Waiter(token: token, number: waits)
    }

    func isIn(_ wait: Waiter) -> Bool {
        phase == .waiting && wait == Waiter(token: token, number: waits)
    }
}
