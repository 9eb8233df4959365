internal import Sections
internal import Settings
import Testing

struct DaemonTests {
    @Test func `an empty configuration is one with all defaults`() throws {
        let daemon = try settings("").daemon
        #expect(daemon.api.path == "/run/ossauthd/ossauthd.sock")
        #expect(daemon.api.mode == 0o660)
        #expect(daemon.api.group == "ossauth")
        #expect(daemon.admin.path == "/run/ossauthd-admin/admin.sock")
        #expect(daemon.admin.mode == 0o600)
        #expect(daemon.credentials.path == "/run/ossauthd/credentials.sock")
        #expect(daemon.compatListener == nil)
        #expect(daemon.metadataListener == nil)
        #expect(daemon.metadataTokens == .required)
        #expect(daemon.cacheDirectory == "/var/cache/ossauthd")
        #expect(daemon.cacheKey == nil)
        #expect(daemon.maxConnections == 4_096)
        #expect(daemon.maxConnectionsPerUser == 1_024)
        #expect(daemon.idleTimeout == .seconds(300))
        #expect(daemon.requestTimeout == .seconds(10))
        #expect(daemon.logLevel == .info)
        #expect(daemon.defaultProfile == nil)
    }

    @Test func `the environment gives defaults and the file wins over them`() throws {
        var environment = Environment.test
        environment.cacheDirectory = "/c"
        environment.runtimeDirectory = "/r/o"
        environment.credentialsDirectory = "/cred"
        let read = try settings("", environment: environment).daemon
        #expect(read.cacheDirectory == "/c")
        #expect(read.api.path == "/r/o/ossauthd.sock")
        #expect(read.admin.path == "/r/o-admin/admin.sock")
        // A credential that is lost must not change what the cache is written with.
        #expect(read.cacheKey == nil)
        let text = "[Daemon]\nCacheDirectory=/x\nCacheKey=other\n"
        #expect(try settings(text, environment: environment).daemon.cacheDirectory == "/x")
        #expect(try settings(text, environment: environment).daemon.cacheKey?.path == "/cred/other")
    }

    @Test func `a credential has no path where systemd gave none`() throws {
        let read = try settings("[Daemon]\nCacheKey=key\n").daemon
        #expect(read.cacheKey == .credential(name: "key", directory: nil))
        #expect(read.cacheKey?.path == nil)
        #expect(try settings("[Daemon]\nCacheKey=/etc/key\n").daemon.cacheKey?.path == "/etc/key")
    }

