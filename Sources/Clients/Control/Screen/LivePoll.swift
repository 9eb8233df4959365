internal import Bytes
internal import Kernel
internal import OSSAuthClient
internal import Reaching

/// Sends the same requests to the daemon at an interval, also while it is unreachable.
struct LivePoll: ~Copyable {
    /// The outcome of a round of requests.
    enum Outcome {
        case nothing
        case answered
        case failed(Failure)
    }

    /// After this time without an answer, the screen says so.
    private static let patience = Duration.seconds(5)

    private let requests: [DaemonRequest]
    private let interval: Int64
    var link: Link
    private var nextTime = KernelClock.bootNanoseconds()
    private var askedAt: Int64 = 0
    private(set) var answers: [LiveAnswer] = []
    private var isAsking = false
    /// Before the first answer, a failure ends the command.
    private var hasAnswered = false

    init(_ requests: [DaemonRequest], every interval: Duration, over link: consuming Link) {
        self.requests = requests
        self.interval = interval.wholeNanoseconds
        self.link = link
    }

    /// Waits for a key, a signal, answers, or the time of the next request.
    mutating func wait() throws(Failure) -> Link.Woken {
        let wakes = isAsking ? min(askedAt + LivePoll.patience.wholeNanoseconds, nextTime) : nextTime
        return try link.wait(Link.Waiting(forInput: true, owedSince: nil, wakes: wakes))
    }

    /// Sends due requests, and reads the answers.
    mutating func proceed() -> Outcome {
        let now = KernelClock.bootNanoseconds()
        do throws(Failure) {
            if isAsking, try takeAnswers() { return .answered }
            if isAsking, now - askedAt > LivePoll.patience.wholeNanoseconds {
                throw failure(.noAnswer(within: LivePoll.patience), "the daemon does not answer")
            }
            if now >= nextTime { try ask(at: now) }
        } catch {
            giveUp()
            return .failed(error)
        }
        return .nothing
    }

    private mutating func ask(at now: Int64) throws(Failure) {
        nextTime = now + interval
        guard !isAsking else { return }
        answers.removeAll()
        askedAt = now
        try link.ask(requests)
        isAsking = true
    }

    /// Reads answers; `true` once all have arrived.
    private mutating func takeAnswers() throws(Failure) -> Bool {
        let goesOn = try link.exchange()
        while let arrival = try link.next() {
            answers.append(
                try link.read(arrival) { body throws(Failure) in
                    LiveAnswer(code: arrival.code, body: String(copying: body))
                })
        }
        if answers.count >= requests.count {
            isAsking = false
            hasAnswered = true
            return true
        }
        guard goesOn else { throw failure(.hungUp, "the daemon went away") }
        return false
    }

    private func failure(_ obstacle: Obstacle, _ sentence: String) -> Failure {
        hasAnswered
            ? Failure(.unreachable, "\(sentence); waiting for it")
            : .unreachable(.api, at: link.path, obstacle)
    }

    private mutating func giveUp() {
        link.close()
        isAsking = false
        nextTime = max(nextTime, KernelClock.bootNanoseconds() + interval)
    }
}

/// An answer with its own memory.
struct LiveAnswer {
    let code: Int
    let body: String
}
