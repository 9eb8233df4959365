import Kernel
import TestSupport
import Testing

/// The requests and the output of `presign`.
struct PresignTests {
    private let stage: Stage

    init() throws {
        stage = try Stage()
    }

    @Test func `prints one URL and nothing else`() throws {
        let answer = Scripted(
            200, #"{"method":"GET","url":"https://x/?s=1","headers":{},"limitedBy":"request"}"#)
        let run = try stage.run(["presign", "--expires", "600", "oss://b/k"], on: .api, [answer])
        let body = #"{"method":"GET","bucket":"b","key":"k","expires":600}"#
        #expect(run.requests == [Received(line: "POST /v1/presign", body: body)])
        #expect(run.output == "https://x/?s=1\n" && run.error == "" && run.status == .exited(0))
    }

    @Test func `says when a URL ends early, and what must be sent with it`() throws {
        let answer = Scripted(
            200,
            #"{"url":"https://x/","headers":{"content-type":"a/b"},"limitedBy":"credential","#
                + #""expiration":"2023-12-16T17:20:57Z"}"#)
        let run = try stage.run(["presign", "oss://b/k"], on: .api, [answer])
        #expect(run.output == "https://x/\n" && run.status == .exited(0))
        #expect(
            run.error == """
                ossauthctl: note: the URL ends at 2023-12-16T17:20:57Z with the credential, earlier than asked for
                ossauthctl: note: every request with the URL must send 'content-type: a/b'

                """)
    }

    @Test func `prints many URLs in the order of the arguments, over one connection`() throws {
        let run = try stage.run(
            ["presign", "oss://b/1", "oss://b/2", "oss://c/2", "oss://b/3"], on: .api,
            [
                Scripted(200, #"{"urls":["https://b/1","https://b/2"]}"#),
                Scripted(200, #"{"url":"https://c/2"}"#), Scripted(200, #"{"url":"https://b/3"}"#),
            ])
        #expect(
            run.output == "https://b/1\nhttps://b/2\nhttps://c/2\nhttps://b/3\n" && run.status == .exited(0))
        #expect(
            run.requests.map(\.body) == [
                #"{"method":"GET","bucket":"b","keys":["1","2"]}"#,
                #"{"method":"GET","bucket":"c","key":"2"}"#,
                #"{"method":"GET","bucket":"b","key":"3"}"#,
            ])
    }

    @Test func `says once what holds for URLs of several buckets`() throws {
        let end = #""limitedBy":"credential","expiration":"2023-12-16T17:20:57Z"}"#
        let run = try stage.run(
            ["presign", "oss://b/1", "oss://c/2"], on: .api,
            [Scripted(200, #"{"url":"u",\#(end)"#), Scripted(200, #"{"url":"v",\#(end)"#)])
        let sentence = "the URLs end at 2023-12-16T17:20:57Z with the credential, earlier than asked for"
        #expect(run.error == "ossauthctl: note: \(sentence)\n" && run.output == "u\nv\n")
    }

    /// A refusal because of a rate, and when to ask again.
    private static func limited(_ seconds: Int) -> Scripted {
        let body =
            #"{"type":"urn:ossauthd:problem:rate-limited","title":"Title","status":429,"detail":"the detail"}"#
        return Scripted(
            raw:
                "HTTP/1.1 429 X\r\nRetry-After: \(seconds)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
    }

    @Test func `waits for a rate, and then asks again for what it refused`() throws {
        let start = KernelClock.bootNanoseconds()
        let run = try stage.run(
            ["presign", "oss://b/1", "oss://c/2"], on: .api,
            [
                Self.limited(1), Scripted(200, #"{"url":"https://b/1"}"#),
                Scripted(200, #"{"url":"https://c/2"}"#),
            ])
        #expect(run.output == "https://b/1\nhttps://c/2\n" && run.status == .exited(0))
        #expect(
            run.error == "ossauthctl: note: rate limited; resuming in 1 s; --no-wait ends instead\n")
        let first = #"{"method":"GET","bucket":"b","key":"1"}"#
        #expect(run.requests.map(\.body) == [first, first, #"{"method":"GET","bucket":"c","key":"2"}"#])
        #expect(KernelClock.bootNanoseconds() - start >= 1_000_000_000)
    }

    @Test func `the command reports once that a rate limit delays it`() throws {
        let run = try stage.run(
            ["presign", "oss://b/1"], on: .api,
            [Self.limited(1), Self.limited(2), Scripted(200, #"{"url":"https://b/1"}"#)])
        #expect(run.output == "https://b/1\n" && run.status == .exited(0))
        #expect(
            run.error == "ossauthctl: note: rate limited; resuming in 1 s; --no-wait ends instead\n")
    }

    @Test func `traces with --debug`() throws {
        let run = try stage.run(
            ["presign", "--debug", "oss://b/1"], on: .api, [Scripted(200, #"{"url":"https://b/1"}"#)])
        #expect(run.error.contains("note: POST /v1/presign over \(stage.api): 200 after "))
        #expect(run.output == "https://b/1\n" && run.status == .exited(0))
    }

    @Test(arguments: [(["--no-wait"], 1), ([], 3_601)])
    func `ends with a status of its own where it does not wait`(options: [String], seconds: Int) throws {
        let run = try stage.run(["presign", "oss://b/1"] + options, on: .api, [Self.limited(seconds)])
        #expect(run.output == "" && run.error == "ossauthctl: error: oss://b/1: the detail\n")
        #expect(run.status == .exited(75))
    }

    @Test func `says that clients change a key with dots`() throws {
        let answer = [Scripted(200, #"{"url":"https://x/a/../b"}"#)]
        let run = try stage.run(["presign", "oss://b/a/../b"], on: .api, answer)
        #expect(run.output == "https://x/a/../b\n" && run.error.contains("curl --path-as-is"))
    }

    @Test func `prints no URL where one is refused`() throws {
        let run = try stage.run(
            ["presign", "oss://b/1", "oss://c/2"], on: .api,
            [Scripted(200, #"{"url":"https://b/1"}"#), .problem(403, "not-allowed")])
        #expect(
            run.output == "" && run.status == .exited(1)
                && run.error
                    == "ossauthctl: error: oss://c/2: the detail; 'ossauthctl whoami' shows what you may do\n"
        )
    }

    @Test(arguments: [
        ("the detail", "ossauthctl: error: oss://b: title: the detail\n"),
        ("no rule names keys[1] in Key=", "ossauthctl: error: title: no rule names oss://b/a b in Key=\n"),
    ])
    func `names the URL that is refused, or at least its bucket`(detail: String, sentence: String) throws {
        let run = try stage.run(
            ["presign", "oss://b/1", "oss://b/a b"], on: .api,
            [Scripted(422, #"{"type":"x","title":"Title","detail":"\#(detail)"}"#)])
        #expect(run.error == sentence && run.status == .exited(1))
    }

    @Test func `the command accepts an answer with many URLs`() throws {
        let keys = (0..<1_000).map { "k\($0)" }
        let urls = keys.map {
            "https://bucket.oss-cn-hangzhou.aliyuncs.com/\($0)?\(String(repeating: "s", count: 400))"
        }
        let list = urls.map { "\"\($0)\"" }.joined(separator: ",")
        let run = try stage.run(
            ["presign"] + keys.map { "oss://b/\($0)" }, on: .api, [Scripted(200, #"{"urls":[\#(list)]}"#)])
        #expect(run.output == urls.map { $0 + "\n" }.joined() && run.status == .exited(0))
    }
}
