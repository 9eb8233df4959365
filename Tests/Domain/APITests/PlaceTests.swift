import API
import Access
import Bytes
import HTTP
import Signing
import Testing
import Time

/// The destination of a request: an endpoint that cannot be right is refused instead of signed into a dead URL.
struct PlaceTests {
    private func signing(_ place: ProfileDefaults.Place, _ addressing: Addressing? = nil) -> SigningFixture {
        SigningFixture(
            .standard(group: nil),
            of: ProfileDefaults(name: "media", place: place, addressing: addressing, version: .v4))
    }

    private var hangzhou: SigningFixture {
        signing(
            .init(endpoint: "https://oss-cn-hangzhou.aliyuncs.com", region: "cn-hangzhou", bucket: "photos"))
    }

    @Test(arguments: [
        ("oss-cn-shanghai", "/endpoint"), ("http://oss-cn-shanghai/", "/endpoint"),
        ("https://photos.oss-cn-hangzhou.aliyuncs.com", "/endpoint"),
        ("photos.oss-cn-hangzhou-internal.aliyuncs.com", "/endpoint"),
        ("photos.cn-hangzhou.oss.aliyuncs.com", "/endpoint"),
        ("photos.oss-accelerate.aliyuncs.com", "/endpoint"),
    ])
    func `a host that no request would reach is refused`(endpoint: String, pointer: String) {
        let problem = hangzhou.refusal(of: #"{"key":"a","endpoint":"\#(endpoint)"}"#, for: .presign)
        #expect(problem?.status == .unprocessableContent && problem?.pointer == pointer)
    }

    @Test(arguments: [
        #""region":"cn-beijing""#, #""endpoint":"oss-cn-shanghai.aliyuncs.com","region":"cn-hangzhou""#,
        #""endpoint":"oss-cn-shanghai-internal.aliyuncs.com","region":"cn-hangzhou""#,
    ])
    func `a region that is not that of the endpoint is refused`(members: String) {
        let problem = hangzhou.refusal(of: #"{"key":"a",\#(members)}"#, for: .presign)
        #expect(problem == .invalidRequest(.signing(.regionOfEndpoint)))
        #expect(problem?.pointer == "/region")
    }

    @Test(arguments: [
        ("https://oss-cn-shanghai.aliyuncs.com", "cn-shanghai"),
        ("oss-cn-shanghai-internal.aliyuncs.com", "cn-shanghai"),
        ("cn-shanghai.oss.aliyuncs.com", "cn-shanghai"), ("oss.aliyuncs.com", "cn-hangzhou"),
        // None of these tells a region, which is then the profile's.
        ("oss-accelerate.aliyuncs.com", "cn-hangzhou"),
        ("oss-accelerate-overseas.aliyuncs.com", "cn-hangzhou"),
        ("s3.oss-cn-shanghai.aliyuncs.com", "cn-shanghai"), ("oss-cn-hzfinance.aliyuncs.com", "cn-hangzhou"),
        ("cb-123.cn-hangzhou.oss-cloudbox.aliyuncs.com", "cn-hangzhou"),
        ("http://127.0.0.1:9000", "cn-hangzhou"), ("http://[::1]", "cn-hangzhou"),
        ("http://localhost", "cn-hangzhou"), ("http://localhost:9000", "cn-hangzhou"),
        ("http://oss-cn-test:9000", "cn-hangzhou"), ("http://minio", "cn-hangzhou"),
        ("https://files.example.com", "cn-hangzhou"),
    ])
    func `an endpoint of a request decides the region where it tells one`(
        endpoint: String, region: String
    ) throws {
        var signing = SigningContext()
        let body = #"{"key":"a","endpoint":"\#(endpoint)"}"#
        try signing.read(body.utf8Span.span, for: .presign)
        let profile = ProfileDefaults(
            name: "media",
            place: .init(
                endpoint: "https://oss-cn-hangzhou.aliyuncs.com", region: "cn-hangzhou", bucket: "photos"),
            addressing: nil, version: .v4)
        try signing.admit(
            to: profile, by: Policy.standard(group: nil).rules(for: Peer(uid: 0, gid: 0)),
            at: Timestamp(secondsSince1970: 1_702_743_657))
        #expect(String(copying: signing.call.request.text[signing.call.request.region ?? 0..<0]) == region)
    }

    @Test func `a domain of a bucket needs no other before it`() {
        let body = #"{"key":"a","endpoint":"photos.oss-cn-hangzhou.aliyuncs.com","addressing":"cname"}"#
        #expect(hangzhou.refusal(of: body, for: .presign) == nil)
    }

    /// As `--check` says of the configuration.
    @Test(arguments: [
        ("oss-cn-hangzhou", ""), ("photos.oss-cn-hangzhou.aliyuncs.com", "cn-hangzhou"),
        ("oss-cn-hangzhou.aliyuncs.com", "cn-shanghai"),
    ])
    func `a profile whose own endpoint is dead signs nothing for it`(endpoint: String, region: String) {
        let signing = signing(.init(endpoint: endpoint, region: region, bucket: "photos"))
        let problem = signing.refusal(of: #"{"key":"a"}"#, for: .presign)
        #expect(problem?.detail.hasPrefix("profile media: ") == true && problem?.pointer == nil)
        let other = #"{"key":"a","endpoint":"oss-cn-beijing.aliyuncs.com"}"#
        #expect(signing.refusal(of: other, for: .presign) == nil)
    }
}
