package import Bytes
package import EventLoop
package import Exchange
package import Kernel
package import Records
internal import Time

/// A connection to a fetch helper, which performs one exchange at a time; releasing it ends the helper.
///
/// The daemon never handles TLS, DNS or a network socket; it only checks the bytes of the reply.
package final class HelperLine {
    /// Added to the timeout of the exchange; a helper that takes longer hangs.
    private static let grace = Duration.seconds(10)
    private static let readSize = 16_384
    /// How long an idle helper stays; servers keep connections about as long.
    private static let idle = Duration.seconds(60)
    /// systemd ends the helpers in its units after 15 minutes.
    private static let life = Duration.seconds(600)

    private struct Question {
        let maximumBody: Int
        let finish: (Result<ExchangeAnswer, FetchFailure>) -> Void
    }

    private let helper: FetchHelper.Conversation
    private let clock: Clock
    private let startedAt: Instant
    /// Called when an idle helper ended or is no longer needed.
    private let whenIdle: () -> Void
    private var question: Question?
    private var reply = ByteBuffer(capacity: HelperLine.readSize)
    private var readable: IOSource?
    private var timer: Timer?
    private var isBroken = false
    package private(set) var hasAnswered = false

    package init(
        to helper: FetchHelper, on loop: EventLoop, _ clock: Clock, whenIdle: @escaping () -> Void = {}
    ) throws(SystemError) {
        self.helper = try helper.begin()
        self.clock = clock
        startedAt = clock.now().boot
        self.whenIdle = whenIdle
        readable = try IOSource(self.helper.socket, for: .readable, on: loop) { [unowned self] _ in receive()
        }
        timer = try Timer(on: loop) { [unowned self] in expire() }
    }

    package var isBusy: Bool { question != nil }

    package var isFree: Bool { question == nil && !isBroken }

    /// Whether it may get another request.
    package var isReusable: Bool { isFree && clock.now().boot - startedAt < HelperLine.life }

    /// Sends a request; only one may be in flight.
    package func ask(
        _ request: HelperRequest, finish: @escaping (Result<ExchangeAnswer, FetchFailure>) -> Void
    ) throws(FetchFailure) {
        reply.removeAll()
        try send(request)
        question = Question(maximumBody: request.maximumResponseSize, finish: finish)
        arm(after: .seconds(request.timeout) + HelperLine.grace)
    }

    /// Lends the reply, which contains the body of the answer.
    package func withReply<Value: ~Copyable>(_ read: (borrowing ByteBuffer) -> Value) -> Value {
        read(reply)
    }

    /// A request is shorter than the socket's buffer, so this never blocks.
    private func send(_ request: HelperRequest) throws(FetchFailure) {
        var message = ByteBuffer(capacity: 2_048)
        try mapping(message.append(request)) { (error: ExchangeError) in FetchFailure(error) }
        do throws(SystemError) {
            if case .bytes(message.count) = try helper.socket.send(message.span) { return }
        } catch {
            isBroken = true
            throw FetchFailure(ofHelper: "is lost: \(error)")
        }
        isBroken = true
        throw FetchFailure(ofHelper: "does not take its request")
    }

    private func receive() {
        guard let question else { return lose() }
        do throws(FetchFailure) {
            switch try receive(atMost: question.maximumBody) {
            case .answer(let answer): end(.success(answer))
            case .failure(let failure): end(.failure(FetchFailure(failure)))
            case nil: break
            }
        } catch {
            fail(error)
        }
    }

    /// The reply, once it is complete; an invalid one is a fault of the helper, not of the configuration.
    private func receive(atMost maximumBody: Int) throws(FetchFailure) -> ExchangeReply? {
        let isAtEnd: Bool
        isAtEnd = try mapping(
            helper.socket.receive(into: &reply, atMost: HelperLine.readSize) == .endOfStream
        ) { (error: SystemError) in FetchFailure(ofHelper: "is lost: \(error)") }
        do throws(ExchangeError) {
            if let whole = try HelperLine.decode(reply, atMost: maximumBody) { return whole }
        } catch {
            throw FetchFailure(ofHelper: "sent an invalid reply: \(error)")
        }
        guard !isAtEnd else {
            throw FetchFailure(ofHelper: "ended without an answer")
        }
        return nil
    }

    /// A separate function, because the compiler claims that a span of the property escapes.
    private static func decode(
        _ reply: borrowing ByteBuffer, atMost maximumBody: Int
    ) throws(ExchangeError) -> ExchangeReply? {
        try ExchangeReply.decode(reply.span, maximumBody: maximumBody)
    }

    private func expire() {
        guard question != nil else { return lose() }
        fail(FetchFailure(ofHelper: "did not answer in time"))
    }

    /// The helper is not reused, because late bytes from it could be mistaken for an answer.
    private func fail(_ failure: FetchFailure) {
        isBroken = true
        readable = nil
        end(.failure(failure))
    }

    private func lose() {
        isBroken = true
        readable = nil
        timer = nil
        whenIdle()
    }

    /// Must be the last step: the receiver of the result may drop this object.
    private func end(_ result: Result<ExchangeAnswer, FetchFailure>) {
        guard let finish = question?.finish else { return }
        question = nil
        hasAnswered = true
        arm(after: HelperLine.idle)
        finish(result)
    }

    private func arm(after span: Duration) {
        timer?.arm(atBootNanoseconds: (clock.now().boot + span).nanosecondsSinceBoot)
    }
}
