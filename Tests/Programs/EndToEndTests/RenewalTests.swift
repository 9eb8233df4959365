import TestSupport
import Testing

/// The answers to an operator who wants another token now.
struct RenewalTests {
    @Test func `says of a refresh that failed until when the old token signs`() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let daemon = try RunningDaemon(Home("RequestTimeout=1s", profiles: profile("main", from: server.url)))
        let end = try daemon.ask("POST", "/v1/sign", Question.sign).document["credentialExpiration"].text
        try server.answer(401, "no")
        let refused = try daemon.administer("POST", "/v1/profiles/main/refresh")
        #expect(refused.status == 503 && refused.problem == "no-credential")
        #expect(refused.document["title"] == .text("The credential was not renewed"))
        let reason = "\(server.url): the server answered with status 401"
        let signs = "; the present token of main signs until \(end)"
        #expect(refused.document["detail"] == .text(reason + signs))
        #expect(refused.document["lastError"] == .text(reason))
        // The error of the attempt before does not belong to the one that goes on.
        try server.hang()
        let late = try daemon.administer("POST", "/v1/profiles/main/refresh")
        #expect(late.status == 503 && late.document["lastError"] == .null)
        #expect(
            late.document["detail"]
                == .text("no answer within 1s; the attempt goes on, see 'ossauthctl status'" + signs))
    }

    @Test func `a refresh without a token to fall back on says so as ever`() throws {
        var server = try AppServer()
        try server.answer(401, "no")
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url)))
        let refused = try daemon.administer("POST", "/v1/profiles/main/refresh")
        #expect(refused.status == 503)
        #expect(refused.document["title"] == .text("There is no usable credential"))
        #expect(
            refused.document["detail"].text.hasPrefix(
                "profile main has received no credential yet: \(server.url): "))
    }

    /// The first answer is an error page, which says nothing of the time.
    @Test func `a server that moves the time of signing is reported, once`() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url)))
        #expect(try daemon.ask("POST", "/v1/sign", Question.sign).status == 200)
        try server.tell("clock -17100")
        try server.answer(500, "down")
        #expect(try daemon.administer("POST", "/v1/profiles/main/refresh").status == 503)
        #expect(try daemon.status()["clockSkewSeconds"] == .number(0))
        #expect(try !daemon.log.contains("signs from now on by the clock"))
        try server.handOut(life: 7_200)
        for _ in 0..<2 { #expect(try daemon.administer("POST", "/v1/profiles/main/refresh").status == 200) }
        let skew = try #require(try daemon.status()["clockSkewSeconds"].number)
        #expect(abs(skew + 17_100) < 60)
        #expect(try daemon.log.split(separator: "signs from now on by the clock").count == 2)
    }

    /// An AppServer whose tokens live shorter from now on; who asks for one of them gets it.
    @Test func `a refresh that the operator wants takes a token that ends sooner`() throws {
        var server = try AppServer()
        try server.handOut(life: 43_200)
        let daemon = try RunningDaemon(Home(profiles: profile("main", from: server.url)))
        #expect(try daemon.ask("POST", "/v1/sign", Question.sign).document["generation"] == .number(1))
        try server.handOut(life: 3_600)
        let answer = try daemon.administer("POST", "/v1/profiles/main/refresh")
        #expect(answer.status == 200 && answer.document["generation"] == .number(2), "\(answer.body)")
    }
}
