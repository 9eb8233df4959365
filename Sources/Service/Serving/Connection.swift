package import Access
package import Bytes
package import Callers
internal import EventLoop
package import HTTP
package import Kernel
package import Time
package import Turns

/// The connection of one client.
///
/// Thousands may be idle, so state that only some of them need is in separate objects, and the order of the properties
/// avoids padding. Input and output pass through the buffers of the server.
package final class Connection {
    package let id: ConnectionID
    package let connectedAt: Instant
    /// The time by which the present phase must end.
    var deadline: Instant
    /// The program that connected; no responder can ask for it, because a request may be another program's.
    var caller: Caller
    package let listener: Listener
    /// `nil` between requests.
    private(set) var pending: PendingRequest?
    package let socket: Descriptor
    /// The process that connected; another process may have this number now.
    private let ownProcessNumber: Int32
    private var waitCount: UInt32 = 0
    var scan = HeadScan()
    /// The readiness that the kernel reported since the last turn; only these bits, to save memory.
    private var readinessBits: UInt16 = 0
    /// The poller knows it.
    var isPolled = false
    /// Its input has requests that wait for a turn.
    var hasRequests = false
    private(set) var state = ConnectionState()
    /// The process ended or became another program: from then on no rule for a process applies.
    private var hasLostProcess: Bool
    /// An answer held a credential, so the memory of the answers is wiped.
    var answersAreSecret = false
    package let standing: Standing

    init(
        _ socket: consuming Descriptor, by peer: ConnectedPeer, at listener: Listener, id: ConnectionID,
        caller: Caller, deadline: Instant, standing: Standing
    ) {
        self.socket = socket
        self.id = id
        self.caller = caller
        self.deadline = deadline
        self.standing = standing
        self.listener = listener
        connectedAt = peer.connectedAt
        ownProcessNumber = peer.credentials.process
        hasLostProcess = peer.hasLostProcess
    }

    package var phase: ConnectionState.Phase { state.phase }

    func handle(_ event: ConnectionState.Event) -> ConnectionState.Actions {
        // A copy: a property that another module changes in place is checked at each use, too.
        var next = state
        let actions = next.handle(event)
        state = next
        return actions
    }

    /// The user that connected.
    var user: UInt32 { caller.peer.uid }

    func note(_ readiness: Readiness) {
        readinessBits |= UInt16(truncatingIfNeeded: readiness.rawValue)
    }

    func takeReadiness() -> Readiness {
        defer { readinessBits = 0 }
        return Readiness(rawValue: UInt32(readinessBits))
    }

    /// The peer as the kernel described it.
    var peer: ConnectedPeer {
        get {
            var peer = ConnectedPeer(
                PeerCredentials(
                    process: ownProcessNumber, user: caller.peer.uid, group: caller.peer.gid,
                    controlGroup: caller.peer.controlGroup),
                connectedAt: connectedAt, requiring: listener.traits.requiredFacts,
                isOverTCP: listener.peers.isTCP)
            peer.hasLostProcess = hasLostProcess
            return peer
        }
        set { hasLostProcess = newValue.hasLostProcess }
    }

    /// The number of the caller's process when it connected; 0 for a caller over TCP.
    package func processNumber(of caller: Caller) -> Int32 { caller.isOverTCP ? 0 : ownProcessNumber }

    /// Inspects the caller's process; `nil` if there is none to inspect.
    package func inspectProcess(of caller: Caller, knowing facts: SmallSet<Fact>) -> CallingProcess? {
        guard !caller.isOverTCP else { return nil }
        return (try? peer.process(at: socket, knowing: facts)) ?? nil
    }

    /// Keeps what an audit record found out about the caller, for later records.
    package func keep(recorded caller: Caller) {
        if !caller.isOverTCP { self.caller = caller }
    }

    /// The terms on which a connection has its place.
    package enum Standing {
        case regular
        /// The user exceeds its share of connections, so this one gets only one answer, to a request of a monitor.
        case beyondShare
        /// No rule names the caller.
        case withoutRule
    }

    /// Whether the client is to act: to send a request, or the rest of one, or to read an answer.
    var awaitsClient: Bool {
        switch phase {
        case .reading: !hasRequests
        case .sending: !state.waitsBehindAnswer
        case .draining: true
        case .waiting, .streaming, .closed: false
        }
    }

    /// Whether an expired deadline is the fault of the client: it sent its request or read its answer too slowly.
    var isTooSlow: Bool { phase == .sending || (phase == .reading && holdsInput) }
}

