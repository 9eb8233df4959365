internal import FuzzInput
internal import HTTP

/// Each byte is an event.
@c(LLVMFuzzerTestOneInput)
func fuzzConnectionState(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe fuzz(start, count) { input in
        var state = ConnectionState()
        for index in input.indices { handle(event(of: input[index]), in: &state) }
        expire(&state)
    }
}

private func handle(_ event: ConnectionState.Event, in state: inout ConnectionState) {
    let before = state
    let actions = state.handle(event)
    if before.phase == .closed, event != .failed {
        precondition(state.phase == .closed && actions.step != .close)
    }
    if actions.step == .close { precondition(state.phase == .closed) }
    if state.phase == .closed { precondition(!state.canRead && !state.isWaiting) }
    if state.waitsBehindAnswer { precondition(state.phase == .sending) }
    if before.inputEnded { precondition(state.inputEnded && actions.interest != .input) }
}

/// A client that does nothing more keeps no connection for ever.
private func expire(_ state: inout ConnectionState) {
    for _ in 0..<3 where state.handle(.deadline).step == .endWait { _ = state.handle(.waitEnded) }
    precondition(state.phase == .closed)
}

private func event(of byte: UInt8) -> ConnectionState.Event {
    switch byte % 17 {
    case 0: .inputEnded
    case 1: .clientIsDone
    case 2: .answered(isLast: false)
    case 3: .answered(isLast: true)
    case 4: .served(.moreRequests)
    case 5: .streams
    case 6: .waits
    case 7: .waitEnded
    case 8: .outputBlocked
    case 9: .outputAccepted
    case 10: .served(.noInput)
    case 11: .served(.nothing)
    case 12: .served(.newRequest)
    case 13: .served(.sameRequest)
    case 14: .streamEnded
    case 15: .deadline
    default: .stop
    }
}
