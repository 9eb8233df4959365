internal import Bytes
internal import EventLoop
internal import Exchange
internal import Kernel
internal import Settings
internal import Time
internal import Tokens

/// One exchange with the AppServer, done by a helper process.
///
/// Dropping it ends the helper.
///
/// Our address space never sees TLS, names or a socket to the outside; what comes back is bytes that are checked.
final class Fetch {
    /// Beyond the exchange's own timeout: then the helper itself hangs.
    private static let grace = Duration.seconds(10)
    private static let readSize = 16_384

    private let helper: FetchHelper.Conversation
    private let maximumBody: Int
    private let assumedLife: Int
    private let surroundings: Surroundings
    private let finish: (consuming Result<ReceivedCredential, FetchFailure>) -> Void
    private var reply = ByteBuffer(capacity: Fetch.readSize)
    private var readable: IOSource?
    private var timeout: Timer?

    init(
        _ server: AppServerSettings, in surroundings: Surroundings, life: Duration,
        finish: @escaping (consuming Result<ReceivedCredential, FetchFailure>) -> Void
    ) throws {
        let request = try ExchangeRequest(server)
        helper = try surroundings.fetchHelper.begin()
        maximumBody = request.maximumResponseSize
        assumedLife = Int(life.components.seconds)
        self.surroundings = surroundings
        self.finish = finish
        try send(request)
        readable = try IOSource(helper.socket, for: .readable, on: surroundings.loop) { [unowned self] _ in
            receive()
        }
        timeout = try Timer(on: surroundings.loop) { [unowned self] in
            end(.failure(FetchFailure(kind: .passing, message: "the fetch helper did not answer in time")))
        }
        let limit = surroundings.clock.now().boot + .seconds(request.timeout) + Fetch.grace
        try timeout?.arm(atBootNanoseconds: limit.nanosecondsSinceBoot)
    }

    deinit {
        reply.wipe()
    }
}

extension Fetch {
    /// A request is shorter than a socket's buffer, so nothing waits here.
    private func send(_ request: ExchangeRequest) throws {
        var message = ByteBuffer(capacity: 2_048)
        try message.append(request)
        guard case .bytes(message.count) = try helper.socket.send(message.span) else {
            throw FetchFailure(kind: .passing, message: "the fetch helper does not take its request")
        }
    }

    private func receive() {
        do {
            let result = try helper.socket.receive(into: &reply, atMost: Fetch.readSize)
            guard let decoded = try ExchangeReply.decode(reply.span, maximumBody: maximumBody) else {
                guard result == .endOfStream else { return }
                throw FetchFailure(kind: .passing, message: "the fetch helper ended without an answer")
            }
            end(credential(from: decoded, in: reply))
        } catch let failure as FetchFailure {
            end(.failure(failure))
        } catch {
            end(.failure(FetchFailure(kind: .passing, message: "the fetch helper: \(error)")))
        }
    }

    private func credential(
        from decoded: ExchangeReply, in bytes: borrowing ByteBuffer
    ) -> Result<ReceivedCredential, FetchFailure> {
        switch decoded {
        case .failure(let failure): return .failure(FetchFailure(failure))
        case .answer(let answer):
            // Some AppServers say what is wrong with a status of 400 or 500; the document tells more than the number.
            let now = surroundings.clock.now().wall
            do throws(CredentialError) {
                let received = try AppServerReply.credential(
                    in: bytes[answer.body], at: now, assumedLife: assumedLife)
                guard answer.status == 200 else {
                    return .failure(FetchFailure(status: answer.status, retryAfter: answer.retryAfter))
                }
                return .success(received)
            } catch {
                return .failure(failure(error, answer))
            }
        }
    }

    private func failure(_ error: CredentialError, _ answer: ExchangeAnswer) -> FetchFailure {
        var failure = FetchFailure(status: answer.status, retryAfter: answer.retryAfter)
        if case .refused = error { failure.message = error.description }
        if answer.status == 200 { failure = FetchFailure(error) }
        return failure
    }

    private func end(_ result: consuming Result<ReceivedCredential, FetchFailure>) {
        readable = nil
        timeout = nil
        finish(result)
    }
}
