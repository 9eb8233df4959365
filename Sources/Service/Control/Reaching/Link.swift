internal import Bytes
internal import Commands
internal import Kernel

/// A channel to the daemon that is opened when it is needed, and again when the daemon is started anew.
struct Link: ~Copyable {
    /// How long a daemon may take to be started anew.
    private static let restart = Duration.seconds(5)
    private static let answers: UInt64 = 0
    private static let input: UInt64 = 1
    private static let signal: UInt64 = 2

    let path: String
    private let patience: Duration
    private let events: EventSet
    private var channel: Channel?
    /// Something was answered since it was opened.
    private var hasAnswered = false
    private var hasInput = false

    init(to path: String, patience: Duration) throws(Failure) {
        self.path = path
        self.patience = patience
        events = try Failure.reaching(path, within: .zero) { () throws(SystemError) in try EventSet() }
    }
}

extension Link {
    /// Sends the requests behind those that were asked before.
    mutating func ask(_ requests: [APIRequest]) throws(Failure) {
        if channel == nil { try open(retries: false) }
        for request in requests { channel?.queue(request) }
        _ = try exchange(reads: false)
    }

    /// Asks a daemon that was started anew; one that hangs up again and again is no such daemon.
    mutating func askAgain(_ requests: [APIRequest]) throws(Failure) {
        guard hasAnswered else { throw .unreachable(.api, at: path, .hungUp) }
        close()
        try open(retries: true)
        for request in requests { channel?.queue(request) }
        _ = try exchange(reads: false)
    }

    mutating func close() {
        channel = nil
        hasAnswered = false
    }

    /// Sends and takes what goes without waiting; `false`: the daemon has hung up.
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

    /// The next answer that is there whole.
    mutating func next() throws(Failure) -> Arrival? {
        guard let arrival = try channel?.next() else { return nil }
        hasAnswered = true
        return arrival
    }

    /// Reads the body of an answer; only before anything else is taken from the daemon.
    mutating func read<Value>(
        _ arrival: Arrival, _ body: (Span<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let channel = channel.take() else { preconditionFailure("an answer without a channel") }
        // Where this throws, the daemon is asked nothing more, and the channel ends.
        let value = try body(channel[arrival])
        self.channel = consume channel
        return value
    }
}

extension Link {
    /// What to wait for, and how long.
    struct Waiting {
        let forInput: Bool
        /// Since when the daemon owes an answer, on the boot clock; `nil`: waiting for it is no hurry.
        let owedSince: Int64?
        /// On the boot clock.
        let wakes: Int64
    }

    /// What there is after waiting.
    struct Woken {
        var hasInput = false
        var hasSignal = false
        var hasAnswers = false
    }

    /// Tells of these signals as well from now on.
    mutating func listen(to signals: borrowing SignalQueue) throws(Failure) {
        try reaching { link throws(SystemError) in
            try link.events.add(signals.descriptor, for: .input, token: Link.signal)
        }
    }

    /// Waits for answers, input, signals or the time; an answer that is owed for too long is an error.
    mutating func wait(_ waiting: Waiting) throws(Failure) -> Woken {
        let silence = waiting.owedSince.map { $0 + patience.wholeNanoseconds } ?? .max
        let count = try reaching { link throws(SystemError) in
            if waiting.forInput != link.hasInput { try link.setInput(waiting.forInput) }
            if waiting.forInput, !link.hasInput { return 0 }
            return try link.events.wait(until: min(silence, waiting.wakes))
        }
        // What cannot be waited for, such as /dev/null, is always ready.
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
                    link.channel = Channel(connection, to: link.path)
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
