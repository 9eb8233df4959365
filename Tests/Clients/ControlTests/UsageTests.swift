import Kernel
import TestSupport
import Testing

/// Errors before a request, or beside it.
struct UsageTests {
    private let stage: Stage

    init() throws {
        stage = try Stage()
    }

    @Test(arguments: [
        ["sttus"], ["presign"], ["presign", "b/k"], ["--nope"], ["sign", "PUTT", "oss://b"],
        ["refresh", "a/b"],
        ["credentials", "set", "uploads"], ["credentials", "set", "uploads", "--file", "/nowhere"],
        ["sign", "oss://bucket/k"], ["explain", "presign"], ["explain", "sign", "oss://bucket/k"],
        ["exec", "--json", "true"],
        ["whoami", "-o", "csv"], ["presign", "--raw", "oss://b/k"],
        ["verify", "https://bucket.oss-cn-x.aliyuncs.com/k", "--error", "/nowhere"],
        ["verify", "--request", "/nowhere"],
        ["presign", "oss://b/k", "--expires", "soon"], ["presign", "-", "oss://b/k"],
        ["--profile", "media", "presign", "oss://b/k"],
    ])
    func `sends no request where the command line is wrong`(words: [String]) throws {
        let run = try stage.run(words)
        #expect(run.status == .exited(2) && run.output == "" && run.error.hasPrefix("ossauthctl: error: "))
        #expect(run.error.split(separator: "\n").count == 1)
    }

    @Test(
        arguments: [
            (
                ["sign", "oss://bucket/k"],
                "METHOD is missing before 'oss://bucket/k'; it is one of GET, PUT, POST, HEAD, DELETE, OPTIONS"
            ),
            (
                ["login"],
                "unknown command 'login'; there is none: the rules know you by your user, as 'whoami' shows"
            ),
            (
                ["verify", "--request", "/nowhere"],
                "the request cannot be read: open /nowhere: no such file or directory"
            ),
            (["exec", "--json", "true"], "'exec' prints only text; leave out --json"),
            (["metrics", "--json"], "'metrics' prints only text; leave out --json"),
            (["top", "--json"], "'top' prints only text; leave out --json"),
            (["status", "-o", "csv"], "unknown option '-o'; use --json, and jq to make a table of it"),
            (
                ["status", "--output=csv"],
                "unknown option '--output'; use --json, and jq to make a table of it"
            ),
            (
                ["sign", "GET", "oss://b/k", "--curl", "--json"],
                "--curl and --json are two forms; choose one"
            ),
            (
                ["sign", "GET", "oss://b/k", "--headers", "--json"],
                "--headers and --json are two forms; choose one"
            ),
            (["post-policy", "oss://b/", "--html", "--json"], "--html and --json are two forms; choose one"),
            (
                ["credentials", "export", "--format", "env", "--json"],
                "--format env and --json are two forms; choose one"
            ),
            (
                ["verify", "https://b.s3.oss-cn-hangzhou.aliyuncs.com/k"],
                "there is no signature: neither in the URL nor in an Authorization header"
            ),
            (
                ["explain", "sign-string", "GET", "--signature-version", "s3"],
                "a string is signed with v4 or v1; s3 signs requests and URLs only"
            ),
            (["metrics", "--textfile", "-"], "'-' is not a file; leave out --textfile for standard output"),
            (
                ["metrics", "--textfile", "/dev/stdout"],
                "'/dev/stdout' is not a file; leave out --textfile for standard output"
            ),
            (
                ["presign", "--expires", "oss://b/k"],
                "'--expires' needs a value before 'oss://b/k': --expires TIME"
            ),
            (
                ["credentials", "export", "--format", "ossutil", "--endpoint", "a\nb"],
                "--endpoint cannot be 'a\\u{a}b': it has a line end or another control character"
            ),
            (
                ["verify", "--request", "-", "--error", "-"],
                "--request and --error cannot both be '-', which is standard input"
            ),
            (
                ["explain", "presign", "oss://b/k", "--min-valid", "1"],
                "unknown option '--min-valid'; '--help' lists them"
            ),
            (["explain"], "'explain' needs OPERATION; 'ossauthctl explain --help' has examples"),
        ] as [([String], String)])
    func `says what is wrong with the command line`(words: [String], sentence: String) throws {
        #expect(try stage.run(words).error == "ossauthctl: error: \(sentence)\n")
    }

    @Test func `an empty path is no default`() throws {
        let run = try stage.run(["status", "--socket", ""])
        #expect(
            run.status == .exited(2) && run.error.contains("--socket is empty; it is followed by the path"))
    }

    @Test func `signs no name that is not UTF-8`() throws {
        let run = try stage.shell(#""$0" presign "$(printf 'oss://b/\377')""#)
        #expect(run.status == .exited(2) && run.error.contains("not UTF-8"))
    }

    /// The command line was right, but something beside the daemon was not: always the same status.
    @Test(arguments: [
        #""$0" --version > /dev/full"#, #""$0" presign --help > /dev/full"#,
        #"cp "$0" "$HOME/alone"; "$HOME/alone" check"#,
        #""$0" verify --request "$HOME/nowhere""#,
    ])
    func `ends alike where something of this host cannot be used`(script: String) throws {
        let run = try stage.shell(script)
        #expect(run.output == "" && run.status == .exited(2) && run.error.hasPrefix("ossauthctl: error: "))
    }
}
