internal import Bytes
internal import Commands
internal import Kernel

/// Asks the daemon the same again and again; a daemon that is away is asked until it is back.
struct LivePoll: ~Copyable {
    /// What came of a round of questions.
    enum Outcome {
        case nothing
        case answered
        case failed(Failure)
    }

    /// An answer that takes longer is worth a word.
    private static let patience = Duration.seconds(5)

    private let requests: [APIRequest]
    private let interval: Int64
    var link: Link
    private var nextTime = KernelClock.bootNanoseconds()
    private var askedAt: Int64 = 0
    private(set) var answers: [LiveAnswer] = []
    private var isAsking = false
    /// Who never answered is not waited for.
    private var hasAnswered = false

    init(_ requests: [APIRequest], every interval: Duration, over link: consuming Link) {
        self.requests = requests
        self.interval = interval.wholeNanoseconds
        self.link = link
    }

    /// Waits for what comes first: a key, a signal, answers, or the time to ask.
    mutating func wait() throws(Failure) -> Link.Woken {
        let wakes = isAsking ? min(askedAt + LivePoll.patience.wholeNanoseconds, nextTime) : nextTime
        return try link.wait(Link.Waiting(forInput: true, owedSince: nil, wakes: wakes))
    }

    /// Asks when it is time, and takes what has come.
    mutating func proceed() -> Outcome {
        let now = KernelClock.bootNanoseconds()
        do throws(Failure) {
            if isAsking, try takeAnswers() { return .answered }
            if isAsking, now - askedAt > LivePoll.patience.wholeNanoseconds { throw silence }
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

    /// Whether all the answers are there.
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
        guard goesOn else { throw absence }
        return false
    }

    private var absence: Failure {
        guard hasAnswered else { return .unreachable(.api, at: link.path, .hungUp) }
        return Failure(.unreachable, "the daemon went away; waiting for it")
    }

    private var silence: Failure {
        guard hasAnswered else {
            return .unreachable(.api, at: link.path, .noAnswer(within: LivePoll.patience))
        }
        return Failure(.unreachable, "the daemon does not answer; waiting for it")
    }

    private mutating func giveUp() {
        link.close()
        isAsking = false
        nextTime = max(nextTime, KernelClock.bootNanoseconds() + interval)
    }
}
