internal import API
internal import Access
internal import Bytes
internal import HTTP
internal import Time

extension RequestHandler {
    /// How much is written for one reader before it is the turn of another.
    private static let batch = 65_536

    /// Answers with the head of a stream; what is in it comes from `appendNews`.
    func beginWatch(
        _ request: borrowing ClientRequest, of connection: Connection, into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        guard connection.mayWatch else {
            throw .notAllowed(connection.caller.rules.refusal(of: .watch, with: Span()))
        }
        // A client that ends its connection with the answer may be one that knows no chunks: HTTP/1.0.
        let isChunked = request.keepAlive
        ResponseWriter.beginStream(
            .ok, contentType: "application/x-ndjson", isChunked: isChunked, into: &output)
        return request.method == .head ? .answered(.isLast) : .streams(isChunked: isChunked)
    }

    /// Writes what happened since the reader was told last; `false` when a reload took the right to know it, or that cannot
    /// be found out now.
    func appendNews(for connection: Connection, from feed: EventFeed, into output: inout ByteBuffer) -> Bool {
        let now = clock.now()
        guard (try? refresh(connection, at: now.boot)) != nil, let watch = connection.watch,
            connection.mayWatch
        else { return false }
        if watch.isChunked {
            let chunk = ResponseWriter.beginChunk(into: &output)
            appendLines(for: connection, from: feed, at: now, to: &output)
            ResponseWriter.finish(chunk, into: &output)
        } else {
            appendLines(for: connection, from: feed, at: now, to: &output)
        }
        return true
    }

    private func appendLines(
        for connection: Connection, from feed: EventFeed, at now: Moment, to output: inout ByteBuffer
    ) {
        var position = connection.watch?.position ?? feed.start - 1
        if position < feed.start {
            appendState(for: connection, at: now, to: &output)
            position = feed.end
        }
        while position < feed.end, output.count < RequestHandler.batch {
            let event = feed[position]
            position += 1
            if let profile = event.profile {
                guard connection.mayWatch(profile) else { continue }
                output.append(lineOf: event, among: [])
            } else {
                output.append(lineOf: event, among: visible(to: connection).map(\.name))
            }
            if event.changesState { appendState(for: connection, at: now, to: &output) }
        }
        connection.keep().watch?.position = position
    }

    private func appendState(for connection: Connection, at now: Moment, to output: inout ByteBuffer) {
        output.append(lineOfState: visible(to: connection).map { $0.report(at: now) })
    }

    private func visible(to connection: Connection) -> [Profile] {
        profiles.all.filter { connection.mayWatch($0.name) }
    }
}

extension Connection {
    /// Whether there is a profile whose events he may know.
    fileprivate var mayWatch: Bool {
        isAdmin || caller.rules.rules.contains { $0.operations.contains(.watch) }
    }

    fileprivate func mayWatch(_ profile: String) -> Bool {
        guard !isAdmin else { return true }
        guard case .granted = caller.rules.decide(Question(.watch, profile: profile.utf8Span.span)) else {
            return false
        }
        return true
    }
}
