internal import Bytes
internal import Callers
internal import EventLoop
internal import HTTP
internal import Kernel
internal import Time

// Reading.
extension Server {
    /// Reads input and serves the complete requests in it.
    ///
    /// The default is not `[]`: generic code composes a literal of options each time.
    func read(_ connection: Connection, _ readiness: Readiness = Readiness()) {
        if connection.holdsInput {
            readIntoOwnBuffer(connection, readiness)
        } else {
            readIntoGroup(connection, readiness)
        }
    }

    /// The usual case: complete requests without a remainder.
    private func readIntoGroup(_ connection: Connection, _ readiness: Readiness) {
        var input = received.buffer.lend()
        let start = input.count
        if let result = receive(ServerLimits.readSize, from: connection, into: &input) {
            if result.mayLeaveMore(than: ServerLimits.readSize, readiness) {
                setInterest(.requests, of: connection)
            }
            received.add(start..<input.count, of: connection)
        }
        received.buffer.takeBack(input)
        if received.isFull { answerReceived() }
    }

    /// Serves the input of a group of connections.
    func answerReceived() {
        guard !received.isEmpty else { return }
        var input = received.buffer.lend()
        for index in 0..<received.count {
            let part = received[index]
            guard let connection = connections[part.connection] else { continue }
            answer(received: input[part.range], of: connection)
        }
        received.finish(&input)
        received.buffer.takeBack(input)
    }

    private func answer(received input: Span<UInt8>, of connection: Connection) {
        let consumed = answerRequests(in: input, of: connection)
        guard consumed < input.count else {
            return finish(connection, consumed > 0 ? .nothing : .noInput)
        }
        connection.pendingRequest().input = ByteBuffer(copying: input.extracting(droppingFirst: consumed))
        if connection.phase == .reading, !connection.hasRequests { setInterest(.requests, of: connection) }
        finish(connection, .newRequest)
    }

    /// Reads a request that arrives in pieces.
    private func readIntoOwnBuffer(_ connection: Connection, _ readiness: Readiness) {
        guard var input = connection.takeInput() else { return }
        let size = ServerLimits.largeReadSize
        guard let result = receive(size, from: connection, into: &input) else { return }
        let mayLeaveMore = result.mayLeaveMore(than: size, readiness)
        if mayLeaveMore { setInterest(.requests, of: connection) }
        let consumed = answerRequests(in: input.span, of: connection)
        guard consumed < input.count else { return finish(connection, .nothing) }
        input.removeFirst(consumed)
        connection.pendingRequest().input = consume input
        if !mayLeaveMore, connection.phase == .reading { setInterest(.requests, of: connection) }
        finish(connection, consumed > 0 ? .newRequest : .sameRequest)
    }

    /// Requests in the kept input of the connection are served in a later turn.
    func queueRequests(of connection: Connection) {
        connection.hasRequests = true
        queue(connection)
    }

    /// Serves the kept input of the connection: a request that waited, or requests behind an answer.
    func answerKeptInput(of connection: Connection) {
        connection.hasRequests = false
        guard var input = connection.takeInput() else { return finish(connection, .nothing) }
        let consumed = answerRequests(in: input.span, of: connection)
        guard consumed < input.count else { return finish(connection, .nothing) }
        input.removeFirst(consumed)
        connection.pendingRequest().input = consume input
        finish(connection, .newRequest)
    }

    /// Serves a request that the client did not send itself.
    func queue(request: consuming ByteBuffer, of connection: Connection) {
        _ = connection.handle(.inputEnded)
        connection.pendingRequest().input = consume request
        queueRequests(of: connection)
    }

    private func finish(_ connection: Connection, _ remainder: ConnectionState.Remainder) {
        if connection.hasRequests {
            queue(connection)
            return handle(.served(.moreRequests), of: connection)
        }
        switch connection.phase {
        case .streaming:
            // Further input is ignored.
            connection.pendingRequest().input = nil
            if isStopping { endStream(of: connection) }
        case .reading:
            if case .nothing = remainder { connection.forgetPendingRequest() }
        default: break
        }
        handle(.served(remainder), of: connection)
        if !connection.isPolled, connection.phase != .closed { setInterest(.requests, of: connection) }
    }

