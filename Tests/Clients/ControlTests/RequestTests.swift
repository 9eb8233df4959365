import API
import Bytes
import HTTP
import Kernel
import TestSupport
import Testing

@testable import Control

struct RequestTests {
    @Test(arguments: [
        (["sign", "GET", "oss://b/k"], #"{"method":"GET","bucket":"b","key":"k"}"#),
        (["sign", "GET", "oss://b"], #"{"method":"GET","bucket":"b"}"#),
        (["sign", "GET", "oss://"], #"{"method":"GET","bucket":""}"#),
        (["presign", "oss://b/k"], #"{"method":"GET","bucket":"b","key":"k"}"#),
        (
            ["presign", "--expires", "1h 30min", "oss://b/k"],
            #"{"method":"GET","bucket":"b","key":"k","expires":5400}"#
        ),
        (["presign", "oss://b/k", "oss://b/l"], #"{"method":"GET","bucket":"b","keys":["k","l"]}"#),
        (["presign", #"oss://b/"quoted"\ 日"#], #"{"method":"GET","bucket":"b","key":"\"quoted\"\\ 日"}"#),
        (
            ["sign", "PUT", "oss://b/a.tar.GZ", "--content-type", "auto"],
            #"{"method":"PUT","bucket":"b","key":"a.tar.GZ","contentType":"application/gzip"}"#
        ),
        (
            ["presign", "oss://b/a.b/c", "--content-type", "auto"],
            #"{"method":"GET","bucket":"b","key":"a.b/c","contentType":"application/octet-stream"}"#
        ),
        (
            [
                "presign", "oss://b/k", "--method", "PUT", "--expires", "600", "--profile", "main",
                "--signature-version", "v1",
                "--endpoint", "https://e", "--region", "cn-hangzhou", "--addressing", "path", "--parameter",
                "acl",
                "--parameter", "a=1=2", "--parameter", "b=", "--parameter", "a=3", "--header",
                "X-Oss-Acl:  private",
                "--header", "If-Match:\"x\"", "--additional-header", "if-match", "--content-type",
                "text/plain",
                "--content-md5", "XUFAKrxLKna5cZ2REBfFkg==", "--min-valid", "5min", "--show-string-to-sign",
            ],
            #"{"profile":"main","version":"v1","method":"PUT","bucket":"b","key":"k","expires":600,"#
                + #""endpoint":"https://e","region":"cn-hangzhou","addressing":"path","#
                + #""parameters":{"acl":null,"a":["1=2","3"],"b":""},"#
                + #""headers":{"X-Oss-Acl":"private","If-Match":"\"x\""},"additionalHeaders":["if-match"],"#
                + #""contentType":"text/plain","contentMD5":"XUFAKrxLKna5cZ2REBfFkg==","minValid":300,"explain":true}"#
        ),
    ])
    func `the body of a presign has what the command line says`(words: [String], json: String) throws {
        #expect(try requests(words).map(body) == [json])
    }

    @Test func `asks once for neighbours of the type that it finds by the ending of the key`() throws {
        let words = ["presign", "--content-type", "auto", "oss://b/a.png", "oss://b/c.png", "oss://b/b.txt"]
        #expect(
            try requests(words).map(body) == [
                #"{"method":"GET","bucket":"b","keys":["a.png","c.png"],"contentType":"image/png"}"#,
                #"{"method":"GET","bucket":"b","key":"b.txt","contentType":"text/plain"}"#,
            ])
    }

    /// The package media-types installs it.
    @Test func `the types are those of Debian`() throws {
        let file = try File.contents(of: "/etc/mime.types", atMost: 1 << 20)
        var types: [Substring: Substring] = [:]
        for line in String(copying: file.span).split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(whereSeparator: \.isWhitespace)
            for ending in words.dropFirst() { types[ending] = words[0] }
        }
        #expect(MediaType.byEnding.count > 80)
        for (ending, type) in MediaType.byEnding { #expect(types[ending[...]] == type[...], "\(ending)") }
    }

    @Test(arguments: [
        (
            ["sign", "GET", "oss://b/k", "--cloud-box-id", "cb-1", "--time", "2026-11-21T12:00:00Z"],
            #"{"method":"GET","bucket":"b","key":"k","cloudBoxID":"cb-1","time":"2026-11-21T12:00:00Z"}"#
        ),
        (
            [
                "post-policy", "oss://b/in/", "--max-size", "10M", "--content-type", "image/*",
                "--success-status", "201", "--expires", "1h", "--profile", "p",
            ],
            #"{"profile":"p","bucket":"b","expires":3600,"conditions":[["starts-with","$key","in/"],"#
                + #"["starts-with","$content-type","image/"],["eq","$success_action_status","201"],"#
                + #"["content-length-range",0,10485760]]}"#
        ),
        (["post-policy", "oss://b/k"], #"{"bucket":"b","conditions":[["eq","$key","k"]]}"#),
        (
            [
                "explain", "--user", "www-data", "--unit", "u.service", "presign", "oss://b/k", "--expires",
                "60",
            ],
            #"{"user":"www-data","unit":"u.service","operation":"presign","#
                + #""request":{"method":"GET","bucket":"b","key":"k","expires":60}}"#
        ),
        (
            ["explain", "--exe", "/x", "--slice", "s", "--label", "l", "sign", "PUT", "oss://b/k"],
            #"{"uid":7,"slice":"s","exe":"/x","label":"l","operation":"sign","#
                + #""request":{"method":"PUT","bucket":"b","key":"k"}}"#
        ),
        (
            ["explain", "--user", "33", "post-policy", "oss://b/"],
            #"{"uid":33,"operation":"post-policy","#
                + #""request":{"bucket":"b","conditions":[["starts-with","$key",""]]}}"#
        ),
        (
            ["explain", "--user", "33", "sign-string", "GET\n\n\nd\n/b/k", "--profile", "p"],
            #"{"uid":33,"operation":"sign-string","#
                + #""request":{"profile":"p","version":"v1","stringToSign":"GET\n\n\nd\n/b/k"}}"#
        ),
        (
            [
                "explain", "sign-string", "GET\n/k", "--signature-version", "v4", "--region", "r", "--time",
                "2026-11-21T12:00:00Z",
            ],
            #"{"operation":"sign-string","request":{"version":"v4","#
                + #""canonicalRequest":"GET\n/k","region":"r","time":"2026-11-21T12:00:00Z"}}"#
        ),
        (
            ["explain", "--user", "33", "credentials", "main"],
            #"{"uid":33,"operation":"credentials","request":{"profile":"main"}}"#
        ),
        (["explain", "credentials"], #"{"operation":"credentials","request":{}}"#),
        (
            ["presign", "oss://b/k", "--signature-version", "s3"],
            #"{"version":"s3","method":"GET","bucket":"b","key":"k"}"#
        ),
        (
            ["explain", "credentials", "--profile", "p"],
            #"{"operation":"credentials","request":{"profile":"p"}}"#
        ),
    ])
    func `the body of other commands has what the command line says`(words: [String], json: String) throws {
        #expect(try requests(words).map(body) == [json])
        if words[0] == "explain" { _ = try ExplainCall(json.utf8Span.span) }
        if words[0] == "post-policy" {
            var signing = SigningContext()
            try signing.read(json.utf8Span.span, for: .postPolicy)
        }
    }

    @Test(
        arguments: [
            ([:], #"{"method":"GET","bucket":"b","key":"k"}"#),
            (["OSSAUTHD_PROFILE": "main"], #"{"profile":"main","method":"GET","bucket":"b","key":"k"}"#),
            (["OSSAUTHD_PROFILE": ""], #"{"method":"GET","bucket":"b","key":"k"}"#),
        ] as [([String: String], String)])
    func `takes the profile from the environment`(variables: [String: String], json: String) throws {
        #expect(try requests(["presign", "oss://b/k"], variables).map(body) == [json])
    }

    @Test func `prefers the profile of the command line`() throws {
        let bodies = try requests(["sign", "GET", "oss://b", "--profile", "x"], ["OSSAUTHD_PROFILE": "y"])
            .map(body)
        #expect(bodies == [#"{"profile":"x","method":"GET","bucket":"b"}"#])
    }

    @Test func `neighbours in one bucket are requested together`() throws {
        let words = ["presign", "--list", "oss://b/1", "oss://b/3", "oss://c/2", "oss://c", "oss://b/4"]
        #expect(
            try requests(words).map(body) == [
                #"{"method":"GET","bucket":"b","keys":["1","3"]}"#,
                #"{"method":"GET","bucket":"c","key":"2"}"#,
                #"{"method":"GET","bucket":"c"}"#,
                #"{"method":"GET","bucket":"b","key":"4"}"#,
            ])
    }

    @Test func `asks for no more keys at once than the daemon takes`() throws {
        let bodies = try requests(["presign"] + (0...1_000).map { "oss://b/k\($0)" }).map(body)
        #expect(bodies.count == 2 && bodies[1] == #"{"method":"GET","bucket":"b","key":"k1000"}"#)
    }

    @Test(arguments: [
        (["status"], Route.status), (["reload"], .reload), (["sign", "GET", "oss://b/k"], .signing(.sign)),
        (["presign", "oss://b/k"], .signing(.presign)), (["refresh", "main"], .refresh(profile: 13..<17)),
        (["credentials", "set", "main"], .setCredentials(profile: 13..<17)),
        (["credentials", "forget", "main"], .forgetCredentials(profile: 13..<17)),
    ])
    func `takes the route that the daemon has`(words: [String], route: Route) throws {
        let request = try #require(try requests(words).first)
        let bytes = request.utf8Span.span
        var scan = HeadScan()
        let decoded = try RequestHead.decode(bytes, &scan)
        let head = try #require(decoded)
        let found = try Route(head.method, bytes.extracting(head.path))
        #expect(found == route && head.messageLength == bytes.count && head.keepAlive)
    }

    @Test(arguments: [
        ["sign", "PUT", "oss://bucket/k", "--header", "x-oss-acl: private", "--additional-header", "host"],
        [
            "presign", "oss://bucket/k", "oss://bucket/l", "--parameter", "x-oss-process=a", "--parameter",
            "acl",
        ],
        [
            "presign", "oss://bucket/k", "--expires", "1h", "--signature-version", "v1", "--content-type",
            "a/b",
            "--show-string-to-sign",
            "--content-md5", "XUFAKrxLKna5cZ2REBfFkg==", "--min-valid", "1", "--endpoint", "e.example",
            "--region", "r",
            "--addressing", "cname", "--profile", "p",
        ],
    ])
    func `the daemon can read the bodies of the client`(words: [String]) throws {
        var signing = SigningContext()
        let json = body(of: try requests(words)[0])
        try signing.read(json.utf8Span.span, for: words[0] == "sign" ? .sign : .presign)
    }
}
