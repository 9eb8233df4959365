import Access
import Bytes
import Hashing
import Issuing
import JSON
import Signing
import Testing
import Time

struct StringQuestionTests {
    /// 2023-12-16T16:20:57Z, the time in the strings below.
    private let now = Timestamp(secondsSince1970: 1_702_743_657)

    private var terms: UserTerms {
        var terms = UserTerms(name: "g")
        terms.profile = "media"
        terms.scope.operations = [.signString]
        terms.scope.buckets = [Glob("b-1")].compactMap(\.self)
        terms.scope.keys = [Glob("home/%u/**", specifiers: true)].compactMap(\.self)
        terms.scope.methods = [.get, .put]
        return terms
    }

    private func isGranted(_ body: String, at time: Timestamp? = nil, by other: UserTerms? = nil) throws
        -> Bool
    {
        let alice = try #require(UserName("alice"))
        let question = try StringQuestion(body.utf8Span.span)
        return try question.isGranted(to: alice, by: other ?? terms, at: time ?? now)
    }

    private func request(
        _ path: String, method: String = "PUT", query: String = "", header: String? = nil
    ) -> String {
        let own = ["x-oss-content-sha256:UNSIGNED-PAYLOAD", "x-oss-date:20231216T162057Z"]
        let headers = (own + (header.map { [$0] } ?? [])).sorted().map { $0 + "\n" }.joined()
        return "\(method)\n\(path)\n\(query)\n\(headers)\n\nUNSIGNED-PAYLOAD"
    }

    /// The document of a daemon, whose claims about the key are always those of alice.
    private func document(
        _ request: String, string: String? = nil, region: String = "cn-hangzhou", product: String = "oss"
    ) -> String {
        var hash = ByteBuffer()
        hash.append(hex: sha256(request.utf8Span.span).span)
        let composed =
            "OSS4-HMAC-SHA256\n20231216T162057Z\n20231216/\(region)/oss/aliyun_v4_request\n"
            + String(copying: hash.span)
        var body = ByteBuffer()
        body.beginObject()
        body.member("version", "v4")
        body.member("key", "home/alice/a")
        body.member("stringToSign", string ?? composed)
        body.member("region", region)
        body.member("product", product)
        body.member("canonicalRequest", request)
        body.endObject()
        return String(copying: body.span)
    }

    private func v1(_ string: String) -> String {
        var body = ByteBuffer()
        body.beginObject()
        body.member("version", "v1")
        body.member("stringToSign", string)
        body.endObject()
        return String(copying: body.span)
    }

    private let date = "Sat, 16 Dec 2023 16:20:57 GMT"

    @Test func `grants a request to the user's own keys, in each form`() throws {
        #expect(try isGranted(document(request("/b-1/home/alice/a"))))
        #expect(try isGranted(v1("PUT\n\n\n\(date)\n/b-1/home/alice/a")))
        #expect(try isGranted("PUT\n\n\n\(date)\n/b-1/home/alice/a"))
        #expect(try isGranted(v1("GET\n\n\n1702747257\n/b-1/home/alice/a")))
    }

    @Test(arguments: [
        ("PUT", "/b-1/home/bob/a", "", nil), ("PUT", "/b-2/home/alice/a", "", nil),
        ("PUT", "/b-1/", "", nil), ("PUT", "/", "", nil), ("DELETE", "/b-1/home/alice/a", "", nil),
        ("PUT", "/b-1/home/alice/a", "acl", nil), ("PUT", "/b-1/home/alice/../bob/a", "", nil),
        ("PUT", "/b-1/home/alice/a", "", "x-oss-copy-source:/b-1/home/bob/a"),
        ("PUT", "/b-1/home/alice/a", "", "x-oss-object-acl:public-read"),
    ])
    func `does not grant another request, whatever the daemon claims`(
        method: String, path: String, query: String, header: String?
    ) throws {
        let text = request(path, method: method, query: query, header: header)
        #expect(try !isGranted(document(text)))
    }

    @Test func `does not grant what is valid for more than a week, or was made long ago`() throws {
        #expect(try !isGranted(v1("GET\n\n\n1703348458\n/b-1/home/alice/a")))
        #expect(try !isGranted(document(request("/b-1/home/alice/a")), at: now + 901))
        #expect(try isGranted(document(request("/b-1/home/alice/a")), at: now + 900))
    }

    @Test func `grants nothing where the policy is written`() throws {
        var written = terms
        written.written = .template(try PolicyTemplate("{}"))
        #expect(try !isGranted(document(request("/b-1/home/alice/a")), by: written))
    }

    @Test(arguments: [
        ("", QuestionError.notJSON), ("{", .notJSON), ("{}", .member("version")),
        (#"{"version":"v2"}"#, .member("version")), (#"{"version":"v1"}"#, .member("stringToSign")),
        (#"{"version":"v1","stringToSign":"a","stringToSign":"b"}"#, .member("stringToSign")),
        (#"{"version":"v4","product":"oss","region":"r","stringToSign":"x"}"#, .member("canonicalRequest")),
        ("hello", .string), (#"{"version":"v1","stringToSign":"eyJjb25kaXRpb25zIjpbXX0="}"#, .string),
    ])
    func `refuses what hides its request`(body: String, error: QuestionError) {
        #expect(throws: error) { try isGranted(body) }
    }

    @Test func `refuses a string that is not the one of its canonical request`() throws {
        let own = request("/b-1/home/alice/a")
        for string in ["OSS4-HMAC-SHA256\n20231216T162057Z\nx", "x", "a\nb\nc", "OSS4-HMAC-SHA256"] {
            #expect(throws: QuestionError.self) { try isGranted(document(own, string: string)) }
        }
        #expect(throws: QuestionError.member("product")) {
            try isGranted(document(own, product: "oss-cloudbox"))
        }
        #expect(throws: QuestionError.string) { try isGranted(document(own + "\n")) }
        #expect(throws: QuestionError.string) {
            let other = own.replacing("20231216T162057Z", with: "20231216T162058Z")
            _ = try isGranted(document(other))
        }
    }

    @Test func `a bare string has its bytes as they are`() throws {
        let bytes: [UInt8] = [0x47, 0xff]
        #expect(throws: QuestionError.string) { try StringQuestion(bytes.span) }
    }

    @Test func `asks the daemon for what was judged and nothing else`() throws {
        let text = request("/b-1/home/alice/a")
        var body = ByteBuffer()
        try StringQuestion(document(text).utf8Span.span).append(for: "media", to: &body)
        let lines = text.replacing("\n", with: "\\n")
        #expect(
            String(copying: body.span)
                == #"{"profile":"media","version":"v4","canonicalRequest":"\#(lines)","time":"2023-12-16T16:20:57Z","region":"cn-hangzhou"}"#
        )
        var old = ByteBuffer()
        try StringQuestion("GET\n\n\n1\n/b".utf8Span.span).append(for: "media", to: &old)
        #expect(
            String(copying: old.span)
                == #"{"profile":"media","version":"v1","stringToSign":"GET\n\n\n1\n/b"}"#)
    }
}
