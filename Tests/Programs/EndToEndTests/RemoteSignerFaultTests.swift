import Kernel
import TestSupport
import Testing

/// A server that signs and does not do well, and what a caller sees of it.
struct RemoteSignerFaultTests {
    private static let request = #"{"bucket":"b-1","key":"k"}"#

    private func daemon(_ server: borrowing SigningServer, _ daemon: String = "", _ more: String = "") throws
        -> RunningDaemon
    {
        try RunningDaemon(Home(daemon, profiles: server.profile(more)))
    }

    @Test(arguments: [
        (500, "", "status 500"), (403, "no", "status 403"),
        (403, #"{"ErrorCode":"NoWrites","ErrorMessage":"reader only"}"#, "NoWrites"),
        (200, #"{"StatusCode":"500","ErrorCode":"Broken"}"#, "Broken"), (200, "", "no signature"),
        (200, #"{"signature":""}"#, "no signature"), (200, #"{"signature":5}"#, "Signature"),
        (200, "{", "JSON"), (200, "not a signature", "no signature"),
        (200, #"{"signature":"KoIGTlHldZnk4/0Ot5gKRgLKT6o="}"#, "set SignatureVersion=v1"),
        (200, #"{"signature":"\#(String(repeating: "AB", count: 32))"}"#, "no signature"),
        (
            200, #"{"accessKeyId":"other","signature":"\#(String(repeating: "ab", count: 32))"}"#,
            "another key"
        ),
    ])
    func `an answer that is no signature is none for the caller`(status: Int, body: String, reason: String)
        throws
    {
        var server = try SigningServer()
        let daemon = try daemon(server)
        try server.answer(status, body)
        let answer = try daemon.ask("POST", "/v1/sign", Self.request)
        // The client must not repeat what the server refuses.
        let isRefusal = status == 403 || body.contains("ErrorCode")
        #expect(answer.status == (isRefusal ? 403 : 503))
        #expect(answer.problem == (isRefusal ? "not-allowed" : "no-credential"))
        let text = answer.document[isRefusal ? "detail" : "lastError"].text
        #expect(text.contains(reason), "\(answer.body)")
        #expect((answer.header("retry-after") != nil) == !isRefusal)
        let state = try daemon.status(of: "main")["state"].text
        try server.tell("sign")
        // A server that refuses one string signs others; a server that signs nothing is not asked again for a while.
        #expect((state == "fresh") == isRefusal)
        if isRefusal { #expect(try daemon.ask("POST", "/v1/sign", Self.request).status == 200) }
    }

    /// There is no token that could be too short.
    @Test func `a refresh says that it is signatures that do not come`() throws {
        var server = try SigningServer()
        let daemon = try daemon(server)
        try server.answer(500)
        #expect(try daemon.ask("POST", "/v1/sign", Self.request).status == 503)
        let answer = try daemon.administer("POST", "/v1/profiles/main/refresh")
        #expect(answer.status == 503)
        #expect(
            answer.document["detail"].text.hasPrefix(
                "the server that signs for profile main returned no signature: "),
            "\(answer.body)")
    }

    @Test func `a client that waits too long gets its answer in time, and the next one a signature`() throws {
        var server = try SigningServer()
        let daemon = try daemon(server, "RequestTimeout=1s")
        try server.tell("hang")
        let answer = try daemon.ask("POST", "/v1/sign", Self.request)
        #expect(answer.status == 503)
        #expect(answer.document["detail"].text.contains("signature"))
        try server.tell("sign")
        // On a machine that is busy a second may be short.
        #expect(try eventually { try daemon.ask("POST", "/v1/sign", Self.request).status == 200 })
    }

    @Test func `a request that is too long to be asked for fails alone`() throws {
        var server = try SigningServer()
        let daemon = try daemon(server)
        try server.tell("hang")
        let waiting = try daemon.connect()
        try waiting.request("POST", "/v1/sign", Self.request)
        _ = try server.next()
        let long = #"["eq","$content-type","\#(String(repeating: "x", count: 60_000))"]"#
        let refused = try daemon.ask(
            "POST", "/v1/post-policy", #"{"version":"v1","bucket":"b-1","conditions":[\#(long)]}"#)
        #expect(refused.status == 503)
        #expect(refused.document["lastError"].text.contains("at most 65536 bytes"), "\(refused.body)")
        try server.tell("sign")
        #expect(try waiting.answer().status == 200)
    }

    @Test func `a client that goes away leaves nothing behind`() throws {
        var server = try SigningServer()
        let daemon = try daemon(server)
        try server.tell("hang")
        do {
            let clients = try (0..<30).map { _ in try daemon.connect() }
            for client in clients { try client.request("POST", "/v1/sign", Self.request) }
            for _ in 0..<8 { _ = try server.next() }
        }
        // The daemon knows it when the last copy is closed: a child that another test starts may have one.
        let areGone = try eventually {
            try daemon.ask("GET", "/metrics").body.contains("\nossauthd_connections 1\n")
        }
        #expect(areGone)
        try server.tell("sign")
        #expect(try daemon.ask("POST", "/v1/sign", Self.request).status == 200)
        // Of the thirty only those were signed that were asked for already, and the one who is still there.
        #expect(try server.all().count <= 9)
    }

    @Test func `a server that is down is left alone for a while, and asked again`() throws {
        var server = try SigningServer()
        let daemon = try daemon(server)
        try server.tell("drop")
        for _ in 0..<40 { #expect(try daemon.ask("POST", "/v1/sign", Self.request).status == 503) }
        // The first rests are short, and one may just be over.
        let isSeen = try eventually {
            try daemon.ask("POST", "/v1/sign", Self.request)
            return try daemon.status()["state"] == .text("expired")
                && daemon.ask("GET", "/v1/health").status == 503
        }
        #expect(isSeen)
        // Some for the first few, twice where libcurl tries a connection again; not one for each.
        #expect(try server.all(afterTelling: "sign").count < 20)
        let isBack = try eventually {
            try daemon.ask("POST", "/v1/sign", Self.request).status == 200
        }
        #expect(isBack)
        #expect(try daemon.status()["state"] == .text("fresh"))
    }

    @Test func `the next server is asked where one does not answer`() throws {
        var dead = try SigningServer()
        try dead.tell("drop")
        let server = try SigningServer()
        let profile = server.profile().replacing(
            "URL=", with: "URL=http://127.0.0.1:\(dead.port)/sign ")
        let daemon = try RunningDaemon(Home(profiles: profile))
        for _ in 0..<5 { #expect(try daemon.ask("POST", "/v1/sign", Self.request).status == 200) }
    }

    @Test func `a chain signs by the next member while the server is down`() throws {
        var server = try SigningServer()
        let chain =
            "[Profile main]\nSource=chain\nProfiles=elsewhere here\nRegion=cn-hangzhou\n"
            + "Endpoint=https://oss-cn-hangzhou.aliyuncs.com\n"
        let daemon = try RunningDaemon(
            Home(profiles: server.profile("", "elsewhere") + manualProfile("here") + chain))
        try daemon.give("Local", to: "here")
        let request = #"{"profile":"main","bucket":"b-1"}"#
        #expect(
            try daemon.ask("POST", "/v1/sign", request).document["accessKeyId"] == .text(SigningServer.keyID))
        try server.tell("drop")
        let isLocal = try eventually {
            try daemon.ask("POST", "/v1/sign", request).document["accessKeyId"] == .text("STS.Local")
        }
        #expect(isLocal)
    }

    @Test func `the rules apply, and what they refuse is not asked for`() throws {
        var server = try SigningServer()
        let daemon = try daemon(server)
        let opaque = #"{"stringToSign":"x","date":"20231216","region":"cn-hangzhou","product":"oss"}"#
        #expect(try daemon.ask("POST", "/v1/sign-string", opaque).status == 403)
        #expect(try server.all().isEmpty)
    }

    @Test func `the server gets no method with an opaque string`() throws {
        var server = try SigningServer()
        let home = try Home(profiles: server.profile())
        try home.configure(
            profiles: server.profile()
                + "\n[Access opaque]\nMatch=uid:\(ThisProcess.user)\nAllow=sign-opaque\n")
        let daemon = try RunningDaemon(home)
        let opaque = #"{"stringToSign":"x","date":"20231216","region":"cn-hangzhou","product":"oss"}"#
        #expect(try daemon.ask("POST", "/v1/sign-string", opaque).status == 200)
        let question = try server.next()
        #expect(question.document["stringToSign"] == .text("x"))
        #expect(!question.text.contains("method"))
    }

    @Test func `a reload in the middle asks the new server for the waiting clients`() throws {
        var old = try SigningServer()
        let new = try SigningServer()
        let daemon = try daemon(old)
        try old.tell("hang")
        let client = try daemon.connect()
        try client.request("POST", "/v1/sign", Self.request)
        _ = try old.next()
        try daemon.home.configure(profiles: new.profile())
        #expect(try daemon.administer("POST", "/v1/reload").status == 200)
        #expect(try client.answer().status == 200)
    }
}
