internal import Bytes
internal import Kernel
internal import OSSAuthClient
internal import Reaching

/// A channel to the daemon that is opened on demand, and again after a restart of the daemon.
struct Link: ~Copyable {
    /// The time that a restart of the daemon may take.
    private static let restart = Duration.seconds(5)
    private static let answers: UInt64 = 0
    private static let input: UInt64 = 1
    private static let signal: UInt64 = 2

    let path: String
    private let patience: Duration
    private let events: EventSet
    private var channel: Channel?
    /// Whether the channel has received an answer.
    private var hasAnswered = false
    private var hasInput = false

    init(to path: String, patience: Duration) throws(Failure) {
        self.path = path
        self.patience = patience
        events = try Failure.reaching(path, within: .zero) { () throws(SystemError) in try EventSet() }
    }
}

extension Link {
    /// Sends requests behind the earlier ones.
    mutating func ask(_ requests: [DaemonRequest]) throws(Failure) {
        if channel == nil { try open(retries: false) }
        for request in requests { channel?.queue { request.write(into: &$0) } }
        _ = try exchange(reads: false)
    }

    /// Sends requests to a restarted daemon; a daemon that never answers is not tried again.
    mutating func askAgain(_ requests: [DaemonRequest]) throws(Failure) {
        guard hasAnswered else { throw .unreachable(.api, at: path, .hungUp) }
        close()
        try open(retries: true)
        for request in requests { channel?.queue { request.write(into: &$0) } }
        _ = try exchange(reads: false)
    }

    mutating func close() {
        channel = nil
        hasAnswered = false
    }

    /// Sends and reads without blocking; `false`: the daemon has closed the connection.
    mutating func exchange(reads: Bool = true) throws(Failure) -> Bool {
        try reaching { link throws(SystemError) in
            guard var channel = link.channel.take() else { return true }
            try channel.send()
            let goesOn = try reads ? channel.receive() : true
            try link.events.modify(
                channel.connection, for: channel.wantsToSend ? .both : .input, token: Link.answers)
            link.channel = consume channel
            return goesOn
        }
    }

    /// The next complete answer.
    mutating func next() throws(Failure) -> Arrival? {
        let arrival = try Failure.asking(path, within: patience) { () throws(ReachingError) in
            try channel?.next()
        }
        guard let arrival else { return nil }
        hasAnswered = true
        return arrival
    }

    /// Reads the body of an answer, before the next `exchange`.
    mutating func read<Value>(
        _ arrival: Arrival, _ body: (Span<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let channel = channel.take() else { preconditionFailure("an answer without a channel") }
        // An error closes the channel, because it ends the run.
        let value = try Link.lend(arrival, of: channel, to: body)
        self.channel = consume channel
        return value
    }

    private static func lend<Value>(
        _ arrival: Arrival, of channel: borrowing Channel, to body: (Span<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(channel[arrival])
    }

    /// The events to wait for, and how long.
    struct Waiting {
        let forInput: Bool
        /// Since when an answer is due, on the boot clock; `nil`: it may take any time.
        let owedSince: Int64?
        /// The end of the wait, on the boot clock.
        let wakes: Int64
    }

    /// The events after a wait.
    struct Woken {
        var hasInput = false
        var hasSignal = false
        var hasAnswers = false
    }

    /// Waits for these signals too from now on.
    mutating func listen(to signals: borrowing SignalQueue) throws(Failure) {
        try reaching { link throws(SystemError) in
            try link.events.add(signals.descriptor, for: .input, token: Link.signal)
        }
    }

    /// Waits for answers, input, signals or the time; an overdue answer is an error.
    mutating func wait(_ waiting: Waiting) throws(Failure) -> Woken {
        let silence = waiting.owedSince.map { $0 + patience.wholeNanoseconds } ?? .max
        let count = try reaching { link throws(SystemError) in
            if waiting.forInput != link.hasInput { try link.setInput(waiting.forInput) }
            if waiting.forInput, !link.hasInput { return 0 }
            return try link.events.wait(until: min(silence, waiting.wakes))
        }
        // An input that cannot be polled, such as /dev/null, is always ready.
        if waiting.forInput, !hasInput { return Woken(hasInput: true) }
        guard count > 0 || KernelClock.bootNanoseconds() < silence else {
            throw .unreachable(.api, at: path, .noAnswer(within: patience))
        }
        return (0..<count).reduce(into: Woken()) { woken, index in
            switch events.event(index).token {
            case Link.input: woken.hasInput = true
            case Link.signal: woken.hasSignal = true
            default: woken.hasAnswers = true
            }
        }
    }

    private mutating func setInput(_ isWanted: Bool) throws(SystemError) {
        if isWanted {
            hasInput = try events.add(.input, token: Link.input)
        } else {
            try events.remove(.input)
            hasInput = false
        }
    }

    private mutating func open(retries: Bool) throws(Failure) {
        let deadline = KernelClock.bootNanoseconds() + Link.restart.wholeNanoseconds
        try reaching(within: Link.restart) { link throws(SystemError) in
            while true {
                do throws(SystemError) {
                    let connection = try UnixSocket.connect(to: link.path, waitingUntil: deadline)
                    try link.events.add(connection, for: .input, token: Link.answers)
                    link.channel = Channel(connection)
                    return
                } catch {
                    guard retries, KernelClock.bootNanoseconds() < deadline else { throw error }
                    _ = try link.events.wait(until: KernelClock.bootNanoseconds() + 20_000_000)
                }
            }
        }
    }

    private mutating func reaching<Value>(
        within limit: Duration? = nil, _ body: (inout Link) throws(SystemError) -> Value
    ) throws(Failure) -> Value {
        try Failure.reaching(path, within: limit ?? patience) { () throws(SystemError) in try body(&self) }
    }
}