// The request in progress.
extension Connection {
    var holdsInput: Bool { pending?.holdsInput ?? false }

    /// Whether the client has not read all of its output.
    var holdsOutput: Bool { pending?.holdsOutput ?? false }

    package var progress: RequestProgress { pending?.progress ?? .first }

    /// The request at the front has waited before, so it gets an answer now.
    package var hasWaited: Bool { progress >= .waited }

    /// Whether the grants of the request at the front must be counted: a rule has a rate, and they were not counted yet.
    package func mustCount(grantsTo caller: Caller) -> Bool { caller.rules.isMetered && progress < .counted }

    package var work: (any PendingWork)? {
        get { pending?.work }
        set {
            if newValue != nil || pending != nil { pendingRequest().work = newValue }
        }
    }

    /// The stream that is the connection's last answer.
    package var stream: (any ResponseStream)? { pending?.stream }

    func pendingRequest() -> PendingRequest {
        if let pending { return pending }
        let new = PendingRequest()
        pending = new
        return new
    }

    func takeInput() -> ByteBuffer? { pending?.takeInput() }

    /// Called between requests.
    func forgetPendingRequest() {
        pending = nil
    }

    /// Whether its answers may be sent later, together with those of other connections.
    var mayGetAnswersLater: Bool { state.canRead && !state.inputEnded && !answersAreSecret }

    /// Begins a wait, which replaces earlier waits of the connection.
    ///
    /// It ends at `end`, or after `RequestTimeout=`.
    package func beginWait(until end: Instant? = nil) -> WaitID {
        waitCount &+= 1
        pendingRequest().waitEnd = end
        return WaitID(connection: id, number: waitCount)
    }

    func isIn(_ wait: WaitID) -> Bool {
        state.isWaiting && wait == WaitID(connection: id, number: waitCount)
    }
}

/// The state of a request in progress; allocated only while there is one.
final class PendingRequest {
    /// An incomplete request, or one that waits.
    var input: ByteBuffer?
    var output: ByteBuffer?
    /// How much of the output was sent.
    var outputStart = 0
    var stream: (any ResponseStream)?
    /// The client of the stream has all data so far.
    var streamIsUpToDate = false
    private(set) var progress = RequestProgress.first
    var work: (any PendingWork)?
    /// The end of the wait, if that is before the end of all waits.
    var waitEnd: Instant?
    /// The time at which the waiting request was ready.
    var waitsSince: Instant?
    /// The client was told to send the body that it announced.
    var toldToContinue = false

    var bytesHeld: Int { (input?.count ?? 0) + (output?.count ?? 0) }

    var holdsInput: Bool { input != nil }

    var holdsOutput: Bool { output != nil }

    func takeInput() -> ByteBuffer? { input.take() }

    /// Appends to the output that the client has not read.
    func keepOutput(_ rest: Span<UInt8>) {
        if output == nil {
            output = ByteBuffer(copying: rest)
            outputStart = 0
        } else {
            output?.append(rest)
        }
    }

    /// Progress never goes back.
    func advance(to progress: RequestProgress) {
        self.progress = max(self.progress, progress)
    }

    /// Called when the request at the front has its answer.
    func forgetRequest() {
        progress = .first
        work = nil
        toldToContinue = false
    }
}

/// The progress of the request at the front; each case includes those before it.
package enum RequestProgress: Comparable {
    case first
    /// Its grants were counted; handling it again must not count them twice.
    case counted
    /// It has waited, and gets an answer now.
    case waited
    /// It has waited for the longest time that a request may.
    case overdue
}

/// Work on a waiting request that is done elsewhere.
package protocol PendingWork: AnyObject {
    /// The client is gone, or has its answer.
    func abandon()
}

/// A stream of data that is the last answer of a connection.
package protocol ResponseStream: AnyObject {
    /// Appends new data; the result tells the server how to continue.
    func append(to output: inout ByteBuffer, for caller: Caller, of connection: Connection) -> StreamProgress
    /// Appends the end of the body.
    func appendEnd(to output: inout ByteBuffer)
}

package enum StreamProgress {
    /// There is more for this client.
    case hasMore
    /// The client has all data so far; `Server.resumeStreams` continues.
    case isUpToDate
    case ended
}
