internal import API
internal import Bytes
internal import EventLoop
internal import HTTP
internal import Kernel
internal import Time

extension Server {
    /// Takes what the client sent and serves the requests that are whole.
    ///
    /// The default is not `[]`: generic code puts together a literal of options, each time.
    func read(_ connection: Connection, _ readiness: Readiness = Readiness()) {
        if connection.holdsInput {
            readIntoOwnBuffer(connection, readiness)
        } else {
            readWithOthers(connection, readiness)
        }
    }

    /// The usual case: whole requests, of which nothing is left.
    private func readWithOthers(_ connection: Connection, _ readiness: Readiness) {
        var input = received.buffer.lend()
        let start = input.count
        if let result = receive(from: connection, into: &input) {
            if result.mayLeaveRest(readiness) { lookAgain(at: connection) }
            received.add(start..<input.count, of: connection)
        }
        received.buffer.takeBack(input)
        if received.isMuch { serveReceived() }
    }

    /// Serves what was read of several connections.
    func serveReceived() {
        guard !received.isEmpty else { return }
        var input = received.buffer.lend()
        for index in 0..<received.count {
            let part = received[index]
            guard let connection = connections[part.connection] else { continue }
            serve(input[part.range], receivedFrom: connection)
        }
        received.finish(&input)
        received.buffer.takeBack(input)
    }

    private func serve(_ input: Span<UInt8>, receivedFrom connection: Connection) {
        let consumed = serve(input, of: connection)
        if consumed < input.count {
            connection.keep().input = ByteBuffer(copying: input.extracting(droppingFirst: consumed))
            beginWaitingForMore(connection)
            if connection.phase == .reading { lookAgain(at: connection) }
        }
        settle(connection)
    }

    /// A request that comes in pieces.
    private func readIntoOwnBuffer(_ connection: Connection, _ readiness: Readiness) {
        guard var input = connection.takeInput() else { return }
        if let result = receive(from: connection, into: &input) {
            let mayLeaveRest = result.mayLeaveRest(readiness)
            if mayLeaveRest { lookAgain(at: connection) }
            let consumed = serve(input.span, of: connection)
            if consumed < input.count {
                input.removeFirst(consumed)
                connection.keep().input = consume input
                if consumed > 0 { beginWaitingForMore(connection) }
                if !mayLeaveRest, connection.phase == .reading { lookAgain(at: connection) }
            }
        }
        settle(connection)
    }

    /// Goes on with a request that waited, or with those behind an answer that took long to send.
    func resume(_ connection: Connection) {
        connection.phase = .reading
        setInterest(connection.inputEnded ? [] : .requests, of: connection)
        guard var input = connection.takeInput() else {
            beginIdling(connection, at: clock.now())
            return settle(connection)
        }
        let consumed = serve(input.span, of: connection)
        if consumed < input.count {
            input.removeFirst(consumed)
            connection.keep().input = consume input
            if connection.phase == .reading { beginWaitingForMore(connection) }
        }
        settle(connection)
    }

    /// `nil` when the connection is gone.
    private func receive(from connection: Connection, into input: inout ByteBuffer) -> ReadResult? {
        do throws(SystemError) {
            let result = try connection.socket.receive(into: &input, atMost: ServerLimits.readSize)
            handler.lookNumber &+= 1
            if case .endOfStream = result { connection.inputEnded = true }
            return result
        } catch {
            fail(connection, error)
            return nil
        }
    }

    /// Reads what nobody will look at.
    func receiveRubbish(from connection: Connection) -> ReadResult? {
        var rubbish = received.buffer.lend()
        let start = rubbish.count
        let result = try? connection.socket.receive(into: &rubbish, atMost: ServerLimits.readSize)
        rubbish.truncate(to: start)
        received.buffer.takeBack(rubbish)
        return result
    }

    /// What one read leaves behind would be told by nothing that comes later.
    ///
    /// That is more than it took, the end behind the last bytes, or the rest of a request: a read stops at a descriptor that
    /// a client sends along, whatever is behind it.
    func lookAgain(at connection: Connection) {
        setInterest(.requests, of: connection)
    }

    /// From the first byte of a request the client has `RequestTimeout` for the rest of it.
    private func beginWaitingForMore(_ connection: Connection) {
        guard connection.phase == .reading else { return }
        setDeadline(clock.now().boot + limits.request, of: connection)
    }
}

extension ReadResult {
    /// Whether there may be more than was read, of what the kernel told.
    func mayLeaveRest(_ readiness: Readiness) -> Bool {
        guard case .bytes(let count) = self else { return false }
        return count == ServerLimits.readSize || readiness.tellsOfEnd
    }
}

extension Interest {
    /// What comes in, each time that something does, and what is there when this is set.
    ///
    /// Else the kernel would look again at each connection that was read just now. Made once: it is a
    /// literal of options.
    static let requests: Interest = [.readable, .edgeTriggered]
}
