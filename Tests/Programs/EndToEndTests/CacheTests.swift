import Kernel
import TestSupport
import Testing

/// A token survives restarts, crashes, damage, a second daemon and a full disk.
struct CacheTests {
    @Test func `answers at once after a restart while the AppServer is dead`() throws {
        let home = try CacheTests.homeWithToken()
        let daemon = try RunningDaemon(home)
        let first = try Latency(of: 1, to: daemon, on: daemon.connect(), Question.presign)
        #expect(first.median < .milliseconds(500))
        let answer = try daemon.ask("POST", "/v1/sign", Question.sign)
        #expect(answer.document["accessKeyId"] == .text("STS.Number1"))
        #expect(answer.document["generation"] == .number(1))
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
    @Test func `the daemon starts although an earlier damaged file is still set aside`() throws {
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
    func `signs without a cache where others can enter its directory, and says so`(mode: UInt32) throws {
        let home = try Home(profiles: manualProfile())
        try File.makeDirectory(home.cache, mode: mode)
        var daemon = try RunningDaemon(home)
        try daemon.give()
        #expect(try daemon.ask("POST", "/v1/sign", Question.sign).status == 200)
        let warnings = try "\(daemon.status()["warnings"])"
        #expect(warnings.contains(home.cache) && warnings.contains("0700"), "\(warnings)")
        #expect(
            try daemon.administer("GET", "/metrics").body.contains(
                "ossauthd_cache_good{profile=\"main\"} 0\n"))
        #expect(try daemon.stop() == .exited(0))
        #expect(try File.names(in: home.cache).isEmpty)
        let lines = try read(home.log).split(separator: "\n").filter { $0.contains("cache") }
        #expect(lines.count == 1 && lines[0].contains("tokens are not cached: \(home.cache): "), "\(lines)")
    }

    /// As with a folder that the sandbox of the unit makes read-only.
    @Test func `signs without a cache where its directory cannot be made`() throws {
        let home = try Home(profiles: manualProfile(), cache: "/proc/no-cache")
        var daemon = try RunningDaemon(home)
        try daemon.give()
        #expect(try daemon.ask("POST", "/v1/sign", Question.sign).status == 200)
        #expect(try "\(daemon.status()["warnings"])".contains("/proc/no-cache"))
        #expect(try daemon.stop() == .exited(0))
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
            #expect(try eventually { try home.isForsaken() })
            let daemon = try RunningDaemon(home)
            #expect(try daemon.ask("POST", "/v1/presign", Question.presign).status == 200)
            daemon.manager.close()
            let client = try Client(daemon.home.admin)
            for _ in 0..<20 { try client.request("POST", "/v1/profiles/main/refresh") }
            #expect(try eventually { try keptGeneration(home) ?? 0 > generation })
            for _ in 0..<Int.random(in: 0...3, using: &random) { _ = try client.answer() }
            for _ in 0..<Int.random(in: 0...20_000, using: &random) { _ = KernelClock.wallSeconds() }
            try daemon.send(.kill)
            let present = try #require(try keptGeneration(home))
            #expect(present >= generation)
            generation = present
        }
        #expect(generation >= 30)
        #expect(try !read(home.log).contains("set aside"))
    }

    /// That of the file, which must be whole if it is there.
    private func keptGeneration(_ home: Home) throws -> Int? {
        guard try File.names(in: home.cache).contains("main.token") else { return nil }
        let found = Document(String(try read("\(home.cache)/main.token").prefix { $0 != "\n" }))
        #expect(!found["accessKeySecret"].text.isEmpty)
        return found["generation"].number
    }

    /// Before the bytes are on their way to the disk, when they are there, and before they take their place.
    @Test(arguments: ["io_submit", "io_getevents", "renameat"])
    func `a kill between two steps costs the new token, and nothing stays of it`(call: String) throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        let home = try Home(profiles: profile("main", from: server.url))
        var first = try RunningDaemon(home)
        #expect(try first.ask("POST", "/v1/presign", Question.presign).status == 200)
        #expect(try first.stop() == .exited(0))
        let before = try read("\(home.cache)/main.token")
        var killed = try RunningDaemon(home, through: without("kill", call))
        _ = try? killed.administer("POST", "/v1/profiles/main/refresh")
        #expect(try killed.wait() == .killed(signal: 31))
        #expect(try read("\(home.cache)/main.token") == before)
        #expect(try File.names(in: home.cache).contains { $0.hasPrefix(".main.token.") })
        let next = try RunningDaemon(home)
        #expect(try next.ask("POST", "/v1/sign", Question.sign).document["generation"] == .number(1))
        #expect(try next.administer("POST", "/v1/profiles/main/refresh").status == 200)
        #expect(try eventually { try read("\(home.cache)/main.token").contains("STS.Number3") })
        #expect(try eventually { try File.names(in: home.cache) == ["main.lock", "main.token"] })
    }

    @Test(arguments: ["io_setup", "io_submit"])
    func `keeps tokens where the kernel brings nothing to the disk by itself`(call: String) throws {
        let home = try Home(profiles: manualProfile())
        let daemon = try RunningDaemon(home, through: without("refuse", call))
        for name in ["One", "Two"] {
            #expect(try daemon.give(name).status == 200)
            #expect(try read("\(home.cache)/main.token").contains("STS.\(name)"))
        }
        #expect(try File.names(in: home.cache) == ["main.lock", "main.token"])
    }

    private func without(_ outcome: String, _ call: String) -> [String] {
        ["/usr/bin/python3", "-B", sourceTree("Tests/Support/Fixtures/without_call.py"), outcome, call]
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

/// The damage that a cache file can take.
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