    /// `nil` when the connection failed.
    private func receive(
        _ size: Int, from connection: Connection, into input: inout ByteBuffer
    ) -> ReadResult? {
        do throws(SystemError) {
            let result = try connection.socket.receive(into: &input, atMost: size)
            callers.endInspection()
            if case .endOfStream = result { handle(.inputEnded, of: connection) }
            return result
        } catch {
            fail(connection, error)
            return nil
        }
    }

    /// Reads and discards input.
    func discardInput(of connection: Connection) -> ReadResult? {
        var input = received.buffer.lend()
        let start = input.count
        let result = try? connection.socket.receive(into: &input, atMost: ServerLimits.largeReadSize)
        input.truncate(to: start)
        received.buffer.takeBack(input)
        return result
    }

    func drain(_ connection: Connection, _ readiness: Readiness) {
        guard let result = discardInput(of: connection), result != .endOfStream else {
            return handle(.inputEnded, of: connection)
        }
        if result.mayLeaveMore(than: ServerLimits.largeReadSize, readiness) { queue(connection, readiness) }
    }

    func finishSending(to connection: Connection) {
        connection.forgetPendingRequest()
        do throws(SystemError) {
            try connection.socket.finishSending()
        } catch {
            fail(connection, error)
        }
    }
}

extension ReadResult {
    /// Whether the socket may have input that no later event would report.
    ///
    /// That is input beyond the buffer, the end of the stream after the last bytes, or bytes after a descriptor that the
    /// client sent.
    func mayLeaveMore(than size: Int, _ readiness: Readiness) -> Bool {
        guard case .bytes(let count) = self else { return false }
        return count == size || readiness.reportsEnd
    }
}

// Serving.
extension Server {
    /// Serves the complete requests at the start of `input`; returns the length of them all.
    private func answerRequests(in input: Span<UInt8>, of connection: Connection) -> Int {
        if answers.isFull { sendAnswers() }
        let now = now
        let waitedSince = connection.pending?.waitsSince.take()
        var output = answers.buffer.lend()
        var start = output.count
        var count = 0
        var consumed = 0
        while connection.state.canRead, consumed < input.count {
            guard !turnIsOver else {
                connection.hasRequests = true
                break
            }
            let rest = input.extracting(droppingFirst: consumed)
            guard let served = answerFirstRequest(in: rest, of: connection, at: now, into: &output) else {
                break
            }
            consumed += served
            count += 1
            noteTime()
            // Sending ends this loop for a client that does not read its answers; the input bounds it for the others.
            guard output.count - start >= ServerLimits.outputMark else { continue }
            answers.add(start..<output.count, of: connection)
            sendAnswers(in: &output)
            start = output.count
        }
        if output.count > start { answers.add(start..<output.count, of: connection) }
        // The other answers are sent with those of the group.
        if waitedSince != nil || !connection.mayGetAnswersLater { sendAnswers(in: &output) }
        note(count, since: waitedSince)
        if output.capacity > ServerLimits.keptBuffer { returnMemory() }
        answers.buffer.takeBack(output)
        return consumed
    }

    /// Returns the length of the request; `nil` when it is incomplete or has to wait.
    private func answerFirstRequest(
        in input: Span<UInt8>, of connection: Connection, at now: Moment, into output: inout ByteBuffer
    ) -> Int? {
        guard let caller = presentCaller(of: connection, at: now) else {
            return refuse(.descriptors, input, of: connection, into: &output)
        }
        if connection.listener.traits.asksByName {
            let outcome = responder.respond(
                toName: input, by: caller, of: connection, at: now, into: &output)
            return take(outcome, of: connection, isLast: false, at: now) ? input.count : nil
        }
        return answerFirstRequest(in: input, by: caller, of: connection, at: now, into: &output)
    }

    /// The caller with the rules of now, chosen again after a reload or a change of its process; `nil`: descriptors are lacking.
    func presentCaller(of connection: Connection, at now: Moment) -> Caller? {
        guard !callers.isCurrent(connection.caller, at: now.boot) else { return connection.caller }
        var peer = connection.peer
        let updated = try? callers.updated(connection.caller, &peer, at: connection.socket, now.boot)
        guard let updated else { return nil }
        connection.peer = peer
        connection.caller = updated
        return updated
    }

