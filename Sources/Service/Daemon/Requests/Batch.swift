internal import API
internal import Access
internal import Bytes
internal import HTTP
internal import Time
internal import Tokens

/// A call for many URLs that is under way, in memory of its own, so that others are served between two slices.
///
/// All of it rests on the rules, the time and the credential that it began with.
final class Batch {
    /// The most keys that are looked at in one go: a fraction of a millisecond.
    static let slice = 256

    /// Fewer where more than the key is signed for each.
    static func slice(signing bytesPerKey: Int) -> Int {
        max(1, min(slice, 262_144 / max(1, bytesPerKey)))
    }

    enum Stage {
        case admitting, admitted, signing, done
    }

    let connection: Connection
    let profile: Profile
    let now: Moment
    let keepAlive: Bool
    /// The wait of the connection that ends with the answer.
    var wait: Waiter
    var desk = SigningDesk()
    private(set) var stage = Stage.admitting
    private(set) var problem: Problem?
    private(set) var output: ByteBuffer?
    private var credential: Credential?
    private var body: BodyMark?
    private var next = 0
    /// How many keys are looked at in one go.
    private var size = 1

    init(_ request: borrowing ClientRequest, of connection: Connection, with profile: Profile) {
        self.connection = connection
        self.profile = profile
        now = request.now
        keepAlive = request.keepAlive
        wait = connection.beginWait()
    }

    private var time: Timestamp { profile.time(at: now) }
    private var keyCount: Int { desk.call.keys.count }

    func begin(by rules: PeerRules) throws(Problem) {
        try desk.complete(with: profile.defaults, by: rules)
        size = Batch.slice(signing: desk.call.bytesPerKey)
    }

    func admitSlice(by rules: PeerRules) throws(Problem) {
        let end = min(next + size, keyCount)
        try desk.admit(next..<end, by: rules, at: time)
        next = end
        if next == keyCount { stage = .admitted }
    }

    func beginSigning(with credential: Credential) throws(Problem) {
        self.credential = credential
        next = 0
        stage = .signing
        var out = ByteBuffer(capacity: 65_536)
        body = try desk.beginURLs(
            with: credential, of: profile.defaults, at: time, keepAlive: keepAlive, to: &out)
        output = consume out
    }

    func signSlice() throws(Problem) {
        guard let credential, var out = output.take() else { return }
        let end = min(next + size, keyCount)
        let start = out.count
        try desk.addURLs(next..<end, with: credential, at: time, to: &out)
        let room = ServerLimits.bytesPerUser - out.count
        guard room >= 0 else { throw .answerTooLarge }
        if next == 0 {
            // As much again for each slice to come, in one piece: to grow is to copy.
            let size = (out.count - start) / end * keyCount
            out.reserve(min(size * 9 / 8 + 4_096, room))
        }
        next = end
        if next == keyCount, let body = body.take() {
            desk.endURLs(body, with: credential, at: time, to: &out)
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

extension Problem {
    fileprivate static var answerTooLarge: Problem {
        .invalidRequest(.value("keys", mustBe: "fewer: the answer would have more than 64 MiB"))
    }
}
