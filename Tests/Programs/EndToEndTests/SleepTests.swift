import Kernel
import TestSupport
import Testing

/// A process that stood still while its token ended, as on a host that slept.
struct SleepTests {
    /// The timer of the renewal and the request are both there when it goes on, in whatever order.
    @Test func `a daemon that was frozen past the end of the token answers with the next one`() throws {
        var server = try AppServer()
        try server.handOut(life: 4)
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url)))
        #expect(try daemon.ask("POST", "/v1/presign", Question.presign).status == 200)
        let client = try daemon.connect()
        #expect(try client.ask("POST", "/v1/presign", Question.presign).status == 200)

        try tell(daemon, "STOP")
        // Whatever token it has now ends before this.
        let end = KernelClock.wallSeconds() + 5
        try server.handOut(life: 3_600)
        try client.request("POST", "/v1/presign", Question.presign)
        #expect(eventually { KernelClock.wallSeconds() > end })
        try tell(daemon, "CONT")

        let answer = try client.answer()
        #expect(answer.status == 200)
        #expect(answer.document["credentialExpiration"].text > timestamp(end + 3_000), "\(answer.body)")
    }

    private func tell(_ daemon: borrowing RunningDaemon, _ signal: String) throws {
        var kill = try RunningProgram("kill", ["-\(signal)", "\(daemon.process)"])
        #expect(try kill.child.wait() == .exited(0))
    }
}
