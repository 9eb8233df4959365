import Bytes
import Signing
import TestSupport
import Testing

struct HeaderTests {
    @Test(arguments: [
        ("", "a", SigningError.headerName), ("x a", "a", .headerName), ("x:a", "a", .headerName),
        ("x\n", "a", .headerName),
        ("ü", "a", .headerName), ("x/y", "a", .headerName), ("x-oss-meta-a", "", .headerEmpty),
        ("x-oss-meta-a", " a", .headerUntrimmed), ("x-oss-meta-a", "a ", .headerUntrimmed),
        ("x-oss-meta-a", " ", .headerUntrimmed),
        ("x-oss-meta-a", "a\nx-oss-meta-b:1", .headerValue), ("x-oss-meta-a", "a\r", .headerValue),
        ("x-oss-meta-a", "\0", .headerValue),
        ("x-oss-meta-a", "\ta", .headerValue), ("x-oss-meta-a", "a\u{7F}b", .headerValue),
        ("x-oss-meta-a", "\n", .headerValue),
    ])
    func `refuses a header that could forge another or be read differently`(
        name: String, value: String, expected: SigningError
    ) {
        #expect(Wanted(headers: [(name, value)], additional: []).refusal == expected)
    }

    @Test(arguments: [
        ("x-oss-meta-a", "a  b"), ("x-oss-meta-a", "ü文"), ("X-Oss-Meta-!#$%&'*+.^_`|~", "=,;:"), ("a", "b"),
    ])
    func `accepts a header`(name: String, value: String) {
        #expect(Wanted(headers: [(name, value)], additional: []).refusal == nil)
    }

    @Test func `a name counts once, in whatever case`() {
        #expect(
            Wanted(headers: [("x-oss-a", "1"), ("X-OSS-A", "2")], additional: []).refusal == .headerTwice)
        #expect(
            Wanted(headers: [("b", "1"), ("a", "1"), ("c", "1"), ("B", "1")], additional: []).refusal
                == .headerTwice)
    }

    @Test func `signs names in lower case and in order`() throws {
        let headers = [
            ("X-Oss-Meta-B", "B"), ("Content-Type", "T"), ("x-oss-meta-a", "A"), ("ETag", "E"),
            ("If-Match", "I"),
        ]
        let signed = try Wanted(
            headers: headers, additional: ["IF-Match", "content-TYPE", "if-match"], token: ""
        ).signed()
        #expect(
            signed.canonicalRequest.contains(
                """
                \ncontent-type:T\nif-match:I\nx-oss-content-sha256:UNSIGNED-PAYLOAD\nx-oss-date:20231216T162057Z
                x-oss-meta-a:A\nx-oss-meta-b:B\n\nif-match\nUNSIGNED-PAYLOAD
                """))
        #expect(signed.authorization.contains(",AdditionalHeaders=if-match,"))
    }

    @Test func `an additional header must be there, but for the host that the URL names`() throws {
        #expect(Wanted(additional: ["range"]).refusal == .additionalHeaderMissing)
        let wanted = Wanted(endpoint: "http://example.com:8080", additional: ["Host"])
        #expect(try wanted.signed().canonicalRequest.contains("\nhost:examplebucket.example.com:8080\n"))
        let byPath = Wanted(endpoint: "http://example.com:8080", addressing: .path, additional: ["host"])
        #expect(try byPath.signed().canonicalRequest.contains("\nhost:example.com:8080\n"))
        for (endpoint, host) in [
            ("http://example.com:80", "example.com"), ("https://example.com:443", "example.com"),
            ("http://example.com:443", "example.com:443"), ("https://example.com:80", "example.com:80"),
        ] {
            let wanted = Wanted(endpoint: endpoint, addressing: .cname, additional: ["host"])
            #expect(try wanted.signed().canonicalRequest.contains("\nhost:\(host)\n"))
        }
        let own = Wanted(headers: [("host", "proxy.example")], additional: ["host"])
        #expect(try own.signed().canonicalRequest.contains("\nhost:proxy.example\n"))
    }

    /// OSS takes no name with an underscore for an additional header.
    @Test func `an additional header has no underscore in its name`() {
        let wanted = Wanted(headers: [("x_a", "1")], additional: [])
        #expect(wanted.refusal == nil)
        #expect(Wanted(headers: wanted.headers, additional: ["x_a"]).refusal == .additionalHeaderName)
    }

    @Test func `signs the payload hash that the caller gives`() throws {
        let headers = [("x-oss-content-sha256", "e3b0c442")]
        let signed = try Wanted(headers: headers, additional: []).signed()
        #expect(signed.canonicalRequest.hasSuffix("\n\n\ne3b0c442"))
        #expect(signed.canonicalRequest.contains("UNSIGNED") == false)
    }

    @Test(arguments: [
        ("authorization", true), ("Authorization", true), ("DATE", true), ("x-oss-date", true),
        ("X-Oss-Security-Token", true),
        ("x-oss-security-token-x", false), ("content-type", false), ("x-oss-meta-date", false), ("", false),
    ])
    func `knows the headers of the signature`(name: String, isReserved: Bool) {
        #expect(name.utf8Span.span.isSignatureHeader == isReserved)
    }

    @Test(arguments: [
        "x-oss-signature", "x-oss-signature-version", "x-oss-credential", "x-oss-date", "x-oss-expires",
        "x-oss-security-token",
        "x-oss-additional-headers", "x-oss-access-key-id", "OSSAccessKeyId", "Expires", "Signature",
        "security-token",
    ])
    func `knows the parameters of the signature`(name: String) {
        #expect(name.utf8Span.span.isSignatureParameter == true)
        #expect((name + "x").utf8Span.span.isSignatureParameter == false)
    }

    @Test(arguments: [
        "", "acl", "expires", "x-oss-process", "response-expires", "x-oss-traffic-limit", "x-oss-",
    ])
    func `leaves other parameters to the caller`(name: String) {
        #expect(name.utf8Span.span.isSignatureParameter == false)
    }
}
