import Bytes
import Signing
import TestSupport
import Testing

struct EndpointTests {
    @Test(arguments: [
        ("https://oss-cn-hangzhou.aliyuncs.com", "https://oss-cn-hangzhou.aliyuncs.com/"),
        ("http://oss-cn-hangzhou.aliyuncs.com", "http://oss-cn-hangzhou.aliyuncs.com/"),
        ("oss-cn-hangzhou.aliyuncs.com", "https://oss-cn-hangzhou.aliyuncs.com/"),
        ("oss-cn-hangzhou.aliyuncs.com/", "https://oss-cn-hangzhou.aliyuncs.com/"),
        ("HTTPS://OSS-CN-Hangzhou.Aliyuncs.COM/", "https://oss-cn-hangzhou.aliyuncs.com/"),
        ("HTTP://localhost:9000", "http://localhost:9000/"), ("example.com:1", "https://example.com:1/"),
        ("example.com:65535", "https://example.com:65535/"), ("127.0.0.1", "https://127.0.0.1/"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/"), ("[::1]", "https://[::1]/"),
        ("http://[2001:DB8::1]:8080", "http://[2001:db8::1]:8080/"),
        ("[::ffff:1.2.3.4]:443", "https://[::ffff:1.2.3.4]:443/"),
        ("a", "https://a/"), ("0.0.0.0", "https://0.0.0.0/"), ("4.example", "https://4.example/"),
        ("a1", "https://a1/"), ("xn--bcher-kva.example", "https://xn--bcher-kva.example/"),
    ])
    func `reads an endpoint`(text: String, url: String) throws {
        let wanted = Wanted(endpoint: text, bucket: nil, key: nil, parameters: [])
        #expect(try wanted.signed().url == url)
    }

    @Test(arguments: [
        "", "/", "https://", "https:///", "http:/example.com", "ftp://example.com", "https//example.com",
        "https://https://a",
        "example.com/path", "example.com//", "example.com?x", "example.com#x", "user@example.com",
        "user:pass@example.com",
        "https://user:pass@example.com/", "example.com:", "example.com:0", "example.com:65536",
        "example.com:-1",
        "example.com:80:80", "example.com:8a", "example.com:99999999999999999999", ":80", "exam ple.com",
        " example.com",
        "example.com\n", "example.com\r\nx-oss-a:1", "example.com\0", "exämple.com", "ex%61mple.com",
        "example..com", ".example.com",
        "-example.com", "ex_ample.com", "*.example.com", "::1", "[::1", "::1]", "[]", "[:]", "[1234]",
        "[a:b]",
        "[::1%25eth0]",
        "[::g]", "[::1]x", "[::1]:", "[::1]:0", "[::1]]", "[[::1]]", "1.2.3.4.", "example.com.", "1.2.3",
        "1.2.3.4.5", "256.0.0.1", "1.2.3.0004", "8080", "example.8080", "1..2.3", "\\example.com",
        "example.com\\@x",
        String(repeating: "a.", count: 127), String(repeating: "a", count: 254),
        String(repeating: "a", count: 300),
    ])
    func `rejects an invalid endpoint`(text: String) {
        #expect(Wanted(endpoint: text, addressing: .path).refusal == .endpoint)
    }

    @Test func `a host may be as long as names are`() {
        #expect(Wanted(endpoint: "https://\(String(repeating: "a", count: 253)):65535/").refusal == nil)
    }

    @Test(
        arguments: [
            (
                "https://oss-cn-hangzhou.aliyuncs.com", Addressing.virtualHost,
                "https://bkt.oss-cn-hangzhou.aliyuncs.com/a/b%20c"
            ),
            (
                "https://oss-cn-hangzhou.aliyuncs.com", .path,
                "https://oss-cn-hangzhou.aliyuncs.com/bkt/a/b%20c"
            ),
            ("https://static.example.com", .cname, "https://static.example.com/a/b%20c"),
            ("http://localhost:9000", .virtualHost, "http://bkt.localhost:9000/a/b%20c"),
            ("http://localhost:9000", .path, "http://localhost:9000/bkt/a/b%20c"),
            ("http://10.0.0.1", .path, "http://10.0.0.1/bkt/a/b%20c"),
            ("http://10.0.0.1:8080", nil, "http://10.0.0.1:8080/bkt/a/b%20c"),
            ("http://[::1]:8080", nil, "http://[::1]:8080/bkt/a/b%20c"),
            ("https://oss-cn-hangzhou.aliyuncs.com", nil, "https://bkt.oss-cn-hangzhou.aliyuncs.com/a/b%20c"),
        ] as [(String, Addressing?, String)])
    func `puts the bucket where the addressing says`(endpoint: String, addressing: Addressing?, url: String)
        throws
    {
        let wanted = Wanted(
            endpoint: endpoint, bucket: "bkt", key: "a/b c", addressing: addressing, parameters: [])
        #expect(try wanted.signed().url == url)
    }

    @Test(arguments: [
        (Addressing.virtualHost, "https://bkt.example.com/?acl"), (.path, "https://example.com/bkt/?acl"),
        (.cname, "https://example.com/?acl"),
    ])
    func `a request on the bucket ends in a slash`(addressing: Addressing, url: String) throws {
        let wanted = Wanted(
            endpoint: "example.com", bucket: "bkt", key: nil, addressing: addressing,
            parameters: [("acl", "")])
        #expect(try wanted.signed().url == url)
    }

    @Test(arguments: ["127.0.0.1", "[::1]:80"], [Addressing.virtualHost, .cname])
    func `an address has no room for a bucket, and is no one's domain`(
        endpoint: String, addressing: Addressing
    ) {
        #expect(Wanted(endpoint: endpoint, addressing: addressing).refusal == .addressingOfAddress)
    }

    @Test func `an error names the missing member`() {
        #expect(Wanted(bucket: nil).refusal == .bucketMissing)
        #expect(Wanted(bucket: nil, key: nil, addressing: .cname).refusal == .bucketMissing)
        #expect(Wanted(bucket: nil, key: nil).refusal == nil)
        #expect(
            Wanted(endpoint: "static.example.com", region: nil, addressing: .cname).refusal == .regionMissing)
        #expect(
            Wanted(endpoint: "static.example.com", region: nil, additional: [], version: .v1).refusal == nil)
        let request = OSSRequest()
        #expect(throws: SigningError.endpointMissing) { try request.checkWhole(for: .v4) }
    }
}
