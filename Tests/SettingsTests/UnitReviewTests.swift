import Settings
import Testing

/// Configurations that are right, and do not work in the unit that is to run them.
struct UnitReviewTests {
    /// As systemctl shows the unit of the package.
    private static let properties = [
        "LoadState": "loaded", "User": "ossauthd", "ProtectSystem": "strict", "CacheDirectory": "ossauthd",
        "PrivateNetwork": "yes", "NoExecPaths": "/",
        "ExecPaths": "/usr/bin/ossauthd -/usr/lib/x86_64-linux-gnu -/usr/lib64",
        "ImportCredential": "\"ossauthd.*\"",
        "TriggeredBy": "ossauthd-admin.socket ossauthd-credentials.socket ossauthd.socket",
    ]
    private static let profile = "[Profile media]\nSource=manual\n"

    /// What `--check` says of these files in the unit with these changes.
    private func findings(
        _ text: String, _ changes: [String: String] = [:], profile: String = Self.profile,
        _ change: (inout ServiceUnit) -> Void = { _ in }
    ) throws -> [String] {
        let files = [
            SourceFile(path: "a.conf", bytes: Array(text.utf8)),
            SourceFile(path: "b.conf", bytes: Array(profile.utf8)),
        ]
        var environment = Environment.test
        var unit = try #require(ServiceUnit(Self.properties.merging(changes) { $1 }))
        change(&unit)
        environment.unit = unit
        let settings = try Settings(reading: files, environment: environment)
        return settings.findings(about: files, in: environment).map(\.description)
    }

    @Test func `the defaults work in the unit of the package`() throws {
        #expect(try findings("") == [])
    }

    @Test func `a host without the unit has none`() {
        #expect(ServiceUnit(["LoadState": "not-found"]) == nil)
    }

    @Test(arguments: [
        ([:], true), (["ReadWritePaths": "/srv/cache"], false), (["ReadWritePaths": "/x -/srv"], false),
        (["ReadWritePaths": "/srv/cache2"], true), (["ProtectSystem": "full"], false),
        (["StateDirectory": "cache"], true),
    ])
    func `a cache where the unit cannot write is found`(changes: [String: String], isFound: Bool) throws {
        let warning =
            "a.conf:2:16: warning: no token is cached: the unit does not let the daemon write to /srv/cache; "
            + "it needs a drop-in for ossauthd.service with ReadWritePaths=/srv/cache"
        #expect(try findings("[Daemon]\nCacheDirectory=/srv/cache\n", changes) == (isFound ? [warning] : []))
    }

