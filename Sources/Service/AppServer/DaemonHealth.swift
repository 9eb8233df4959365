internal import Bytes
internal import EventLoop
internal import HTTP
internal import Kernel
internal import Records
internal import Time
internal import Turns

/// Whether ossauthd answers, by a look that is at most a second old.
final class DaemonHealth {
    private static let pause = Duration.seconds(1)
    /// Shorter than the patience of monitors: a daemon that takes longer does not serve.
    private static let patience = Duration.seconds(3)

    private let socket: String
    private let loop: EventLoop
    private let clock: Clock
    private var call: DaemonCall?
    private var knownAt: Instant?
    private var waits: [WaitID] = []
    private(set) var answers = false
    /// Called for each request that waited for the look.
    var finish: (WaitID) -> Void = { _ in }

    init(at socket: String, on loop: EventLoop, _ clock: Clock) {
        self.socket = socket
        self.loop = loop
        self.clock = clock
    }

    /// Whether `answers` is known; asks the daemon if not.
    func isKnown(at now: Instant) -> Bool {
        guard call == nil else { return false }
        if let knownAt, now < knownAt + DaemonHealth.pause { return true }
        do {
            var request = ByteBuffer(capacity: 256)
            let target: StaticString = "/v1/health"
            try RequestWriter.write(.get, target: target.bytes, host: "ossauthd", into: &request)
            call = try DaemonCall(
                to: socket, request, on: loop, at: now, patience: DaemonHealth.patience
            ) { [unowned self] result in end(result) }
            return false
        } catch {
            (answers, knownAt) = (false, now)
            return true
        }
    }

    func add(_ wait: WaitID) { waits.append(wait) }

    /// Any answer counts: whether the daemon can sign now is for its own health to say.
    private func end(_ result: Result<DaemonAnswer, DaemonCallError>) {
        // Released after this, because the call is still running.
        let call = call.take()
        withExtendedLifetime(call) {
            if case .success = result { answers = true } else { answers = false }
            knownAt = clock.now().boot
            let waits = waits
            self.waits = []
            for wait in waits { finish(wait) }
        }
    }
}
