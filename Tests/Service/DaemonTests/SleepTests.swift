import Keeping
import KeepingSupport
import Records
import TestSupport
import Testing
import Time

/// A host that was asleep for longer than its tokens live.
struct SleepTests {
    private static let profile = """
        [Profile a]
        Source=appserver
        URL=http://127.0.0.1:1/
        Endpoint=https://oss-cn-hangzhou.aliyuncs.com

        """
    private static let hours: Int64 = 8 * 3_600

    private let daemon: DaemonFixture

    /// Falls asleep with the token `old`, which would have lived for another hour.
    init() throws {
        daemon = try DaemonFixture(Self.profile)
        let client = try daemon.connect()
        try client.presign("a")
        try fetch().answerWithToken("old")
        let answer = try #require(try client.answer())
        #expect(answer.contains("STS.old"))
        try daemon.keeping.fallAsleep(for: Self.hours, of: "a")
    }

    private func fetch() throws -> PendingFetch { try daemon.keeping.fetch() }

    @Test func `the first answer waits for the token that is fetched for it`() throws {
        let client = try daemon.connect()
        try client.presign("a")
        let fetch = try fetch()
        #expect(try !client.hasAnswer())
        try fetch.answerWithToken("new", life: Self.hours + 3_600)
        let answer = try #require(try client.answer())
        #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("STS.new") && !answer.contains("STS.old"))
    }

    @Test func `without an AppServer the dead token is refused, whatever is asked`() throws {
        for keys in [#""key":"k""#, #""keys":["k","l"]"#] {
            let body = #"{"profile":"a","bucket":"bucket",\#(keys)}"#
            let client = try daemon.connect()
            try client.send(
                "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            try daemon.keeping.settle()
            // So no request waits for the next attempt.
            if let fetch = try daemon.keeping.takeFetch() {
                try fetch.answer("{}", status: 503, retryAfter: 1_800)
            }
            let answer = try #require(try client.answer())
            #expect(answer.hasPrefix("HTTP/1.1 503") && answer.contains(#""state":"expired""#), "\(answer)")
        }
    }

    @Test func `nothing but the waking makes it fetch`() throws {
        daemon.keeping.context.clock.ahead = 0
        let client = try daemon.connect()
        try client.presign("a")
        #expect(try client.status() == "200")
        #expect(try !daemon.keeping.beganFetch())
    }
}
