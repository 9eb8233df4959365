/// The state of one connection of an HTTP server: it decides what follows from each event, and the server does it.
///
/// Requests are answered in their order. The one at the front may wait while the client has not read the answer before it.
package struct ConnectionState: Equatable, Sendable {
    package enum Phase: UInt8, CaseIterable, Sendable {
        /// Between requests, or within one.
        case reading
        /// The request at the front waits, for a token for example.
        case waiting
        /// The client has not read all of an answer, so the server reads no further request.
        case sending
        /// The answer is a stream, which ends with the connection.
        case streaming
        /// The client has its last answer; further input is discarded until it closes.
        case draining
        case closed
    }

    package private(set) var phase = Phase.reading
    private var flags: Flags = []

    package init() {}

    /// The client will send nothing more.
    package var inputEnded: Bool { flags.contains(.inputEnded) }

    /// The connection ends after the present answer.
    package var endsAfterAnswer: Bool { flags.contains(.endsAfterAnswer) }

    /// The client had an answer, so it can connect again when the connection is closed between requests.
    package var wasAnswered: Bool { flags.contains(.wasAnswered) }

    /// The request at the front waits, and the client has not read the answer before it.
    package var waitsBehindAnswer: Bool { flags.contains(.waitsBehindAnswer) }

    /// Whether a wait of the request at the front is still open.
    package var isWaiting: Bool { phase == .waiting || waitsBehindAnswer }

    /// Whether another request may be read.
    package var canRead: Bool { phase == .reading && !endsAfterAnswer }

    private struct Flags: OptionSet, Equatable, Sendable {
        let rawValue: UInt8

        static let inputEnded = Flags(rawValue: 1)
        static let endsAfterAnswer = Flags(rawValue: 2)
        static let clientIsDone = Flags(rawValue: 4)
        static let wasAnswered = Flags(rawValue: 8)
        static let waitsBehindAnswer = Flags(rawValue: 16)
        static let isStopping = Flags(rawValue: 32)
    }

    package enum Event: Equatable, Sendable {
        /// The end of the stream was read.
        case inputEnded
        /// The client asked to close after the request at the front, and sent nothing more.
        case clientIsDone
        /// The request at the front has its answer, which may be the last one.
        case answered(isLast: Bool)
        /// The answer to the request at the front is the beginning of a stream.
        case streams
        /// The request at the front has to wait.
        case waits
        /// The wait is over.
        case waitEnded
        /// The kernel did not accept all of the output.
        case outputBlocked
        /// The kernel accepted the rest of the output.
        case outputAccepted
        /// The requests that were read are answered.
        case served(Remainder)
        case streamEnded
        case deadline
        /// The server stops.
        case stop
        /// The client is gone, or the connection failed.
        case failed
    }

    /// The input that is left after requests were answered.
    package enum Remainder: Equatable, Sendable {
        /// Nothing was read.
        case noInput
        /// The input ended with the last request.
        case nothing
        /// The input ends with the start of a new request.
        case newRequest
        /// No request was complete, so the deadline of the present one stays.
        case sameRequest
        /// The turn of the user ended before all requests were looked at.
        case moreRequests
    }

    /// The next step of the server, after it has set interest and deadline.
    package enum Step: Equatable, Sendable {
        case nothing
        /// Read and answer the requests that have arrived.
        case serve
        /// Tell the request at the front that its time is over.
        case endWait
        /// Append to the stream.
        case continueStream
        case endStream
        /// Shut down the sending side.
        case finishSending
        case close
    }

    /// The readiness to wait for.
    package enum Interest: Equatable, Sendable {
        case none, input, output
    }

    /// The time by which the present phase must end.
    package enum Deadline: Equatable, Sendable {
        case idle, request, wait, lastMoment
    }

    package struct Actions: Equatable, Sendable {
        package var step = Step.nothing
        /// `nil`: as before.
        package var interest: Interest?
        /// `nil`: as before.
        package var deadline: Deadline?

        static let none = Actions()
        static let close = Actions(step: .close)
    }

    package mutating func handle(_ event: Event) -> Actions {
        switch event {
        case .failed: return close()
        case .inputEnded:
            flags.insert(.inputEnded)
            return phase == .draining ? close() : .none
        case .clientIsDone: flags.insert(.clientIsDone)
        case .answered(let isLast): flags.formUnion(isLast ? [.wasAnswered, .endsAfterAnswer] : .wasAnswered)
        case .streams: return beginStream()
        case .waits: return beginWait()
        case .waitEnded: return endWait()
        case .outputBlocked: return beginSending()
        case .outputAccepted: return endSending()
        case .served(let remainder): return served(remainder)
        case .streamEnded: return endStream()
        case .deadline: return expire()
        case .stop: return stop()
        }
        return .none
    }

    private mutating func close() -> Actions {
        phase = .closed
        flags.remove(.waitsBehindAnswer)
        return .close
    }

    private mutating func beginStream() -> Actions {
        guard phase == .reading else { return .none }
        phase = .streaming
        flags.formUnion([.endsAfterAnswer, .wasAnswered])
        return .none
    }

    private mutating func beginWait() -> Actions {
        guard phase == .reading else { return .none }
        phase = .waiting
        return Actions(interest: Interest.none, deadline: .wait)
    }

    /// A request behind an unread answer is served after the client has read that answer.
    private mutating func endWait() -> Actions {
        if phase == .waiting { return serveAgain() }
        flags.remove(.waitsBehindAnswer)
        return .none
    }

    /// Until its turn the client has nothing to do.
    private mutating func serveAgain() -> Actions {
        phase = .reading
        return Actions(step: .serve, interest: inputEnded ? Interest.none : .input, deadline: .idle)
    }

    private mutating func beginSending() -> Actions {
        switch phase {
        case .streaming: return Actions(interest: .output, deadline: .idle)
        case .waiting: flags.insert(.waitsBehindAnswer)
        case .reading, .sending: break
        case .draining, .closed: return .none
        }
        phase = .sending
        return Actions(interest: .output, deadline: .request)
    }

    private mutating func endSending() -> Actions {
        switch phase {
        case .streaming: return Actions(step: .continueStream)
        case .sending where waitsBehindAnswer:
            flags.remove(.waitsBehindAnswer)
            phase = .waiting
            return Actions(interest: Interest.none, deadline: .wait)
        case .sending: return serveAgain()
        case .reading, .waiting, .draining, .closed: return .none
        }
    }

    private mutating func served(_ remainder: Remainder) -> Actions {
        guard phase == .reading else { return .none }
        // Until its turn the client has nothing to do.
        guard remainder != .moreRequests else { return Actions(deadline: .idle) }
        let isLeft = remainder == .newRequest || remainder == .sameRequest
        if inputEnded || (flags.contains(.isStopping) && !isLeft && wasAnswered) { return close() }
        if endsAfterAnswer { return drain() }
        switch remainder {
        case .nothing: return Actions(deadline: .idle)
        // From the first byte of a request the client has `RequestTimeout=` for the rest of it.
        case .newRequest: return Actions(deadline: .request)
        case .sameRequest, .noInput, .moreRequests: return .none
        }
    }

    /// Closing while the client still sends would make the kernel discard the answer.
    private mutating func drain() -> Actions {
        guard !flags.contains(.clientIsDone) else { return close() }
        phase = .draining
        return Actions(
            step: .finishSending, deadline: flags.contains(.isStopping) ? .lastMoment : .request)
    }

    private mutating func endStream() -> Actions {
        guard phase == .streaming else { return .none }
        phase = .reading
        return Actions(interest: inputEnded ? Interest.none : .input)
    }

    private mutating func expire() -> Actions {
        switch phase {
        case .waiting: return Actions(step: .endWait)
        case .reading, .sending, .streaming, .draining: return close()
        case .closed: return .none
        }
    }

    /// A client without an answer gets a moment to send its request, and one with all answers a moment to close.
    private mutating func stop() -> Actions {
        flags.insert(.isStopping)
        switch phase {
        case .reading: return Actions(step: .serve, deadline: wasAnswered ? nil : .lastMoment)
        case .streaming: return Actions(step: .endStream)
        case .draining: return Actions(deadline: .lastMoment)
        case .waiting, .sending, .closed: return .none
        }
    }
}