    private func answerFirstRequest(
        in input: Span<UInt8>, by caller: Caller, of connection: Connection, at now: Moment,
        into output: inout ByteBuffer
    ) -> Int? {
        let head: RequestHead
        switch decode(input, of: connection) {
        case .success(let decoded?): head = decoded
        case .success(nil): return nil
        case .failure(let error): return refuse(.malformed(error), input, of: connection, into: &output)
        }
        let limit = responder.maximumBody(of: input.extracting(head.path))
        guard head.contentLength <= limit else {
            return refuse(.tooLarge(limit: limit), input, of: connection, into: &output)
        }
        guard input.count >= head.messageLength else {
            return keep(head, input, by: caller, of: connection, at: now, into: &output)
        }
        return answer(head, input, by: caller, of: connection, at: now, into: &output)
            ? head.messageLength : nil
    }

    private func decode(_ input: Span<UInt8>, of connection: Connection) -> Result<RequestHead?, HTTPError> {
        var scan = connection.scan
        defer { connection.scan = scan }
        do throws(HTTPError) {
            return .success(try RequestHead.decode(input, &scan))
        } catch {
            return .failure(error)
        }
    }

    /// Discards all input, because the bytes after such a request cannot be trusted.
    private func refuse(
        _ refusal: ServerRefusal, _ input: Span<UInt8>, of connection: Connection,
        into output: inout ByteBuffer
    ) -> Int {
        if !connection.listener.traits.asksByName {
            responder.refuse(refusal, at: connection.listener, for: connection.caller, into: &output)
        }
        handle(.answered(isLast: true), of: connection)
        return input.count
    }

    /// Decides whether to keep an incomplete request; otherwise refuses it and returns the length of the input.
    private func keep(
        _ head: RequestHead, _ input: Span<UInt8>, by caller: Caller, of connection: Connection,
        at now: Moment, into output: inout ByteBuffer
    ) -> Int? {
        // A request that fits one read is not checked, because the check would cost more than the request.
        guard input.count < ServerLimits.readSize || hasRoom(for: input.count, ofUser: connection.user) else {
            return refuse(.memory, input, of: connection, into: &output)
        }
        guard responder.accepts(head, of: input, by: caller, over: connection, at: now, into: &output) else {
            handle(.answered(isLast: true), of: connection)
            return input.count
        }
        guard head.expectsContinue, connection.pending?.toldToContinue != true else { return nil }
        connection.pendingRequest().toldToContinue = true
        ResponseWriter.writeContinue(into: &output)
        return nil
    }

    private func answer(
        _ head: RequestHead, _ input: Span<UInt8>, by caller: Caller, of connection: Connection,
        at now: Moment, into output: inout ByteBuffer
    ) -> Bool {
        if !head.keepAlive, input.count == head.messageLength { handle(.clientIsDone, of: connection) }
        let request = ClientRequest(
            head, of: input, at: now,
            keepAlive: head.keepAlive && !isStopping && connection.standing != .beyondShare)
        let start = output.count
        let outcome = responder.respond(to: request, by: caller, of: connection, into: &output)
        if case .head = request.method { output.dropBody(from: start) }
        return take(outcome, of: connection, isLast: !request.keepAlive, at: now)
    }

    /// Acts on the outcome of a request; `false` when it waits.
    private func take(
        _ outcome: RequestOutcome, of connection: Connection, isLast: Bool, at now: Moment
    ) -> Bool {
        switch outcome {
        case .waits:
            connection.pendingRequest().waitsSince = now.boot
            handle(.waits, of: connection)
            return false
        case .streams(let stream):
            connection.pending?.forgetRequest()
            begin(stream, of: connection)
        case .answered(let traits):
            connection.pending?.forgetRequest()
            if traits.contains(.isSecret) { connection.answersAreSecret = true }
            handle(.answered(isLast: isLast || traits.contains(.isLast)), of: connection)
        }
        return true
    }
}

extension ByteBuffer {
    /// Reduces the answer to GET to the answer to HEAD.
    fileprivate mutating func dropBody(from start: Int) {
        var index = start
        while index + 3 < count {
            if self[index] == 0x0D, self[index + 1] == 0x0A, self[index + 2] == 0x0D, self[index + 3] == 0x0A
            {
                return truncate(to: index + 4)
            }
            index += 1
        }
    }
}
