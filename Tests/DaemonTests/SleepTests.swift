import TestSupport
import Testing
import Time

@testable import Callers
@testable import Daemon
@testable import Keeping
@testable import Records
@testable import Serving

/// A host that was asleep for longer than its tokens live.
struct SleepTests {
    /// After a failure no request waits for the next attempt.
    private static let profile = """
        [Profile a]
        Source=appserver
        URL=http://127.0.0.1:1/
        Endpoint=https://oss-cn-hangzhou.aliyuncs.com
        RetryInitial=30min
        RetryMax=1h

        """
    private static let hours: Int64 = 8 * 3_600

    private let household: Household

    /// Falls asleep with the token `old`, which would have lived for another hour.
    init() throws {
        household = try Household(Self.profile)
        let client = try household.connect()
        try client.presign("a")
        try fetch().answerWithToken("old")
        let answer = try #require(try client.answer())
        #expect(answer.contains("STS.old"))
        try household.house.fallAsleep(for: Self.hours, of: "a")
    }

    private func fetch() throws -> PlayedFetch { try household.house.fetch() }

    @Test func `the first answer waits for the token that is fetched for it`() throws {
        let client = try household.connect()
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
            let client = try household.connect()
            try client.send(
                "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            try household.house.settle()
            if let fetch = try household.house.takeFetch() { try fetch.answer("{}", status: 503) }
            let answer = try #require(try client.answer())
            #expect(answer.hasPrefix("HTTP/1.1 503") && answer.contains(#""state":"expired""#), "\(answer)")
        }
    }

    @Test func `nothing but the waking makes it fetch`() throws {
        household.house.context.clock.ahead = 0
        let client = try household.connect()
        try client.presign("a")
        #expect(try client.status() == "200")
        #expect(try !household.house.beganFetch())
    }
}
