internal import Access
internal import Bytes
internal import EventLoop
internal import Kernel
internal import Metrics
internal import Time

extension Server {
    /// A group was served, or there is much to send.
    func sendAnswers() {
        guard !answers.isEmpty else { return }
        var output = answers.buffer.lend()
        for index in 0..<answers.count {
            let part = answers[index]
            if let connection = connections[part.connection] { send(output, part.range, to: connection) }
        }
        answers.finish(&output)
        answers.buffer.takeBack(output)
        note(answersCollected, since: nil)
        answersCollected = 0
    }

    /// Some answers to one client, which are sent with those of others.
    func collect(_ count: Int, _ range: Range<Int>, for connection: Connection) {
        guard !range.isEmpty else { return }
        answers.add(range, of: connection)
        answersCollected += count
    }

    /// Counts answers that were sent, with the time since their requests were found, now or before they waited.
    func note(_ count: Int, since begun: Instant?) {
        guard count > 0, let begun = begun ?? foundAt?.boot else { return }
        let taken = clock.now().boot.nanosecondsSinceBoot - begun.nanosecondsSinceBoot
        handler.tally.note(count, answeredIn: taken)
    }

    /// Sends what the kernel takes now; the rest is kept until the client has read some of it.
    func send(_ output: borrowing ByteBuffer, _ range: Range<Int>, to connection: Connection) {
        guard !range.isEmpty, connection.phase != .closed else { return }
        do throws(SystemError) {
            switch try connection.offer(output, range) {
            case .bytes(range.count): return
            case .bytes(let sent): keep(output[range.dropFirst(sent)], for: connection)
            case .wouldBlock: keep(output[range], for: connection)
            case .peerGone: close(connection)
            }
        } catch {
            fail(connection, error)
        }
    }

    /// Who takes no answers cannot be told that he has too many.
    private func keep(_ rest: Span<UInt8>, for connection: Connection) {
        let held = connections.bytesHeld(forUser: connection.caller.peer.uid)
        guard held.hasRoom(for: rest.count) else {
            handler.tally.note(.memory)
            return close(connection)
        }
        let unfinished = connection.keep()
        unfinished.output = ByteBuffer(copying: rest)
        unfinished.outputStart = 0
        beginSending(connection)
    }

    /// What the connection holds is sent when its socket has room.
    func beginSending(_ connection: Connection) {
        let isWatching = connection.phase == .watching
        if connection.phase == .waiting { connection.keep().waitsBehindAnswer = true }
        if !isWatching { connection.phase = .sending }
        setDeadline(clock.now().boot + (isWatching ? limits.idle : limits.request), of: connection)
        setInterest(.writable, of: connection)
    }

    /// The client can take more.
    func flush(_ connection: Connection) {
        let unfinished = connection.keep()
        guard let output = unfinished.output.take() else { return }
        let rest = unfinished.outputStart..<output.count
        do throws(SystemError) {
            switch try connection.offer(output, rest) {
            case .bytes(rest.count):
                unfinished.outputStart = 0
                if connection.phase == .watching { tell(connection) } else { goOn(connection) }
            case .bytes(let sent):
                unfinished.outputStart += sent
                unfinished.output = consume output
            case .wouldBlock: unfinished.output = consume output
            case .peerGone: close(connection)
            }
        } catch {
            fail(connection, error)
        }
    }

    /// The client has all answers that there are.
    private func goOn(_ connection: Connection) {
        let unfinished = connection.keep()
        guard unfinished.waitsBehindAnswer, let begun = unfinished.waitsSince else {
            return resume(connection)
        }
        unfinished.waitsBehindAnswer = false
        wait(connection, since: begun)
    }

    /// After a turn of a connection: ends it when there is nothing more to do for it.
    func settle(_ connection: Connection) {
        if connection.phase == .watching {
            connection.keep().input = nil
            if isStopping { endWatch(connection) }
        }
        guard connection.phase == .reading else { return }
        if connection.inputEnded || (isStopping && !connection.holdsInput && connection.wasAnswered) {
            close(connection)
        } else if connection.closesAfterAnswer {
            beginDiscarding(connection)
        }
    }

    /// Closing while the client still sends would take the answer away from it: so it is told the end, and what it
    /// sends is thrown away until it closes too, or its time is over.
    ///
    /// Who said that nothing more comes, or said it by closing, is closed at once.
    private func beginDiscarding(_ connection: Connection) {
        connection.forgetUnfinished()
        guard !connection.inputEnded, !connection.hasSaidAll else { return close(connection) }
        connection.phase = .discarding
        setDeadline(
            clock.now().boot + (isStopping ? ServerLimits.lastMoment : limits.request), of: connection)
        do throws(SystemError) {
            try connection.socket.finishSending()
        } catch {
            fail(connection, error)
        }
    }

    func discard(_ connection: Connection, _ readiness: Readiness) {
        guard let result = receiveRubbish(from: connection), result != .endOfStream else {
            return close(connection)
        }
        if result.mayLeaveRest(readiness) { lookAgain(at: connection) }
    }
}

extension Connection {
    /// As much of it as the kernel takes now.
    fileprivate func offer(_ output: borrowing ByteBuffer, _ range: Range<Int>) throws(SystemError)
        -> WriteResult
    {
        try socket.send(output[range])
    }
}
