internal import Exchange
internal import Sections
internal import Settings
import Testing

struct SyntaxTests {
    @Test(
        arguments: [
            ("", []),
            ("# comment\n; another\n\n  \t\n", []),
            ("\u{FEFF}[Daemon]\r\nLogLevel=debug\r\n", []),
            ("  [ Daemon ]  \n  LogLevel  =  debug  \n", []),
            ("[Daemon]\n[Daemon]\nLogLevel=debug", []),
            ("LogLevel=info\n", ["a.conf:1:1: a section must come before the first key"]),
            ("[Daemon\n", ["a.conf:1:8: ']' is missing at the end of the section's name"]),
            ("[Daemon\nLogLevel=info\n", ["a.conf:1:8: ']' is missing at the end of the section's name"]),
            (
                "[Daemon]\nLogLevel=info\n[Profile a] b\nSource=manual\n",
                ["a.conf:3:13: nothing may follow the section's name"]
            ),
            ("[Daemon] x\n", ["a.conf:1:10: nothing may follow the section's name"]),
            ("[]\n", ["a.conf:1:2: the section has no name"]),
            ("[Profile a b]\n", ["a.conf:1:1: a section's name has one word: [Profile NAME]"]),
            ("[Daemon]\n  LogLevel\n", ["a.conf:2:3: this is neither [Section] nor Key=value"]),
            ("[Daemon]\nLog Level=info\n", ["a.conf:2:1: a key is one word before '='"]),
            ("[Daemon]\n=info\n", ["a.conf:2:1: a key is one word before '='"]),
            ("[Daemon]\nLogLevel=in\u{1}fo\n", ["a.conf:2:12: a control character"]),
            ("[Deamon]\nx=1\n", ["a.conf:1:2: unknown section 'Deamon', did you mean 'Daemon'?"]),
            ("[Prof x]\n", ["a.conf:1:2: unknown section 'Prof', did you mean 'Profile'?"]),
            ("[Unit]\n", ["a.conf:1:2: unknown section 'Unit'"]),
            ("[Daemon x]\n", ["a.conf:1:9: [Daemon] takes no name"]),
            ("[Profile]\n", ["a.conf:1:2: [Profile NAME] needs a name"]),
            (
                "[Profile a/b]\n",
                [
                    "a.conf:1:10: a name is made of up to 64 letters, digits, '-', '_' and '.', and begins with one of the first two"
                ]
            ),
            (
                "[Daemon]\nMaxConections=1\n",
                ["a.conf:2:1: unknown key 'MaxConections' in [Daemon], did you mean 'MaxConnections'?"]
            ),
            (
                "[Daemon]\nidletimeout=1\n",
                ["a.conf:2:1: unknown key 'idletimeout' in [Daemon], did you mean 'IdleTimeout'?"]
            ),
            ("[Daemon]\nEndpoint=x\n", ["a.conf:2:1: unknown key 'Endpoint' in [Daemon]"]),
            (
                "[Access a]\nMatch=uid:1\nAllow=sign\nExpires=1h\n",
                ["a.conf:4:1: unknown key 'Expires' in [Access], did you mean 'MaxExpires'?"]
            ),
            (
                "[Daemon]\nLogLevel=\\\n# not the end of it\n  verbose\n",
                ["a.conf:4:3: 'verbose' is not one of error warning notice info debug"]
            ),
            (
                "[Daemon]\nLogLevel=wraning",
                [
                    "a.conf:2:10: 'wraning' is not one of error warning notice info debug, did you mean 'warning'?"
                ]
            ),
        ] as [(String, [String])])
    func `says what is wrong and where`(text: String, expected: [String]) {
        #expect(problems(text) == expected)
    }

