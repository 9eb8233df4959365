import Testing

/// A request of a program as a proxy names it.
struct ForwardedRequestTests {
    private let scene = ForwardScene()

    @Test func `is signed for OSS in the dialect of the program`() {
        let signed = scene.outcome(of: "PUT /media/photos/a%2B?x-id=PutObject", ["x-amz-meta-a: b"])
        #expect(signed.field("Forward-Target") == "/photos/a%2B?x-id=PutObject")
        #expect(signed.field("Forward-Host") == "media.s3.oss-cn-hangzhou.aliyuncs.com")
        #expect(signed.field("Forward-Authorization")?.hasPrefix("AWS4-HMAC-SHA256 ") == true)
        let other = ForwardScene(authorization: ForwardScene.oss).outcome(of: "GET /media/photos/a")
        #expect(other.field("Forward-Host") == "media.oss-cn-hangzhou.aliyuncs.com")
        #expect(scene.outcome(of: "GET /media/private").isNotAllowed)
    }

    /// A server that takes an underscore for a hyphen would see a header that no rule has judged.
    @Test(arguments: [
        "x-oss-copy_source", "x-amz-copy_source", "x_oss_acl", "X-OSS_ACL", "x_amz-meta-a", "x-amz-meta_a",
        "X_HTTP_METHOD_OVERRIDE", "x-http_method-override", "X-Http-Method", "X-Method-Override",
        "x_method_override",
    ])
    func `a header that could mean something else is invalid`(name: String) {
        for authorization in [ForwardScene.s3, ForwardScene.oss] {
            let scene = ForwardScene(authorization: authorization)
            #expect(scene.outcome(of: "GET /media/photos/a", ["\(name): /media/photos/a"]).isInvalid)
        }
    }

    @Test(arguments: ["x-amz-meta-a_b", "X-Amz-Meta-_", "x_request_id", "x_ossa", "accept_encoding"])
    func `may have other names with underscores`(name: String) {
        #expect(scene.outcome(of: "GET /media/photos/a", ["\(name): a"]).isSigned)
    }

    @Test func `may have metadata without a value in S3`() {
        let signed = scene.outcome(of: "PUT /media/photos/a", ["x-amz-meta-a:"])
        #expect(signed.field("Forward-Authorization")?.contains("x-amz-date;x-amz-meta-a;") == true)
        let other = ForwardScene(authorization: ForwardScene.oss)
        #expect(other.outcome(of: "PUT /media/photos/a", ["x-oss-meta-a:"]).isInvalid)
    }

    @Test func `may make its object private`() {
        #expect(scene.outcome(of: "PUT /media/photos/a", ["x-amz-acl: private"]).isSigned)
        let other = ForwardScene(authorization: ForwardScene.oss)
        #expect(other.outcome(of: "PUT /media/photos/a", ["x-oss-object-acl: private"]).isSigned)
        let twice = ["x-amz-acl: private", "X-Amz-Acl: public-read"]
        #expect(scene.outcome(of: "PUT /media/photos/a", twice).isInvalid)
    }

    @Test func `needs a grant for the access list of a bucket`() {
        #expect(ForwardScene(keys: []).outcome(of: "PUT /media/", ["x-amz-acl: private"]).isNotAllowed)
        #expect(ForwardScene(keys: []).outcome(of: "PUT /media/").isSigned)
    }

    @Test(arguments: [
        ("/media/photos/a", ["x-amz-acl: Private"]), ("/media/photos/a", ["x-amz-acl: public-read"]),
        ("/media/photos/a", ["x-amz-acl: private", "x-amz-grant-read: private"]),
        ("/media/photos/a", ["x-amz-object-acl: private"]), ("/media/photos/a?acl", ["x-amz-acl: private"]),
    ])
    func `needs a grant for every other access list`(target: String, fields: [String]) {
        #expect(scene.outcome(of: "PUT \(target)", fields).isNotAllowed)
        #expect(ForwardScene(parameters: ["acl"]).outcome(of: "PUT \(target)", fields).isSigned)
    }

    @Test func `may copy a key with characters that only mean themselves`() {
        let source = "x-amz-copy-source: media/photos/dt=2026-01-01/a@b:c,(d)"
        #expect(scene.outcome(of: "PUT /media/photos/a", [source]).isSigned)
        #expect(
            scene.outcome(of: "PUT /media/photos/a", ["x-amz-copy-source: media%2Fprivate"]).isNotAllowed)
    }
}
