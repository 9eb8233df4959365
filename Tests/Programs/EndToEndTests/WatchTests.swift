import Kernel
import TestSupport
import Testing

/// `GET /v1/watch` of the built daemon.
struct WatchTests {
    private static let grant = """
        [Access watchers]
        Match=uid:\(ThisProcess.user)
        Profile=main
        Allow=watch

        """

    private func watch(_ daemon: borrowing RunningDaemon) throws -> Client {
        let client = try daemon.connect()
        try client.request("GET", "/v1/watch")
        _ = try client.text(until: #""event":"state""#)
        return client
    }

    @Test func `watchers with the right to a profile see when its token comes and when it ends`() throws {
        let home = try Home(profiles: manualProfile() + manualProfile("other") + Self.grant)
        let daemon = try RunningDaemon(home)
        let client = try watch(daemon)
        try daemon.give("Hidden", to: "other")
        // So short a life may be over before the daemon sees it.
        #expect(try eventually { try daemon.give(life: 2).status == 200 })
        let text = try client.text(until: #""event":"expired""#)
        #expect(text.firstRange(of: #""event":"rotated","time":""#) != nil)
        #expect(text.firstRange(of: #""profile":"main","generation":1,"#) != nil)
        #expect(text.firstRange(of: #"other"#) == nil)
        #expect(try daemon.status()["state"] == .text("expired"))
        #expect(try daemon.log.contains("token generation 1 expired without a successor"))
    }

    @Test func `watchers see a reload, and it ends the watch of callers that lost the right`() throws {
        let home = try Home(profiles: manualProfile() + Self.grant)
        let daemon = try RunningDaemon(home)
        let client = try watch(daemon)
        try home.configure(profiles: manualProfile() + manualProfile("second") + Self.grant)
        #expect(try daemon.administer("POST", "/v1/reload").status == 200)
        _ = try client.text(until: #""profiles":["main"]}"#)
        try home.configure(profiles: manualProfile())
        #expect(try daemon.administer("POST", "/v1/reload").status == 200)
        #expect(try client.rest().hasSuffix("\r\n0\r\n\r\n"))
        #expect(try daemon.ask("GET", "/v1/watch").problem == "not-allowed")
    }

    @Test func `the admin socket shows everything, and a stop ends the stream whole`() throws {
        var daemon = try RunningDaemon(Home(profiles: manualProfile() + manualProfile("other")))
        let client = try Client(daemon.home.admin)
        try client.request("GET", "/v1/watch")
        let state = try client.text(until: #""event":"state""#)
        #expect(state.firstRange(of: #""name":"other""#) != nil)
        #expect(try daemon.stop() == .exited(0))
        #expect(try client.rest().hasSuffix("\r\n0\r\n\r\n"))
    }
}
