internal import API
internal import Access
internal import Bytes
internal import EventLoop
internal import HTTP
internal import Kernel
internal import Metrics
internal import Time

extension Server {
    /// Serves the whole requests that `input` begins with, and says how many bytes are done with.
    ///
    /// The answers of whoever stays are sent together with those of others.
    func serve(_ input: Span<UInt8>, of connection: Connection) -> Int {
        if answers.isMuch { sendAnswers() }
        let now = foundAt ?? clock.now()
        foundAt = now
        let waitedSince = connection.unfinished?.waitsSince.take()
        var output = answers.buffer.lend()
        let start = output.count
        var count = 0
        var consumed = 0
        while connection.phase == .reading, !connection.closesAfterAnswer, consumed < input.count {
            let rest = input.extracting(droppingFirst: consumed)
            guard let served = serveOne(rest, of: connection, at: now, into: &output) else { break }
            consumed += served
            count += 1
            // What the client does not take of it ends this loop, and all that it takes must not.
            guard output.count - start >= ServerLimits.outputMark else { continue }
            send(output, start..<output.count, to: connection)
            output.truncate(to: start)
        }
        if waitedSince == nil, connection.mayGetAnswersLater {
            collect(count, start..<output.count, for: connection)
        } else {
            send(output, start..<output.count, to: connection)
            connection.finish(&output, from: start)
            note(count, since: waitedSince)
        }
        answers.buffer.takeBack(output)
        if connection.phase == .reading, consumed > 0, consumed == input.count {
            beginIdling(connection, at: now)
        }
        return consumed
    }

    /// Answering again at once would cost those who keep to their rates.
    private func pause(_ connection: Connection, at now: Moment) {
        guard connection.phase == .reading, !connection.closesAfterAnswer else { return }
        connection.phase = .resting
        setDeadline(now.boot + ServerLimits.restOverRate, of: connection)
        setInterest([], of: connection)
    }

    func beginIdling(_ connection: Connection, at now: Moment) {
        connection.forgetUnfinished()
        setDeadline(now.boot + limits.idle, of: connection)
    }

    /// The length of the request that was served; `nil` when it is not whole yet or has to wait.
    private func serveOne(
        _ input: Span<UInt8>, of connection: Connection, at now: Moment, into output: inout ByteBuffer
    ) -> Int? {
        if case .credentials = connection.door {
            let outcome = handler.answerService(profile: input, of: connection, at: now, into: &output)
            return take(outcome, of: connection, at: now) ? input.count : nil
        }
        var kind = RequestKind.unknown
        do throws(Problem) {
            guard let head = try decode(input, of: connection) else { return nil }
            let path = input.extracting(head.path)
            let limit = Route.maximumBody(of: path)
            guard head.contentLength <= limit else { throw .tooLarge(limit: limit) }
            guard input.count >= head.messageLength else {
                try checkRoom(for: input, of: connection)
                try handler.checkLength(of: head, path, of: connection, at: now.boot, kind: &kind)
                tellToContinue(head, connection, &output)
                return nil
            }
            if !head.keepAlive, input.count == head.messageLength { connection.hasSaidAll = true }
            let request = ClientRequest(
                head, of: input, at: now,
                keepAlive: head.keepAlive && !isStopping && !connection.isBeyondShare)
            return answer(request, connection, into: &output) ? head.messageLength : nil
        } catch {
            handler.note(error, to: kind, of: connection)
            // Whoever sends what cannot be served may have sent anything behind it.
            output.append(error, at: connection.door, keepAlive: false)
            connection.closesAfterAnswer = true
            return input.count
        }
    }

    /// Whether a request of which more is to come can be kept so long.
    private func checkRoom(for input: Span<UInt8>, of connection: Connection) throws(Problem) {
        // To look at all connections would cost more than what fits one read.
        guard input.count >= ServerLimits.readSize else { return }
        let others = connections.bytesHeld(forUser: connection.caller.peer.uid)
        guard others.hasRoom(for: input.count) else {
            throw .rateLimited(.memory, retryAfter: 1)
        }
    }

    private func decode(_ input: Span<UInt8>, of connection: Connection) throws(Problem) -> RequestHead? {
        var scan = connection.scan
        defer { connection.scan = scan }
        do throws(HTTPError) {
            guard !connection.door.bringsSecrets else { return try RequestHead.decode(input, &scan) }
            return try heads.value.decode(input, &scan)
        } catch {
            throw .malformed(.http(error))
        }
    }

    private func answer(
        _ request: borrowing ClientRequest, _ connection: Connection, into output: inout ByteBuffer
    ) -> Bool {
        let start = output.count
        let outcome = handler.answer(request, of: connection, into: &output)
        if case .head = request.method { output.dropBody(from: start) }
        if !request.keepAlive, !outcome.isWaiting { connection.closesAfterAnswer = true }
        return take(outcome, of: connection, at: request.now)
    }

    /// Goes on as it follows from what became of a request; `false` when it waits.
    private func take(_ outcome: RequestOutcome, of connection: Connection, at now: Moment) -> Bool {
        if outcome.isWaiting {
            wait(connection, since: now.boot)
            return false
        }
        if connection.holdsOutput { beginSending(connection) }
        connection.unfinished?.forgetRequest()
        connection.wasAnswered = true
        switch outcome {
        case .waits: break
        case .streams(let isChunked): startWatch(connection, isChunked: isChunked)
        case .answered([]): break
        case .answered(let traits):
            if traits.contains(.isSecret) { connection.answersAreSecret = true }
            if traits.contains(.isLast) { connection.closesAfterAnswer = true }
            if traits.contains(.isOverRate) { pause(connection, at: now) }
        }
        return true
    }

    /// The request stays in the connection's input until there is a token for it, or its time is over.
    func wait(_ connection: Connection, since begun: Instant) {
        connection.phase = .waiting
        let unfinished = connection.keep()
        unfinished.waitsSince = begun
        let end = begun + limits.request
        setDeadline(unfinished.waitEnd.map { min($0, end) } ?? end, of: connection)
        setInterest([], of: connection)
    }

    private func tellToContinue(_ head: RequestHead, _ connection: Connection, _ output: inout ByteBuffer) {
        guard head.expectsContinue, connection.unfinished?.toldToContinue != true else { return }
        connection.keep().toldToContinue = true
        ResponseWriter.writeContinue(into: &output)
    }
}

extension ByteBuffer {
    /// What HEAD wants: the answer to GET up to the end of its head.
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
