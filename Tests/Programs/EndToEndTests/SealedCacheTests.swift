import Kernel
import TestSupport
import Testing

/// With `CacheKey=` no secret is found on the disk.
final class SealedCacheTests {
    private let home: Home
    private let server: AppServer

    init() throws {
        var server = try AppServer()
        try server.handOut(life: 3_600)
        home = try Home(profiles: "")
        self.server = server
        try configure(keyed: true)
        try write(key, String(repeating: "k", count: 32))
    }

    private var key: String { "\(home.path)/cache-key" }

    private func configure(keyed: Bool) throws {
        try home.configure(keyed ? "CacheKey=\(key)" : "", profiles: profile("main", from: server.url))
    }

    /// Runs the daemon until it signed, and says whose key that was.
    private func signOnce() throws -> String {
        var daemon = try RunningDaemon(home)
        let answer = try daemon.ask("POST", "/v1/sign", Question.sign)
        #expect(try daemon.stop() == .exited(0))
        return answer.document["accessKeyId"].text
    }

    /// Files of the cache and the log that say a secret, a token or a key id of the AppServer's.
    private func leaks() throws -> [String] {
        let files = try File.names(in: home.cache).map { "\(home.cache)/\($0)" } + [home.log]
        return try files.filter { file in
            let text = try read(file)
            return ["SecretOf", "TokenOf", "STS.Number"].contains { text.contains($0) }
        }
    }

    @Test func `no secret is found in cache or log, and a restart needs no AppServer`() throws {
        #expect(try signOnce() == "STS.Number1")
        #expect(try leaks() == [])
        #expect(try File.names(in: home.cache).contains("main.token"))
        #expect(try signOnce() == "STS.Number1")
        #expect(try leaks() == [])
    }

    @Test func `a key that appears seals what is there, and nothing is fetched`() throws {
        try configure(keyed: false)
        #expect(try signOnce() == "STS.Number1")
        #expect(try leaks() == ["\(home.cache)/main.token"])
        try configure(keyed: true)
        #expect(try signOnce() == "STS.Number1")
        #expect(try leaks() == [])
    }

    @Test func `another key costs one fetch and a line in the log`() throws {
        #expect(try signOnce() == "STS.Number1")
        try write(key, String(repeating: "x", count: 32))
        #expect(try signOnce() == "STS.Number2")
        #expect(try read(home.log).contains("main.token.other-key"))
        #expect(try leaks() == [])
    }

    @Test(arguments: [nil, "too short"] as [String?])
    func `an invalid key is reported, writes nothing, and stops no client`(content: String?) throws {
        if let content { try write(key, content) } else { try File.remove(key) }
        var daemon = try RunningDaemon(home)
        #expect(try daemon.ask("POST", "/v1/sign", Question.sign).status == 200)
        #expect(try "\(daemon.status()["warnings"])".contains("CacheKey="))
        #expect(
            try daemon.administer("GET", "/metrics").body.contains(
                "ossauthd_cache_good{profile=\"main\"} 0\n"))
        #expect(try daemon.stop() == .exited(0))
        #expect(try read(home.log).contains("tokens are not cached: CacheKey="))
        #expect(try !File.names(in: home.cache).contains("main.token"))
        #expect(try leaks() == [])
    }
}
