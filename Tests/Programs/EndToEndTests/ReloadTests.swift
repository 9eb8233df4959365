import Kernel
import TestSupport
import Testing

/// A reload that changes a profile: some work continues, and some ends.
struct ReloadTests {
    private func sign(_ daemon: borrowing RunningDaemon) throws -> Answer {
        try daemon.ask("POST", "/v1/sign", ChainTests.question)
    }

    private func reload(_ daemon: borrowing RunningDaemon, _ profiles: String) throws {
        try daemon.home.configure("Audit=yes", profiles: profiles)
        #expect(try daemon.administer("POST", "/v1/reload").status == 200)
    }

    @Test func `a chain goes on with a member that was replaced, and loses what that one forgets`() throws {
        let rest = ChainTests.chain + manualProfile("second")
        let daemon = try RunningDaemon(Home("Audit=yes", profiles: rest + manualProfile("first")))
        try daemon.give("First", to: "first")
        #expect(try sign(daemon).document["generation"] == .number(1))
        try reload(daemon, rest + manualProfile("first", "Bucket=other"))
        #expect(try sign(daemon).document["generation"] == .number(1))
        try daemon.administer("DELETE", "/v1/profiles/first/credentials")
        #expect(try sign(daemon).status == 503)
        #expect(try daemon.status(of: "chain")["state"] == .text("never"))
    }

    /// As systemd runs the check: a reload does not look at the host, and would take such files.
    @Test func `a check that fails for the host changes nothing`() throws {
        let daemon = try RunningDaemon(Home("Audit=yes", profiles: manualProfile()))
        let file = daemon.home.configuration
        let text = try read(file).replacing("ApiSocketGroup=", with: "ApiSocketGroup=no-such-")
        try write(file, text.replacing("[Profile main]", with: "[Profile other]"))
        let words = ["MAINPID=\(daemon.process)", builtProgram("ossauthd"), "--check", "--config", file]
        var check = try RunningProgram("env", words)
        #expect(try check.child.wait() == .exited(78))
        #expect(try daemon.status(of: "main")["state"] == .text("never"))
    }

