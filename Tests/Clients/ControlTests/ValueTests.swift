import CommandLine
import OSSAuthClient
import Testing
import Text

@testable import Control

struct ValueTests {
    @Test(
        arguments: [
            ("oss://bucket/key", "bucket", "key"),
            ("oss://b/dir/sub dir/file?x=1#y", "b", "dir/sub dir/file?x=1#y"),
            ("oss://b/%20", "b", "%20"), ("oss://b//k", "b", "/k"), ("oss://b", "b", nil),
            ("oss://b/", "b", nil),
            ("oss://", nil, nil), ("oss://b/日本 语", "b", "日本 语"), ("oss://b/e\u{301}", "b", "e\u{301}"),
        ] as [(String, String?, String?)])
    func `takes names as they are`(word: String, bucket: String?, key: String?) throws {
        let location = try ObjectLocation(word)
        #expect(location.bucket == bucket)
        #expect(location.key.map { Array($0.utf8) } == key.map { Array($0.utf8) })
    }

    @Test(arguments: [
        ("bucket/key", "'bucket/key' is not an OSS-URL; write it as oss://BUCKET/KEY"),
        ("", "'' is not an OSS-URL; write it as oss://BUCKET/KEY"),
        ("s3://b/k", "'s3://b/k' is not an OSS-URL; write oss://b/k"),
        ("OSS://b/k", "'OSS://b/k' is not an OSS-URL; write it as oss://BUCKET/KEY"),
        ("oss:///k", "'oss:///k' names no bucket"), ("oss:///", "'oss:///' names no bucket"),
    ])
    func `a location that names no object of OSS is refused`(word: String, sentence: String) {
        let error = #expect(throws: UsageError.self) { _ = try ObjectLocation(word) }
        #expect(error?.description == sentence)
    }

