import Foundation
import OSSSigning
import Testing

struct VectorTests {
    private static let files = [
        "oracle_header_v1", "oracle_header_v4", "oracle_presign_v1", "oracle_presign_v4",
        "upstream_sdk_tests", "botocore_s3",
    ]

    @Test func `nearly all vectors are there for this face`() {
        let operations = ["sign_header", "presign", "post_policy", "sign_string"]
        let files = Self.files + ["oracle_post_policy", "oracle_sign_string"]
        let counts = operations.map { Vector.all($0, in: files).count }
        #expect(counts == [60, 76, 8, 2])
    }

    @Test(arguments: Vector.all("sign_header", in: files))
    func `signs a header as the official SDKs and botocore do`(vector: Vector) throws {
        let signer = vector.signer
        let signed = try signer.sign(vector.request, at: vector.now)
        #expect(signed.signature == vector.answer("signature"))
        expect(vector, "authorization", signed.headers.last?.value)
        expect(vector, "string_to_sign", signed.texts.stringToSign)
        expect(vector, "canonical_request", signed.texts.canonicalRequest)
    }

    @Test(arguments: Vector.all("presign", in: files))
    func `presigns a URL as the official SDKs and botocore do`(vector: Vector) throws {
        let signer = vector.signer
        let signed = try signer.presign(vector.request, for: vector.life, at: vector.now)
        #expect(signed.signature == vector.answer("signature"))
        expect(vector, "string_to_sign", signed.texts.stringToSign)
        if let url = vector.answer("url") { #expect(Self.query(signed.url) == Self.query(url)) }
        guard let key = vector.request.key else { return }
        let many = try signer.presign(["a", key], like: vector.request, for: vector.life, at: vector.now)
        #expect(many.last == signed.url && many.count == 2)
    }

    @Test(arguments: Vector.all("post_policy", in: ["oracle_post_policy"]))
    func `signs the policy of a form as the official SDKs do`(vector: Vector) throws {
        let signer = vector.signer
        var request = OSSRequest(bucket: "examplebucket")
        request.endpoint = "https://oss-cn-hangzhou.aliyuncs.com"
        let form = try signer.form(for: request, policy: vector.text("policy_json") ?? "", at: vector.now)
        #expect(form.signature == vector.answer("signature"))
        let fields = Dictionary(form.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        #expect(fields == vector.fields)
    }

    @Test(arguments: Vector.all("sign_string", in: ["oracle_sign_string"]))
    func `signs a string that was composed elsewhere`(vector: Vector) throws {
        let signer = vector.signer
        let info = [
            "version": vector.text("version"), "stringToSign": vector.text("string_to_sign"),
            "date": vector.text("date"), "region": vector.text("region"), "product": vector.text("product"),
        ].compactMapValues { $0 }
        #expect(try signer.signature(info: info) == ["signature": vector.answer("signature") ?? ""])
    }

    private func expect(_ vector: Vector, _ member: String, _ actual: String?) {
        if let wanted = vector.answer(member) { #expect(actual == wanted) }
    }

    /// The order of the parameters is free.
    private static func query(_ url: String) -> [String] {
        (url.split(separator: "?").last ?? "").split(separator: "&").map(String.init).sorted()
    }
}