    /// Nothing that an AppServer gave is left if the operator now sets the token.
    @Test func `a chain has nothing of a member that has another source now`() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let rest = ChainTests.chain + manualProfile("second")
        let daemon = try RunningDaemon(Home("Audit=yes", profiles: rest + profile("first", from: server.url)))
        #expect(try sign(daemon).status == 200)
        try reload(daemon, rest + manualProfile("first"))
        #expect(try sign(daemon).status == 503)
    }

    @Test func `a chain that changed keeps the numbers of its members' tokens`() throws {
        let members = manualProfile("first") + manualProfile("second")
        let daemon = try RunningDaemon(Home("Audit=yes", profiles: ChainTests.chain + members))
        try daemon.give("First", to: "first")
        #expect(try sign(daemon).document["generation"] == .number(1))
        try reload(
            daemon, ChainTests.chain.replacing("Region=cn-hangzhou", with: "Bucket=other") + members)
        #expect(try sign(daemon).document["generation"] == .number(1))
    }

    @Test func `a chain asks the server that signs for its member now`() throws {
        let server = try SigningServer()
        let rest = ChainTests.chain + manualProfile("second")
        let daemon = try RunningDaemon(Home("Audit=yes", profiles: rest + server.profile("", "first")))
        #expect(try sign(daemon).status == 200)
        try reload(daemon, rest + server.profile("Timeout=20s", "first"))
        #expect(try sign(daemon).status == 200)
    }

    /// A request in the words of the last one is not read again.
    @Test func `the same words mean what the profile and the rules say now`() throws {
        let before = manualProfile("main", "Bucket=before")
        let daemon = try RunningDaemon(Home("Audit=yes", profiles: before))
        try daemon.give()
        func url(of key: String) throws -> String {
            try daemon.ask("POST", "/v1/presign", #"{"key":"\#(key)"}"#).document["url"].text
        }
        #expect(try url(of: "a").hasPrefix("https://before.oss-cn-hangzhou.aliyuncs.com/a?"))
        #expect(try url(of: "b").hasPrefix("https://before.oss-cn-hangzhou.aliyuncs.com/b?"))
        try reload(daemon, before.replacing("=before", with: "=after-it"))
        #expect(try url(of: "c").hasPrefix("https://after-it.oss-cn-hangzhou.aliyuncs.com/c?"))
        #expect(try url(of: "d").hasPrefix("https://after-it.oss-cn-hangzhou.aliyuncs.com/d?"))
        let access = Home.access.replacing("sign presign", with: "sign")
        try daemon.home.configure("Audit=yes", profiles: before, access: access)
        #expect(try daemon.administer("POST", "/v1/reload").status == 200)
        for _ in 0..<2 {
            #expect(try daemon.ask("POST", "/v1/presign", #"{"key":"e"}"#).status == 403)
        }
        try daemon.home.configure("Audit=yes", profiles: before, access: Home.access + "\nKey=public/*\n")
        #expect(try daemon.administer("POST", "/v1/reload").status == 200)
        #expect(try daemon.ask("POST", "/v1/presign", #"{"key":"e"}"#).status == 403)
        #expect(try url(of: "public/f").hasPrefix("https://before.oss-cn-hangzhou.aliyuncs.com/public/f?"))
    }

    @Test func `a waiting request is not counted again`() throws {
        var old = try AppServer()
        var new = try AppServer()
        try old.hang()
        try new.handOut(life: 3_600)
        let rate = "\nRate=1/1h\nBurst=1\n"
        let home = try Home("Audit=yes", profiles: profile("main", from: old.url), access: Home.access + rate)
        let daemon = try RunningDaemon(home)
        let client = try daemon.connect()
        try client.request("POST", "/v1/sign", #"{"bucket":"b-1"}"#)
        try old.waitForCalls(1)
        try home.configure("Audit=yes", profiles: profile("main", from: new.url), access: Home.access + rate)
        #expect(try daemon.administer("POST", "/v1/reload").status == 200)
        #expect(try client.answer().status == 200)
        #expect(try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#).status == 429)
    }
}

/// The files of sinks over a reload.
struct SinkReloadTests {
    private func sink(_ home: Home) -> String {
        "\n[Sink app]\nProfile=main\nFormat=ossutil\nPath=\(file(home))\n"
    }

    private func file(_ home: Home) -> String { "\(home.path)/app/credential" }

    private func started(_ profiles: String) throws -> RunningDaemon {
        let home = try Home("Audit=yes", profiles: profiles)
        try File.makeDirectory("\(home.path)/app", mode: 0o755)
        try home.configure("Audit=yes", profiles: profiles + sink(home))
        return try RunningDaemon(home)
    }

    /// Behind the answer to a second request the files are written.
    private func reload(_ daemon: borrowing RunningDaemon, _ profiles: String) throws {
        try daemon.home.configure("Audit=yes", profiles: profiles + sink(daemon.home))
        #expect(try daemon.administer("POST", "/v1/reload").status == 200)
        try daemon.ask("GET", "/v1/status")
    }

    private func content(_ daemon: borrowing RunningDaemon) throws -> String { try read(file(daemon.home)) }

    @Test func `another key is written once, and the old one not after it`() throws {
        let folder = try TemporaryDirectory()
        func keys(_ name: String) throws -> String {
            for (file, text) in [("id", "LTAI\(name)"), ("secret", "SecretOf\(name)")] {
                try File.replace(folder.appending("\(name)-\(file)"), with: text.utf8Span.span)
            }
            return """
                [Profile main]
                Source=static
                AccessKeyIDFile=\(folder.appending("\(name)-id"))
                AccessKeySecretFile=\(folder.appending("\(name)-secret"))

                """
        }
        let daemon = try started(keys("Old"))
        #expect(try content(daemon).contains("SecretOfOld"))
        try reload(daemon, keys("New"))
        #expect(try content(daemon).contains("SecretOfNew"))
        #expect(try daemon.log.split(separator: "write-sink app").count == 3)
    }

    @Test func `a file that waits for another token stays until the operator forgets the token`() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let daemon = try started(profile("main", from: server.url))
        #expect(try daemon.ask("POST", "/v1/sign", #"{"bucket":"b-1"}"#).status == 200)
        try daemon.ask("GET", "/v1/status")
        let before = try content(daemon)
        try reload(daemon, profile("main", from: "http://127.0.0.1:1/"))
        #expect(try content(daemon) == before)
        // Also where this process never wrote it.
        try daemon.administer("DELETE", "/v1/profiles/main/credentials")
        try daemon.ask("GET", "/v1/status")
        #expect(try FileStatus.existing(at: file(daemon.home)) == nil)
    }

    @Test func `another region of the profile comes into the file`() throws {
        let daemon = try started(manualProfile())
        try daemon.give("One")
        try daemon.ask("GET", "/v1/status")
        #expect(try content(daemon).contains("cn-hangzhou"))
        try reload(daemon, manualProfile().replacing("cn-hangzhou", with: "cn-beijing"))
        #expect(try content(daemon).contains("cn-beijing") && content(daemon).contains("TokenOfOne"))
        let written = try FileStatus(ofLink: file(daemon.home)).inode
        try reload(daemon, manualProfile().replacing("cn-hangzhou", with: "cn-beijing"))
        #expect(try FileStatus(ofLink: file(daemon.home)).inode == written)
    }
}
