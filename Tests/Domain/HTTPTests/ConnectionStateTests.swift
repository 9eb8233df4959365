import Testing

@testable import HTTP

/// Each event in each state, and the histories that are easy to get wrong.
struct ConnectionStateTests {
    typealias Actions = ConnectionState.Actions
    typealias Event = ConnectionState.Event
    typealias Phase = ConnectionState.Phase

    private func state(after events: [Event]) -> ConnectionState {
        var state = ConnectionState()
        for event in events { _ = state.handle(event) }
        return state
    }

    /// How each phase is reached from a new connection.
    private static let histories: [Phase: [Event]] = [
        .reading: [], .waiting: [.waits],
        .sending: [.outputBlocked], .streaming: [.streams],
        .draining: [.answered(isLast: true), .served(.nothing)], .closed: [.failed],
    ]

    /// Every event in every phase: the phase that follows, and what the server does.
    private static let transitions: [(Phase, Event, Phase, Actions)] = [
        (.reading, .inputEnded, .reading, .none),
        (.reading, .clientIsDone, .reading, .none),
        (.reading, .answered(isLast: false), .reading, .none),
        (.reading, .answered(isLast: true), .reading, .none),
        (.reading, .streams, .streaming, .none),
        (.reading, .waits, .waiting, Actions(interest: ConnectionState.Interest.none, deadline: .wait)),
        (.reading, .waitEnded, .reading, .none),
        (.reading, .outputBlocked, .sending, Actions(interest: .output, deadline: .request)),
        (.reading, .outputAccepted, .reading, .none),
        (.reading, .served(.nothing), .reading, Actions(deadline: .idle)),
        (.reading, .served(.noInput), .reading, .none),
        (.reading, .served(.newRequest), .reading, Actions(deadline: .request)),
        (.reading, .served(.sameRequest), .reading, .none),
        (.reading, .served(.moreRequests), .reading, Actions(deadline: .idle)),
        (.reading, .streamEnded, .reading, .none),
        (.reading, .deadline, .closed, .close),
        (.reading, .stop, .reading, Actions(step: .serve, deadline: .lastMoment)),

        (.waiting, .inputEnded, .waiting, .none),
        (.waiting, .clientIsDone, .waiting, .none),
        (.waiting, .answered(isLast: false), .waiting, .none),
        (.waiting, .streams, .waiting, .none),
        (.waiting, .waits, .waiting, .none),
        (.waiting, .waitEnded, .reading, Actions(step: .serve, interest: .input, deadline: .idle)),
        (.waiting, .outputBlocked, .sending, Actions(interest: .output, deadline: .request)),
        (.waiting, .outputAccepted, .waiting, .none),
        (.waiting, .served(.newRequest), .waiting, .none),
        (.waiting, .streamEnded, .waiting, .none),
        (.waiting, .deadline, .waiting, Actions(step: .endWait)),
        (.waiting, .stop, .waiting, .none),

        (.sending, .inputEnded, .sending, .none),
        (.sending, .clientIsDone, .sending, .none),
        (.sending, .answered(isLast: false), .sending, .none),
        (.sending, .streams, .sending, .none),
        (.sending, .waits, .sending, .none),
        (.sending, .waitEnded, .sending, .none),
        (.sending, .outputBlocked, .sending, Actions(interest: .output, deadline: .request)),
        (.sending, .outputAccepted, .reading, Actions(step: .serve, interest: .input, deadline: .idle)),
        (.sending, .served(.nothing), .sending, .none),
        (.sending, .streamEnded, .sending, .none),
        (.sending, .deadline, .closed, .close),
        (.sending, .stop, .sending, .none),

        (.streaming, .inputEnded, .streaming, .none),
        (.streaming, .clientIsDone, .streaming, .none),
        (.streaming, .answered(isLast: false), .streaming, .none),
        (.streaming, .streams, .streaming, .none),
        (.streaming, .waits, .streaming, .none),
        (.streaming, .waitEnded, .streaming, .none),
        (.streaming, .outputBlocked, .streaming, Actions(interest: .output, deadline: .idle)),
        (.streaming, .outputAccepted, .streaming, Actions(step: .continueStream)),
        (.streaming, .served(.nothing), .streaming, .none),
        (.streaming, .streamEnded, .reading, Actions(interest: .input)),
        (.streaming, .deadline, .closed, .close),
        (.streaming, .stop, .streaming, Actions(step: .endStream)),

        (.draining, .inputEnded, .closed, .close),
        (.draining, .clientIsDone, .draining, .none),
        (.draining, .answered(isLast: false), .draining, .none),
        (.draining, .streams, .draining, .none),
        (.draining, .waits, .draining, .none),
        (.draining, .waitEnded, .draining, .none),
        (.draining, .outputBlocked, .draining, .none),
        (.draining, .outputAccepted, .draining, .none),
        (.draining, .served(.nothing), .draining, .none),
        (.draining, .streamEnded, .draining, .none),
        (.draining, .deadline, .closed, .close),
        (.draining, .stop, .draining, Actions(deadline: .lastMoment)),
    ]

