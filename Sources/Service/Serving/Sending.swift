internal import Bytes
internal import EventLoop
internal import HTTP
internal import Kernel
internal import Metrics
internal import Time
internal import Turns

// Sending.
extension Server {
    /// Sends the answers of a group.
    func sendAnswers() {
        guard !answers.isEmpty else { return }
        var output = answers.buffer.lend()
        sendAnswers(in: &output)
        answers.buffer.takeBack(output)
    }

    /// The only exit for answers, so that those of a connection leave in the order of its requests.
    func sendAnswers(in output: inout ByteBuffer) {
        for index in 0..<answers.count {
            let part = answers[index]
            if let connection = connections[part.connection] { send(output, part.range, to: connection) }
        }
        answers.finish(&output)
    }

    /// Counts answers; those to requests that waited have a time of their own.
    func note(_ count: Int, since waited: Instant?) {
        guard count > 0 else { return }
        guard let waited else {
            answered += count
            return
        }
        let taken = KernelClock.bootNanoseconds() - waited.nanosecondsSinceBoot
        observer?.answered(count, inNanoseconds: taken)
    }

    /// Takes time from a user for work that another connection asked for.
    package func charge(_ nanoseconds: Int64, to user: UInt32) {
        queue.value.charge(nanoseconds, to: .numbered(user))
    }

    /// Sends as much as the kernel accepts, and keeps the rest until the client has read.
    func send(_ output: borrowing ByteBuffer, _ range: Range<Int>, to connection: Connection) {
        guard !range.isEmpty, connection.phase != .closed else { return }
        // The client has not read the answers before.
        guard !connection.holdsOutput else { return keep(output[range], for: connection) }
        do throws(SystemError) {
            switch try connection.send(output, range) {
            case .bytes(range.count): return
            case .bytes(let sent): keep(output[range.dropFirst(sent)], for: connection)
            case .wouldBlock: keep(output[range], for: connection)
            case .peerGone: handle(.failed, of: connection)
            }
        } catch {
            fail(connection, error)
        }
    }

    /// Whether the user may have that many more bytes kept.
    func hasRoom(for bytes: Int = 0, ofUser user: UInt32) -> Bool {
        connections.bytesHeld(forUser: user).hasRoom(for: bytes)
    }

    /// Closes the connection if the user has too much unread output: the client would not read an error either.
    private func keep(_ rest: Span<UInt8>, for connection: Connection) {
        guard hasRoom(for: rest.count, ofUser: connection.user) else {
            observer?.reached(.memory)
            return handle(.failed, of: connection)
        }
        connection.pendingRequest().keepOutput(rest)
        handle(.outputBlocked, of: connection)
    }

    /// Sends kept output, when the socket has room.
    func flush(_ connection: Connection) {
        let pending = connection.pendingRequest()
        guard let output = pending.output.take() else { return }
        let rest = pending.outputStart..<output.count
        do throws(SystemError) {
            switch try connection.send(output, rest) {
            case .bytes(rest.count):
                pending.outputStart = 0
                returnMemory()
                handle(.outputAccepted, of: connection)
            case .bytes(let sent):
                pending.outputStart += sent
                pending.output = consume output
            case .wouldBlock: pending.output = consume output
            case .peerGone: handle(.failed, of: connection)
            }
        } catch {
            fail(connection, error)
        }
    }
}

extension Connection {
    /// A function of its own, because a span would borrow the buffer for the whole `switch`.
    fileprivate func send(_ output: borrowing ByteBuffer, _ range: Range<Int>) throws(SystemError)
        -> WriteResult
    {
        try socket.send(output[range])
    }
}

// Streams: each client gets new data when its socket has room, so that a slow one delays no other.
extension Server {
    package var hasStreams: Bool { !streaming.isEmpty }

    /// Called when the streams have new data.
    package func resumeStreams() {
        for connection in streaming.values where connection.pending?.streamIsUpToDate == true {
            awaitRoom(for: connection)
        }
    }

    func begin(_ stream: any ResponseStream, of connection: Connection) {
        connection.pendingRequest().stream = stream
        handle(.streams, of: connection)
        streaming[connection.id] = connection
        awaitRoom(for: connection)
    }

    /// Closes a client that does not read for the idle time of a connection.
    private func awaitRoom(for connection: Connection) {
        connection.pendingRequest().streamIsUpToDate = false
        setDeadline(.idle, of: connection)
        setInterest(
            connection.state.inputEnded ? .writable : [.readable, .writable], of: connection)
    }

    private func awaitNews(for connection: Connection) {
        connection.pendingRequest().streamIsUpToDate = true
        setDeadline(.distantFuture, of: connection)
        setInterest(connection.state.inputEnded ? [] : .readable, of: connection)
    }

    /// Handles the readiness of a connection with a stream.
    func proceed(with connection: Connection, _ readiness: Readiness) {
        guard readiness.isDisjoint(with: [.hangup, .error]) else {
            return handle(.failed, of: connection)
        }
        if !readiness.isDisjoint(with: [.readable, .inputEnds]) { ignoreInput(of: connection) }
        guard connection.phase == .streaming, readiness.contains(.writable) else { return }
        setDeadline(.idle, of: connection)
        if connection.holdsOutput { flush(connection) } else { continueStream(of: connection) }
    }

    func continueStream(of connection: Connection) {
        guard let stream = connection.stream else { return }
        guard let caller = presentCaller(of: connection, at: now) else { return endStream(of: connection) }
        var news = answers.buffer.lend()
        let start = news.count
        let progress = stream.append(to: &news, for: caller, of: connection)
        send(news, start..<news.count, to: connection)
        news.truncate(to: start)
        answers.buffer.takeBack(news)
        guard connection.phase == .streaming else { return }
        switch progress {
        case .ended: endStream(of: connection)
        case .isUpToDate: if !connection.holdsOutput { awaitNews(for: connection) }
        case .hasMore: break
        }
    }

    /// Discards input after the request; a client may shut down its sending side and continue to read.
    private func ignoreInput(of connection: Connection) {
        switch discardInput(of: connection) {
        case nil: handle(.failed, of: connection)
        case .endOfStream:
            handle(.inputEnded, of: connection)
            setInterest(connection.pending?.streamIsUpToDate == true ? [] : .writable, of: connection)
        default: break
        }
    }

    /// Ends the stream as an answer ends: complete, and with a moment for the client to read it.
    func endStream(of connection: Connection) {
        let pending = connection.pendingRequest()
        guard let stream = pending.stream.take() else { return }
        streaming[connection.id] = nil
        handle(.streamEnded, of: connection)
        var end = ByteBuffer(capacity: 64)
        if let rest = pending.output.take() { end.append(rest[pending.outputStart..<rest.count]) }
        pending.outputStart = 0
        stream.appendEnd(to: &end)
        send(end, 0..<end.count, to: connection)
        if isStopping, connection.phase == .sending { setDeadline(.lastMoment, of: connection) }
        handle(.served(.nothing), of: connection)
    }
}
