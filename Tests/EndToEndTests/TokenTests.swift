import Kernel
import TestSupport
import Testing

/// One fetch for all, and no failure that sticks.
struct TokenTests {
    private static let question = #"{"bucket":"b-1","key":"k","expires":60}"#

    @Test func `makes one call for 200 callers that wait for the same token`() throws {
        var server = try AppServer()
        let daemon = try RunningDaemon(Home("RequestTimeout=30s", profiles: profile("main", from: server.url, "Timeout=20s")))
        try server.waitForCalls(1)
        var clients: [Client] = []
        for _ in 0..<200 {
            let client = try daemon.connect()
            try client.request("POST", "/v1/presign", TokenTests.question)
            clients.append(client)
        }
        // An answer that comes behind theirs says that theirs were read.
        #expect(try daemon.status()["state"] == .text("never"))
        try server.handOut(life: 3_600)
        for client in clients {
            let answer = try client.answer()
            #expect(answer.status == 200)
            #expect(answer.document["generation"] == .number(1))
        }
        #expect(try server.countCalls(afterTelling: "hang") == 1)
    }

    @Test func `refreshes when the operator asks, and tells apart what was made with which key`() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url)))
        #expect(try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#).document["generation"] == .number(1))
        let refreshed = try daemon.administer("POST", "/v1/profiles/main/refresh")
        #expect(refreshed.status == 200)
        #expect(refreshed.document["generation"] == .number(2))
        let answer = try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#)
        #expect(answer.document["generation"] == .number(2))
        #expect(answer.document["accessKeyId"] == .text("STS.Number2"))
        #expect(try server.countCalls(afterTelling: "hang") == 2)
    }
}