    @Test(arguments: [
        (["presign", "oss://b/k", "--expires", "0"], "--expires must be one second at least"),
        // To ossutil 1, it is the life of the URL.
        (
            ["presign", "oss://b/k", "--timeout", "3600"],
            "--timeout is how long to wait for the daemon, such as 10s; --expires says how long the URL is valid"
        ),
        (
            ["presign", "oss://b/k", "--timeout", "45"],
            "--timeout is how long to wait for the daemon, such as 10s; --expires says how long the URL is valid"
        ),
        (
            ["presign", "oss://b/k", "--timeout", "1d"],
            "--timeout is how long to wait for the daemon, such as 10s; --expires says how long the URL is valid"
        ),
        (
            ["presign", "PUT", "oss://b/k"],
            "'PUT' is a method; write 'presign --method PUT oss://BUCKET/KEY'"
        ),
        (
            ["presign", "get", "oss://b/k"],
            "'get' is a method; write 'presign --method GET oss://BUCKET/KEY'"
        ),
        (
            ["presign", "oss://b/k", "--expires", "soon"],
            "--expires cannot be 'soon'; write 900, 15min or 1h 30min"
        ),
        (
            ["presign", "oss://b/k", "--expires", "infinity"],
            "--expires cannot be 'infinity'; write 900, 15min or 1h 30min"
        ),
        (
            ["presign", "oss://b/k", "--expires", "1500ms"],
            "--expires cannot be '1500ms'; write 900, 15min or 1h 30min"
        ),
        (
            ["sign", "GET", "oss://b/k", "--min-valid", "-1"],
            "--min-valid cannot be '-1'; write 900, 15min or 1h 30min"
        ),
        (
            ["sign", "GET", "oss://b/k", "--header", "x-oss-acl"],
            "'x-oss-acl' is not a header; write it as 'Name: value'"
        ),
        (
            ["sign", "GET", "oss://b/k", "--header", "a b: c"],
            "'a b: c' is not a header; write it as 'Name: value'"
        ),
        (["sign", "GET", "oss://b/k", "--header", "a: "], "the header 'a' has no value"),
        (
            ["sign", "GET", "oss://b/k", "--header", "a: 1", "--header", "A: 2"],
            "the header 'A' is there twice"
        ),
        (
            ["sign", "GET", "oss://b/k", "--time", "now"],
            "--time cannot be 'now'; write it as 2026-11-21T12:00:00Z"
        ),
        (
            ["sign", "GET", "oss://b/k", "--curl", "--headers"],
            "--curl and --headers are two forms; choose one"
        ),
        (["sign", "GET", "oss://b/k", "--body", "f"], "--body is for --curl"),
        (
            ["sign", "PUT", "oss://b/k", "--content-md5", "zz"],
            "--content-md5 cannot be 'zz'; it is the base64 of 16 bytes, as 'openssl md5 -binary FILE | base64' prints it"
        ),
        (["post-policy", "oss://"], "a form needs a bucket: oss://BUCKET/KEY"),
        (
            ["post-policy", "oss://b/k", "--max-size", "9999999999G"],
            "--max-size cannot be '9999999999G'; write 1048576, 10M or 1G"
        ),
        (
            ["explain", "post-policy", "--header", "a: b", "oss://b/k"],
            "--header has no effect on 'post-policy'; leave it out"
        ),
        (
            ["explain", "--expires", "1h", "sign", "GET", "oss://b/k"],
            "--expires has no effect on 'sign'; leave it out"
        ),
        (
            ["explain", "--endpoint", "a", "sign-string", "x"],
            "--endpoint has no effect on 'sign-string'; leave it out"
        ),
        (
            ["explain", "--region", "cn-hangzhou", "credentials", "main"],
            "--region has no effect on 'credentials'; leave it out"
        ),
        (
            ["explain", "credentials", "a", "b"],
            "explain credentials takes one profile or none, and 2 words were given"
        ),
        (["explain", "presign"], "explain presign takes one OSS-URL, and nothing was given"),
        (["explain", "sign", "oss://b/k"], "explain sign takes METHOD OSS-URL, and 1 word was given"),
        (
            ["explain", "presign", "GET", "oss://b/k"],
            "explain presign takes one OSS-URL, and 2 words were given"
        ),
        (
            ["explain", "sign-string", "a", "b"],
            "explain sign-string takes one STRING, and 2 words were given"
        ),
        (["explain", "watch", "a"], "explain watch takes nothing else, and 1 word was given"),
        (["credentials", "show", "a/b"], "'a/b' is not the name of a profile: \(Name.complaint)"),
        (
            ["sign", "PATCH", "oss://b/k"],
            "METHOD cannot be 'PATCH'; it is one of GET, PUT, POST, HEAD, DELETE, OPTIONS"
        ),
    ])
    func `refuses values that mean nothing`(words: [String], sentence: String) {
        let error = #expect(throws: UsageError.self) { _ = try command(words) }
        #expect(error?.description == sentence)
    }

    @Test(arguments: [
        ["sign", "put", "oss://b/k"], ["presign", "--method", "put", "oss://b/k"],
        ["explain", "sign", "Put", "oss://b/k"],
    ])
    func `takes a method in lower case`(words: [String]) throws {
        #expect(body(of: try requests(words)[0]).contains(#""method":"PUT","bucket":"b","key":"k""#))
    }

    @Test(arguments: ["", "..", "a/b", "a b", "-a", "a?b", "a%2F", String(repeating: "a", count: 65)])
    func `lets no name into a path that does not belong there`(name: String) {
        for words in [
            ["refresh", "--", name], ["credentials", "set", "--", name],
            ["credentials", "forget", "--", name],
        ] {
            #expect(throws: UsageError.self) { _ = try command(words) }
        }
    }

    @Test func `refreshes a profile that is named twice once`() throws {
        #expect(
            try command(["refresh", "one", "two", "one"], as: RefreshCommand.self).profiles.map(\.text)
                == ["one", "two"])
    }

    @Test func `a form is explained with the time that it is to be good for`() throws {
        let request = try requests(["explain", "--expires", "2h", "post-policy", "oss://b/k"])[0]
        #expect(body(of: request).contains(#""expires":7200"#))
    }

    @Test func `reads standard input where no file is named`() throws {
        func file(_ options: String...) throws -> String? {
            try command(["credentials", "set", "uploads"] + options, as: SetCommand.self).file
        }
        #expect(try file() == nil)
        #expect(try file("--file", "-") == nil)
        #expect(try file("--file", "a") == "a")
    }
}
