internal import API
internal import Access
internal import Bytes
internal import Callers
internal import EventLoop
internal import HTTP
internal import Keeping
internal import Kernel
internal import Metrics
internal import Records
internal import Serving
internal import Time
internal import Tokens

/// Calls for many URLs or with large bodies: one of each user is in progress, a slice in each turn, and a limited number wait.
///
/// This bounds the memory of a user by that of one call.
final class BatchEndpoint {
    private struct Waiting {
        let user: UInt32
        let wait: WaitID
    }

    /// The limit of waiting calls of one user.
    private static let maximumWaitingOfUser = 16

    private let context: DaemonContext
    /// The call in progress of each user: a batch, or its body.
    private(set) var present: [UInt32: any PendingWork] = [:]
    private var waiting: [Waiting] = []
    /// The number of slices and pieces so far.
    private(set) var sliceCount = 0
    /// Gives turns to the calls, and resumes the requests; set once the server exists.
    ///
    /// Not `weak`: that would make every counted reference to the server slow.
    unowned var server: Server?

    init(_ context: DaemonContext) {
        self.context = context
    }

    var isIdle: Bool { present.isEmpty && waiting.isEmpty }

    /// Takes over the call, or makes it wait for its turn.
    func begin(
        _ request: borrowing ClientRequest, of connection: Connection, with profile: Profile,
        from signing: inout SigningContext
    ) throws(Problem) {
        let user = connection.user
        guard server?.hasRoom(ofUser: user) == true else { throw .rateLimited(.memory, retryAfter: 1) }
        let batch = Batch(request, of: connection, with: profile, at: self)
        swap(&batch.signing, &signing)
        guard present[user] == nil else { return try queue(batch.wait, of: connection) }
        do throws(Problem) {
            try batch.begin(by: connection.caller.rules)
        } catch {
            context.recordRefusal(error, of: &batch.signing, by: connection, at: batch.now)
            throw error
        }
        server?.memory.keep()
        begin(batch, of: connection)
    }

    private func begin(_ work: any PendingWork, of connection: Connection) {
        present[connection.user] = work
        connection.work = work
        server?.queue(connection)
    }

    /// Makes the call wait for those before it.
    private func queue(_ wait: WaitID, of connection: Connection) throws(Problem) {
        let user = connection.user
        guard connection.progress < .overdue,
            waiting.count(where: { $0.user == user }) < BatchEndpoint.maximumWaitingOfUser
        else { throw .rateLimited(.batches, retryAfter: 1) }
        waiting.append(Waiting(user: user, wait: wait))
    }

    /// Reads the body in pieces, or makes it wait for its turn.
    func beginReading(
        _ request: borrowing ClientRequest, for route: SigningRoute, of connection: Connection
    ) throws(Problem) {
        let body = LargeBody(request, for: route, of: connection, at: self)
        guard present[connection.user] == nil else { return try queue(body.wait, of: connection) }
        begin(body, of: connection)
    }

    /// Returns the finished answer.
    func finish(_ batch: Batch) throws(Problem) -> RequestOutcome {
        let connection = batch.connection
        guard batch.stage == .done else {
            batch.wait = connection.beginWait()
            return .waits
        }
        connection.work = nil
        if let problem = batch.problem { throw problem }
        connection.setOutput(batch.takeOutput())
        return .answered()
    }

    /// Ends a call that is done, or whose client is gone; the next one of that user begins.
    fileprivate func end(_ work: any PendingWork, of user: UInt32) {
        guard present[user] === work else { return }
        present[user] = nil
        guard let next = waiting.firstIndex(where: { $0.user == user }) else { return }
        server?.resume(waiting.remove(at: next).wait)
    }

    /// Works on one slice of the call.
    fileprivate func proceed(with batch: Batch) {
        sliceCount += 1
        do throws(Problem) {
            try proceed(batch)
        } catch {
            batch.fail(error)
        }
        if batch.stage == .done {
            server?.resume(batch.wait)
            end(batch, of: batch.connection.user)
        } else if batch.connection.work === batch {
            server?.queue(batch.connection)
        }
    }

    /// Reads one piece of the body.
    fileprivate func proceed(with body: LargeBody) {
        sliceCount += 1
        body.readPiece()
        guard body.isRead else {
            server?.queue(body.connection)
            return
        }
        server?.resume(body.wait)
        end(body, of: body.connection.user)
    }

    private func proceed(_ batch: Batch) throws(Problem) {
        switch batch.stage {
        case .admitting: try admitSlice(of: batch)
        case .admitted: try beginSigning(batch)
        case .signing:
            try batch.signSlice()
            if batch.stage == .done { batch.profile.tally.value.signatures += batch.signing.call.keys.count }
        case .done: break
        }
    }

    /// Checks the rules for a slice; grants are counted once all keys are granted.
    private func admitSlice(of batch: Batch) throws(Problem) {
        let connection = batch.connection
        let counts = connection.isToBeCounted
        let rules = counts ? context.meteredRules(of: connection, at: batch.now) : connection.caller.rules
        do throws(Problem) {
            try batch.admitSlice(by: rules)
        } catch {
            context.recordRefusal(error, of: &batch.signing, by: connection, at: batch.now)
            throw error
        }
        guard counts, batch.stage == .admitted else { return }
        context.count(batch.signing.grants, to: connection, at: batch.now)
    }

