internal import Bytes
internal import Time

/// What is under way on a connection: input that is no whole request yet, a request that waits, an answer that is not taken.
final class Unfinished {
    /// Input that is not a whole request yet, or one that waits.
    var input: ByteBuffer?
    var output: ByteBuffer?
    /// How much of it is sent.
    var outputStart = 0
    /// How far it has read, while it watches.
    var watch: Watch?
    private(set) var turn = Turn.first
    /// What is asked for the request at the front, where the secret is elsewhere.
    var ticket: SigningTicket?
    /// The work on the request at the front, where it is one for many URLs.
    var batch: Batch?
    /// Its body, while that is read in pieces.
    var largeBody: LargeBody?
    /// When its wait must be over, if that is before all waits must.
    var waitEnd: Instant?
    /// When the request was found that waits.
    var waitsSince: Instant?
    /// The request at the front waits, and the answer before it is not taken yet.
    var waitsBehindAnswer = false
    /// The client was told to go on with the body that it announced.
    var toldToContinue = false

    /// How much of either is kept.
    var bytesHeld: Int { (input?.count ?? 0) + (output?.count ?? 0) }

    var holdsInput: Bool { input != nil }

    var holdsOutput: Bool { output != nil }

    func takeInput() -> ByteBuffer? { input.take() }

    /// No request goes back.
    func advance(to turn: Turn) {
        self.turn = max(self.turn, turn)
    }

    /// The request at the front got its answer.
    func forgetRequest() {
        turn = .first
        ticket = nil
        toldToContinue = false
    }
}
