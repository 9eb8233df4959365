import Bytes
import Kernel
import TestSupport
import Testing

/// Files that are kept fresh for programs that cannot ask.
struct SinkTests: SinkStage {
    @Test func `a sink is written when a token comes, for the readers that may read it`() throws {
        let home = try home("json", "Mode=0640")
        let daemon = try RunningDaemon(home)
        #expect(try FileStatus.existing(at: file(home)) == nil)
        try give("One", to: daemon)
        let document = Document(try read(file(home)))
        #expect(document["AccessKeyId"].text == "STS.One")
        #expect(document["AccessKeySecret"].text == "SecretOfOne")
        #expect(document["SecurityToken"].text == "TokenOfOne")
        #expect(document["Code"].text == "Success")
        let expiration = try daemon.status()["expiration"].text
        #expect(document["Expiration"].text == expiration)
        let status = try FileStatus(ofLink: file(home))
        #expect(status.mode == 0o640 && status.user == ThisProcess.user)
        // A reader that had the old file open keeps it; nothing else is left in the folder.
        try give("Two", to: daemon)
        #expect(try read(file(home)).contains("TokenOfTwo"))
        #expect(try FileStatus(ofLink: file(home)).inode != status.inode)
        #expect(try File.names(in: "\(home.path)/app") == ["credential"])
    }

    @Test func `a sink is recorded in the log, without its content`() throws {
        let home = try home()
        let daemon = try RunningDaemon(home)
        try give("One", to: daemon)
        try give("Two", to: daemon)
        try daemon.administer("DELETE", "/v1/profiles/main/credentials")
        try daemon.ask("GET", "/v1/status")
        let log = try daemon.log
        #expect(log.split(separator: "write-sink app").count == 3)
        #expect(log.contains("remove-sink app"))
        #expect(!log.contains("SecretOf") && !log.contains("TokenOf"))
    }

    @Test func `a sink is removed when the operator forgets the token`() throws {
        let home = try home()
        let daemon = try RunningDaemon(home)
        try give("One", to: daemon)
        #expect(try FileStatus.existing(at: file(home)) != nil)
        #expect(try daemon.administer("DELETE", "/v1/profiles/main/credentials").status == 200)
        try daemon.ask("GET", "/v1/status")
        #expect(try File.names(in: "\(home.path)/app").isEmpty)
    }

    /// The chain waits for the other, and does not settle before.
    @Test func `a sink is removed when the operator forgets the token of a chain's member`() throws {
        let server = try AppServer()
        let chain = "[Profile main]\nSource=chain\nProfiles=first second\n"
        let daemon = try RunningDaemon(
            try home(profile: chain + manualProfile("first") + profile("second", from: server.url)))
        #expect(try daemon.give("One", to: "first").status == 200)
        try daemon.ask("GET", "/v1/status")
        #expect(try read(file(daemon.home)).contains("TokenOfOne"))
        #expect(try daemon.administer("DELETE", "/v1/profiles/first/credentials").status == 200)
        try daemon.ask("GET", "/v1/status")
        #expect(try File.names(in: "\(daemon.home.path)/app").isEmpty)
    }

    @Test func `is left alone by a restart and restored after a change`() throws {
        let home = try home()
        var daemon = try RunningDaemon(home)
        try give("One", to: daemon)
        let before = try FileStatus(ofLink: file(home))
        _ = try daemon.stop()
        var second = try RunningDaemon(home)
        #expect(try FileStatus(ofLink: file(home)) == before)
        _ = try second.stop()
        try write(file(home), "{}")
        let third = try RunningDaemon(home)
        #expect(try read(file(home)).contains("TokenOfOne"))
        _ = consume third
    }

    @Test func `a new sink appears with a reload`() throws {
        let home = try Home("Audit=yes", profiles: manualProfile())
        try File.makeDirectory("\(home.path)/app", mode: 0o755)
        let daemon = try RunningDaemon(home)
        try give("One", to: daemon)
        try home.configure("Audit=yes", profiles: manualProfile() + sink(home, "env"))
        #expect(try daemon.administer("POST", "/v1/reload").status == 200)
        try daemon.ask("GET", "/v1/status")
        #expect(try read(file(home)).contains("OSS_SESSION_TOKEN=TokenOfOne\n"))
    }

    @Test func `a file that cannot be written is reported once, and harms no request`() throws {
        let home = try Home(profiles: manualProfile())
        try home.configure(profiles: manualProfile() + sink(home))
        let daemon = try RunningDaemon(home)
        try give("One", to: daemon)
        try give("Two", to: daemon)
        #expect(try daemon.ask("POST", "/v1/presign", Question.presign).status == 200)
        #expect(try daemon.log.split(separator: "is not kept fresh").count == 2)
        try File.makeDirectory("\(home.path)/app", mode: 0o755)
        try give("Three", to: daemon)
        #expect(try read(file(home)).contains("TokenOfThree"))
    }

    @Test func `is replaced before its readers find it too old`() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let late = profile("main", from: server.url, "RefreshAt=95%\nMinRemaining=1min\nLazy=yes")
        let daemon = try RunningDaemon(try home("json", profile: late))
        #expect(try eventually { try daemon.status()["state"].text == "fresh" })
        let status = try daemon.status()
        let next = try #require(status["nextRefreshAt"].time)
        let end = try #require(status["expiration"].time)
        #expect(end - next >= 1_200)
        #expect(try !daemon.log.contains("want another token"))
    }

    @Test func `tokens that live too short for the readers are reported once, with figures`() throws {
        var server = try AppServer()
        try server.handOut(life: 900)
        let daemon = try RunningDaemon(try home("ossfs", profile: profile("main", from: server.url)))
        #expect(try eventually { try daemon.log.contains("want another token") })
        // Tokens of one kind differ by a second, as their way takes longer or shorter.
        for life in [901, 902] {
            try server.handOut(life: life)
            #expect(try daemon.administer("POST", "/v1/profiles/main/refresh").status == 200)
        }
        try daemon.ask("GET", "/v1/status")
        let said = try daemon.log.split(separator: "\n").filter { $0.contains("want another token") }
        #expect(said.count == 1)
        #expect(said.first?.contains("less than 20min is left, which tokens of 15min cannot give") == true)
    }
}
