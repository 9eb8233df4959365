import Keeping
import KeepingSupport
import Records
import TestSupport
import Testing
import Time

/// Requests are signed by the clock of those who check them.
struct SigningTimeTests {
    @Test func `requests are signed at the server's time`() throws {
        let daemon = try DaemonFixture(
            "[Profile a]\nSource=appserver\nURL=http://127.0.0.1:1/\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com\n"
        )
        let clock = daemon.keeping.context.clock
        let start = clock.now()
        let client = try daemon.connect()
        try client.presign("a")
        try daemon.keeping.fetch().answerWithToken(life: -3_600, date: start.wall + -7_200)
        let answer = try #require(try client.answer())
        let written = try #require(answer.firstMatch(of: /x-oss-date=([0-9TZ]+)/)?.1)
        let read = Timestamp(basicISO: String(written).utf8Span.span)
        let time = try #require(read)
        #expect(abs(time - start.wall + 7_200) <= 5 + (clock.now().boot - start.boot).wholeSeconds)
    }
}
