internal import Bytes
internal import Exchange
internal import Kernel
internal import OSSAuthClient

/// Sends requests to OSS through the fetch helper, so that this program needs no library for TLS.
struct Courier {
    private static let largestAnswer = 65_536
    /// The timeout of an exchange, and some time for the helper itself.
    private static let patience: Int64 = 25_000_000_000

    private let helper: String

    /// An answer of OSS.
    struct OSSAnswer {
        let status: Int
        let body: String
    }

    /// The end of an exchange.
    enum Delivery {
        case answer(OSSAnswer)
        /// `mayHaveArrived`: the request was sent, and OSS may have acted on it.
        case none(reason: String, mayHaveArrived: Bool)
    }

    init() throws(Failure) {
        helper = try Courier.running { () throws(SystemError) in try ThisProcess.neighbour("ossauth-fetch") }
    }

    /// Sends one request and waits for its answer.
    func send(
        _ method: OSSRequest.Method, _ url: String, _ headers: [OSSRequest.Header], body: String
    ) throws(Failure) -> Delivery {
        let request = try Courier.request(method, url, headers, body)
        return try Courier.reply(
            try Courier.running { () throws(SystemError) in try exchange(request) })
    }

    /// One line of JSON.
    private static func request(
        _ method: OSSRequest.Method, _ url: String, _ headers: [OSSRequest.Header], _ body: String
    ) throws(Failure) -> ByteBuffer {
        try Failure.saying("the signed request cannot be sent", as: .upstream) { () throws(ExchangeError) in
            guard let method = ExchangeRequest.Method(rawValue: method.rawValue) else { throw .method }
            var request = ExchangeRequest(method, try ExchangeURL(url))
            for header in headers {
                request.headers.append(try ExchangeHeader(name: header.name, value: header.value))
            }
            request.body = ExchangeBody(copying: body.utf8Span.span)
            request.maximumResponseSize = largestAnswer
            // The endpoint of the profile decides, as it does for the programs that use it.
            request.allowPlainHTTP = true
            var line = ByteBuffer(capacity: 4_096)
            try line.append(request)
            return line
        }
    }

    /// The reply of a helper of its own, in a process group that an interrupt of the terminal does not reach.
    private func exchange(_ request: borrowing ByteBuffer) throws(SystemError) -> ByteBuffer {
        var pair = try SocketPair()
        let ours = pair.take()
        let theirs = pair.take()
        let child = try ChildProcess(
            helper, arguments: ["--fd", "3"], environment: ["LC_ALL=C"],
            inheriting: [InheritedDescriptor(theirs, as: 3), .standardError], asGroup: true)
        // The reply ends only when every end of the helper is closed.
        _ = consume theirs
        let deadline = KernelClock.bootNanoseconds() + Courier.patience
        try ours.sendAll(request.span, waitingUntil: deadline)
        let reply = try ours.contents(until: deadline)
        _ = consume child
        return reply
    }

    private static func reply(_ reply: borrowing ByteBuffer) throws(Failure) -> Delivery {
        switch try decoded(reply) {
        case .answer(let answer):
            return .answer(OSSAnswer(status: answer.status, body: String(copying: reply[answer.body])))
        case .failure(let failure):
            let mayHaveArrived = [.network, .timeout, .tooLarge].contains(failure.kind)
            return .none(reason: failure.message, mayHaveArrived: mayHaveArrived)
        case nil: throw Failure(.upstream, "ossauth-fetch ended without an answer")
        }
    }

    private static func decoded(_ reply: borrowing ByteBuffer) throws(Failure) -> ExchangeReply? {
        try Failure.saying("the answer of ossauth-fetch cannot be read", as: .upstream) {
            () throws(ExchangeError) in
            try ExchangeReply.decode(reply.span, maximumBody: largestAnswer)
        }
    }

    private static func running<Value: ~Copyable>(
        _ body: () throws(SystemError) -> Value
    ) throws(Failure) -> Value {
        try Failure.saying("ossauth-fetch, which sends the requests, cannot be used", body)
    }
}

extension Descriptor {
    /// Everything until the end.
    fileprivate func contents(until deadline: Int64) throws(SystemError) -> ByteBuffer {
        var contents = ByteBuffer(capacity: 4_096)
        while case .bytes = try receive(into: &contents, atMost: 65_536, waitingUntil: deadline) {}
        return contents
    }
}
