internal import Bytes
internal import EventLoop
internal import Kernel
internal import Time

extension Server {
    /// Sends what the kernel takes now; the rest is kept until the client has read some of it.
    func send(_ output: inout ByteBuffer, to connection: Connection) {
        guard !output.isEmpty, connection.phase != .closed else { return }
        do throws(SystemError) {
            switch try connection.socket.send(output.span) {
            case .bytes(output.count): return
            case .bytes(let sent): keep(output[sent..<output.count], for: connection)
            case .wouldBlock: keep(output.span, for: connection)
            case .peerGone: close(connection)
            }
        } catch {
            fail(connection, error)
        }
    }

    private func keep(_ rest: Span<UInt8>, for connection: Connection) {
        let unfinished = connection.keep()
        unfinished.output = ByteBuffer(copying: rest)
        unfinished.outputStart = 0
        beginSending(connection)
    }

    /// What the connection holds is sent when its socket has room.
    func beginSending(_ connection: Connection) {
        let isWatching = connection.phase == .watching
        // A request that waits behind this answer is looked at again when it is sent.
        if !isWatching { connection.phase = .sending }
        connection.deadline = clock.now().boot + (isWatching ? limits.idle : limits.request)
        scheduleSweep(by: connection.deadline)
        setInterest(.writable, of: connection)
    }

    /// The client can take more.
    func flush(_ connection: Connection) {
        let unfinished = connection.keep()
        guard let output = unfinished.output.take() else { return }
        let rest = unfinished.outputStart..<output.count
        do throws(SystemError) {
            switch try send(rest, of: output, to: connection) {
            case .bytes(rest.count):
                unfinished.outputStart = 0
                if connection.phase == .watching { tell(connection) } else { resume(connection) }
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

    private func send(
        _ rest: Range<Int>, of output: borrowing ByteBuffer, to connection: Connection
    ) throws(SystemError) -> WriteResult {
        try connection.socket.send(output[rest])
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
    private func beginDiscarding(_ connection: Connection) {
        connection.forgetUnfinished()
        guard !connection.inputEnded else { return close(connection) }
        connection.phase = .discarding
        connection.deadline = clock.now().boot + (isStopping ? ServerLimits.lastMoment : limits.request)
        scheduleSweep(by: connection.deadline)
        do throws(SystemError) {
            try connection.socket.finishSending()
        } catch {
            fail(connection, error)
        }
    }

    func discard(_ connection: Connection) {
        var rubbish = sharedInput.lend()
        let result = try? connection.socket.receive(into: &rubbish, atMost: ServerLimits.readSize)
        sharedInput.takeBack(rubbish)
        if result == nil || result == .endOfStream { close(connection) }
    }
}