    @Test(arguments: transitions)
    func `an event in a phase leads to the phase and the actions that are written here`(
        phase: Phase, event: Event, next: Phase, actions: Actions
    ) throws {
        var state = state(after: try #require(Self.histories[phase]))
        #expect(state.phase == phase)
        #expect(state.handle(event) == actions)
        #expect(state.phase == next)
    }

    @Test func `every kind of event is written here for every open phase`() {
        let kinds = Set(Self.transitions.map { Self.name(of: $0.1) })
        for phase in Phase.allCases where phase != .closed {
            let written = Set(Self.transitions.filter { $0.0 == phase }.map { Self.name(of: $0.1) })
            #expect(written == kinds, "\(phase)")
        }
    }

    private static func name(of event: Event) -> Substring { "\(event)".prefix { $0 != "(" } }

    @Test(arguments: Phase.allCases) func `a failure closes a connection in every phase`(phase: Phase) throws
    {
        var state = state(after: try #require(Self.histories[phase]))
        #expect(state.handle(.failed) == .close)
        #expect(state.phase == .closed && !state.isWaiting)
    }

    @Test func `a closed connection stays closed`() {
        for (_, event, _, _) in Self.transitions {
            var state = state(after: [.failed])
            _ = state.handle(event)
            #expect(state.phase == .closed, "\(event)")
        }
    }

    @Test func `a client that ended its direction is answered, then closed`() {
        var state = state(after: [.inputEnded, .answered(isLast: false)])
        #expect(state.handle(.served(.nothing)) == .close)
    }

    @Test func `the last answer is followed by the end, and input is discarded until the client closes`() {
        var state = state(after: [.answered(isLast: true)])
        #expect(!state.canRead)
        #expect(state.handle(.served(.newRequest)) == Actions(step: .finishSending, deadline: .request))
        #expect(state.handle(.inputEnded) == .close)
    }

    @Test func `a client that asked to close and sent nothing more is closed at once`() {
        var state = state(after: [.clientIsDone, .answered(isLast: true)])
        #expect(state.handle(.served(.nothing)) == .close)
    }

    @Test func `a request waits behind an unread answer, and goes on waiting when that is read`() {
        var state = state(after: [.waits, .outputBlocked])
        #expect(state.phase == .sending && state.waitsBehindAnswer && state.isWaiting)
        #expect(
            state.handle(.outputAccepted)
                == Actions(interest: ConnectionState.Interest.none, deadline: .wait))
        #expect(state.phase == .waiting && !state.waitsBehindAnswer)
    }

    @Test func `a wait that ends behind an unread answer is served when that is read`() {
        var state = state(after: [.waits, .outputBlocked, .waitEnded])
        #expect(state.phase == .sending && !state.isWaiting)
        #expect(state.handle(.outputAccepted) == Actions(step: .serve, interest: .input, deadline: .idle))
    }

    @Test func `after the end of the input no more is asked for`() {
        var state = state(after: [.inputEnded, .waits])
        #expect(
            state.handle(.waitEnded)
                == Actions(step: .serve, interest: ConnectionState.Interest.none, deadline: .idle))
    }

    @Test func `a stop closes a connection between requests, and lets a request finish`() {
        var answered = state(after: [.answered(isLast: false)])
        #expect(answered.handle(.stop) == Actions(step: .serve))
        #expect(answered.handle(.served(.sameRequest)) == .none)
        #expect(answered.handle(.served(.noInput)) == .close)
        var silent = state(after: [.stop])
        #expect(silent.handle(.served(.noInput)) == .none)
        _ = silent.handle(.answered(isLast: true))
        var other = silent
        #expect(silent.handle(.served(.nothing)) == .close)
        #expect(
            other.handle(.served(.newRequest)) == Actions(step: .finishSending, deadline: .lastMoment))
    }

    @Test func `a connection fits two bytes`() {
        #expect(MemoryLayout<ConnectionState>.size == 2)
    }
}
