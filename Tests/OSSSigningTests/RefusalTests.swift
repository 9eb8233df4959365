import OSSSigning
import Testing

struct RefusalTests {
    private static let secret = "kept-secret-of-no-user"
    private static let time = UnixTime(secondsSince1970: 1_702_743_657)
    private static let credential = OSSCredential(
        accessKeyID: "STS.id", accessKeySecret: secret, securityToken: "kept-token", expiration: time)

    private static func request(_ change: (inout OSSRequest) -> Void = { _ in }) -> OSSRequest {
        var request = OSSRequest(.get, bucket: "bucket", key: "key")
        request.endpoint = "https://oss-cn-hangzhou.aliyuncs.com"
        change(&request)
        return request
    }

    @Test func `signs at any time without a trap`() throws {
        for time in [UnixTime(secondsSince1970: .max), UnixTime(secondsSince1970: .min)] {
            for version in SignatureVersion.allCases {
                _ = try? OSSSigner(Self.credential, version: version).presign(Self.request(), at: time)
            }
        }
    }

    @Test(arguments: [
        Wrong("bucket") { $0.bucket = "A" }, Wrong("bucket") { $0.bucket = nil },
        Wrong("key") { $0.key = "" },
        Wrong("key") { $0.key = "/a" }, Wrong("endpoint") { $0.endpoint = nil },
        Wrong("endpoint") { $0.endpoint = "ftp://x/y" }, Wrong("region") { $0.endpoint = "cdn.example.com" },
        Wrong("region") { $0.region = "CN" }, Wrong("headers") { $0.headers = [.init("Authorization", "x")] },
        Wrong("headers") { $0.headers = [.init("Date", "x")] },
        Wrong("headers") { $0.headers = [.init("a", "")] },
        Wrong("headers") { $0.headers = [.init("a", "x\r\ny: z")] },
        Wrong("parameters") { $0.parameters = [.init("x-oss-signature", "x")] },
        Wrong("parameters") { $0.parameters = [.init("")] },
        Wrong("additionalHeaders") { $0.additionalHeaders = ["x"] },
    ])
    func `says which part is wrong`(wrong: Wrong) {
        let signer = OSSSigner(Self.credential)
        let error = #expect(throws: OSSSigningError.self) {
            try signer.sign(Self.request(wrong.change), at: Self.time)
        }
        #expect(error?.part == wrong.part && error?.reason.isEmpty == false)
        #expect(error?.description.contains("daemon") == false)
    }

    @Test(arguments: [(SignatureVersion.v4, 604_800), (.v1, 315_360_000), (.s3, 604_800)])
    func `signs no URL that lives too long`(version: SignatureVersion, longest: Int) throws {
        let signer = OSSSigner(Self.credential, version: version)
        let url = try signer.presign(Self.request(), for: .seconds(longest), at: Self.time)
        #expect(url.expiration == Self.time + .seconds(longest))
        for life in [longest + 1, 0, -1] {
            #expect(throws: OSSSigningError.self) {
                try signer.presign(Self.request(), for: .seconds(life), at: Self.time)
            }
        }
    }

    @Test(arguments: [
        OSSRequest.Header("host", "other.example.com"), .init("x-amz-date", "20231216T162057Z"),
        .init("X-Amz-Security-Token", "x"),
        .init("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"),
        .init("x-amz-meta-a", "two  blanks"),
    ])
    func `signs for S3 no header that it sets itself, or that S3 signs in another form`(
        header: OSSRequest.Header
    ) {
        let error = #expect(throws: OSSSigningError.self) {
            try OSSSigner(Self.credential, version: .s3).sign(
                Self.request { $0.headers = [header] }, at: Self.time)
        }
        #expect(error?.part == "headers" && error?.description.contains("daemon") == false)
    }

    @Test func `signs no form for S3`() {
        let error = #expect(throws: OSSSigningError.self) {
            try OSSSigner(Self.credential, version: .s3).form(
                for: Self.request(), conditions: "[]", at: Self.time)
        }
        #expect(error?.part == "version")
    }

    @Test func `refuses the one of many keys that V1 could take for another`() {
        let signer = OSSSigner(Self.credential, version: .v1)
        #expect(throws: OSSSigningError.self) {
            try signer.presign(["a", "b?acl"], like: Self.request(), at: Self.time)
        }
    }

    @Test(arguments: [
        "", "{}", "[", "[[]]", #"[{"bucket":"other"}]"#, #"[{"a":1}]"#, #"[["between","$key","a"]]"#,
    ])
    func `signs no form with conditions that are none`(conditions: String) {
        let signer = OSSSigner(Self.credential)
        let error = #expect(throws: OSSSigningError.self) {
            try signer.form(for: Self.request(), conditions: conditions, at: Self.time)
        }
        #expect(error?.part == "conditions")
    }

    @Test(arguments: [("[]", true), (" [ ] ", true), (#" [ {"acl": "private"} ] "#, true), ("[]", false)])
    func `adds to the conditions what the signature demands`(conditions: String, isV4: Bool) throws {
        let signer = OSSSigner(Self.credential, version: isV4 ? .v4 : .v1)
        let form = try signer.form(for: Self.request(), conditions: conditions, at: Self.time)
        let again = OSSSigner(Self.credential, version: isV4 ? .v4 : .v1)
        #expect(form.url == "https://bucket.oss-cn-hangzhou.aliyuncs.com/")
        #expect(form.fields.contains(.init("x-oss-security-token", "kept-token")))
        #expect(form.fields.contains { $0.name == "x-oss-credential" } == isV4)
        #expect(try again.form(for: Self.request(), conditions: conditions, at: Self.time) == form)
    }

    @Test func `prints no secret`() {
        var dumped = ""
        dump(Self.credential, to: &dumped)
        let texts = [
            dumped, "\(Self.credential)", String(reflecting: Self.credential), "\([Self.credential])",
        ]
        for text in texts {
            #expect(text.contains("STS.id") && !text.contains(Self.secret) && !text.contains("kept-token"))
        }
    }

    @Test(arguments: ["v4", "v1"])
    func `needs a string to sign`(version: String) {
        let signer = OSSSigner(Self.credential)
        #expect(throws: OSSSigningError.self) { try signer.signature(info: ["version": version]) }
        #expect(throws: OSSSigningError.self) {
            try signer.signature(info: [
                "version": "v4", "stringToSign": "x", "region": "cn-x", "date": "today",
            ])
        }
    }
}

/// A change that makes a good request a wrong one.
struct Wrong: Sendable {
    let part: String
    let change: @Sendable (inout OSSRequest) -> Void

    init(_ part: String, _ change: @escaping @Sendable (inout OSSRequest) -> Void) {
        self.part = part
        self.change = change
    }
}
