import TestSupport
import Testing

/// The warnings of the daemon about outages that it could not survive.
struct AvailabilityTests {
    @Test func `a target that tokens cannot keep is told with figures, in the log once`() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let home = try Home(profiles: profile("main", from: server.url, "AvailabilityTarget=45min"))
        let daemon = try RunningDaemon(home)
        for _ in 0..<3 {
            #expect(try daemon.administer("POST", "/v1/profiles/main/refresh").status == 200)
        }
        let warning = try #require(try daemon.status()["warnings"].elements.first?.text)
        #expect(warning.hasPrefix("an outage of 45 min would not be survived: a token lives 60 min"))
        #expect(warning.hasSuffix("RefreshAt=22% would do"))
        #expect(try daemon.log.split(separator: "AvailabilityTarget=: ").count == 2)
        try server.handOut(life: 7_200)
        #expect(try daemon.administer("POST", "/v1/profiles/main/refresh").status == 200)
        #expect(try daemon.status()["warnings"] == .array([]))
    }

    @Test func `without a target nothing is missed`() throws {
        let daemon = try RunningDaemon(Home(profiles: manualProfile()))
        try daemon.give(life: 60)
        #expect(try daemon.status()["warnings"] == .array([]))
    }
}
