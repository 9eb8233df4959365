internal import Bytes
internal import EventLoop
internal import Exchange
internal import Kernel
internal import Time
internal import Tokens

/// One exchange, done by a helper process; dropping it ends the helper.
///
/// Our address space never sees TLS, names or a socket to the outside; what comes back is bytes that are checked.
final class HelperExchange {
    /// Beyond the exchange's own timeout: then the helper itself hangs.
    private static let grace = Duration.seconds(10)
    private static let readSize = 16_384

    private let helper: FetchHelper.Conversation
    private let maximumBody: Int
    private let finish: (Result<ExchangeAnswer, FetchFailure>) -> Void
    private var reply = ByteBuffer(capacity: HelperExchange.readSize)
    private var readable: IOSource?
    private var timeout: Timer?

    init(
        _ request: HelperRequest, in surroundings: Surroundings,
        finish: @escaping (Result<ExchangeAnswer, FetchFailure>) -> Void
    ) throws {
        helper = try surroundings.fetchHelper.begin()
        maximumBody = request.maximumResponseSize
        self.finish = finish
        try send(request)
        readable = try IOSource(helper.socket, for: .readable, on: surroundings.loop) { [unowned self] _ in
            receive()
        }
        timeout = try Timer(on: surroundings.loop) { [unowned self] in
            end(.failure(FetchFailure(kind: .passing, message: "the fetch helper did not answer in time")))
        }
        let limit = surroundings.clock.now().boot + .seconds(request.timeout) + HelperExchange.grace
        try timeout?.arm(atBootNanoseconds: limit.nanosecondsSinceBoot)
    }

    deinit {
        reply.wipe()
    }

    /// Lends the bytes in which the body of the answer stands.
    func withReply<Value: ~Copyable>(_ read: (borrowing ByteBuffer) -> Value) -> Value {
        read(reply)
    }
}

extension HelperExchange {
    /// A request is shorter than a socket's buffer, so nothing waits here.
    private func send(_ request: HelperRequest) throws {
        var message = ByteBuffer(capacity: 2_048)
        try message.append(request)
        guard case .bytes(message.count) = try helper.socket.send(message.span) else {
            throw FetchFailure(kind: .passing, message: "the fetch helper does not take its request")
        }
    }

    private func receive() {
        do {
            let result = try helper.socket.receive(into: &reply, atMost: HelperExchange.readSize)
            guard let decoded = try ExchangeReply.decode(reply.span, maximumBody: maximumBody) else {
                guard result == .endOfStream else { return }
                throw FetchFailure(kind: .passing, message: "the fetch helper ended without an answer")
            }
            switch decoded {
            case .answer(let answer): end(.success(answer))
            case .failure(let failure): end(.failure(FetchFailure(failure)))
            }
        } catch let failure as FetchFailure {
            end(.failure(failure))
        } catch {
            end(.failure(FetchFailure(kind: .passing, message: "the fetch helper: \(error)")))
        }
    }

    private func end(_ result: Result<ExchangeAnswer, FetchFailure>) {
        readable = nil
        timeout = nil
        finish(result)
    }
}