    /// Drops the call without a token; it restarts when there is one.
    private func beginSigning(_ batch: Batch) throws(Problem) {
        let connection = batch.connection
        guard !batch.profile.isReplaced else {
            leave(batch)
            server?.restart(batch.wait)
            return
        }
        guard
            let credential = try context.credential(
                of: batch.profile, living: batch.signing.call.minValid, for: connection,
                at: context.clock.now())
        else {
            leave(batch)
            return batch.profile.waiters.append(connection.beginWait())
        }
        guard !credential.secretIsRemote else { throw .tooManyKeysForElsewhere }
        context.record(
            .granted(generation: credential.generation), on: &batch.signing, by: connection, at: batch.now)
        try batch.beginSigning(with: credential)
    }

    private func leave(_ batch: Batch) {
        batch.connection.work = nil
        end(batch, of: batch.connection.user)
    }
}

/// A call for many URLs, in its own memory.
///
/// All its slices use the rules, the time and the credential of its start.
final class Batch: PendingWork {
    /// The number of keys in a slice, which takes a fraction of a millisecond.
    static let slice = 256

    /// Fewer keys if more than the key is signed for each.
    static func slice(signing bytesPerKey: Int) -> Int {
        max(1, min(slice, 262_144 / max(1, bytesPerKey)))
    }

    enum Stage {
        case admitting, admitted, signing, done
    }

    let connection: Connection
    let profile: Profile
    let now: Moment
    private let keepAlive: Bool
    private unowned let endpoint: BatchEndpoint
    /// The wait of the connection that ends with the answer.
    var wait: WaitID
    var signing = SigningContext()
    private(set) var stage = Stage.admitting
    private(set) var problem: Problem?
    private var output: ByteBuffer?
    private var credential: Credential?
    private var body: BodyMark?
    private var next = 0
    /// The number of keys in one slice.
    private var size = 1

    init(
        _ request: borrowing ClientRequest, of connection: Connection, with profile: Profile,
        at endpoint: BatchEndpoint
    ) {
        self.connection = connection
        self.profile = profile
        self.endpoint = endpoint
        now = request.now
        keepAlive = request.keepAlive
        wait = connection.beginWait()
    }

    func abandon() { endpoint.end(self, of: connection.user) }

    func proceed() { endpoint.proceed(with: self) }

    private var time: Timestamp { profile.time(at: now) }
    private var keyCount: Int { signing.call.keys.count }

    func begin(by rules: PeerRules) throws(Problem) {
        try signing.complete(with: profile.defaults, by: rules)
        size = Batch.slice(signing: signing.call.bytesPerKey)
    }

    func admitSlice(by rules: PeerRules) throws(Problem) {
        let end = min(next + size, keyCount)
        try signing.admit(next..<end, by: rules, at: time)
        next = end
        if next == keyCount { stage = .admitted }
    }

    func beginSigning(with credential: Credential) throws(Problem) {
        self.credential = credential
        next = 0
        stage = .signing
        var out = ByteBuffer(capacity: 65_536)
        body = try signing.beginURLs(
            with: credential, of: profile.defaults, at: time, keepAlive: keepAlive, to: &out)
        output = consume out
    }

    func signSlice() throws(Problem) {
        guard let credential, var out = output.take() else { return }
        let end = min(next + size, keyCount)
        let start = out.count
        try signing.addURLs(next..<end, with: credential, at: time, to: &out)
        let room = ServerLimits.bytesPerUser - out.count
        guard room >= 0 else { throw .answerTooLarge }
        if next == 0 {
            // Reserves for all slices at once, because growing copies.
            let size = (out.count - start) / end * keyCount
            out.reserve(min(size * 9 / 8 + 4_096, room))
        }
        next = end
        if next == keyCount, let body = body.take() {
            signing.endURLs(body, with: credential, at: time, to: &out)
            stage = .done
        }
        output = consume out
    }

    func fail(_ problem: Problem) {
        self.problem = problem
        output = nil
        stage = .done
    }

    func takeOutput() -> ByteBuffer? { output.take() }
}

/// The large body of a request to sign, parsed in pieces so that other clients are served between them.
///
/// It stays in the input of its connection, which waits.
final class LargeBody: PendingWork {
    /// A longer body is parsed in pieces.
    static let threshold = 262_144

    let connection: Connection
    private unowned let endpoint: BatchEndpoint
    /// The wait of the connection that ends when everything is read.
    var wait: WaitID
    var signing = SigningContext()
    private let range: Range<Int>
    private(set) var isRead = false
    /// Why the body cannot be read.
    private(set) var problem: Problem?

    init(
        _ request: borrowing ClientRequest, for route: SigningRoute, of connection: Connection,
        at endpoint: BatchEndpoint
    ) {
        self.connection = connection
        self.endpoint = endpoint
        range = request.bodyRange
        wait = connection.beginWait()
        signing.beginReading(for: route)
    }

    func abandon() { endpoint.end(self, of: connection.user) }

    func proceed() { endpoint.proceed(with: self) }

    fileprivate func readPiece() {
        connection.withInput { input in
            do throws(Problem) {
                isRead = try signing.readPiece(of: input[range])
            } catch {
                problem = error
                isRead = true
            }
        }
    }
}

extension Problem {
    fileprivate static var answerTooLarge: Problem {
        .invalidRequest(.value("keys", mustBe: "fewer: the answer would have more than 64 MiB"))
    }
}
