import Bytes
import EventLoop
import Kernel
import TestSupport
import Testing
import Time
import Tokens

@testable import Callers
@testable import Daemon
@testable import Keeping
@testable import Records
@testable import Serving

/// Calls for many URLs, and those who ask for one meanwhile.
struct BatchTests {
    private static let configuration = """
        [Profile a]
        Source=manual
        Endpoint=https://oss-cn-hangzhou.aliyuncs.com

        """

    private let household: Household

    init() throws {
        household = try Household(Self.configuration)
        try give(life: 3_600)
    }

    private func give(life: Int64) throws {
        let now = Clock().now()
        let received = try ReceivedCredential(
            keyID: "STS.key".utf8Span.span, secret: "secret".utf8Span.span,
            securityToken: "token".utf8Span.span, expiration: now.wall + life)
        household.profiles[0].replace(with: received, at: now)
    }

    /// A call for as many URLs, not yet served.
    private func ask(_ client: Client, keys count: Int, more: String = "") throws {
        let keys = (0..<count).map { "\"key-\($0)\"" }.joined(separator: ",")
        let body = "{\"profile\":\"a\",\"bucket\":\"bucket\",\"time\":\"\(time)\",\"keys\":[\(keys)]\(more)}"
        try client.send(
            "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    private let time = "\(Clock().now().wall)"

    /// The call of the only user.
    private var present: (any PendingWork)? { household.router.batches.present[ThisProcess.user] }

    /// Turns until a batch is under way.
    private func turnUntilBegun() throws -> Batch {
        #expect(try household.house.comes { present is Batch })
        return try #require(present as? Batch)
    }

    private func urls(in answer: String) -> [Substring] {
        answer.split(separator: "\"").filter { $0.hasPrefix("https://") }
    }

    @Test func `a call for 10,000 URLs makes another client wait for a slice of it, not for the whole`()
        throws
    {
        let (many, one) = (try household.connect(), try household.connect())
        try ask(many, keys: 10_000)
        let batch = try turnUntilBegun()
        let first = household.router.batches.sliceCount
        var slices: Int { household.router.batches.sliceCount - first }
        for _ in 0..<10 {
            let before = slices
            try one.sendPresign("a")
            #expect(try one.status() == "200")
            // Perhaps one before the request was seen, one beside it, one before its answer was read.
            #expect(slices - before <= 3)
        }
        #expect(batch.stage == .admitting || batch.stage == .signing)
        let answer = try #require(try many.answer())
        #expect(urls(in: answer).count == 10_000)
        // Each key is looked at twice.
        #expect(slices >= 2 * 10_000 / Batch.slice)
        #expect(present == nil)
    }

    /// Sends more than a socket takes at once.
    private func sendAll(_ text: String, by client: Client) throws {
        var rest = text.utf8Span.span
        while rest.count > 0 {
            guard case .bytes(let sent) = try client.socket.send(rest) else {
                _ = try household.house.loop.runOnce(timeout: .milliseconds(10))
                continue
            }
            rest = rest.extracting(droppingFirst: sent)
        }
    }

    private func presign(_ body: String) -> String {
        "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// A body of a megabyte and a half: three turns to copy it, and one for each 64 KiB of its keys.
    @Test func `a large body is read in pieces, and others are answered between them`() throws {
        let (large, one) = (try household.connect(), try household.connect())
        let keys = (0..<1_500).map { "\($0)-" + String(repeating: "é", count: 500) }
        let list = keys.map { "\"\($0)\"" }.joined(separator: ",")
        let body = "{\"profile\":\"a\",\"bucket\":\"bucket\",\"keys\":[\(list)],\"expires\":60}"
        try sendAll(presign(body), by: large)
        #expect(try household.house.comes { present is LargeBody })
        var answers = 0
        let first = household.router.batches.sliceCount
        var pieces = 0
        while present is LargeBody {
            let before = pieces
            try one.sendPresign("a")
            #expect(try one.status() == "200")
            answers += 1
            pieces = household.router.batches.sliceCount - first
            #expect(pieces - before <= 3)
        }
        #expect(pieces >= body.utf8.count / 131_072 && answers >= pieces / 3)
        let urls = urls(in: try #require(try large.answer()))
        #expect(urls.count == 1_500 && urls.allSatisfy { $0.contains("x-oss-expires=60") })
        for index in [0, 700, 1_499] { #expect(urls[index].contains("/\(index)-%C3%A9")) }
        #expect(household.router.batches.isIdle)
    }

    @Test(arguments: [
        (#"{"keys":[KEYS,1]}"#, "400"), (#"{"keys":[KEYS"#, "400"), (#"{"keys":[KEYS],"bukket":"b"}"#, "400"),
        (#"{"profile":"a","bucket":"bucket","keys":[KEYS,"/a"]}"#, "422"),
        (#"{"profile":"a","bucket":"bucket","keys":[KEYS]}}"#, "400"),
    ])
    func `an error in a large body is reported, and the next body is read`(
        body: String, status: String
    ) throws {
        let client = try household.connect()
        let keys = (0..<1_000).map { "\"\($0)-\(String(repeating: "k", count: 500))\"" }
        try sendAll(presign(body.replacing("KEYS", with: keys.joined(separator: ","))), by: client)
        #expect(try client.status() == status)
        #expect(household.router.batches.isIdle)
        try client.sendPresign("a")
        #expect(try client.status() == "200")
    }

    @Test func `a client that goes while its body is read leaves its place to the next`() throws {
        let list = (0..<1_500).map { "\"\($0)-\(String(repeating: "k", count: 900))\"" }
        let body = "{\"profile\":\"a\",\"bucket\":\"bucket\",\"keys\":[\(list.joined(separator: ","))]}"
        let next: Client
        do {
            let first = try household.connect()
            try sendAll(presign(body), by: first)
            #expect(try household.house.comes { present is LargeBody })
            next = try household.connect()
            try sendAll(presign(body), by: next)
        }
        #expect(urls(in: try #require(try next.answer())).count == 1_500)
        #expect(household.router.batches.isIdle)
    }

    /// 15 KiB of headers with each of 100 keys: 17 keys have as much text as a slice of those without.
    @Test func `a slice has fewer keys where more is signed with each`() throws {
        let client = try household.connect()
        let headers = (0..<15).map { "\"x-oss-meta-\($0)\":\"\(String(repeating: "v", count: 1_000))\"" }
        var first = household.router.batches.sliceCount
        var slices: Int { household.router.batches.sliceCount - first }
        try ask(client, keys: 100, more: ",\"headers\":{\(headers.joined(separator: ","))}")
        #expect(urls(in: try #require(try client.answer())).count == 100)
        // Each key is looked at twice.
        #expect(slices >= 2 * 100 / 18)
        first += slices
        try ask(client, keys: 100)
        #expect(urls(in: try #require(try client.answer())).count == 100)
        #expect(slices == 0)
    }

    @Test func `as many keys fit a slice as the text beside them allows`() {
        #expect(Batch.slice(signing: 0) == 256 && Batch.slice(signing: 1_024) == 256)
        #expect(Batch.slice(signing: 15_360) == 17 && Batch.slice(signing: 1 << 20) == 1)
    }

    /// The first and the last of a slice, and one alone.
    @Test(arguments: [257, 511, 512, 513, 1_000])
    func `the URLs are those of calls for one key each, in their order`(count: Int) throws {
        let client = try household.connect()
        try ask(client, keys: count)
        let many = urls(in: try #require(try client.answer()))
        #expect(many.count == count)
        for index in [0, 1, 255, 256, count - 1] {
            let body =
                "{\"profile\":\"a\",\"bucket\":\"bucket\",\"time\":\"\(time)\",\"key\":\"key-\(index)\"}"
            try client.send(
                "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            #expect(urls(in: try #require(try client.answer())) == [many[index]])
        }
    }

    @Test func `clients that ask for many keys get them also when all waited for one token`() throws {
        let household = try Household(
            Self.configuration.replacing("manual", with: "appserver\nURL=http://127.0.0.1:1/"))
        let clients = try (0..<4).map { _ in try household.connect() }
        for client in clients { try ask(client, keys: 600) }
        let fetch = try household.house.fetch()
        try household.house.settle()
        #expect(household.router.batches.present.isEmpty && household.profiles[0].waiters.count == 4)
        try fetch.answerWithToken()
        for client in clients { #expect(urls(in: try #require(try client.answer())).count == 600) }
    }

    @Test func `clients that ask for many keys are served alternately, and all get their answers`() throws {
        let clients = try (0..<8).map { _ in try household.connect() }
        for client in clients {
            try ask(client, keys: 600)
            try ask(client, keys: 2)
        }
        for client in clients {
            #expect(urls(in: try #require(try client.answer())).count == 600)
            #expect(urls(in: try #require(try client.answer())).count == 2)
        }
        #expect(household.router.batches.isIdle)
    }

    @Test func `no user makes the others wait for more than a few of its requests`() throws {
        let first = try household.connect()
        try ask(first, keys: 10_000)
        _ = try turnUntilBegun()
        let clients = try (0..<18).map { _ in try household.connect() }
        for client in clients { try ask(client, keys: 300) }
        let statuses = try clients.map { try $0.status() }
        #expect(statuses.filter { $0 == "200" }.count >= 16)
        #expect(statuses.contains("429"))
    }

    @Test func `a client that goes leaves its place to the next`() throws {
        let next: Client
        do {
            let first = try household.connect()
            try ask(first, keys: 10_000)
            _ = try turnUntilBegun()
            next = try household.connect()
            try ask(next, keys: 300)
        }
        #expect(urls(in: try #require(try next.answer())).count == 300)
        #expect(present == nil)
    }

    @Test func `an error in one of many keys is reported like that of a single key`() throws {
        let client = try household.connect()
        let keys = (0..<600).map { "\"key-\($0)\"" }.joined(separator: ",")
        let body = "{\"profile\":\"a\",\"bucket\":\"bucket\",\"keys\":[\(keys),\"/key\"]}"
        try client.send(
            "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try client.status() == "422")
        #expect(present == nil)
    }

    @Test
    func `a batch without a token is refused like a single call, and ends with the token it began with`()
        throws
    {
        let client = try household.connect()
        try ask(client, keys: 5_000)
        let batch = try turnUntilBegun()
        while batch.stage != .signing { _ = try household.house.loop.runOnce(timeout: .milliseconds(10)) }
        try give(life: 7_200)
        let answer = try #require(try client.answer())
        #expect(answer.firstRange(of: "\"generation\":1,") != nil)
        household.profiles[0].forget()
        try ask(client, keys: 300)
        #expect(try client.status() == "503")
    }
}
