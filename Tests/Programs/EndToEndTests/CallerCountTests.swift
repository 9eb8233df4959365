import Kernel
import TestSupport
import Testing

/// Only root sees which users ask, and how often in vain.
struct CallerCountTests: ~Copyable {
    private let daemon: RunningDaemon

    init() throws {
        let daemon = try RunningDaemon(Home(profiles: manualProfile()))
        try daemon.give()
        self.daemon = daemon
    }

    @Test func `the admin socket tells how often each user asked, and how often in vain`() throws {
        let before = try #require(try callers().first)
        try daemon.ask("POST", "/v1/presign", #"{"bucket":"bucket","key":"k"}"#)
        try daemon.ask("POST", "/v1/presign", #"{"bucket":"BUCKET","key":"k"}"#)
        try daemon.ask("GET", "/nowhere")
        let after = try #require(try callers().first)
        #expect(after["uid"].number == Int(ThisProcess.user))
        // Of the four, the last is the question before.
        #expect(after["requests"].number == (before["requests"].number ?? 0) + 4)
        #expect(after["refused"].number == 2 && after["failed"].number == 0)
    }

    @Test func `the API socket does not report callers`() throws {
        let answer = try daemon.ask("GET", "/v1/status")
        #expect(answer.status == 200 && !answer.body.contains("callers"))
    }

    private func callers() throws -> [Document] {
        try daemon.administer("GET", "/v1/status").document["callers"].elements
    }
}
