import Kernel
import TestSupport
import Testing

/// What a token survives: restarts, crashes, damage, a second daemon, a full disk.
struct CacheTests {
    @Test func `answers at once after a restart while the AppServer is dead`() throws {
        let home = try CacheTests.homeWithToken()
        let daemon = try RunningDaemon(home)
        let start = KernelClock.bootNanoseconds()
        let answer = try daemon.ask("POST", "/v1/sign", Question.sign)
        #expect(answer.document["accessKeyId"] == .text("STS.Number1"))
        #expect(answer.document["generation"] == .number(1))
        #expect(KernelClock.bootNanoseconds() - start < 500_000_000)
        let file = try FileStatus(ofLink: "\(home.cache)/main.token")
        #expect(file.mode == 0o600)
        #expect(try FileStatus(ofLink: home.cache).mode == 0o700)
    }

    @Test(arguments: Damage.allCases)
    func `sets a useless file aside, says so, and fetches`(damage: Damage) throws {
        let home = try CacheTests.homeWithToken()
        var server = try AppServer()
        try server.handOut(life: 3_600, with: #"{"AccessKeyId":"STS.New"}"#)
        try damage.strike(home)
        try home.configure(
            profiles: profile(damage == .ofAnotherProfile ? "other" : "main", from: server.url))
        let daemon = try RunningDaemon(home)
        let answer = try daemon.ask("POST", "/v1/sign", Question.sign)
        #expect(answer.document["accessKeyId"] == .text("STS.New"))
        #expect(try daemon.log.contains("was set aside as \(home.cache)/"))
        #expect(try File.names(in: home.cache).contains { $0.contains(".token.") })
        #expect(try !daemon.log.contains("SecretOf"))
    }

    /// Once more, when what was set aside before is still there.
    @Test func `starts with damage after damage`() throws {
        let home = try CacheTests.homeWithToken()
        var server = try AppServer()
        try server.handOut(life: 3_600)
        try home.configure(profiles: profile("main", from: server.url))
        for _ in 0..<2 {
            try Damage.torn.strike(home)
            var daemon = try RunningDaemon(home)
            #expect(try daemon.ask("POST", "/v1/sign", Question.sign).status == 200)
            #expect(try daemon.stop() == .exited(0))
        }
    }

    @Test(arguments: [0o755, 0o770, 0o702])
    func `does not start with a directory that others can enter`(mode: UInt32) throws {
        let home = try Home(profiles: manualProfile())
        try File.makeDirectory(home.cache, mode: mode)
        let (end, log) = try RunningDaemon.refusal(of: home)
        #expect(end == .exited(70))
        #expect(log.contains(home.cache))
        #expect(log.contains("0700"))
        #expect(log.split(separator: "\n").count == 1, "\(log)")
    }

    @Test func `two daemons that share a cache fetch once`() throws {
        var server = try AppServer()
        let one = try Home(profiles: profile("main", from: server.url))
        let other = try Home(profiles: profile("main", from: server.url), cache: one.cache)
        let first = try RunningDaemon(one)
        try server.waitForCalls(1)
        let second = try RunningDaemon(other)
        let waiting = try second.connect()
        try waiting.request("POST", "/v1/sign", Question.sign)
        #expect(try second.status()["state"] == .text("never"))
        try server.handOut(life: 3_600)
        for answer in [try first.ask("POST", "/v1/sign", Question.sign), try waiting.answer()] {
            #expect(answer.document["accessKeyId"] == .text("STS.Number1"))
        }
        #expect(try server.countCalls(afterTelling: "hang") == 1)
    }

    /// A file that was read half would be set aside by the next start, which would say so.
    @Test func `the file is whole whenever the daemon is killed`() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let home = try Home(profiles: profile("main", from: server.url))
        var random = SeededRandom(seed: 1)
        var generation = 0
        for _ in 0..<30 {
            let daemon = try RunningDaemon(home)
            #expect(try daemon.ask("POST", "/v1/presign", Question.presign).status == 200)
            daemon.manager.close()
            let client = try Client(daemon.home.admin)
            for _ in 0..<20 { try client.request("POST", "/v1/profiles/main/refresh") }
            for _ in 0..<Int.random(in: 0...3, using: &random) { _ = try client.answer() }
            for _ in 0..<Int.random(in: 0...2_000, using: &random) { _ = KernelClock.wallSeconds() }
            try daemon.send(.kill)
            let found = Document(String(try read("\(home.cache)/main.token").prefix { $0 != "\n" }))
            let present = try #require(found["generation"].number)
            #expect(present >= generation)
            #expect(!found["accessKeySecret"].text.isEmpty)
            generation = present
        }
        #expect(generation > 30)
        #expect(try !read(home.log).contains("set aside"))
    }

    /// The last run ended with a token of this AppServer, which is gone.
    private static func homeWithToken() throws -> Home {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let home = try Home(profiles: profile("main", from: server.url))
        var daemon = try RunningDaemon(home)
        #expect(try daemon.ask("POST", "/v1/presign", Question.presign).status == 200)
        #expect(try daemon.stop() == .exited(0))
        return home
    }
}

/// What can happen to a cache file.
enum Damage: CaseIterable {
    case torn
    case empty
    case oneBitChanged
    case ofAnotherProfile
    case symbolicLink

    func strike(_ home: Home) throws {
        let path = "\(home.cache)/main.token"
        let content = try read(path)
        switch self {
        case .torn: try write(path, String(content.prefix(content.utf8.count / 2)))
        case .empty: try write(path, "")
        case .oneBitChanged: try write(path, content.replacing("SecretOf", with: "SebretOf"))
        case .ofAnotherProfile: try write("\(home.cache)/other.token", content)
        case .symbolicLink:
            try write("\(home.path)/elsewhere", content)
            try File.remove(path)
            var link = try RunningProgram("ln", ["-s", "\(home.path)/elsewhere", path])
            _ = try link.finish()
        }
    }
}