    @Test func `reports bytes that are not UTF-8`() {
        let file = SourceFile(path: "a.conf", bytes: Array("[Daemon]\nLogLevel=".utf8) + [0xFF])
        let problems = #expect(throws: InvalidSettings.self) {
            try Settings(reading: [file], environment: .test)
        }
        #expect(problems?.problems.map(\.description) == ["a.conf:2:1: the line is not UTF-8"])
    }

    @Test func `continues a line behind a backslash, but not behind two`() throws {
        let text =
            "[Profile p]\nSource=appserver\nURL=https://a.example \\\n  https://b.example\nBody=x\\\\\nMethod=POST\n"
        guard case .appserver(let server) = try settings(text).profiles[0].source,
            case .appserver(let other) = try settings(text.replacing("\\\\\n", with: "\\\\\\\ny\n")).profiles[
                0
            ].source
        else {
            Issue.record("no appserver")
            return
        }
        #expect(server.urls.map(\.host) == ["a.example", "b.example"])
        #expect(server.body == "x\\\\" && other.body == "x\\\\ y")
    }

    @Test func `places a mistake on the continued line where it is`() {
        let text =
            "[Profile p]\nSource=appserver\nURL=https://a.example \\\n  ftp://b.example \\\n\thttps://u@c\n"
        #expect(
            problems(text) == [
                "a.conf:4:3: a URL begins with https:// or http://",
                "a.conf:5:2: a URL here has no user and no password in it",
            ])
    }

    @Test(arguments: [
        ("\"a b\" 'c \"d\"' e", ["/x", "a b", "c \"d\"", "e"]), ("\"\"", ["/x", ""]),
    ])
    func `quotes hold words together`(arguments: String, expected: [String]) throws {
        let text = "[Profile p]\nSource=process\nCommand=/x \(arguments)\n"
        guard case .process(let process) = try settings(text).profiles[0].source else {
            Issue.record("no process")
            return
        }
        #expect(process.command == expected)
    }

    @Test(arguments: [
        ("Command=/x \"a", "a.conf:3:12: the quote has no end"),
        ("Command=/x 'a'b", "a.conf:3:15: a blank must follow the quote"),
    ])
    func `a quote must be closed`(line: String, expected: String) {
        #expect(problems(profile: "Source=process\n\(line)\n") == [expected])
    }

    @Test func `a later file overrides values and adds to lists`() throws {
        let base = """
            [Daemon]
            LogLevel=debug
            IdleTimeout=1min
            [Profile p]
            Source=chain
            Profiles=a
            [Profile a]
            Source=manual
            [Profile b]
            Source=manual
            """
        let dropIn = "[Profile p]\nProfiles=b\n[Daemon]\nLogLevel=error\nIdleTimeout=\n"
        let read = try settings(base, dropIn)
        #expect(read.daemon.logLevel == .error)
        #expect(read.daemon.idleTimeout == .seconds(300))
        #expect(read.profiles.map(\.name) == ["p", "a", "b"])
        #expect(read.profiles[0].source.chained == ["a", "b"])
        #expect(
            try settings(base, "[Profile p]\nProfiles=\nProfiles=b\n").profiles[0].source.chained == ["b"])
    }

    @Test func `a section ends with its file`() {
        #expect(
            problems(["[Daemon]\n", "LogLevel=info\n"]) == [
                "b.conf:1:1: a section must come before the first key"
            ])
    }

    @Test func `an overridden mistake is still a mistake`() {
        #expect(
            problems(["[Daemon]\nLogLevel=loud", "[Daemon]\nLogLevel=info"]) == [
                "a.conf:2:10: 'loud' is not one of error warning notice info debug"
            ])
    }

    @Test func `reports all problems of all files in their order`() {
        let first = "[Daemon]\nNoSuch=1\nLogLevel=x\n[Profile p]\nSource=static\n"
        let second = "[Access a]\nMatch=uid:-1\n"
        #expect(
            problems([first, second]) == [
                "a.conf:2:1: unknown key 'NoSuch' in [Daemon]",
                "a.conf:3:10: 'x' is not one of error warning notice info debug",
                "a.conf:4:1: [Profile p] needs AccessKeyIDFile=",
                "a.conf:4:1: [Profile p] needs AccessKeySecretFile=",
                "b.conf:1:1: [Access a] needs Allow=",
                "b.conf:2:11: '-1' is no number of a user or group",
            ])
    }
}

extension Source {
    var chained: [String] {
        if case .chain(let chain) = self { chain.profiles } else { [] }
    }
}
