internal import API
internal import Bytes
internal import EventLoop
internal import HTTP
internal import Kernel
internal import Time

// Those who watch: each takes what is new when its socket has room, so none is waited for, and many take turns with the
// requests of others. What a slow one has not read is in the feed, which all share, or gone.
extension Server {
    func publish(_ event: WatchEvent) {
        guard !watchers.isEmpty else { return }
        feed.append(event)
        for watcher in watchers.values where watcher.watch?.isBehind == false { awaitRoom(watcher) }
    }

    /// The head of the answer is on its way; the state follows when there is room for it.
    func startWatch(_ connection: Connection, isChunked: Bool) {
        connection.keep().watch = Watch(isChunked: isChunked)
        connection.phase = .watching
        connection.closesAfterAnswer = true
        watchers[connection.id] = connection
        awaitRoom(connection)
    }

    /// Whoever makes none for as long as a connection may idle is ended.
    private func awaitRoom(_ connection: Connection) {
        connection.keep().watch?.isBehind = true
        setDeadline(clock.now().boot + limits.idle, of: connection)
        setInterest(connection.inputEnded ? .writable : [.readable, .writable], of: connection)
    }

    private func awaitNews(_ connection: Connection) {
        connection.keep().watch?.isBehind = false
        setDeadline(.distantFuture, of: connection)
        setInterest(connection.inputEnded ? [] : .readable, of: connection)
    }

    /// What such a connection is ready for.
    func tend(_ connection: Connection, _ readiness: Readiness) {
        guard readiness.isDisjoint(with: [.hangup, .error]) else { return close(connection) }
        if !readiness.isDisjoint(with: [.readable, .inputEnds]) { ignoreInput(of: connection) }
        guard connection.phase == .watching, readiness.contains(.writable) else { return }
        setDeadline(clock.now().boot + limits.idle, of: connection)
        if connection.holdsOutput { flush(connection) } else { tell(connection) }
    }

    /// The news since the last time.
    func tell(_ connection: Connection) {
        var news = answers.buffer.lend()
        let start = news.count
        let goesOn = handler.appendNews(for: connection, from: feed, into: &news)
        send(news, start..<news.count, to: connection)
        news.truncate(to: start)
        answers.buffer.takeBack(news)
        guard connection.phase == .watching else { return }
        guard goesOn else { return endWatch(connection) }
        if !connection.holdsOutput, connection.watch?.position == feed.end { awaitNews(connection) }
    }

    /// Nothing that comes after the request means anything; a client may close its direction and go on reading.
    private func ignoreInput(of connection: Connection) {
        switch receiveRubbish(from: connection) {
        case nil: close(connection)
        case .endOfStream:
            connection.inputEnded = true
            setInterest(connection.watch?.isBehind == true ? .writable : [], of: connection)
        default: break
        }
    }

    /// The stream ends as an answer does: whole, and with a moment for the client to read it.
    func endWatch(_ connection: Connection) {
        let unfinished = connection.keep()
        guard let watch = unfinished.watch.take() else { return }
        watchers[connection.id] = nil
        connection.phase = .reading
        connection.closesAfterAnswer = true
        setInterest(connection.inputEnded ? [] : .readable, of: connection)
        var end = ByteBuffer(capacity: 64)
        if let rest = unfinished.output.take() { end.append(rest[unfinished.outputStart..<rest.count]) }
        unfinished.outputStart = 0
        if watch.isChunked { ResponseWriter.endStream(into: &end) }
        send(end, 0..<end.count, to: connection)
        if isStopping {
            setDeadline(min(connection.deadline, clock.now().boot + ServerLimits.lastMoment), of: connection)
        }
        settle(connection)
    }
}
