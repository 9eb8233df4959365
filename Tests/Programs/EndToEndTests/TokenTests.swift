import Kernel
import TestSupport
import Testing

/// One fetch for all, and no failure that sticks.
struct TokenTests {
    @Test func `makes one call for 200 callers that wait for the same token`() throws {
        var server = try AppServer()
        let daemon = try RunningDaemon(
            Home("RequestTimeout=30s", profiles: profile("main", from: server.url, "Timeout=20s")))
        try server.waitForCalls(1)
        var clients: [Client] = []
        for _ in 0..<200 {
            let client = try daemon.connect()
            try client.request("POST", "/v1/presign", Question.presign)
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
        #expect(try daemon.ask("POST", "/v1/sign", Question.sign).document["generation"] == .number(1))
        let refreshed = try daemon.administer("POST", "/v1/profiles/main/refresh")
        #expect(refreshed.status == 200)
        #expect(refreshed.document["generation"] == .number(2))
        let answer = try daemon.ask("POST", "/v1/sign", Question.sign)
        #expect(answer.document["generation"] == .number(2))
        #expect(answer.document["accessKeyId"] == .text("STS.Number2"))
        #expect(try server.countCalls(afterTelling: "hang") == 2)
    }

    @Test func `delays no cached answer while the AppServer accepts and never answers`() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url)))
        #expect(try daemon.ask("POST", "/v1/presign", Question.presign).status == 200)
        // The way of the token to the disk does not count here.
        #expect(try eventually { try File.names(in: daemon.home.cache) == ["main.lock", "main.token"] })
        try server.hang()
        let operatorsClient = try Client(daemon.home.admin)
        try operatorsClient.request("POST", "/v1/profiles/main/refresh")
        try server.waitForCalls(2)
        let times = try Latency(of: 200, to: daemon, on: daemon.connect(), Question.presign)
        #expect(times.median < .milliseconds(5), "\(times)")
        #expect(times.share99 < .milliseconds(50), "\(times)")
        #expect(try daemon.status()["generation"] == .number(1))
    }

    @Test func `serves the old token while the AppServer is down`() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url)))
        #expect(try daemon.ask("POST", "/v1/presign", Question.presign).status == 200)
        try server.answer(500, "down")
        let failed = try daemon.administer("POST", "/v1/profiles/main/refresh")
        #expect(failed.status == 503)
        #expect(failed.document["state"] == .text("fresh"))
        #expect(failed.document["lastError"].text.contains("500"))
        let answer = try daemon.ask("POST", "/v1/presign", Question.presign)
        #expect(answer.document["generation"] == .number(1))
        let status = try daemon.status()
        #expect(status["consecutiveFailures"] == .number(1))
        try server.handOut(life: 3_600)
        #expect(try daemon.administer("POST", "/v1/profiles/main/refresh").status == 200)
        #expect(try daemon.status()["lastError"] == .null)
        #expect(try daemon.status()["consecutiveFailures"] == .number(0))
    }

    @Test func `says why there is no token, and when to come again`() throws {
        var server = try AppServer()
        try server.answer(
            403, #"{"StatusCode":"500","ErrorCode":"AccessDenied","ErrorMessage":"role is gone"}"#)
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url)))
        let answer = try daemon.ask("POST", "/v1/presign", Question.presign)
        #expect(answer.status == 503)
        #expect(answer.problem == "no-credential")
        #expect(answer.document["state"] == .text("never"))
        #expect(answer.document["lastError"].text.contains("AccessDenied"))
        #expect(answer.document["lastError"].text.contains("role is gone"))
        let seconds = try #require(answer.header("retry-after").flatMap { Int($0) })
        #expect(seconds >= 1 && seconds <= 300)
        #expect(answer.document["retryAfter"] == .number(seconds))
        #expect(try daemon.ask("GET", "/v1/health").status == 503)
    }

    @Test(arguments: [#"{"StatusCode":200}"#, #"{"StatusCode":"200"}"#])
    func `takes the status as a number and as a string`(members: String) throws {
        var server = try AppServer()
        try server.handOut(life: 3_600, with: members)
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url)))
        #expect(try daemon.ask("POST", "/v1/presign", Question.presign).status == 200)
    }

    @Test(arguments: [
        #"{"StatusCode":"403","ErrorCode":"NoPermission"}"#, #"{"StatusCode":500}"#,
        #"{"AccessKeySecret":""}"#,
        #"{"SecurityToken":null}"#, #"{"Expiration":"2001-01-01T00:00:00Z"}"#, #"{"Expiration":"soon"}"#,
    ])
    func `keeps the good token when the next one is bad`(members: String) throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url)))
        #expect(try daemon.ask("POST", "/v1/presign", Question.presign).status == 200)
        try server.handOut(life: 3_600, with: members)
        #expect(try daemon.administer("POST", "/v1/profiles/main/refresh").status == 503)
        let answer = try daemon.ask("POST", "/v1/sign", Question.sign)
        #expect(answer.document["accessKeyId"] == .text("STS.Number1"))
        #expect(answer.document["generation"] == .number(1))
    }

    /// A failure that a retry cannot cure waits longer than one that may pass by itself.
    @Test(arguments: [(401, 3...30), (503, 1...1)])
    func `tells a refusal from a server that is down`(status: Int, wait: ClosedRange<Int>) throws {
        var server = try AppServer()
        try server.answer(status, "{}")
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url)))
        let answer = try daemon.ask("POST", "/v1/presign", Question.presign)
        #expect(answer.status == 503)
        #expect(answer.document["lastError"].text.contains("\(status)"))
        #expect(wait.contains(answer.document["retryAfter"].number ?? 0))
    }

    @Test func `a helper that is killed costs a retry and nothing else`() throws {
        var server = try AppServer()
        let daemon = try RunningDaemon(
            Home("RequestTimeout=20s", profiles: profile("main", from: server.url)))
        try server.waitForCalls(1)
        let client = try daemon.connect()
        try client.request("POST", "/v1/presign", Question.presign)
        #expect(try daemon.status()["state"] == .text("never"))
        let helper = try #require(try daemon.children().first)
        Signal.kill.send(to: helper)
        try server.waitForCalls(2)
        #expect(try daemon.children().count == 1)
        try server.handOut(life: 3_600)
        // The caller that was there before was told why it goes without; the next one is served.
        #expect(try client.answer().status == 503)
        #expect(try eventually { try daemon.ask("POST", "/v1/presign", Question.presign).status == 200 })
        #expect(try daemon.log.contains("the fetch helper ended without an answer"))
        #expect(eventually { (try? daemon.children().isEmpty) ?? false })
    }

    @Test func `forgets a token for good, also one that is on its way`() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url)))
        #expect(try daemon.ask("POST", "/v1/presign", Question.presign).status == 200)
        try server.hang()
        let waiting = try Client(daemon.home.admin)
        try waiting.request("POST", "/v1/profiles/main/refresh")
        try server.waitForCalls(2)
        let forgotten = try daemon.administer("DELETE", "/v1/profiles/main/credentials")
        #expect(forgotten.status == 200)
        #expect(forgotten.document["state"] == .text("never"))
        #expect(try waiting.answer().status == 503)
        try server.handOut(life: 3_600)
        #expect(try daemon.status()["state"] == .text("never"))
        #expect(try File.names(in: daemon.home.cache).filter { $0.hasSuffix(".token") } == [])
        #expect(try daemon.children() == [])
    }
}