    @Test func `so is the default, where the unit has no cache`() throws {
        #expect(
            try findings("", ["CacheDirectory": ""]).first?.hasPrefix(
                "a.conf:1:1: warning: no token is cached")
                == true)
    }

    @Test(arguments: [
        ("/srv/app.json", [:], true), ("/srv/app.json", ["ReadWritePaths": "/srv"], false),
        ("/run/ossauthd-sinks/app.json", [:], true),
        ("/run/ossauthd-sinks/app.json", ["RuntimeDirectory": "ossauthd-sinks"], false),
        ("/run/ossauthd-sinks/app.json", ["RuntimeDirectory": "ossauthd-sink"], true),
        ("/var/cache/ossauthd/app.json", [:], false),
    ])
    func `a file of a sink where the unit cannot write is found`(
        path: String, changes: [String: String], isFound: Bool
    ) throws {
        let found = try findings("[Sink app]\nProfile=media\nFormat=json\nPath=\(path)\n", changes)
        #expect(found.count == (isFound ? 1 : 0))
        #expect(found.allSatisfy { $0.hasPrefix("a.conf:4:6: warning: the file is not written: the unit") })
    }

    @Test(arguments: [
        ("reload app.service", [:], true), ("HUP app.service", [:], true), ("HUP /run/app.pid", [:], false),
        ("reload app.service", ["ExecPaths": "/usr/bin/ossauthd /usr/bin/systemctl"], false),
        ("reload app.service", ["NoExecPaths": ""], false),
    ])
    func `a notice that the unit cannot give is found`(
        notice: String, changes: [String: String], isFound: Bool
    ) throws {
        let sink = "[Sink app]\nProfile=media\nFormat=json\nPath=/var/cache/ossauthd/a\nNotify=\(notice)\n"
        let warning =
            "a.conf:5:8: warning: app.service is not told: the unit does not let the daemon execute systemctl; "
            + "it needs a drop-in for ossauthd.service with ExecPaths=/usr/bin/systemctl"
        #expect(try findings(sink, changes) == (isFound ? [warning] : []))
    }

    @Test(arguments: [
        ("exe:/usr/bin/nginx", [:], true), ("uid:1 exe:/usr/bin/nginx", [:], true),
        ("unit:a.service", [:], false),
        ("exe:/usr/bin/nginx", ["AmbientCapabilities": "cap_chown cap_sys_ptrace"], false),
        ("exe:/usr/bin/nginx", ["User": ""], false),
    ])
    func `a rule for programs that the daemon cannot see is found`(
        match: String, changes: [String: String], isFound: Bool
    ) throws {
        let warning =
            "a.conf:2:7: warning: exe: matches no program of another user: "
            + "the unit gives the daemon no CAP_SYS_PTRACE"
        #expect(
            try findings("[Access a]\nMatch=\(match)\nAllow=sign\n", changes) == (isFound ? [warning] : []))
    }

    @Test(arguments: [
        ("ApiSocket=/run/x", "2:11", "ossauthd.socket"), ("ApiSocketMode=0666", "2:15", "ossauthd.socket"),
        ("AdminSocketGroup=0", "2:18", "ossauthd-admin.socket"),
        ("CredentialsSocket=/run/x", "2:19", "ossauthd-credentials.socket"),
    ])
    func `a key of a socket that systemd makes is found`(line: String, place: String, socket: String) throws {
        let key = line.prefix { $0 != "=" }
        #expect(
            try findings("[Daemon]\n\(line)\n") == [
                "a.conf:\(place): warning: \(key)= changes nothing: systemd makes that socket, as \(socket) says"
            ])
        #expect(try findings("[Daemon]\n\(line)\n") { $0.sockets = [] } == [])
    }

    @Test(arguments: [
        ("CompatListen=127.0.0.1:6770", "2:14", "ossauthd-compat.socket"),
        ("MetadataListen=100.100.100.200:80", "2:16", "ossauthd-metadata@PROFILE.socket"),
    ])
    func `a listener that keeps the daemon from starting is an error`(
        line: String, place: String, socket: String
    ) throws {
        #expect(
            try findings("[Daemon]\n\(line)\n") == [
                "a.conf:\(place): the unit has no network, so the daemon would not start: leave this out, and "
                    + "'systemctl enable --now \(socket)'"
            ])
        #expect(try findings("[Daemon]\n\(line)\n", ["PrivateNetwork": "no"]) == [])
    }

    /// systemd made that socket with an owner of its own, so the daemon starts.
    @Test(arguments: ["ApiSocketUser", "ApiSocketGroup", "AdminSocketUser", "AdminSocketGroup"])
    func `an owner that is not known matters only to a socket of our own`(key: String) throws {
        let handedOver = try findings("[Daemon]\n\(key)=nosuch\n")
        #expect(handedOver.count == 1)
        #expect(handedOver.first?.contains(": warning: \(key)= changes nothing") == true, "\(handedOver)")
        let own = try findings("[Daemon]\n\(key)=nosuch\n") { $0.sockets = [] }
        #expect(own.count == 1)
        #expect(own.first?.contains(": this host knows no ") == true, "\(own)")
    }

    @Test func `a listener of systemd makes the key of our own idle`() throws {
        let found = try findings("[Daemon]\nCompatListen=127.0.0.1:6770\n") {
            $0.sockets.append("ossauthd-compat.socket")
        }
        #expect(
            found == [
                "a.conf:2:14: warning: CompatListen= changes nothing: systemd makes that socket, "
                    + "as ossauthd-compat.socket says"
            ])
    }

    @Test func `credentials that no unit has are found, each in its unit`() throws {
        let profiles = """
            [Profile pair]
            Source=static
            AccessKeyIDFile=ossauthd.id
            AccessKeySecretFile=ossauthd.secret
            [Profile media]
            Source=appserver
            URL=https://sts.example.com/
            Authorization=bearer
            TokenFile=ossauth-fetch.token
            Endpoint=oss-cn-hangzhou.aliyuncs.com

            """
        let daemon = "[Daemon]\nCacheKey=seal\n"
        #expect(try findings(daemon, profile: profiles) == [])
        let found = try findings(daemon, profile: profiles) {
            $0.credentials = ["ossauthd.id"]
            $0.exchangeCredentials = ["ossauthd.secret"]
        }
        #expect(found.count == 3)
        #expect(
            found.contains { $0.hasPrefix("a.conf:2:10: warning: ossauthd.service has no credential 'seal'") }
        )
        #expect(found.contains { $0.contains("b.conf:4:21: warning: ossauthd.service has no credential") })
        #expect(
            found.contains { $0.contains("b.conf:9:11: warning: ossauth-fetch@.service has no credential") })
    }

    /// Of a credential that is lost the daemon cannot know that it was to seal the cache.
    @Test(arguments: [
        ("", 1), ("[Daemon]\nLogLevel=info\n", 1), ("[Daemon]\nCacheKey=cache-key\n", 0),
        ("[Daemon]\nCacheKey=/etc/key\n", 0),
    ])
    func `a key of the cache that only the unit names is found`(text: String, count: Int) throws {
        let warning = "a.conf:1:1: warning: the cache is in plain text: ossauthd.service has the credential "
        let found = try findings(text) {
            $0.namedCredentials = ["cache-key", "other"]
        }
        #expect(found.count == count, "\(found)")
        #expect(found.allSatisfy { $0.hasPrefix(warning) && $0.hasSuffix("add CacheKey=cache-key") })
        #expect(try findings(text) { $0.namedCredentials = ["other"] } == [])
        #expect(try findings(text) { $0.credentials = ["cache-key"] }.count == count)
    }

    @Test(
        arguments: [
            (["LoadCredential=a:/x", "LoadCredentialEncrypted=b"], [], ["b"], ["a", "b"]),
            (["LoadCredentialEncrypted=b"], [], [], []),
            (["SetCredential=c:text", "SetCredential=", "SetCredentialEncrypted=d:text"], [], [], ["d"]),
            (["ImportCredential=e.*"], ["e.*"], ["e.1", "f.1"], ["e.1"]),
            (["ImportCredential=e.*"], [], ["e.1"], []),
        ] as [([String], [String], Set<String>, Set<String>)])
    func `knows the credentials of a unit`(
        lines: [String], imports: [String], stored: Set<String>, names: Set<String>
    ) {
        #expect(ServiceUnit.credentials(lines: lines, imports: imports, stored: stored) == names)
    }

    @Test func `knows the credentials that the lines of a unit name, stored or not`() {
        let lines = ["LoadCredential=a:/x", "LoadCredentialEncrypted=b", "ImportCredential=c.*"]
        #expect(ServiceUnit.credentials(lines: lines, imports: [], stored: nil) == ["a", "b"])
    }
}
