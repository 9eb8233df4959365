internal import API
internal import Access
internal import Bytes
internal import Callers
internal import HTTP
internal import Keeping
internal import Records
internal import Serving

/// `GET /v1/watch`: the events of the profiles, as a stream.
///
/// The last events are stored once for all readers, so a slow reader holds no memory but its position.
final class WatchEndpoint {
    private let context: DaemonContext
    fileprivate var feed = EventFeed()
    /// Set once the server exists.
    ///
    /// Not `weak`: that would make every counted reference to the server slow.
    unowned var server: Server?

    init(_ context: DaemonContext) {
        self.context = context
    }

    func publish(_ event: WatchEvent) {
        guard let server, server.hasStreams else { return }
        feed.append(event)
        server.resumeStreams()
    }

    /// Answers with the head of a stream, which `Watch` continues.
    func respond(
        to request: borrowing ClientRequest, by caller: Caller, of connection: Connection,
        into output: inout ByteBuffer
    ) throws(Problem) -> RequestOutcome {
        guard Viewer(caller, over: connection).mayWatch else {
            throw .notAllowed(caller.rules.refusal(of: .watch))
        }
        // A client that asks to close may use HTTP/1.0, which has no chunks.
        let isChunked = request.keepAlive
        ResponseWriter.beginStream(
            .ok, contentType: "application/x-ndjson", isChunked: isChunked, into: &output)
        guard request.method != .head else { return .answered(.isLast) }
        return .streams(Watch(of: self, isChunked: isChunked))
    }
}

/// The position of one reader.
final class Watch: ResponseStream {
    /// The limit of bytes for one reader before the next one is served.
    private static let maximumBytes = 65_536

    private unowned let endpoint: WatchEndpoint
    private let isChunked: Bool
    /// The number of the next event; `nil`: the reader gets the state first.
    private(set) var position: Int?

    fileprivate init(of endpoint: WatchEndpoint, isChunked: Bool) {
        self.endpoint = endpoint
        self.isChunked = isChunked
    }

    /// Ends the stream if a reload removed the right to watch.
    func append(to output: inout ByteBuffer, for caller: Caller, of connection: Connection) -> StreamProgress
    {
        let viewer = Viewer(caller, over: connection)
        guard viewer.mayWatch else { return .ended }
        if isChunked {
            let chunk = ResponseWriter.beginChunk(into: &output)
            appendLines(for: viewer, to: &output)
            ResponseWriter.finish(chunk, into: &output)
        } else {
            appendLines(for: viewer, to: &output)
        }
        return position == endpoint.feed.end ? .isUpToDate : .hasMore
    }

    func appendEnd(to output: inout ByteBuffer) {
        if isChunked { ResponseWriter.endStream(into: &output) }
    }

    private func appendLines(for viewer: Viewer, to output: inout ByteBuffer) {
        let feed = endpoint.feed
        var position = position ?? feed.start - 1
        if position < feed.start {
            endpoint.appendState(for: viewer, to: &output)
            position = feed.end
        }
        while position < feed.end, output.count < Watch.maximumBytes {
            endpoint.append(feed[position], for: viewer, to: &output)
            position += 1
        }
        self.position = position
    }
}

extension WatchEndpoint {
    fileprivate func append(_ event: WatchEvent, for viewer: Viewer, to output: inout ByteBuffer) {
        if let profile = event.profile {
            guard viewer.mayWatch(profile) else { return }
            output.append(lineOf: event, among: [])
        } else {
            output.append(lineOf: event, among: visible(to: viewer).map(\.name))
        }
        if event.changesState { appendState(for: viewer, to: &output) }
    }

    fileprivate func appendState(for viewer: Viewer, to output: inout ByteBuffer) {
        let now = context.clock.now()
        output.append(lineOfState: visible(to: viewer).map { $0.report(at: now) })
    }

    private func visible(to viewer: Viewer) -> [Profile] {
        context.profiles.all.filter { viewer.mayWatch($0.name) }
    }
}

/// A reader of events; root sees those of all profiles.
private struct Viewer {
    private let isAdmin: Bool
    private let rules: PeerRules

    init(_ caller: Caller, over connection: Connection) {
        isAdmin = connection.isAdmin
        rules = caller.rules
    }

    /// Whether there may be a profile whose events the reader may see.
    var mayWatch: Bool { isAdmin || rules.mayAsk(for: .watch) }

    func mayWatch(_ profile: String) -> Bool {
        guard !isAdmin else { return true }
        guard case .granted = rules.decide(Question(.watch, profile: profile.utf8Span.span)) else {
            return false
        }
        return true
    }
}