    @Test func `the only profile is the default one`() throws {
        let one = "[Profile a]\nSource=manual\n"
        let two = "[Profile b]\nSource=manual\n"
        #expect(try settings(one).daemon.defaultProfile == "a")
        #expect(try settings(one, two).daemon.defaultProfile == nil)
        #expect(try settings(one, two, "[Daemon]\nDefaultProfile=b\n").daemon.defaultProfile == "b")
        #expect(
            problems([one + "[Daemon]\nDefaultProfile=aa\n"]) == [
                "a.conf:4:16: there is no profile 'aa'"
            ])
    }

    @Test(arguments: [
        ("90", 90_000), ("15min", 900_000), ("1h 30min", 5_400_000), ("1h30min", 5_400_000),
        ("1500ms", 1_500),
        ("2d", 172_800_000), ("1w", 604_800_000), ("3 m", 180_000), ("2hours 5 seconds", 7_205_000),
    ])
    func `a time span is read as systemd reads it`(text: String, milliseconds: Int) throws {
        #expect(
            try settings("[Daemon]\nIdleTimeout=\(text)\n").daemon.idleTimeout == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "-1", "1x", "min", "1.5h", "5 5 y", "99999999999999999999", "9223372036854775807w", "1,5", "+1",
    ])
    func `a value that is no time span is refused`(text: String) {
        let message = "a.conf:2:13: '\(text)' is no time span such as 90, 15min or 1h 30min"
        #expect(problems("[Daemon]\nIdleTimeout=\(text)\n") == [message])
    }

    @Test(arguments: [
        ("IdleTimeout=infinity", "2:13: this span cannot be infinite"),
        ("IdleTimeout=10ms", "2:13: '10ms' is not from 1s to 7d"),
        ("MaxConnections=0", "2:16: '0' is no number from 1 to 1000000"),
        ("MaxConnections=4k", "2:16: '4k' is no number from 1 to 1000000"),
        (
            "MaxConnections=99999999999999999999",
            "2:16: '99999999999999999999' is no number from 1 to 1000000"
        ),
        ("ApiSocketMode=1660", "2:15: '1660' is no file mode such as 0660"),
        ("ApiSocketMode=0680", "2:15: '0680' is no file mode such as 0660"),
        ("ApiSocketMode=00660", "2:15: '00660' is no file mode such as 0660"),
        ("ApiSocketMode=+66", "2:15: '+66' is no file mode such as 0660"),
        ("AdminSocket=/run/ossauthd/ossauthd.sock", "2:13: ApiSocket= has this path too"),
        ("ApiSocket=/run/credentials.sock", "2:11: this is the path of the socket for LoadCredential="),
        (
            "AdminSocket=/run/ossauthd/credentials.sock",
            "2:13: this is the path of the socket for LoadCredential="
        ),
        (
            "LogLevel=info # or less",
            "2:10: 'info # or less' is not one of error warning notice info debug; a comment needs a line of its own"
        ),
        ("ApiSocketGroup=a b", "2:16: this is no name of a user or group"),
        ("ApiSocketGroup=a/b", "2:16: this is no name of a user or group"),
        ("ApiSocketGroup=a:b", "2:16: this is no name of a user or group"),
        ("ApiSocket=/run/./x", "2:11: a path is absolute and has no '.' or '..' in it"),
        ("ApiSocket=run/x", "2:11: a path is absolute and has no '.' or '..' in it"),
        ("ApiSocket=/run/../x", "2:11: a path is absolute and has no '.' or '..' in it"),
        ("CacheKey=a/b", "2:10: a path is absolute and has no '.' or '..' in it"),
        ("CacheKey=.", "2:10: this is neither an absolute path nor the name of a credential"),
        (
            "CacheKey=\(String(repeating: "k", count: 256))",
            "2:10: this is neither an absolute path nor the name of a credential"
        ),
        (
            "CacheKey=/\(String(repeating: "k", count: 4_095))",
            "2:10: a path is absolute and has no '.' or '..' in it"
        ),
        ("CacheKey=..", "2:10: this is neither an absolute path nor the name of a credential"),
        ("CompatListen=0.0.0.0:80", "2:14: '0.0.0.0:80' is neither 127.0.0.1:PORT nor [::1]:PORT"),
        ("CompatListen=127.0.0.1:+80", "2:14: '127.0.0.1:+80' is neither 127.0.0.1:PORT nor [::1]:PORT"),
        ("CompatListen=127.0.0.1:0", "2:14: '127.0.0.1:0' is neither 127.0.0.1:PORT nor [::1]:PORT"),
        ("CompatListen=[::1]:65536", "2:14: '[::1]:65536' is neither 127.0.0.1:PORT nor [::1]:PORT"),
        (
            "MetadataListen=100.100.100.201:80",
            "2:16: '100.100.100.201:80' is not one of 100.100.100.200:PORT 127.0.0.1:PORT [::1]:PORT"
        ),
        (
            "MetadataListen=100.100.100.200:0",
            "2:16: '100.100.100.200:0' is not one of 100.100.100.200:PORT 127.0.0.1:PORT [::1]:PORT"
        ),
        ("MetadataTokens=none", "2:16: 'none' is not one of required optional"),
    ])
    func `refuses values that are out of their kind`(line: String, expected: String) {
        #expect(problems("[Daemon]\n\(line)\n") == ["a.conf:\(expected)"])
    }

    @Test(arguments: ["k", String(repeating: "k", count: 255), "/\(String(repeating: "k", count: 4_094))"])
    func `a secret lies where a file can lie`(place: String) {
        #expect(problems("[Daemon]\nCacheKey=\(place)\n") == [])
    }

    @Test func `the path of a socket must fit into its address`() throws {
        let longest = "/" + String(repeating: "x", count: 106)
        #expect(try settings("[Daemon]\nApiSocket=\(longest)\n").daemon.api.path == longest)
        #expect(
            problems("[Daemon]\nApiSocket=\(longest)x\n") == [
                "a.conf:2:11: the path of a socket has at most 107 bytes"
            ])
    }

    @Test func `listens where programs look for the metadata of an instance`() throws {
        let place = { (text: String) in
            try settings("[Daemon]\nMetadataListen=\(text)\n").daemon.metadataListener
        }
        #expect(try place("100.100.100.200:80") == .instance(port: 80))
        guard case .loopback(let listener) = try place("[::1]:81") else {
            Issue.record("no loopback listener")
            return
        }
        #expect(listener.isIPv6 && listener.port == 81)
        #expect(try settings("[Daemon]\nMetadataTokens=optional\n").daemon.metadataTokens == .optional)
    }

    @Test(arguments: [("127.0.0.1:8080", false, 8_080), ("[::1]:1", true, 1)])
    func `the listener of CompatListen= may be on loopback`(text: String, isIPv6: Bool, port: UInt16) throws {
        let listener = try #require(try settings("[Daemon]\nCompatListen=\(text)\n").daemon.compatListener)
        #expect(listener.isIPv6 == isIPv6)
        #expect(listener.port == port)
    }

    @Test func `knows what differs from what runs, and where that was said`() throws {
        let running = try settings("[Daemon]\nMaxConnections=8\nApiSocketMode=0600\n").daemon
        let text = """
            [Daemon]
            ApiSocket=/run/other.sock
            LogLevel=debug
            Audit=no
            IdleTimeout=1min
            RequestTimeout=10s
            CacheDirectory=/elsewhere
            """
        let new = try settings(text)
        func keys(_ running: DaemonSettings, _ handedOver: [String] = []) -> [String] {
            new.keysForRestart(
                of: running, withoutSockets: handedOver,
                in: [SourceFile(path: "a.conf", bytes: Array(text.utf8))])
        }
        let others = [
            "CacheDirectory= (a.conf:7)", "MaxConnections= (no longer set)", "IdleTimeout= (a.conf:5)",
        ]
        #expect(keys(running) == ["ApiSocket= (a.conf:2)", "ApiSocketMode= (no longer set)"] + others)
        #expect(keys(running, ["ApiSocket"]) == others)
        #expect(keys(new.daemon) == [])
    }

    @Test func `knows the keys of sockets that systemd made`() {
        let text =
            "[Daemon]\nApiSocketMode=0666\nMaxConnections=8\nAdminSocket=/run/x\nCompatListen=127.0.0.1:1\n"
        let files = [SourceFile(path: "a.conf", bytes: Array(text.utf8))]
        func keys(_ sockets: [String]) -> [String] { Settings.idleKeys(withSockets: sockets, in: files) }
        #expect(keys(["ApiSocket", "CredentialsSocket"]) == ["ApiSocketMode"])
        #expect(keys(["AdminSocket", "CompatListen"]) == ["AdminSocket", "CompatListen"])
        #expect(keys([]) == [])
    }
}
