import Kernel
import TestSupport
import Testing

/// How often a server is asked.
struct RetryTests {
    /// Three attempts: the second at most 1 s after the first, the third at most 2 s after that, and neither at once.
    @Test func `asks a server that fails at growing distances`() throws {
        var server = try AppServer()
        let daemon = try RunningDaemon(Home("RequestTimeout=5s", profiles: profile("main", from: server.url)))
        try server.waitForCalls(1)
        let watcher = try Client(daemon.home.admin)
        try watcher.request("GET", "/v1/watch")
        _ = try watcher.text(until: #""event":"state""#)
        try server.answer(500, "down")
        // Callers that need a token do not make it ask more often.
        let waiting = try daemon.connect()
        try waiting.request("POST", "/v1/presign", Question.presign)
        try server.waitForCalls(3)
        let gaps = zip(server.calls.dropFirst(), server.calls).map { Duration.nanoseconds($0 - $1) }
        #expect(gaps[0] >= .milliseconds(100) && gaps[1] >= .milliseconds(200), "\(gaps)")
        // The planned time depends on no other program; each second may be only partly counted.
        let events = try watcher.text(until: #""consecutiveFailures":2,"#)
        let plans = events.split(whereSeparator: \.isNewline).map { Document(String($0)) }
            .filter { $0["event"] == .text("refreshFailed") }
            .map { ($0["nextAttemptAt"].time ?? .max) - ($0["time"].time ?? 0) }
        // More may have come with the second.
        #expect(plans.count >= 2 && plans[0] <= 2 && plans[1] <= 3, "\(events)")
    }

    @Test func `callers that want a longer life than there is do not make it ask again and again`() throws {
        var server = try AppServer()
        try server.handOut(life: 900)
        let start = KernelClock.bootNanoseconds()
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url)))
        #expect(try daemon.ask("POST", "/v1/sign", Question.sign).status == 200)
        for _ in 0..<50 {
            let answer = try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1","minValid":86400}"#)
            #expect(answer.status == 503)
            #expect(answer.document["state"] == .text("fresh"))
        }
        // Were the machine so slow that ten seconds went by, one more would be right.
        let pauses = Int((KernelClock.bootNanoseconds() - start) / 10_000_000_000)
        #expect(try server.countCalls(afterTelling: "hang") <= 1 + pauses)
    }
}
